
"use strict";
(() => {
  const chunks = [...document.querySelectorAll(".text .c")];
  const order = new Map(chunks.map((c, i) => [c, i]));
  const bar = document.getElementById("bar");
  let at = -1;
  const item = (c) => document.getElementById("l" + c.id.slice(1));
  const show = (c) => { bar.textContent = c ? c.title : ""; };
  const select = (i, scroll) => {
    if (at >= 0) { chunks[at].classList.remove("sel"); item(chunks[at]).classList.remove("sel"); }
    at = i;
    if (i < 0) { show(null); return; }
    const c = chunks[i], li = item(c), list = li.closest(".list");
    c.classList.add("sel");
    li.classList.add("sel");
    // Scroll the list by itself: scrollIntoView would move the page too.
    list.scrollTop = li.offsetTop - list.offsetTop - list.clientHeight / 3;
    if (scroll) c.scrollIntoView({ block: "center" });
    show(c);
  };
  const step = (by) => {
    if (chunks.length) select(at < 0 ? (by > 0 ? 0 : chunks.length - 1) : Math.min(chunks.length - 1, Math.max(0, at + by)), true);
  };
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "j" || e.key === "n" || e.key === "ArrowRight") step(1);
    else if (e.key === "k" || e.key === "p" || e.key === "ArrowLeft") step(-1);
    else if (e.key === "Escape") select(-1, false);
    else if (e.key === "Enter" && at >= 0 && e.target === document.body) {
      const d = item(chunks[at]).firstElementChild;
      d.open = !d.open;
    } else return;
    e.preventDefault();
  });
  document.addEventListener("click", (e) => {
    if (!(e.target instanceof Element)) return;
    const link = e.target.closest("a[href^='#c'], a[href^='#l']");
    const c = link ? document.getElementById("c" + link.getAttribute("href").slice(2)) : e.target.closest(".text .c");
    if (!c || !getSelection().isCollapsed) return;
    if (link) e.preventDefault();
    select(order.get(c), link !== null && link.matches(".list a"));
  });
  document.addEventListener("mouseover", (e) => {
    const c = e.target instanceof Element && e.target.closest(".text .c");
    show(c || (at >= 0 ? chunks[at] : null));
  });
  const target = location.hash && document.getElementById("c" + location.hash.slice(2));
  if (target && order.has(target)) select(order.get(target), true);
})();
