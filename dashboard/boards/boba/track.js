// The graph of the timeline: who won each battle, and by how much a seat led at each step.

const EVEN = (TOP + HIGH) / 2;

function leads(story, near, at) {
  const shapes = [];
  for (const chapter of story.chapters) {
    const left = at(chapter.from - 1);
    const result = typeof chapter.name === "number" ? resultOf(story.frames[chapter.to], chapter.name) : null;
    shapes.push(["rect", { x: left, y: 0, width: at(chapter.to) - left, height: HIGH, class: `span r-${result ?? "none"}` }]);
  }
  shapes.push(["path", { d: `M0 ${EVEN}H${WIDE}`, class: "even" }]);
  for (const seat of [1, 2]) shapes.push(["path", { d: leadOf(story, seat, near, at), class: `lead s${seat}` }]);
  return shapes;
}

/** The steps in which a seat led, as bars toward that seat's side of the board. */
function leadOf(story, seat, near, at) {
  const toward = seat === near ? 1 : -1;
  let path = "";
  for (let step = 1; step <= story.last; step += 1) {
    const { margin, lead } = story.standings[step];
    if (lead !== seat) continue;
    // The root, so that one battle won by 200 does not flatten all the others.
    const height = toward * Math.sqrt(Math.abs(margin) / story.widest) * (HIGH - EVEN - 1);
    path += `M${at(step - 1).toFixed(1)} ${EVEN}V${(EVEN + height).toFixed(1)}H${at(step).toFixed(1)}V${EVEN}z`;
  }
  return path || "M0 0";
}
