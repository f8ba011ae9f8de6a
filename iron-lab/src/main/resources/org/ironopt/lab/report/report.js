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
