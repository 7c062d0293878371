
"use strict";
(() => {
  // One run in the light, wherever it stands on the page.
  const runs = [...document.querySelectorAll("[data-run]")];
  const light = (run) => {
    document.body.classList.toggle("some", run !== null);
    for (const e of runs) e.classList.toggle("on", e.dataset.run === run);
  };
  for (const type of ["mouseover", "focusin"]) {
    document.addEventListener(type, (e) => {
      const at = e.target instanceof Element && e.target.closest("[data-run]");
      light(at ? at.dataset.run : null);
    });
  }
  // Columns sort by a button in their heads: figures from the highest on.
  const number = (cell) => parseFloat(cell.textContent.replace("≈", ""));
  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = column > 0 ? head.ariaSort !== "descending" : head.ariaSort === "ascending";
        for (const h of heads) h.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const body = table.tBodies[0];
        const by = (a, b) => column > 0 ? number(a.cells[column]) - number(b.cells[column])
          : a.cells[0].textContent.localeCompare(b.cells[0].textContent);
        body.append(...[...body.rows].sort((a, b) => (down ? -1 : 1) * by(a, b)));
      });
    });
  }
  // Keys step through what can be opened and is on the page.
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || (e.key !== "j" && e.key !== "k")) return;
    const all = [...document.querySelectorAll("summary")].filter((s) => s.parentElement.parentElement.closest("details:not([open])") === null);
    const at = all.indexOf(document.activeElement);
    const next = all[e.key === "j" ? at + 1 : Math.max(0, at - 1)];
    if (!next) return;
    next.focus();
    next.scrollIntoView({ block: "nearest" });
    e.preventDefault();
  });
})();

