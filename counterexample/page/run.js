"use strict";

// Makes the runs of the page ones that can be stepped through. Everything shown is
// in the page; this moves the highlight, and writes the values of another state into
// the tables.
for (const run of document.querySelectorAll("[data-run]")) {
  const { states, loop } = JSON.parse(run.querySelector('script[type="application/json"]').textContent);
  const last = states.length - 1;
  const slider = run.querySelector('input[type="range"]');
  const find = (selector) => run.querySelector(selector);
  const all = (selector) => Array.from(run.querySelectorAll(selector));
  let now = last;

  function text(element, value) {
    if (element && element.textContent !== value) element.textContent = value;
  }

  function show(number) {
    now = Math.max(0, Math.min(last, number));
    const state = states[now];
    slider.value = now;
    slider.setAttribute("aria-valuetext", `step ${now} of ${last}: ${state.title}`);
    text(find("output"), String(now));
    text(find("[data-title]"), state.title);
    text(find("[data-sends]"), state.sends && `sends ${state.sends}`);
    text(find("[data-then]"), state.then);
    text(find("[data-broken]"), state.broken);
    state.phases.forEach((phase, p) => {
      const cell = find(`[data-phase="${p}"]`);
      text(cell, phase);
      cell.classList.remove("thinking", "waiting", "inside");
      cell.classList.add(phase);
      const node = find(`[data-node="${p}"]`);
      if (node) node.setAttribute("class", `node ${phase}`);
    });
    const put = (cell, { text: value, changed }) => {
      text(cell, value);
      cell.classList.toggle("changed", Boolean(changed));
    };
    state.cells.forEach((row, f) => row.forEach((cell, p) => put(find(`[data-cell="${f}-${p}"]`), cell)));
    state.channels.forEach((cell, c) => put(find(`[data-channel="${c}"]`), cell));
    for (const arrow of all("[data-wait]")) arrow.setAttribute("class", "wait hidden");
    for (const arrow of state.arrows) find(`[data-wait="${arrow.id}"]`).setAttribute("class", arrow.class);
    const list = find("[data-waits]");
    if (list) {
      list.replaceChildren(...state.waits.map((sentence) => {
        const item = document.createElement("li");
        item.textContent = sentence;
        return item;
      }));
    }
    for (const part of all(".spacetime [data-state], tr[data-state]")) part.classList.toggle("now", Number(part.dataset.state) === now);
    for (const { classList, dataset } of all(".message")) {
      classList.toggle("now", Number(dataset.sent) === now || Number(dataset.taken) === now);
    }
  }

  // Brings the current row of the diagram into view, without moving the page more
  // than that needs.
  function follow() {
    const row = find(".spacetime .row.now");
    if (row) row.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // The address has the step, so that a link leads to it. A page within another one may not change its address.
  function go(number) {
    show(number);
    follow();
    try {
      history.replaceState(null, "", `#${run.id}-step-${now}`);
    } catch {}
  }

  function addressed() {
    const found = location.hash.match(/^#(.+)-step-(\d+)$/);
    return found && decodeURIComponent(found[1]) === run.id ? Number(found[2]) : -1;
  }

  function next() {
    go(now === last && loop >= 0 ? loop + 1 : now + 1);
  }

  const actions = { first: () => go(0), back: () => go(now - 1), next, violation: () => go(loop >= 0 ? loop : last) };
  for (const button of all("[data-go]")) button.addEventListener("click", actions[button.dataset.go]);
  slider.addEventListener("input", () => go(Number(slider.value)));
  for (const place of all(".spacetime [data-state], tr[data-state]")) {
    place.addEventListener("click", () => go(Number(place.dataset.state)));
  }
  const keys = { ArrowLeft: actions.back, ArrowRight: next, Home: actions.first, End: () => go(last) };
  document.addEventListener("keydown", (event) => {
    const focus = document.activeElement;
    const mine = focus === document.body || focus === null ? run === document.querySelector("[data-run]") : run.contains(focus);
    const other = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const scrolls = focus && focus.classList.contains("scroll") && focus.scrollWidth > focus.clientWidth;
    if (!mine || other || scrolls || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });

  function filter() {
    const off = (name, key) => new Set(all(`[data-filter-${name}]`).filter((box) => !box.checked).map((box) => box.dataset[key]));
    const processes = off("process", "filterProcess");
    const kinds = off("kind", "filterKind");
    for (const part of all("[data-process]")) part.classList.toggle("off", processes.has(part.dataset.process));
    for (const message of all(".message")) {
      const { from, to, kind } = message.dataset;
      message.classList.toggle("off", processes.has(from) || processes.has(to) || kinds.has(kind));
    }
  }
  for (const box of all('input[type="checkbox"]')) box.addEventListener("change", filter);

  for (const controls of all(".controls")) controls.hidden = false;
  window.addEventListener("beforeprint", () => show(last));
  window.addEventListener("hashchange", () => {
    if (addressed() >= 0) go(addressed());
  });
  show(Math.max(0, addressed()));
  if (addressed() >= 0) run.scrollIntoView();
}
