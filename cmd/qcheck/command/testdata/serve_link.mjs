// The page of the playground without a browser: elements are stand-ins that take everything. It prints
// the runs that are asked for; the first argument is the folder of the page, the second the list that
// qcheck prints, the third the fragment of the address.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, list, fragment] = process.argv.slice(2);

function standIn(known = {}) {
  return new Proxy(function () {}, {
    get(_, key) {
      if (key in known) return known[key];
      if (key === Symbol.toPrimitive) return () => "";
      if (key === Symbol.iterator) return [][Symbol.iterator];
      if (key === "then") return undefined;
      if (key === "replaceChildren") return (...children) => (known.value = children[0]?.value ?? ""); // of a select
      return (known[key] = standIn());
    },
    set(_, key, value) {
      known[key] = value;
      return true;
    },
    apply: () => standIn(),
    construct: () => standIn(),
  });
}

const elements = new Map();
const at = (id) => elements.get(id) ?? elements.set(id, standIn({ value: "", textContent: "", dataset: {}, clientWidth: 800 })).get(id);
const window = { addEventListener() {} };
const page = { hash: fragment, href: "" };
const root = { dataset: { engine: "serve" } };
const document = standIn({ getElementById: at, documentElement: root, dispatchEvent() {}, querySelectorAll: () => [] });
for (const [name, value] of Object.entries({
  window, document, location: page, innerWidth: 1200, Option: class { constructor(text, value = text) { this.value = value; } }, getComputedStyle: () => ({ fontSize: "16px" }),
  history: { replaceState: (_, __, hash) => (page.hash = hash) },
})) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

const said = (event) => `${JSON.stringify(event)}\n`;
globalThis.fetch = async (path, { body }) => {
  const { args } = JSON.parse(body);
  const listing = args[0] === "list";
  if (!listing) console.log(args.join(" "));
  return new Response(said({ id: "1" }) + said({ out: listing ? readFileSync(list, "utf8") : "x" }) + said({ code: 0 }));
};

await import(pathToFileURL(`${folder}/app.js`));
for (let i = 0; root.dataset.ready === undefined; i++) {
  if (i === 500) throw new Error(`the page is not ready: ${at("engine").textContent}`);
  await new Promise((done) => setTimeout(done, 10));
}
await new Promise((done) => setTimeout(done, 50));
console.log("ready");
at("line").onsubmit({ preventDefault() {} });
await new Promise((done) => setTimeout(done, 50));
process.exit(0);
