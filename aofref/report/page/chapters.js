/* The contents: a column beside the book, where the chapter in view is marked; on a narrow screen a page that opens one chapter at a
   time ------------------------------------------------------------------------------------------------------------- */

const narrow = matchMedia("screen and (max-width: 60.09rem)");

function follow(nav) {
  const links = [...nav.querySelectorAll("a")], chapters = links.map((link) => $(link.hash.slice(1)));
  const pages = [...document.querySelectorAll("main > section, .chapter")].filter((page) => !page.querySelector(".chapter"));
  let current = null, waiting = false;

  function mark(link) {
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "location");
    current = link;
  }

  /* Marks the last chapter that begins in the first quarter of the window or above, and scrolls the contents alone. */
  function look() {
    waiting = false;
    if (narrow.matches) return;
    const begun = chapters.filter((chapter) => chapter.getBoundingClientRect().top < innerHeight / 4);
    mark(links[max(begun.length, 1) - 1]);
    const box = nav.getBoundingClientRect(), { top, bottom } = current.getBoundingClientRect();
    if (top < box.top || bottom > box.bottom) nav.scrollTop += top - box.top - box.height / 3;
  }

  /* Opens the chapter that the address is in, or the contents. */
  function open() {
    const to = $(location.hash.slice(1)), is = (page) => page.contains(to) || (to?.closest("main") && to.contains(page));
    const at = pages.findIndex(is), shown = [pages[at], pages[at]?.parentElement];
    for (const each of document.querySelectorAll("main section")) each.classList.toggle("shown", shown.includes(each));
    document.body.classList.toggle("opened", at >= 0);
    [at - 1, at + 1].forEach((next, side) => {
      const turn = document.querySelectorAll(".turn .leaf")[side], link = links[chapters.indexOf(pages[next])];
      turn.textContent = link?.textContent ?? "";
      setAttributes(turn, { href: link?.hash ?? "#top" });
      turn.hidden = !link;
    });
    if (!narrow.matches) return;
    mark(links[chapters.indexOf(pages[at])]);
    if (history.state === null && pages[at]?.contains(to) && to !== pages[at]) to.scrollIntoView();
    else scrollTo(0, history.state ?? 0);
  }

  hear(window, "scroll", () => {
    if (!waiting) requestAnimationFrame(look);
    waiting = true;
  });
  hear(document, "click", (event) => { // so that Back leads to where a link was
    if (event.target.closest("a:not(.word)")) ifAllowed(() => history.replaceState(scrollY, ""));
  });
  hear(window, "hashchange", open);
  hear(narrow, "change", () => { if (current) location.replace(current.hash); });
  open();
  look();
}

if (document.querySelector(".contents")) follow(document.querySelector(".contents"));
