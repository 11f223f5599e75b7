/* The legend: the pieces on the board and how they move, and what marks mean ------------------- */

function legend() {
  $("legend").lastElementChild.append(...data.codes.map((code, kind) => {
    const entry = document.createElement("div"), term = document.createElement("dt"), way = document.createElement("dd"), strong = document.createElement("b");
    const drawing = drawingOf(kind);
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
    item.append(...kinds.map((kind) => make("svg", { viewBox: "-21 -21 42 42", "aria-hidden": "true" }, kind === "end" ? make("g", { transform: "translate(-20 24) scale(1.8)" }, numbered(2)) : figure(kind))), ` ${text}`);
    return item;
  }));
}

/* Shows the entries of the pieces that are on a board. */
function explain(board) {
  const standing = new Set([...board].filter(Boolean).map((piece) => (piece - 1) % types));
  [...$("legend").lastElementChild.children].forEach((entry, kind) => { entry.hidden = !standing.has(kind); });
}
