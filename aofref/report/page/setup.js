/* Setting up a position on a board: pieces from a tray, the turn, the rights.  Nothing is played meanwhile; a
   fresh tree begins from there ------------------------------------------------------------------------------------- */

(() => {
  const bench = placing(game), tray = $("tray"), RUBBER = 0;
  let set = null; // what is set up; null while the tray is closed
  let tool = NONE; // the piece that a tap puts, RUBBER, or NONE: a tap takes a piece, and the next sets it down
  let taken = NONE, held = null; // the cell of a piece that is taken; what is dragged: a piece, and the cell that it comes from
  let before = null; // the node that was shown, its line, and what stood at the start

  /* The tray ---------------------------------------------------------------------------------- */

  const picture = (piece) => make("svg", { viewBox: "-13 -13 26 26", "aria-hidden": "true" }, ...tokenOf(piece));
  const box = (text, name, checked, act) => {
    const made = element("input", { type: "checkbox", id: name });
    made.checked = checked;
    hear(made, "change", () => act(made.checked));
    return element("label", {}, made, ` ${text}`);
  };

  function furnished() {
    const rows = data.armies.map((name, army) => element("div", { role: "group", "aria-label": name }, ...codes.map((code, kind) => {
      const piece = game.pieceOf(army, kind), title = `${code}: ${name} ${data.types[kind]}`;
      return button(picture(piece), { "data-piece": `${letters[army]}:${code}`, "aria-label": title, title }, () => use_(piece));
    })));
    const tools = element("div", { class: "bar" }, button("Move", { id: "move-pieces" }, () => use_(NONE)), button("Eraser", { id: "rubber" }, () => use_(RUBBER)),
      button("Clear", { id: "clear", title: "Take all pieces off the board" }, () => change(bench.empty(set.turn))), button("Start position", { id: "array" }, () => change(bench.setup(game.read(data.start)))));
    const turn = element("select", { id: "turn" }, ...data.armies.map((name, army) => new Option(name, army)));
    const round_ = element("input", { type: "number", id: "round", min: 1, max: 999999999 });
    const owes = element("select", { id: "owes" }, ...marksOf());
    hear(turn, "change", () => change(bench.kept({ ...set, turn: Number(turn.value) })));
    hear(round_, "change", () => change({ ...set, round: Number(round_.value) }));
    const choices = element("div", { class: "bar" }, element("label", {}, "To move ", turn), element("label", {}, "Round ", round_),
      ...(owes.length ? [element("label", {}, "A Pawn put ", owes)] : []));
    const how = element("p", { class: "game" }, "Choose a piece, then tap cells; again to clear. Or drag pieces, from here, on the board, off the board.");
    tray.replaceChildren(how, ...rows, tools, choices, element("div", { class: "bar", id: "rights" }));
  }

  /* The marks that a Pawn can have. */
  function marksOf() {
    const owed = Array.from({ length: bench.most + 1 }, (_, n) => new Option(n ? `owes ${n} move${n > 1 ? "s" : ""}` : "owes nothing", n || NONE));
    return bench.most ? owed : bench.first ? [new Option("has not moved", NONE), new Option("has moved", 0)] : [];
  }

  /* Castling and taking in passing, as far as the pieces stand for them. */
  function rights() {
    const focused = document.activeElement?.id, castlings = bench.castlings(set), passes = bench.passes(set);
    $("rights").replaceChildren(
      ...castlings.map(({ army, home, name }) => box(`${data.armies[army]} ${name}`, `right-${names[home]}`, !set.lost.has(home), (on) => {
        const lost = new Set(set.lost);
        if (on) lost.delete(home);
        else lost.add(home);
        change({ ...set, lost });
      })),
      ...passes.map((right) => {
        const { army, cell, pawn } = right, has = (one) => one.cell === cell && one.pawn === pawn, others = set.passed.filter((one) => one.army !== army);
        return box(`${names[pawn]} has just passed ${names[cell]}`, `right-${names[cell]}-${names[pawn]}`, set.passed.some(has),
          (on) => change(bench.kept({ ...set, passed: on ? [...others, right] : others })));
      }));
    if (focused?.startsWith("right-")) $(focused)?.focus();
  }

  function use_(piece) {
    tool = piece;
    take_(NONE);
    pressed_();
  }

  function pressed_() {
    const name = tool > 0 ? `${letters[armyOf(tool)]}:${codeOf(tool)}` : "";
    tray.querySelectorAll("[data-piece]").forEach((one) => one.setAttribute("aria-pressed", one.dataset.piece === name));
    $("move-pieces").setAttribute("aria-pressed", tool === NONE);
    $("rubber").setAttribute("aria-pressed", tool === RUBBER);
  }

  /* What is set up ------------------------------------------------------------------------------ */

  function change(other) {
    set = other;
    const position = game.read(bench.line(set)), [fault] = bench.faults(set);
    stands[0] = { position, shown: position, o: [], events: [], fates: {}, t: NOBODY };
    current = 0;
    stand();
    tell(0, "");
    $("status").textContent = "Setting up a position.";
    notice();
    uses.forEach((shape, cell) => shape.classList.toggle("own", set.board[cell] > 0));
    $("turn").value = set.turn;
    $("round").value = set.round;
    rights();
    object(fault ? `${capital(fault)}.` : "", "bad-position");
    $("copy-position").disabled = Boolean(fault);
  }

  const markPut = () => ($("owes") ? Number($("owes").value) : NONE);

  /* A cell was pressed: a piece is put there, cleared, taken or set down. */
  function work(cell) {
    if (tool === NONE && taken < 0) take_(set.board[cell] ? cell : NONE);
    else if (tool === NONE) shift(taken, cell);
    else change(bench.put(set, cell, tool === set.board[cell] ? 0 : tool, markPut()));
    say(set.board[cell] ? called(set.board[cell], cell) : `${names[cell]}, empty`);
  }

  function take_(cell) {
    taken = pinned = cell;
    notice();
  }

  function shift(from, to) {
    take_(NONE);
    change(to < 0 ? bench.put(set, from, 0) : bench.move(set, from, to));
  }

  function open() {
    const found = bench.setup(present().position);
    before = { node: current, start: stands[0], line: bench.line(found) };
    furnished();
    shown_(true);
    use_(NONE);
    change(found);
  }

  function close(node = before.node) {
    stands[0] = before.start;
    leave();
    go(node);
  }

  function leave() {
    set = null;
    shown_(false);
    $("copy-position").disabled = false;
    $("setup").focus(STILL);
    boardBox.scrollIntoView({ block: "nearest" });
  }

  function shown_(open_) {
    stop();
    document.body.classList.toggle("setting", open_);
    tray.hidden = !open_;
    $("setup").setAttribute("aria-expanded", open_);
    $("setup").textContent = open_ ? "Play from here" : "Set up";
    $("give-up").hidden = !open_;
  }

  /* A fresh tree begins from what is set up, unless that is what was shown, or the start. */
  function accept() {
    const line = bench.line(set), [fault] = bench.faults(set);
    if (fault) say(fault);
    else if (line === before.line) close();
    else if (line === bench.line(bench.setup(before.start.position))) close(0);
    else {
      beginAnew(line);
      leave();
      go(0);
    }
  }

  const positionLine = () => (set ? game.write(game.begin(game.read(bench.line(set))).position) : boardBox.dataset.position);

  /* Pointers and keys, before the board plays by them ------------------------------------------------- */

  const ofSetup = (event, act) => { if (set) act(event); };
  const instead = (event) => event.stopPropagation();

  function grabbed(event) {
    const cell = cellAt(event), piece = event.target.closest?.("[data-piece]");
    if (event.button || (cell < 0 && !piece)) return;
    if (cell >= 0) instead(event);
    held = cell >= 0 ? (set.board[cell] ? { cell, x: event.clientX, y: event.clientY } : null) : { piece, x: event.clientX, y: event.clientY };
  }

  function pulled(event) {
    if (!held) return;
    if (tug(held, event)) {
      if (held.piece) carry(held.piece);
      else lift(held.cell);
    }
    if (!held.moved) return;
    drag = held; // which enlarges levels
    linger(under(event));
  }

  /* A likeness of a piece of the tray, to follow the pointer. */
  function carry(piece) {
    const likeness = piece.firstChild.cloneNode(true);
    piece.click();
    for (const side of ["width", "height"]) likeness.setAttribute(side, 40);
    $("ghost").replaceChildren(likeness);
    $("ghost").hidden = false;
  }

  function released(event) {
    const was = held, at = event.type === "pointerup" && was?.moved ? under(event) : null, cell = at ? cellAt({ target: at }) : NONE;
    held = null;
    loose(was);
    if (!was?.moved || event.type !== "pointerup") return;
    dropped = event.timeStamp;
    if (was.piece && cell >= 0) change(bench.put(set, cell, tool, markPut()));
    else if (!was.piece && cell !== was.cell && (cell >= 0 || !at?.closest("#board"))) shift(was.cell, cell);
  }

  function clicked(event) {
    const cell = cellAt(event);
    if (cell < 0) return;
    instead(event);
    if (event.timeStamp - dropped < 50) return;
    focusable(cell);
    focusOn(cell);
    work(cell);
  }

  function typed(event) {
    const cell = event.target.dataset?.c;
    if (cell !== undefined && /^(Arrow|Page)/.test(event.key)) return;
    instead(event);
    if (event.key === "Escape") use_(NONE);
    else if (cell === undefined) return;
    else if (event.key === "Enter" || event.key === " ") work(Number(cell));
    else if (event.key === "Delete" || event.key === "Backspace") shift(Number(cell), NONE);
    else return;
    event.preventDefault();
  }

  for (const [kind, act] of entries({ pointerdown: grabbed, pointermove: pulled, pointerup: released, pointercancel: released, click: clicked, keydown: typed }))
    hear(document, kind, (event) => ofSetup(event, act), true);
  hear(boardBox, "touchmove", (event) => { if (held) event.preventDefault(); }, { passive: false }); // as in hand.js
  hear($("setup"), "click", () => (set ? accept() : open()));
  putAway = () => { if (set) close(); };
  hear($("give-up"), "click", () => close());
  hear($("pieces"), "click", () => setTimeout(() => { if (set) { furnished(); pressed_(); change(set); } }));
  hear($("copy-position"), "click", () => copy($("copy-position"), positionLine()));
})();
