// Sets a formula that is wider than its column smaller, down to less than half its size. Without this script such a formula scrolls in its own box.
"use strict";
(function () {
  const LEAST = 0.45;

  function fit(root) {
    for (const box of root.querySelectorAll(".line .formula, .changes td > div")) {
      box.style.fontSize = "";
      let size = parseFloat(getComputedStyle(box).fontSize);
      const least = LEAST * size;
      while (box.scrollWidth > box.clientWidth && size > least) {  // strokes and spaces do not all shrink alike
        size = Math.max(least, Math.min(0.96, box.clientWidth / box.scrollWidth) * size);
        box.style.fontSize = size + "px";
      }
    }
  }

  fit(document);
  addEventListener("resize", () => fit(document));
  for (const folded of document.querySelectorAll("details")) {
    folded.addEventListener("toggle", () => { if (folded.open) { fit(folded); } });
  }
})();
