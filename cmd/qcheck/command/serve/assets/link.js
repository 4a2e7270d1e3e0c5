// Links to what the page shows: the fragment has the command, the structure, and the steps of a walk.

// read returns what the address of the page says; nothing if it says nothing.
export function read() {
  const said = new URLSearchParams(location.hash.slice(1));
  const command = said.get("command");
  if (command === null) return null;
  const steps = (said.get("steps") ?? "").split(".").filter(Boolean);
  return { command, structure: said.get("structure"), steps: steps.every((s) => /^\d{1,9}$/.test(s)) ? steps : [], last: said.get("last") ?? "" };
}

// write has the address say it. Of a walk, the last step is in it in words, too: whether they lead to
// the same can be seen then.
export function write({ command, structure, steps = [], last = "" }) {
  const said = new URLSearchParams({ command });
  if (structure) said.set("structure", structure);
  if (steps.length) {
    said.set("steps", steps.join("."));
    said.set("last", last);
  }
  history.replaceState(null, "", `#${said}`);
}
