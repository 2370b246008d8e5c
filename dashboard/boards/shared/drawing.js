// Making and changing what is on the page, and the drawings every board has. No data becomes markup.

const SVG = "http://www.w3.org/2000/svg";

function el(tag, name, ...children) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  for (const child of children) if (child !== null) node.append(child);
  return node;
}

/** Text that is written only when it changes: most of a board is the same from one step to the next. */
function write(node, text) {
  if (node.written === text) return;
  node.written = text;
  node.textContent = text;
}

function flag(node, name, value) {
  const text = value === null || value === undefined || value === false ? "" : String(value);
  if (node.dataset[name] !== text) node.dataset[name] = text;
}

function label(node, text) {
  if (node.told === text) return;
  node.told = text;
  node.setAttribute("aria-label", text);
  node.title = text;
}

function button(name, text, press, ...children) {
  const node = el("button", name, ...children);
  node.type = "button";
  label(node, text);
  node.addEventListener("click", press);
  return node;
}

function drawing(box, name, shapes) {
  const node = document.createElementNS(SVG, "svg");
  node.setAttribute("viewBox", box);
  node.setAttribute("class", name);
  node.setAttribute("aria-hidden", "true");
  for (const [tag, attributes] of shapes) node.append(shape(tag, attributes));
  return node;
}

function shape(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const key of Object.keys(attributes)) node.setAttribute(key, attributes[key]);
  return node;
}

const fill = (d) => ["path", { d, fill: "currentColor", "fill-rule": "evenodd" }];
const line = (d, width = 2) => [
  "path",
  { d, fill: "none", stroke: "currentColor", "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" },
];

const trophy = () =>
  drawing("0 0 24 24", "trophy", [
    fill("M7 3h10v1.5h4V8c0 2.5-1.9 4.3-4.3 4.5A5 5 0 0 1 13.2 15v2.5H16V21H8v-3.5h2.8V15a5 5 0 0 1-3.5-2.5C4.9 12.3 3 10.5 3 8V4.5h4zM5 6.4V8c0 1.2.7 2.1 1.9 2.4A9 9 0 0 1 6.7 6.4zM17.3 6.4a9 9 0 0 1-.2 4C18.3 10.1 19 9.2 19 8V6.4z"),
  ]);

const eye = () =>
  drawing("0 0 24 24", "icon", [
    line("M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7z", 1.8),
    fill("M12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z"),
  ]);

const ICONS = {
  first: "M5 5h3v14H5zM20 5v14L9.5 12z",
  back: "M17.5 4.5v15L6 12z",
  play: "M6 4l14 8-14 8z",
  pause: "M6 4.5h4v15H6zM14 4.5h4v15h-4z",
  forward: "M6.5 4.5v15L18 12z",
  last: "M16 5h3v14h-3zM4 5v14l10.5-7z",
  flip: "M7 3L2.5 8H6v8h2.5V8H12zM17 21l4.5-5H18V8h-2.5v8H12z",
  share: "M18 2.5a3.5 3.5 0 1 1-2.6 5.8L9 11.6v.8l6.4 3.3A3.5 3.5 0 1 1 14.5 18l-6.8-3.5a3.5 3.5 0 1 1 0-5L14.5 6A3.5 3.5 0 0 1 18 2.5z",
};
const icon = (name) => drawing("0 0 24 24", "icon", [fill(ICONS[name])]);
