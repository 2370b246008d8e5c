// What is drawn of this game: weapon signs, jerseys, a crown, coins and dice. Own drawings, no data becomes markup.

// One sign a weapon, told apart by its outline alone.
const SIGNS = {
  Fire: [fill("M12.6 1.8c.6 3.7 5.9 6.6 5.9 12.4a6.5 6.5 0 0 1-13 0c0-3 1.7-4.9 2.7-7.4 1.5.9 2.2 2 2.4 3.3 1.5-2.2 2.3-5 2-8.3zM12 20.3a2.7 2.7 0 0 0 2.7-2.8c0-1.7-1.7-2.6-2.2-4.3-1.7 1.3-3.2 2.5-3.2 4.3A2.7 2.7 0 0 0 12 20.3z")],
  Ice: [line("M12 2v20M3.3 7l17.4 10M20.7 7L3.3 17M9.5 3.2L12 5.7l2.5-2.5M9.5 20.8l2.5-2.5 2.5 2.5M3 10.3l3.4-.9-.9-3.4M21 13.7l-3.4.9.9 3.4M3 13.7l3.4.9-.9 3.4M21 10.3l-3.4-.9.9-3.4", 1.7)],
  Steel: [fill("M20.5 2l1.5 1.5-1 4L11.6 17l1.6 1.6-1.5 1.5-2.7-2.7-4.3 4.3-2.4-2.4 4.3-4.3-2.7-2.7 1.5-1.5L7 12.4 16.5 3z")],
  Glow: [fill("M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10z"), line("M12 1.5v2.8M12 19.7v2.8M1.5 12h2.8M19.7 12h2.8M4.6 4.6l2 2M17.4 17.4l2 2M19.4 4.6l-2 2M6.6 17.4l-2 2", 2.2)],
  Hex: [line("M12 2.2l8.5 14.7h-17zM12 21.8L3.5 7.1h17z", 1.9), fill("M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z")],
  Brawl: [fill("M5 7.2C5 5.9 5.9 5 7 5s1.8.7 2 1.5C9.2 5 10 4.2 11.1 4.2s1.9.8 2 2c.3-.9 1-1.5 1.9-1.5 1.1 0 1.9.8 2 2 .3-.5.8-.8 1.4-.8 1 0 1.8.9 1.8 2v5.3c0 2.6-1.5 4.3-3.4 5.3V21H8.3v-2.6C5.5 17.3 3.4 15 3.4 12.4c0-1.5 1-2.4 2.3-2.4h5.8v2H8.2c0 1.3.8 2 1.9 2.3l-.5 1.6C7.2 15.3 6 13.6 6.3 11.5H5z")],
  Gum: [fill("M10 3.5a7.8 7.8 0 1 1 0 15.6 7.8 7.8 0 0 1 0-15.6zM6.9 6.6C5.3 7.7 4.5 9.3 4.5 11h1.9c0-1.3.7-2.4 1.8-3.1z"), fill("M19.4 16.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z")],
  Super: [fill("M12 1.8l3.1 6.7 7.3.8-5.4 5 1.5 7.2L12 17.9l-6.5 3.6L7 14.3l-5.4-5 7.3-.8z")],
  Alt: [line("M4 8h13M13.5 4L17.5 8l-4 4M20 16H7M10.5 12l-4 4 4 4", 2.4)],
  Cyber: [fill("M7 7h10v10H7zM10 10v4h4v-4z"), line("M9.5 2.5V6M14.5 2.5V6M9.5 18v3.5M14.5 18v3.5M2.5 9.5H6M2.5 14.5H6M18 9.5h3.5M18 14.5h3.5", 1.9)],
};

/** A weapon's sign; one that has none shows its first letter in a shield. */
function sign(weapon) {
  if (Object.hasOwn(SIGNS, weapon ?? "")) return drawing("0 0 24 24", "sign", SIGNS[weapon]);
  const drawn = drawing("0 0 24 24", "sign", [line("M12 2.5l8 3v6c0 5-3.3 8.3-8 10-4.7-1.7-8-5-8-10v-6z", 1.8)]);
  const letter = shape("text", { x: 12, y: 16, "text-anchor": "middle", "font-size": 11, "font-weight": 800, fill: "currentColor" });
  letter.textContent = (weapon ?? "?").slice(0, 1).toUpperCase();
  drawn.append(letter);
  return drawn;
}

