// Shows the value under the pointer at once; without this script the titles still show, slowly.
(() => {
  const tip = document.getElementById("tip");
  const show = (target, x, y) => {
    tip.textContent = target.dataset.tip;
    tip.style.display = "block";
    tip.style.left = Math.min(x + 12, innerWidth - tip.offsetWidth - 8) + "px";
    tip.style.top = Math.max(4, y - tip.offsetHeight - 10) + "px";
  };
  for (const hint of document.querySelectorAll("svg .hint")) {
    const title = hint.querySelector("title");
    hint.dataset.tip = title.textContent;
    title.remove();
  }
  document.addEventListener("pointermove", (event) => {
    const target = event.target.closest ? event.target.closest(".hint") : null;
    if (target) show(target, event.clientX, event.clientY);
    else tip.style.display = "none";
  });
})();
// Filters the ledger by words, chapter, verdict and kind; the numbers of the summary set the filter.
(() => {
  const form = document.getElementById("filter");
  if (!form) return;
  form.hidden = false;
  const keys = ["chapter", "verdict", "kind"];
  const rows = [...document.querySelectorAll(".ledger tbody tr")];
  const find = document.getElementById("find");
  const choice = (key) => document.getElementById("by-" + key);
  const filter = () => {
    const words = find.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden =
        keys.some((key) => choice(key).value && row.dataset[key] !== choice(key).value) ||
        !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    document.getElementById("shown").textContent = shown + " of " + rows.length + " claims";
  };
  form.addEventListener("input", filter);
  document.addEventListener("click", (event) => {
    const link = event.target.closest ? event.target.closest("a[href^='#']") : null;
    if (!link) return;
    const row = document.getElementById(link.getAttribute("href").slice(1));
    if (link.dataset.verdict || (row && row.hidden)) {
      find.value = "";
      for (const key of keys) choice(key).value = link.dataset[key] || "";
      filter();
    }
  });
  filter();
})();
