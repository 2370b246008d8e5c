// What is drawn of this game: a sign for each set, the flag, a robot. Own drawings, no data becomes markup.

// One sign a set, told apart by its outline alone.
const SETS = {
  city: [fill("M2 21V11h5V6l4-3v18zM12.5 21V8H17v4h5v9zM4 13v2h1.5v-2zm0 4v2h1.5v-2zm10.5-6.5v2H16v-2zm0 4v2H16v-2zm4 0v2H20v-2z")],
  castle: [fill("M3 4h3.2v2.6h3V4h5.6v2.6h3V4H21v7l-2 2v8h-4.5v-4.5a2.5 2.5 0 0 0-5 0V21H5v-8l-2-2z")],
  shipwreck: [line("M12 7.5V21M4 13c0 5 4 8 8 8s8-3 8-8M4 13l-1.5 3M4 13l3 1.5M20 13l1.5 3M20 13l-3 1.5M8 10.5h8", 2), fill("M12 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6zm0 1.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z")],
  filmstudio: [fill("M3 10h18v11H3zM2.6 6.2L20.2 2l.9 3.6L3.5 9.9zM7 5.2l2 2.5 2.4-.6-2-2.5zM13 3.7l2 2.5 2.4-.6-2-2.5z")],
  hauntedhouse: [fill("M12 2a8 8 0 0 1 8 8v12l-2.7-2.4L14.7 22 12 19.6 9.3 22l-2.6-2.4L4 22V10a8 8 0 0 1 8-8zM9 8.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zm6 0a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z")],
  outerspace: [fill("M12 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12z"), line("M6.3 14.6C3.4 16.8 1.7 18.7 2.3 19.6c.9 1.3 5.8-.9 11-4.9s8.7-8.3 7.8-9.6c-.5-.7-2.7-.1-5.5 1.3", 1.8)],
  funfair: [line("M12 10v11M7.5 21h9M12 2.5v15M4.5 10h15M6.7 4.7l10.6 10.6M17.3 4.7L6.7 15.3", 1.5), line("M12 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4z", 2)],
};

const slug = (set) => (set ?? "").toLowerCase().replace(/[^a-z]/g, "");

/** A set's sign; a set that has none shows its first letter in a circle. */
function setSign(set) {
  const shapes = Object.hasOwn(SETS, slug(set)) ? SETS[slug(set)] : null;
  if (shapes) return drawing("0 0 24 24", "sign", shapes);
  const drawn = drawing("0 0 24 24", "sign", [line("M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19z", 1.8)]);
  const letter = shape("text", { x: 12, y: 16, "text-anchor": "middle", "font-size": 11, "font-weight": 800, fill: "currentColor" });
  letter.textContent = (set ?? "?").slice(0, 1).toUpperCase();
  drawn.append(letter);
  return drawn;
}

const flagSign = () => drawing("0 0 24 24", "flag-sign", [line("M5 2.5v19", 2.4), fill("M6.5 3.5c4-2 7 2 13 0v9.5c-6 2-9-2-13 0z")]);
const robot = () =>
  drawing("0 0 24 24", "robot", [
    fill("M11 2h2v3h5a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h5zM8.5 8.5a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zm7 0a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM7 18.5h10V22H7z"),
  ]);
const cupSign = () =>
  drawing("0 0 100 100", "emblem", [line("M50 8l36 21v42L50 92 14 71V29z", 3), line("M50 20l26 15v30L50 80 24 65V35z", 1.5), fill("M36 30h28v6h8v8c0 7-5 11-11 12-2 4-5 6-8 7v6h8v6H39v-6h8v-6c-3-1-6-3-8-7-6-1-11-5-11-12v-8h8z")]);
