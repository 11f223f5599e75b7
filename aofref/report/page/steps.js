/* Steps ---------------------------------------------------------------------------------- */

function go(node, aloud = true) {
  if (node < 0 || node >= nodes.length) return;
  const here = nodes[node], { o } = played(node);
  for (const one of own(node)) nodes[nodes[one].p].to = one;
  const path = whole(node);
  current = node;
  forget();
  const at = refused(node)?.cells.slice(-1)[0] ?? o[1] ?? king(node), why = refused(node)?.why || "";
  grasp(level[at]);
  stand();
  offer();
  if (aloud && o.length) reveal(o);
  tell(node, why);
  $("status").tabIndex = $("status").scrollHeight > $("status").clientHeight ? 0 : -1; // keys can scroll it then
  if (aloud) say(`${sentence(node)} ${why}`.trim());
  const slider = $("slider");
  slider.max = path.length - 1;
  slider.value = path.indexOf(node);
  slider.setAttribute("aria-valuetext", node ? here.text : "the start");
  $("count").textContent = here.own ? `${here.n}, own` : here.v ? `${here.n}, variation` : `${here.n} of ${nodes[lastNode].n}`;
  $("first").disabled = $("back").disabled = here.p < 0;
  $("next").disabled = $("last").disabled = ahead(node) < 0;
  explain(board(node));
  mark(node);
  $("proof").hidden = !refused(node);
  if (ahead(node) < 0) stop();
  ifAllowed(() => history.replaceState(null, "", `#${addressOf(node)}`));
  if (opened) keepAs(OPENED, { ...opened, at: location.hash });
}

/* Says what a node is: the ply, and how the armies stand. */
function tell(node, why) {
  const { t, shown } = played(node), checked = checks(node).map(([royal]) => armyOf(shown.board[royal]));
  report(sentence(node));
  if (why) $("status").append(element("strong", { class: "bad" }, ` \u2717 ${why}`));
  losses(node);
  document.querySelectorAll("#armies li").forEach((item, army) => {
    const word = fate(node, army), away = shown.royals[army] < 0 && !/^(won|drew|shared)/.test(word);
    const attacked = checked.includes(army);
    const kinds = { turn: army === t, gone: away, check: attacked && (!word || word === "checkmated"), fate: word && !away };
    item.className = Object.keys(kinds).filter((kind) => kinds[kind]).join(" ");
    item.querySelector("i").textContent = word || (away ? "off the board" : attacked ? "in check" : army === t ? "to move" : "");
  });
}

/* Writes how things stand; at the end of a game of four the first sentence, the rest folded. */
function report(text) {
  $("status").replaceChildren(folded(text, !two && text.split(". ").length > 3 && text.search(/\. [A-Z]/) + 1));
}

const refused = (node) => (data.refused?.node === node ? data.refused : null);

/* The cell of the King of the army to move, none where the game is over. */
function king(node) {
  const { t, shown } = played(node);
  return shown.royals[t] < 0 ? undefined : shown.royals[t];
}

let marked = null;

function mark(node) {
  if (grown) listMoves();
  marked?.removeAttribute("aria-current");
  marked = links[node];
  marked.setAttribute("aria-current", "step");
  const box = $("scroll"), frame = box.getBoundingClientRect(), { top, bottom } = marked.getBoundingClientRect();
  const over = box.querySelector("thead").offsetHeight; // the heads stay over the list
  if (top < frame.top + over || bottom > frame.bottom) box.scrollTop += (top + bottom - frame.top - frame.bottom - over) / 2;
}

function sibling(by) {
  const { p } = nodes[current], row = p < 0 ? [] : sequels(p);
  const found = row[row.indexOf(current) + by];
  if (found !== undefined) go(found);
}

function stop() {
  clearInterval(timer);
  timer = 0;
  $("play").setAttribute("aria-pressed", false);
}

function play() {
  if (timer) { stop(); return; }
  if (ahead(current) < 0) go(0);
  timer = setInterval(() => go(ahead(current)), 1200);
  $("play").setAttribute("aria-pressed", true);
}

const steps = {
  first: () => go(0),
  back: () => go(nodes[current].p),
  next: () => go(ahead(current)),
  last: () => go(whole(current).slice(-1)[0]),
};

/* Keys, pointers, choices ------------------------------------------------------------------ */

function label(cell) {
  const piece = board(current)[cell];
  const label = piece ? called(piece, cell) : `${names[cell]}, empty`;
  uses[cell].setAttribute("aria-label", choices(cell).length ? `${label}: can be chosen` : label);
}

function focusable(cell) {
  const old = uses[cursor];
  for (const name of ["role", "aria-label"]) old?.removeAttribute(name);
  old?.setAttribute("tabindex", -1);
  cursor = cell;
  setAttributes(uses[cell], { tabindex: 0, role: "button" });
  label(cell);
}

function onBoard(event) {
  const to = ledTo(event.key, cursor);
  if (to >= 0) { focusable(to); grasp(level[to]); uses[to].focus(); }
  else if (event.key === "Enter" || event.key === " ") press(cursor);
  else return to !== undefined;
  return true;
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const at = event.target;
  if (at.matches("select, input:not([type=checkbox]), textarea")) return;
  if (event.key === "Escape") { forget(); return; }
  let done = at.dataset.c !== undefined && onBoard(event);
  const own = at.id === "scroll" || at.tagName === "PRE";
  const keys = { ArrowLeft: steps.back, ArrowRight: steps.next, Home: steps.first, End: steps.last };
  if (!own) { keys.ArrowUp = () => sibling(-1); keys.ArrowDown = () => sibling(1); }
  if (!at.matches("button, a, summary")) keys[" "] = play;
  if ((at === document.body || boardBox.contains(at)) && kept.keys !== "off") Object.assign(keys, LETTERS);
  if (!done && keys[event.key]) { keys[event.key](); done = true; }
  if (done) event.preventDefault();
}

function cellAt(event) {
  const { target } = event, cell = target?.dataset?.c; // none outside the window
  return cell === undefined || target.closest(".small") ? -1 : Number(cell);
}

function listen() {
  for (const [id, step] of entries(steps)) hear($(id), "click", () => { stop(); step(); });
  onClicks({ play });
  hear($("slider"), "input", (event) => { stop(); go(whole(current)[event.target.value]); });
  hear(document, "keydown", onKey);
  hear(window, "hashchange", followAddress);
  hear($("scroll"), "click", (event) => {
    const node = links.indexOf(event.target.closest("a"));
    if (node < 0) return;
    event.preventDefault();
    stop();
    go(node);
  });
  hear(boardBox, "pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    locate(cellAt(event));
    if (pinned >= 0) return;
    seen = cellAt(event);
    notice();
  });
  for (const kind of ["pointerleave", "focusout"]) hear(boardBox, kind, () => { seen = -1; locate(-1); notice(); });
  hear(boardBox, "focusin", (event) => { const cell = cellAt(event); if (cell < 0) return;
    if (cell !== cursor) focusable(cell);
    seen = cell;
    if (uses[cell].matches(":focus-visible")) locate(cell);
    say(notice());
  });
  hear(boardBox, "click", (event) => {
    if (event.timeStamp - dropped < 50) return;
    const cell = cellAt(event);
    grasp(event.target.closest(".small")?.dataset.level);
    if (cell < 0) return;
    focusable(cell);
    focusOn(cell);
    press(cell);
  });
  dragging();
  deeds();
}
