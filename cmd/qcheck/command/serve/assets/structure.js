// The form for a structure: how one is made, and the commands about it.
import { $, element, options } from "./dom.js";
import { join } from "./line.js";

// file is what commands call the structure of the page.
export const file = "structure.json";

// begin fills the forms with what there is. make runs a command that prints a structure.
export function begin(list, { make, run }) {
  constructions(list.constructions.filter((c) => c.parameters.every((p) => !p.required || p.type !== "structure")), make);
  thresholds();
  configurations(list.configurations, make);
  $("verify").onclick = () => run(join(["structure", ...($("every").checked ? ["--property", "every"] : []), file]));
  $("analyze").onclick = () => run(join(["analyze", file]));
}

// put shows a structure, as if it were typed.
export function put(text) {
  $("structure").value = text;
  $("structure").dispatchEvent(new Event("input", { bubbles: true }));
}

// parameters are the fields of a form for what can be said by flags.
export function parameters(place, all) {
  place.replaceChildren(...all.map((p) => {
    const label = element("label", { title: p.doc }, `${p.name} `);
    if (p.choices) {
      const select = element("select", { "data-flag": p.name });
      options(select, [["", p.default ?? ""], ...p.choices.filter((c) => c !== p.default)]);
      label.append(select);
    } else if (p.value === undefined && !p.type) {
      label.className = "check";
      label.prepend(element("input", { type: "checkbox", "data-flag": p.name }));
    } else {
      label.append(element("input", { "data-flag": p.name, placeholder: p.default ?? p.value ?? (p.min === undefined ? "" : `${p.min} to ${p.max}`), required: Boolean(p.required) }));
    }
    return label;
  }));
}

// flags are what the fields say.
export function flags(place) {
  return [...place.querySelectorAll("[data-flag]")].flatMap((field) => {
    const flag = `--${field.dataset.flag}`;
    if (field.type === "checkbox") return field.checked ? [flag] : [];
    return field.value.trim() ? [flag, field.value.trim()] : [];
  });
}

function constructions(all, make) {
  const form = $("construction");
  const about = form.querySelector("[data-about]"), place = form.querySelector("[data-parameters]");
  options(form.elements.construction, all.map((c) => c.name));
  const show = () => {
    const c = all.find(({ name }) => name === form.elements.construction.value);
    about.textContent = c.summary;
    parameters(place, c.parameters.filter((p) => p.type !== "structure"));
  };
  form.elements.construction.onchange = show;
  show();
  form.onsubmit = (event) => {
    event.preventDefault();
    make(["construct", form.elements.construction.value, ...flags(place)]);
  };
}

function thresholds() {
  const form = $("thresholds");
  form.onsubmit = (event) => {
    event.preventDefault();
    const groups = form.elements.groups.value.split("\n").map((line) => line.trim().split(/[\s,]+/).filter(Boolean)).filter((g) => g.length);
    const of = groups.map((nodes) => ({ threshold: Number(form.elements.nodes.value), of: nodes }));
    const lines = of.map((group) => `      ${JSON.stringify(group)}`).join(",\n");
    put(`{\n  "kind": "coterie",\n  "universe": ${JSON.stringify(groups.flat())},\n  "quorums": {\n    "threshold": ${Number(form.elements.count.value)},\n    "of": [\n${lines}\n    ]\n  }\n}\n`);
  };
}

function configurations(all, make) {
  const form = $("configuration");
  const about = form.querySelector("[data-about]"), place = form.querySelector("[data-parameters]");
  options(form.elements.system, all.map((c) => c.name));
  const show = () => {
    const c = all.find(({ name }) => name === form.elements.system.value);
    about.textContent = c.summary;
    parameters(place, c.parameters);
  };
  form.elements.system.onchange = show;
  show();
  form.onsubmit = (event) => {
    event.preventDefault();
    make(["import", form.elements.system.value, ...flags(place), "configuration"], { configuration: form.elements.text.value });
  };
}
