/* The words of the glossary: where one stands, a tap, a click or Enter shows its meaning --------------------------------------------- */

let note = null; // the meaning shown, behind its word

/* Makes links of the words of a text, each where it is first met. */
function link(where, entries, forms) {
  const here = new Set([$(where.id)]);
  for (const text of [...where.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)) {
    const parts = [];
    let done = 0;
    for (const found of text.data.matchAll(forms)) {
      const entry = entries[found.slice(1).findIndex((form) => form !== undefined)];
      if (here.has(entry)) continue;
      here.add(entry);
      parts.push(text.data.slice(done, found.index), element("a", { class: "word", href: `#${entry.id}`, "aria-expanded": "false" }, found[0]));
      done = found.index + found[0].length;
    }
    text.replaceWith(...parts, text.data.slice(done));
  }
}

function explain(word) {
  const shown = note?.previousSibling, place = note?.contains(word) ? shown : word;
  close();
  if (word === shown) return;
  const meaning = $(word.hash.slice(1)).cloneNode(true);
  note = element("span", { class: "note", role: "note" }, ...meaning.childNodes);
  place.after(note);
  place.setAttribute("aria-expanded", "true");
  if (place !== word) place.focus();
  const over = note.getBoundingClientRect().right + 8 - document.documentElement.clientWidth;
  if (over > 0) note.style.marginLeft = `${-over}px`;
  note.scrollIntoView({ block: "nearest" });
}

function close() {
  note?.previousSibling.setAttribute("aria-expanded", "false");
  note?.remove();
  note = null;
}

const explained = ["figure", "p"].flatMap((kind) => [...document.querySelectorAll(`${kind}[data-forms]`)]); // root-2 diagonal before root-2
const forms = new RegExp(`\\b(?:${explained.map((entry) => `(${entry.dataset.forms})`).join("|")})\\b`, "gi");
for (const each of document.querySelectorAll("main :is(p, blockquote, dd, li, :not(.piece) > figcaption)")) link(each, explained, forms);
hear(document, "click", (event) => {
  const word = event.target.closest(".word");
  if (word) event.preventDefault();
  if (word) explain(word);
  else if (!event.target.closest(".note")) close();
});
hear(document, "keydown", (event) => {
  if (event.key !== "Escape" || !note) return;
  note.previousSibling.focus();
  close();
});
