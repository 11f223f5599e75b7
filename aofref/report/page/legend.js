/* The legend: the pieces on the board and how they move, and what marks mean ------------------- */

const entriesOfPieces = $("legend").lastElementChild;

function legend() {
  entriesOfPieces.append(...codes.map((code, kind) => {
    const name = data.types[kind], drawing = make("svg", { viewBox: "-8.5 -8.5 17 17", "aria-hidden": "true" }, make("use", { href: `#d-${kind}`, class: "pen" }));
    return element("div", { id: `piece-${code}` },
      element("dt", {}, drawing, element("b", {}, code), " ", data.rules ? element("a", { href: `${data.rules}#piece-${code}` }, name) : name),
      element("dd", {}, data.says[kind]));
  }));
  const sample = (kind) => (kind === "end" ? make("g", { transform: "translate(-20 24) scale(1.8)" }, numbered(2)) : figure(kind));
  $("marks").lastElementChild.append(...data.marks.map(([kinds, text, live]) => element("li", { class: live ? "live" : "" },
    ...kinds.map((kind) => make("svg", { viewBox: "-21 -21 42 42", "aria-hidden": "true" }, sample(kind))), ` ${text}`)));
}

/* Shows the entries of the pieces that are on a board. */
function explain(board) {
  const standing = new Set([...board].filter(Boolean).map((piece) => (piece - 1) % types));
  [...entriesOfPieces.children].forEach((entry, kind) => { entry.hidden = !standing.has(kind); });
}
