// The form for a protocol: what it says is a command line.
import { $, options } from "./dom.js";
import { join } from "./line.js";
import { file, flags, parameters } from "./structure.js";

// networks are those of --network.
const networks = ["fifo", "unordered", "duplicating"];

// further are flags that all algorithms have, behind those of the algorithm.
const further = [
  { name: "quorum-choice", doc: "any: each request takes any quorum; fixed: each process takes its own", choices: ["any", "fixed"] },
  { name: "clock", doc: "causal: every clock that satisfies Lamport's clock condition; integer: as printed", choices: ["causal", "integer"] },
  { name: "clock-max", doc: "largest value of integer clocks", value: "N" },
  { name: "self-messages", doc: "call: a message to oneself is handled in the same step; queued: it goes through a channel", choices: ["call", "queued"] },
  { name: "budget", doc: "what is left open without requests may cost so much: TIME[,SIZE]; not for walks", value: "30s" },
  { name: "max-states", doc: "stop after so many states; not for walks", value: "N" },
  { name: "timeout", doc: "stop after this time; not for walks", value: "TIME" },
  { name: "max-memory", doc: "stop at so much memory; not for walks", value: "SIZE" },
];

// ofSearches are the flags that a walk does not have.
const ofSearches = ["budget", "max-states", "timeout", "max-memory"];

// begin fills the form. changed is called with the command that it says, run to run that.
export function begin(algorithms, { changed, run }) {
  const form = $("protocol"), fields = form.elements, place = form.querySelector("[data-parameters]");
  options(fields.algorithm, algorithms.map((a) => a.name));
  options(fields.network, [["", "as the text says"], ...networks]);

  const chosen = () => algorithms.find(({ name }) => name === fields.algorithm.value);

  function describe() {
    const variant = chosen().variants.find(({ name }) => name === fields.variant.value);
    form.querySelector("[data-variant]").textContent = variant ? variant.summary : "";
  }

  function choose() {
    const a = chosen();
    form.querySelector("[data-about]").textContent = `${a.summary}. ${a.source}.`;
    options(fields.variant, a.variants.map((v) => [v.name, v.name === a.default ? `${v.name} (default)` : v.name]));
    fields.variant.value = a.default;
    fields.variant.disabled = !a.variants.length;
    form.querySelector("[data-for=k]").hidden = !a.hasK;
    form.querySelector("[data-for=quorums]").hidden = !a.kinds.length;
    $("properties").replaceChildren(...["safety", "well-defined", "deadlock", "starvation", ...a.goals.map((g) => g.name)].map((name) => new Option(name)));
    parameters(place, [...a.parameters, ...further]);
    describe();
  }

  function words(command) {
    const a = chosen(), all = [command, "--algorithm", a.name];
    const say = (flag, value) => value && all.push(flag, value);
    if (fields.variant.value !== a.default) say("--variant", fields.variant.value);
    const structure = a.kinds.length && fields.quorums.value === "structure";
    if (structure) all.push("--structure", file);
    else say("--n", fields.n.value.trim());
    if (a.hasK && !structure) say("--k", fields.k.value.trim());
    say("--requests", fields.requests.value.trim());
    say("--network", fields.network.value);
    say("--faults", fields.faults.value.trim());
    say("--check", fields.check.value.trim());
    const others = flags(place);
    for (let i = 0; i < others.length; i++) {
      const search = ofSearches.includes(others[i].slice(2));
      if (command === "walk" && search) i++;
      else all.push(others[i]);
    }
    return join(all);
  }

  fields.algorithm.onchange = choose;
  choose();
  form.oninput = () => {
    describe();
    changed(words("protocol"));
  };
  form.onsubmit = (event) => event.preventDefault();
  $("check").onclick = () => run(words("protocol"));
  $("walk-begin").onclick = () => run(words("walk"));
  return {
    // words is what the form says.
    words,
    // show has the form show what a command says, as far as it has fields for that.
    show(words) {
      const value = (flag) => (words.includes(flag) ? words[words.indexOf(flag) + 1] ?? "" : "");
      const name = value("--algorithm");
      if (!algorithms.some((a) => a.name === name)) return;
      fields.algorithm.value = name;
      choose();
      fields.variant.value = value("--variant") || chosen().default;
      for (const flag of ["n", "k", "requests", "network", "faults", "check"]) fields[flag].value = value(`--${flag}`);
      fields.quorums.value = words.includes("--structure") ? "structure" : "";
      for (const field of place.querySelectorAll("[data-flag]")) {
        const flag = `--${field.dataset.flag}`;
        if (field.type === "checkbox") field.checked = words.includes(flag);
        else field.value = value(flag);
      }
      describe();
    },
  };
}
