"use strict";
/* Steps through a record.  Everything shown was worked out by aofref and stands in the page's data;
   nothing here knows a rule of the game. */
(() => {
  const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
  const VALUE = Object.fromEntries([...DIGITS].map((digit, n) => [digit, n]));
  const SVG = "http://www.w3.org/2000/svg";
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const names = data.cells.split(" ");
  const fills = data.fills.split(" ").map((pair) => pair.split("/"));
  const level = [...data.level].map((digit) => VALUE[digit]);
  const types = data.types.length;
  const number = (text, at) => VALUE[text[at]] * 64 + VALUE[text[at + 1]];
  const column = names.map((_, cell) => number(data.column, 2 * cell));
  const nodes = data.nodes;
  const state = { node: 0, kind: "flat", side: 0, pieces: "letters", names: "rim", size: "fit", pinned: -1,
    seen: -1, focus: 0, timer: 0 };

  /* What stands where --------------------------------------------------------------------- */

  const boards = new Map();
  const known = new Map();

  function unpacked(text) {
    const found = new Map();
    for (let at = 0; at < text.length;) {
      const cell = number(text, at), count = number(text, at + 2), ends = [];
      at += 4;
      for (let n = 0; n < count; n += 1, at += 2) ends.push(number(text, at));
      found.set(cell, ends);
    }
    return found;
  }

  function line(node) {
    const found = [];
    for (let at = node; at >= 0; at = nodes[at].p) found.unshift(at);
    return found;
  }

  function board(node) {
    for (const at of line(node)) {
      if (boards.has(at)) continue;
      const before = nodes[at].p < 0 ? null : boards.get(nodes[at].p);
      const now = before ? before.slice() : new Int16Array(names.length);
      const text = nodes[at].d;
      for (let n = 0; n < text.length; n += 4) now[number(text, n)] = number(text, n + 2);
      boards.set(at, now);
    }
    return boards.get(node);
  }

  function reaches(node) {
    for (const at of line(node)) {
      if (known.has(at)) continue;
      const found = new Map(nodes[at].p < 0 ? [] : known.get(nodes[at].p));
      for (const [cell, ends] of unpacked(nodes[at].g)) found.set(cell, ends);
      const now = board(at);
      for (const cell of found.keys()) if (!now[cell]) found.delete(cell);
      known.set(at, found);
    }
    return known.get(node);
  }

  const armyOf = (piece) => Math.floor((piece - 1) / types);
  const codeOf = (piece) => data.codes[(piece - 1) % types];
  const typeOf = (piece) => data.types[(piece - 1) % types];
  const called = (piece, cell) => `${data.armies[armyOf(piece)]} ${typeOf(piece)} ${names[cell]}`;

  /* The drawing --------------------------------------------------------------------------- */

  const svg = $("svg");
  let spots = [], uses = [], layers = {}, men = [], shapes = null, sheet = null;

  function make(tag, attributes, ...inside) {
    const found = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes || {})) found.setAttribute(name, value);
    found.append(...inside);
    return found;
  }

  const use = (shape, kind, cell) => make("use", { href: `#${shape}`, class: kind, x: spots[cell][0], y: spots[cell][1] });

  function narrow() { return $("board").clientWidth < 620; }

  function lay() {
    const side = data.sides[state.side];
    shapes = side[state.kind];
    sheet = narrow() ? shapes.narrow : shapes.lay;
    spots = shapes.at.split(" ").map((pair, cell) => {
      const [x, y] = pair.split(",").map(Number), [left, top] = sheet.o[level[cell]];
      return [Math.round((x + left) * 10) / 10, Math.round((y + top) * 10) / 10];
    });
  }

  function base() {
    const found = [];
    if (sheet.up) found.push(make("path", { class: "up", d: sheet.up }));
    data.levels.forEach((name, at) => {
      const [left, top] = sheet.o[at], move = `translate(${left} ${top})`;
      found.push(make("text", { class: "lev", x: sheet.t[at][0], y: sheet.t[at][1] }, name ? `level ${name}` : ""));
      found.push(make("g", { transform: move },
        ...shapes.ghosts[at].map(([x, y]) => make("use", { href: "#c", class: "g", x, y }))));
    });
    uses = names.map((_, cell) => {
      const shape = use("c", `c ${fills[cell][0]}`, cell);
      shape.dataset.c = cell;
      return shape;
    });
    names.forEach((_, cell) => {
      found.push(uses[cell]);
      if (fills[cell][1]) found.push(use("d", `${fills[cell][1]} men`, cell));
    });
    data.levels.forEach((_, at) => {
      const [left, top] = sheet.o[at];
      found.push(make("path", { class: "w men", d: shapes.walls[at], transform: `translate(${left} ${top})` }));
    });
    if (state.names !== "none") {
      found.push(make("g", { class: "men", "aria-hidden": "true" }, ...names.flatMap((name, cell) =>
        state.names === "all" || data.rims[cell] === "1"
          ? [make("text", { class: "n", x: spots[cell][0], y: spots[cell][1] + shapes.low }, name)] : [])));
    }
    return found;
  }

  function definitions() {
    return make("defs", {}, make("polygon", { id: "c", points: shapes.c }), make("polygon", { id: "d", points: shapes.d }));
  }

  function draw() {
    lay();
    svg.setAttribute("viewBox", `0 0 ${sheet.w} ${sheet.h}`);
    $("board").classList.toggle("wide", state.size === "wide");
    layers = {};
    for (const name of ["under", "men", "over"]) layers[name] = make("g", { class: "men", "aria-hidden": "true" });
    svg.replaceChildren(definitions(), make("g", {}, ...base()), ...Object.values(layers));
    men = names.map(() => 0);
    focusable(state.focus);
    stand();
    notice();
  }

  function token(piece, cell) {
    const army = armyOf(piece), code = codeOf(piece), size = code.length > 1 ? 8.2 : 10.5;
    const [x, y] = spots[cell];
    const drawing = `d-${typeOf(piece).toLowerCase()}`;
    const inside = state.pieces === "drawings" && $(drawing)
      ? make("use", { href: `#${drawing}`, class: `i${army}` })
      : make("text", { class: `p i${army}`, "font-size": size, y: Math.round(size * 3.6) / 10 }, code);
    return make("g", { transform: `translate(${x} ${Math.round((y + shapes.lift) * 10) / 10}) scale(${shapes.token})`, "data-m": cell },
      make("use", { href: `#a${army}`, class: `a${army}` }), inside);
  }

  const shown = new Map();

  function stand() {
    const now = board(state.node);
    if (men.every((piece) => !piece)) { layers.men.replaceChildren(); shown.clear(); }
    names.forEach((_, cell) => {
      if (men[cell] === now[cell]) return;
      shown.get(cell)?.remove();
      shown.delete(cell);
      if (now[cell]) { shown.set(cell, token(now[cell], cell)); layers.men.append(shown.get(cell)); }
      men[cell] = now[cell];
    });
    const [under, over] = marks(state.node);
    layers.under.replaceChildren(...under);
    layers.over.replaceChildren(...over);
    if (state.focus >= 0) label(state.focus);
  }

  function marks(node) {
    const told = nodes[node], under = [], over = [];
    if (told.o) {
      told.o.forEach((cell) => under.push(use("c", "last", cell)));
      arrow(told.o[0], told.o[1], "arrow", "tip", under, over);
    }
    for (const [royal, ...by] of told.k || []) {
      by.forEach((cell) => under.push(join(cell, royal)));
      under.push(use("c", "check", royal));
    }
    if (data.refused && data.refused.node === node) {
      const [start, end] = data.refused.cells;
      data.refused.cells.forEach((cell) => over.push(use("c", "check", cell)));
      if (end !== undefined) over.push(join(start, end));
    }
    return [under, over];
  }

  function join(from, to) {
    return make("path", { class: "by", d: `M${spots[from]}L${spots[to]}` });
  }

  function arrow(from, to, kind, tip, under, over) {
    const [ax, ay] = spots[from], [bx, by] = spots[to];
    const length = Math.hypot(bx - ax, by - ay) || 1, ux = (bx - ax) / length, uy = (by - ay) / length;
    const far = Math.max(length - 10 * shapes.token, length * 0.6), x = ax + ux * far, y = ay + uy * far;
    const hx = x - ux * 9, hy = y - uy * 9;
    under.push(make("path", { class: kind, d: `M${ax} ${ay}L${hx} ${hy}` }));
    over.push(make("polygon", { class: tip, points: `${x},${y} ${hx - uy * 5},${hy + ux * 5} ${hx + uy * 5},${hy - ux * 5}` }));
  }

  /* What a piece may do -------------------------------------------------------------------- */

  function notice() {
    const cell = state.pinned >= 0 ? state.pinned : state.seen;
    layers.over.querySelectorAll(".note").forEach((found) => found.remove());
    const now = board(state.node);
    if (cell < 0) { $("info").textContent = HINT; return ""; }
    const beside = names.flatMap((_, at) => at !== cell && column[at] === column[cell] ? [use("c", "beside", at)] : []);
    layers.over.append(make("g", { class: "note" }, ...beside));
    const text = now[cell] ? reach(cell, now) : `${names[cell]}: empty.`;
    $("info").textContent = text;
    return text;
  }

  const HINT = $("info").textContent;

  function reach(cell, now) {
    const piece = now[cell], army = armyOf(piece), all = reaches(state.node);
    const wrong = new Set(unpacked(nodes[state.node].x).get(cell) || []);
    const ends = all.get(cell) || [], goes = [], takes = [], risks = [], note = make("g", { class: "note" });
    note.append(use("c", "self", cell));
    for (const end of ends) {
      const [x, y] = spots[end];
      if (wrong.has(end)) {
        risks.push(names[end]);
        note.append(make("path", { class: "risk", d: `M${x} ${y}m-5-5l10 10m0-10l-10 10` }));
      } else if (now[end]) {
        takes.push(names[end]);
        note.append(use("c", "take", end));
      } else {
        goes.push(names[end]);
        note.append(make("circle", { class: "go", cx: x, cy: y, r: 5 }));
      }
    }
    const by = [];
    for (const [other, reached] of all) {
      if (armyOf(now[other]) !== army && reached.includes(cell)) {
        by.push(`${data.letters[armyOf(now[other])]}:${codeOf(now[other])}${names[other]}`);
        note.append(join(other, cell));
      }
    }
    layers.over.append(note);
    const turn = nodes[state.node].t, waits = turn >= 0 && turn !== army;
    const parts = [called(piece, cell)];
    if (goes.length) parts.push(`${waits ? "could go" : "goes"} to ${goes.join(" ")};`);
    if (!goes.length && !takes.length) parts.push(`${waits ? "would have" : "has"} no move;`);
    if (takes.length) parts.push(`${waits ? "could capture" : "captures"} on ${takes.join(" ")};`);
    if (risks.length) parts.push(`would leave its King in check on ${risks.join(" ")};`);
    parts.push(by.length ? `attacked by ${by.join(", ")}.` : "not attacked.");
    return parts.join(" ");
  }

  function pin(cell) {
    state.pinned = state.pinned === cell ? -1 : cell;
    say(notice());
  }

  const say = (text) => { $("say").textContent = text; };

  /* Steps ---------------------------------------------------------------------------------- */

  function whole(node) {
    const found = line(node);
    for (let at = nodes[node].f; at >= 0; at = nodes[at].f) found.push(at);
    return found;
  }

  function go(node, aloud = true) {
    if (node < 0 || node >= nodes.length) return;
    const told = nodes[node], path = whole(node);
    state.node = node;
    stand();
    notice();
    $("status").textContent = told.w;
    if (aloud) say(told.w);
    const slider = $("slider");
    slider.max = path.length - 1;
    slider.value = path.indexOf(node);
    slider.setAttribute("aria-valuetext", told.m || "the start");
    $("count").textContent = `${slider.value} of ${slider.max}` + (data.main.includes(node) ? "" : " (variation)");
    $("first").disabled = $("back").disabled = told.p < 0;
    $("next").disabled = $("last").disabled = told.f < 0;
    document.querySelectorAll("#armies li").forEach((item, army) => {
      const here = army === told.t, gone = !(told.l & (1 << army));
      const checked = (told.k || []).some(([royal]) => armyOf(board(node)[royal]) === army);
      item.classList.toggle("turn", here);
      item.classList.toggle("gone", gone);
      item.classList.toggle("check", checked);
      item.querySelector("i").textContent = [gone ? "off the board" : "", checked ? "in check" : "", here ? "to move" : ""].filter(Boolean).join(", ");
    });
    mark(node);
    $("proof").hidden = !data.refused || data.refused.node !== node;
    if ($("men").options.length > 1) $("men").length = 1;
    if (told.f < 0) stop();
    try { history.replaceState(null, "", `#${told.a}`); } catch { /* not everywhere allowed */ }
  }

  let marked = null;

  function mark(node) {
    marked?.classList.remove("here");
    marked?.removeAttribute("aria-current");
    marked = document.querySelector(`#scroll a[data-f="${node}"]`);
    if (!marked) return;
    marked.classList.add("here");
    marked.setAttribute("aria-current", "step");
    const box = $("scroll"), top = marked.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - box.clientHeight / 2;
  }

  function sibling(by) {
    const here = nodes[state.node], row = [];
    nodes.forEach((node, at) => { if (node.p === here.p && here.p >= 0) row.push(at); });
    const found = row[row.indexOf(state.node) + by];
    if (found !== undefined) go(found);
  }

  function stop() {
    clearInterval(state.timer);
    state.timer = 0;
    $("play").textContent = "Play";
  }

  function play() {
    if (state.timer) { stop(); return; }
    if (nodes[state.node].f < 0) go(whole(state.node)[0]);
    state.timer = setInterval(() => go(nodes[state.node].f), 1200);
    $("play").textContent = "Pause";
  }

  const steps = {
    first: () => go(line(state.node)[0]),
    back: () => go(nodes[state.node].p),
    next: () => go(nodes[state.node].f),
    last: () => go(whole(state.node).at(-1)),
  };

  /* Keys, pointers, choices ------------------------------------------------------------------ */

  function nearest(cell, dx, dy) {
    let best = -1, least = Infinity;
    names.forEach((_, other) => {
      const x = spots[other][0] - spots[cell][0], y = spots[other][1] - spots[cell][1];
      const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      const far = along + 2 * aside;
      if (along > 1 && aside < along * 1.8 && far < least) { least = far; best = other; }
    });
    return best;
  }

  function above(cell, by) {
    return names.findIndex((_, other) => column[other] === column[cell] && level[other] === level[cell] + by);
  }

  function label(cell) {
    const piece = board(state.node)[cell];
    uses[cell].setAttribute("aria-label", piece ? called(piece, cell) : `${names[cell]}, empty`);
  }

  function focusable(cell) {
    const old = uses[state.focus];
    for (const name of ["tabindex", "role", "aria-label"]) old?.removeAttribute(name);
    state.focus = cell;
    uses[cell].setAttribute("tabindex", "0");
    uses[cell].setAttribute("role", "button");
    label(cell);
  }

  function onBoard(event) {
    const cell = state.focus;
    const moves = {
      ArrowLeft: () => nearest(cell, -1, 0), ArrowRight: () => nearest(cell, 1, 0),
      ArrowUp: () => nearest(cell, 0, -1), ArrowDown: () => nearest(cell, 0, 1),
      PageUp: () => above(cell, 1), PageDown: () => above(cell, -1),
    };
    if (moves[event.key]) {
      const to = moves[event.key]();
      if (to >= 0) { focusable(to); uses[to].focus(); }
    } else if (event.key === "Enter" || event.key === " ") pin(cell);
    else return false;
    return true;
  }

  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = event.target;
    if (at.matches("select, input, textarea")) return;
    if (event.key === "Escape") { state.pinned = state.seen = -1; notice(); return; }
    let done = at.dataset.c !== undefined && onBoard(event);
    const own = at.id === "scroll" || at.tagName === "PRE";
    const keys = { ArrowLeft: steps.back, ArrowRight: steps.next, Home: steps.first, End: steps.last };
    if (!own) { keys.ArrowUp = () => sibling(-1); keys.ArrowDown = () => sibling(1); }
    if (!at.matches("button, a, summary")) keys[" "] = play;
    if (!done && keys[event.key]) { keys[event.key](); done = true; }
    if (done) event.preventDefault();
  }

  function choose() {
    const now = board(state.node), found = data.armies.map((name) => {
      const group = document.createElement("optgroup");
      group.label = name;
      return group;
    });
    now.forEach((piece, cell) => {
      if (piece) found[armyOf(piece)].append(new Option(`${typeOf(piece)} ${names[cell]}`, cell));
    });
    const list = $("men");
    list.length = 1;
    list.querySelectorAll("optgroup").forEach((group) => group.remove());
    list.append(...found.filter((group) => group.children.length));
  }

  function cellAt(event) {
    const cell = event.target.dataset?.c;
    return cell === undefined ? -1 : Number(cell);
  }

  function listen() {
    for (const [id, step] of Object.entries(steps)) $(id).addEventListener("click", () => { stop(); step(); });
    $("play").addEventListener("click", play);
    $("slider").addEventListener("input", (event) => { stop(); go(whole(state.node)[event.target.value]); });
    document.addEventListener("keydown", onKey);
    window.addEventListener("hashchange", () => follow());
    $("scroll").addEventListener("click", (event) => {
      const link = event.target.closest("a[data-f]");
      if (!link) return;
      event.preventDefault();
      stop();
      go(Number(link.dataset.f));
    });
    svg.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "mouse" || state.pinned >= 0) return;
      state.seen = cellAt(event);
      notice();
    });
    svg.addEventListener("pointerleave", () => { state.seen = -1; if (state.pinned < 0) notice(); });
    svg.addEventListener("focusin", (event) => { const cell = cellAt(event); if (cell >= 0) { state.seen = cell; say(notice()); } });
    svg.addEventListener("focusout", () => { state.seen = -1; notice(); });
    svg.addEventListener("click", (event) => { const cell = cellAt(event); if (cell >= 0) { focusable(cell); pin(cell); } });
    for (const id of ["kind", "pieces", "names", "size"]) $(id).addEventListener("change", (event) => { state[id] = event.target.value; draw(); });
    $("side").addEventListener("change", (event) => { state.side = Number(event.target.value); draw(); });
    $("theme").addEventListener("change", (event) => { document.documentElement.dataset.theme = event.target.value; });
    for (const kind of ["focus", "pointerdown"]) $("men").addEventListener(kind, () => { if ($("men").options.length < 2) choose(); });
    $("men").addEventListener("change", (event) => { state.pinned = -1; if (event.target.value) pin(Number(event.target.value)); else notice(); });
    $("print").addEventListener("click", () => { rounds(); window.print(); });
    window.addEventListener("beforeprint", rounds);
    window.addEventListener("afterprint", () => { $("rounds").replaceChildren(); document.body.classList.remove("rounds"); });
    let small = narrow();
    window.addEventListener("resize", () => { if (narrow() !== small) { small = narrow(); draw(); } });
  }

  /* Print: a diagram after each round --------------------------------------------------------- */

  function rounds() {
    if (document.body.classList.contains("rounds")) return;
    const ends = data.main.filter((node, n) => {
      const before = nodes[data.main[n - 1]];
      return n === data.main.length - 1 || (before && before.r !== nodes[node].r);
    });
    const here = state.node, shared = make("g", { id: "sheet" }, ...base().map((found) => found.cloneNode(true)));
    shared.querySelectorAll("[tabindex]").forEach((found) => found.removeAttribute("tabindex"));
    const holder = make("svg", { width: 0, height: 0, class: "defs" }, make("defs", {}, shared));
    const figures = ends.map((node) => {
      const now = board(node), [under, over] = marks(node), figure = document.createElement("figure");
      const standing = names.flatMap((_, cell) => now[cell] ? [token(now[cell], cell)] : []);
      const caption = document.createElement("figcaption");
      caption.textContent = nodes[node].w;
      figure.append(caption, make("svg", { viewBox: `0 0 ${sheet.w} ${sheet.h}` }, make("use", { href: "#sheet" }), ...under, ...standing, ...over));
      return figure;
    });
    $("rounds").replaceChildren(holder, ...figures);
    document.body.classList.add("rounds");
    state.node = here;
    draw();
  }

  /* The beginning ------------------------------------------------------------------------------ */

  function follow() {
    const wanted = decodeURIComponent(location.hash.slice(1));
    const found = nodes.findIndex((node) => node.a === wanted);
    if (found >= 0 && found !== state.node) go(found);
    return found >= 0;
  }

  data.sides.forEach((side, n) => $("side").add(new Option(data.two || n ? `from ${side.name}` : "as lettered", n)));
  for (const id of ["steps", "options"]) $(id).hidden = false;
  state.node = data.start;
  draw();
  listen();
  if (!follow()) go(data.start, false);
})();
