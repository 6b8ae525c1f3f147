// Finds claims on the overview: words, verdicts, paper, steps. Without this script everything is shown.
"use strict";
(function () {
  const form = document.querySelector("form.filter");
  const items = Array.from(document.querySelectorAll(".items li[data-claim]"));
  if (!form || !items.length) { return; }
  const shown = new Map();
  const others = Array.from(document.querySelectorAll(".strip li[data-claim], .first li[data-claim]"));
  const every = document.querySelector("details.every");
  const answer = form.querySelector("output");
  const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\s+/g, " ");
  const texts = new Map(items.map((item) => [item, plain(item.querySelector(".name").textContent + " " + item.dataset.claim)]));

  function apply() {
    const data = new FormData(form);
    const words = plain(String(data.get("words") || "")).split(" ").filter(Boolean);
    const statuses = data.getAll("status");
    const paper = data.get("paper") || "";
    const whole = data.get("whole");
    const kindest = data.get("kindest");
    const marked = ["numbered", "substantive", "changed"].filter((name) => data.get(name));
    let count = 0;
    for (const item of items) {
      const own = item.dataset.statuses.split(" ");
      const fits = words.every((word) => texts.get(item).includes(word)) && (!statuses.length || statuses.some((one) => own.includes(one))) &&
        (!paper || item.dataset.paper === paper) && !(whole && item.classList.contains("step")) && marked.every((name) => item.dataset[name]) && (!kindest || item.dataset.judgement === "fails");
      item.classList.toggle("out", !fits);
      shown.set(item.dataset.claim, fits);
      count += fits ? 1 : 0;
    }
    for (const other of others) { other.classList.toggle("out", !shown.get(other.dataset.claim)); }
    if (every && count < items.length) { every.open = true; }
    answer.textContent = count === items.length ? items.length + " claims" : count + " of " + items.length + " claims";
    const kept = new URLSearchParams();
    for (const [name, value] of data) { if (value) { kept.append(name, value); } }
    try { history.replaceState(null, "", kept.toString() ? "?" + kept : location.pathname + location.hash); } catch (error) { /* an address that may not change */ }
  }

  for (const [name, value] of new URLSearchParams(location.search)) {
    for (const field of form.elements) {
      if (field.name !== name) { continue; }
      if (field.type === "checkbox") { field.checked = field.checked || field.value === value; } else { field.value = value; }
    }
  }
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("reset", () => setTimeout(apply, 0));
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
})();
