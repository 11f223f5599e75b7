/* The legend: the pieces on the board and how they move, and what marks mean ------------------- */

function legend() {
  $("legend").lastElementChild.append(...data.codes.map((code, kind) => {
    const entry = document.createElement("div"), term = document.createElement("dt"), way = document.createElement("dd"), strong = document.createElement("b");
    const drawing = $(`d-${data.types[kind].toLowerCase()}`);
    entry.id = `piece-${code}`;
    strong.textContent = code;
    way.textContent = data.says[kind];
    if (drawing) term.append(make("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, make("use", { href: `#${drawing.id}` })));
    term.append(strong, " ", data.rules ? leading(`${data.rules}#piece-${code}`, data.types[kind]) : data.types[kind]);
    entry.append(term, way);
    return entry;
  }));
  $("marks").lastElementChild.append(...data.marks.map(([kinds, text, live]) => {
    const item = document.createElement("li");
    if (live) item.className = "live";
    item.append(...kinds.map((kind) => make("svg", { viewBox: "-21 -21 42 42", "aria-hidden": "true" }, sampled(kind))), ` ${text}`);
    return item;
  }));
}

/* A sample of a mark, around (0, 0). */
function sampled(kind) {
  const paths = { risk: "M-9-9L9 9M9-9L-9 9", by: "M-20 0H20", arrow: "M-20 0H6", w: "M-17-6L-6 6L6-6L17 6" }, circles = { go: 8, check: 16 };
  if (kind === "arrow") return make("g", {}, make("path", { class: "arrow", d: paths.arrow }), make("path", { class: "tip", d: "M20 0L6-8V8Z" }));
  if (paths[kind]) return make("path", { class: kind, d: paths[kind] });
  if (kind === "end") return make("g", { class: "end" }, ...[-10, 10].map((x, n) => make("g", { transform: `translate(${x}) scale(1.4)` }, make("circle", { r: 6 }), make("text", { y: 3 }, n + 1))));
  if (circles[kind]) return make("circle", { class: kind, r: circles[kind] });
  return make("use", { class: kind, href: "#c" });
}

/* Shows the entries of the pieces that are on a board. */
function explain(board) {
  const standing = new Set([...board].filter(Boolean).map((piece) => (piece - 1) % types));
  [...$("legend").lastElementChild.children].forEach((entry, kind) => { entry.hidden = !standing.has(kind); });
}
