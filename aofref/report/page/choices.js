/* How the board is shown: what a reader chooses is kept, where the browser allows it ---------- */

const kept = Object(ifAllowed(() => JSON.parse(localStorage.aofref)));
const all = () => boardBox.classList.contains("all");
const dark = matchMedia("(prefers-color-scheme: dark)");
const place = `side ${location.pathname}`; // the side is that of this page alone

const looks = {
  flip: () => ({ [place]: (chosen.side + 1) % data.sides.length }),
  view: () => ({ view: all() ? "one" : "all" }),
  pieces: () => ({ pieces: chosen.pieces === "letters" ? "drawings" : "letters" }),
  names: () => ({ names: chosen.names ? "" : "all" }),
  notation: () => ({ notation: chosen.notation === "lan" ? "san" : "lan" }),
  theme: () => ({ theme: darkened() === dark.matches ? (dark.matches ? "light" : "dark") : "" }), // "": the system's
};

const darkened = () => (kept.theme ? kept.theme === "dark" : dark.matches);

const chosen = {};

function keepLook(changed) {
  Object.assign(kept, changed);
  ifAllowed(() => { localStorage.aofref = JSON.stringify(kept); });
}

/* Takes over what is chosen: pieces are drawn, unless letters are chosen. */
function look() {
  const { pieces = "drawings", view = "", names: named = "", theme = "", notation = "san" } = kept;
  Object.assign(chosen, { pieces, view, names: named, notation, side: data.sides[kept[place]] ? kept[place] : 0 });
  document.documentElement.dataset.theme = theme;
  $("list").dataset.notation = notation;
}

/* Says which choices are made. */
function pressed() {
  const held = { view: !all(), pieces: chosen.pieces === "drawings", names: Boolean(chosen.names), theme: darkened(), notation: chosen.notation === "lan" };
  for (const [id, on] of entries(held)) $(id).setAttribute("aria-pressed", on);
  const army = data.armies[chosen.side - !two]; // in a game of four the first side is none's
  $("flip").title = `Flip the board${army ? `, seen from ${army}` : ""}`;
}

/* Sets up what a reader chooses from, and the tabs of levels. */
function furnish() {
  look();
  defineDrawings();
  for (const [id, changed] of entries(looks)) {
    hear($(id), "click", () => {
      keepLook(changed());
      look();
      draw();
      grown = true;
      mark(current);
      losses(current);
    });
  }
  $("view").hidden = tabs.hidden = count === 1;
  tabs.append(...highest.map((at) => {
    return button(levels[at], { role: "tab", "aria-label": `level ${levels[at]}` }, () => grasp(at));
  }));
  onClicks({ print: () => { rounds(); window.print(); } });
  hear(window, "beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
  hear(window, "afterprint", screen);
  hear(window, "resize", lay);
  legend();
  drawing();
}