const BODY = "M32 7l9-4c3.5 6 14.5 6 18 0l9 4 20 15-10 14-9-6v46H31V30l-9 6-10-14z";
const PATTERNS = [
  ["M45 14h10v61H45z"],
  ["M32 44h36v7H32z", "M32 57h36v7H32z"],
  ["M32 26l36 26v12L32 38z"],
  ["M32 30l18 16 18-16v12L50 58 32 42z"],
  ["M37 12h3v63h-3z", "M46 14h3v61h-3z", "M55 14h3v61h-3z", "M62 11h3v64h-3z"],
  ["M50 10l10-4 8 4v65H50z"],
  ["M32 62h36v13H32z", "M32 56h36v3H32z"],
  ["M32 28h18v24H32z", "M50 52h18v23H50z"],
];

/** A hero's jersey: the weapon gives the colour and the sign, the name picks one of eight cuts. */
function jersey(name, weapon) {
  let mark = 7;
  for (const letter of name) mark = (mark * 31 + letter.codePointAt(0)) % 9973;
  const drawn = drawing("8 0 84 78", "jersey", [
    ["path", { d: BODY, class: "cloth" }],
    ...PATTERNS[mark % PATTERNS.length].map((d) => ["path", { d, class: "trim" }]),
    ["path", { d: "M12 22l10 14 4-2.7L16 19zM88 22L78 36l-4-2.7L84 19z", class: "trim" }],
    ["path", { d: "M41 3c3.5 6 14.5 6 18 0l3 1.4c-4.5 8.6-19.5 8.6-24 0z", class: "trim" }],
    ["path", { d: BODY, class: "seam" }],
    ["circle", { cx: 50, cy: 47, r: 15.5, class: "patch" }],
  ]);
  const badge = sign(weapon);
  for (const [key, value] of Object.entries({ x: 39, y: 36, width: 22, height: 22 })) badge.setAttribute(key, value);
  drawn.append(badge);
  return drawn;
}

const emblem = () =>
  drawing("0 0 100 100", "emblem", [
    line("M50 8l36 21v42L50 92 14 71V29z", 3),
    line("M50 20l26 15v30L50 80 24 65V35z", 1.5),
    line("M30 70l40-40M30 30l40 40", 5),
    fill("M50 39l3.2 7 7.6.8-5.7 5.1 1.6 7.5L50 55.6l-6.7 3.8 1.6-7.5-5.7-5.1 7.6-.8z"),
  ]);

const crown = () => drawing("0 0 24 24", "crown", [fill("M2.5 6.5l5 4L12 4l4.5 6.5 5-4L19.5 19h-15z")]);

const PIPS = {
  1: [[12, 12]],
  2: [[8, 8], [16, 16]],
  3: [[7.5, 7.5], [12, 12], [16.5, 16.5]],
  4: [[8, 8], [16, 8], [8, 16], [16, 16]],
  5: [[7.5, 7.5], [16.5, 7.5], [12, 12], [7.5, 16.5], [16.5, 16.5]],
  6: [[8, 7], [16, 7], [8, 12], [16, 12], [8, 17], [16, 17]],
};

/** A coin's face ("heads", "tails") or what a die shows. */
function chance(shown) {
  if (shown === "heads" || shown === "tails") {
    const coin = el("span", "coin", shown === "heads" ? "H" : "T");
    coin.dataset.face = shown;
    return coin;
  }
  if (!Object.hasOwn(PIPS, shown)) return el("span", "die", shown);
  const dots = PIPS[shown].map(([cx, cy]) => ["circle", { cx, cy, r: 2, fill: "currentColor" }]);
  return el("span", "die", drawing("0 0 24 24", "pips", dots));
}
