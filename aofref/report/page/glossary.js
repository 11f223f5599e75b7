/* The words of the glossary: where one stands, a tap, a click or Enter shows its meaning --------------------------------------------- */

let note = null; // the meaning shown, behind its word

const known = ["figure", "p"].flatMap((kind) => [...document.querySelectorAll(`${kind}[data-forms]`)]); // root-2 diagonal before root-2
const forms = new RegExp(`\\b(?:${known.map((entry) => `(${entry.dataset.forms})`).join("|")})\\b`, "gi");

/* Makes links of the words of a text, each where it is first met. */
function link(where) {
  const here = new Set([where.closest("[data-forms]")]);
  for (const text of [...where.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)) {
    const parts = [];
    let done = 0;
    for (const found of text.data.matchAll(forms)) {
      const entry = known[found.slice(1).findIndex((form) => form !== undefined)];
      if (here.has(entry)) continue;
      here.add(entry);
      parts.push(text.data.slice(done, found.index), element("a", { class: "word", href: `#${entry.id}`, "aria-expanded": "false" }, found[0]));
      done = found.index + found[0].length;
    }
    text.replaceWith(...parts, text.data.slice(done));
  }
}

/* Shows the meaning of a word in place of another's; again, or without a word, it is put away. */
function explain(word) {
  const shown = note?.previousSibling, place = note?.contains(word) ? shown : word;
  shown?.setAttribute("aria-expanded", "false");
  note?.remove();
  note = null;
  if (!word || word === shown) return;
  note = element("span", { class: "note", role: "note" }, ...$(word.hash.slice(1)).cloneNode(true).childNodes);
  place.after(note);
  place.setAttribute("aria-expanded", "true");
  if (place !== word) place.focus();
  const over = note.getBoundingClientRect().right + 8 - document.documentElement.clientWidth;
  if (over > 0) note.style.marginLeft = `${-over}px`;
  note.scrollIntoView({ block: "nearest" });
}

document.querySelectorAll("main :is(p, blockquote, dd, li, :not(.piece) > figcaption)").forEach(link);
hear(document, "click", (event) => {
  const word = event.target.closest(".word");
  if (word) event.preventDefault();
  if (word || !event.target.closest(".note")) explain(word);
});
hear(document, "keydown", (event) => {
  if (event.key !== "Escape") return;
  note?.previousSibling.focus();
  explain(null);
});
