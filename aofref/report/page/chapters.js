/* The contents beside the book, or in a bar that opens: the chapter in view is marked in them ----- */

function follow(nav) {
  const links = [...nav.querySelectorAll("a")], bar = nav.querySelector(".opens"), now = nav.querySelector(".now"), list = nav.querySelector("ol");
  const chapters = links.map((link) => document.getElementById(link.hash.slice(1)));
  let current = null, waiting = false;

  /* Marks the last chapter that begins in the first quarter of the window or above. */
  function mark() {
    waiting = false;
    const begun = chapters.filter((chapter) => chapter.getBoundingClientRect().top < innerHeight / 4).length;
    const link = links[Math.max(begun, 1) - 1];
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "location");
    now.textContent = link.textContent;
    current = link;
    reveal(link);
  }

  /* Scrolls the contents alone: the column, or the list below the bar. */
  function reveal(link) {
    for (const each of [nav, list]) {
      const box = each.getBoundingClientRect(), { top, bottom } = link.getBoundingClientRect();
      if (top < box.top || bottom > box.bottom) each.scrollTop += top - box.top - box.height / 3;
    }
  }

  function open(opened) {
    nav.classList.toggle("open", opened);
    bar.setAttribute("aria-expanded", opened);
    if (opened) reveal(current);
  }

  hear(window, "scroll", () => {
    if (!waiting) requestAnimationFrame(mark);
    waiting = true;
  });
  hear(bar, "click", () => open(!nav.classList.contains("open")));
  hear(nav, "click", (event) => { if (event.target.closest("a")) open(false); });
  hear(document, "pointerdown", (event) => { if (!nav.contains(event.target)) open(false); });
  hear(nav, "keydown", (event) => {
    if (event.key !== "Escape" || !nav.classList.contains("open")) return;
    open(false);
    bar.focus();
  });
  mark();
}

if (document.querySelector("nav")) follow(document.querySelector("nav"));
