"use strict";

// Steps through the diagram of a lesson: the row of a step and the sentence about it are marked, by the buttons, by a
// click on either, and with the keys that the pages of runs have.
for (const figure of document.querySelectorAll("figure")) {
  const rows = [...figure.querySelectorAll("[data-state]")];
  const steps = [...(figure.closest(".side")?.querySelectorAll("ol.steps > li") ?? [])];
  if (rows.length === 0 || steps.length === 0) continue;
  let now = 0;
  const number = document.createElement("output");
  function show(step) {
    now = Math.max(0, Math.min(steps.length, step));
    number.textContent = now === 0 ? "before the first step" : `step ${now} of ${steps.length}`;
    for (const part of rows) part.classList.toggle("now", Number(part.dataset.state) === now);
    steps.forEach((sentence, i) => sentence.classList.toggle("now", i + 1 === now));
  }
  const actions = { "Start": () => show(0), "◀": () => show(now - 1), "▶": () => show(now + 1), "End": () => show(steps.length) };
  const names = { "◀": "One step back", "▶": "One step on" };
  const buttons = document.createElement("p");
  buttons.className = "buttons";
  for (const [label, act] of Object.entries(actions)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    if (names[label]) button.setAttribute("aria-label", names[label]);
    button.addEventListener("click", act);
    buttons.append(button);
  }
  number.setAttribute("aria-live", "polite");
  buttons.append(number);
  figure.prepend(buttons);
  const keys = { ArrowLeft: actions["◀"], ArrowRight: actions["▶"], Home: actions.Start, End: actions.End };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
  for (const part of rows) part.addEventListener("click", () => show(Number(part.dataset.state)));
  steps.forEach((sentence, i) => sentence.addEventListener("click", () => show(i + 1)));
  show(0);
}
