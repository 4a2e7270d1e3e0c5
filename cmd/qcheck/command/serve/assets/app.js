// The page: what is asked for is a command line with a structure; the forms write it, an engine runs it.
import { $, options } from "./dom.js";
import { load } from "./engine.js";
import { examples } from "./examples.js";
import { split } from "./line.js";
import * as link from "./link.js";
import * as protocol from "./protocol.js";
import { Result } from "./result.js";
import * as structure from "./structure.js";
import { Walk } from "./walk.js";

// drawn are the commands that draw pages.
const drawn = ["structure", "analyze", "protocol", "replay"];
// judging are those that end with a verdict.
const judging = ["structure", "analyze", "compare", "byzantine", "protocol", "replay", "simulate"];

let engine, form;
let going = null; // the run that goes on
let shown = null; // what the link says
let asked = null; // what a link says that was followed, until it is run
const timing = (window.timing = {}); // in milliseconds, for those who measure

// columns is how many letters a line of the output has.
function columns() {
  const letter = parseFloat(getComputedStyle($("out")).fontSize) * 0.61;
  return Math.floor(($("out").parentElement.clientWidth || $("state").clientWidth) / letter) - 4;
}

// quiet runs a command for what it prints.
function quiet(args, files = {}) {
  return new Promise((done) => {
    let out = "", err = "";
    engine.run({ args, files, columns: 200 }, (e) => {
      out += e.out ?? "";
      err += e.err ?? "";
      if (e.code !== undefined || e.lost !== undefined) done({ out, err, code: e.code, lost: e.lost });
    });
  });
}

// run does what a command line says, and shows that. A walk begins with some steps.
function run(line, { steps = [], last = "", files = {} } = {}) {
  if (!engine) return;
  going?.drop();
  going = asked = null;
  $("command").value = line;
  let args;
  try {
    args = split(line);
  } catch (error) {
    return refuse(error.message);
  }
  if (!args.length) return refuse("there is no command");
  const text = $("structure").value;
  const all = { ...files };
  if (args.some((a) => a.includes(structure.file))) all[structure.file] = text;
  shown = { command: line, structure: all[structure.file] ?? "" };
  link.write(shown);
  const result = new Result(line, judging.includes(args[0]));
  $("walk").hidden = true;
  let walk = null;
  if (args[0] === "walk") {
    if (!args.includes("--json")) args.push("--json");
    walk = new Walk({ steps, last, moved: arrived, replay: asPage, again: (taken) => run(line, { steps: taken }) });
  } else if (drawn.includes(args[0]) && !args.some((a) => a.startsWith("--html"))) {
    args.push("--html", "page.html");
  }
  const current = engine.run({ args, files: all, columns: columns() }, (e) => {
    if (walk && e.out) walk.read(e.out);
    else result.event(e);
    if (walk && e.err) $("text").hidden = false;
    if (walk && e.code !== undefined && e.code !== 2) result.say("The engine has rested since; the next step wakes it.");
    if (e.code !== undefined || e.lost !== undefined) ended(result);
  });
  going = current;
  walk?.started(current);
  if (walk) result.say("A walk: take a step.");
  $("stop").hidden = Boolean(walk);
  $("stop").textContent = "Stop";
  if (innerWidth < 960 && document.activeElement?.closest(".ask")) $("answer-title").scrollIntoView();
  timing.last = result;
}

function refuse(text) {
  const result = new Result("", false);
  result.event({ err: `qcheck: ${text}\n` });
  result.event({ code: 2 });
  ended(result);
}

function ended(result) {
  going = null;
  $("stop").hidden = true;
  timing.first = result.first;
  timing.all = performance.now() - result.began;
  document.dispatchEvent(new Event("ended"));
}

// arrived is called at each position of a walk: the link has it.
function arrived(walk) {
  shown = { ...shown, steps: walk.steps.slice(0, walk.taken), last: walk.position.step ?? "" };
  link.write(shown);
}

// asPage shows the run of a walk as the page that steps through it.
async function asPage(trace) {
  let html = "";
  await new Promise((done) => {
    engine.run({ args: ["replay", "--html", "page.html", "run.json"], files: { "run.json": trace }, columns: 100 }, (e) => {
      if (e.file === "page.html") html = e.text;
      if (e.code !== undefined || e.lost !== undefined) done();
    });
  });
  $("page").srcdoc = html;
  $("page").hidden = false;
  $("page").scrollIntoView({ block: "nearest" });
}

// make runs a command that prints a structure, and takes that as the structure of the page.
async function make(args, files) {
  const { out, err, code, lost } = await quiet(args, files);
  if (code === 0) {
    structure.put(out);
    return run(`structure ${structure.file}`);
  }
  refuse((lost ?? err).replace(/^qcheck: /, "").trim());
}

// tab shows one of the two forms.
function tab(name) {
  for (const each of ["structure", "protocol"]) {
    const on = each === name;
    $(`tab-${each}`).setAttribute("aria-selected", on);
    $(`tab-${each}`).tabIndex = on ? 0 : -1;
    $(`panel-${each}`).hidden = !on;
  }
}

function tabs() {
  for (const [name, other] of [["structure", "protocol"], ["protocol", "structure"]]) {
    $(`tab-${name}`).onclick = () => {
      tab(name);
      $("command").value = name === "protocol" ? form.words("protocol") : `structure ${structure.file}`;
    };
    $(`tab-${name}`).onkeydown = (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      $(`tab-${other}`).click();
      $(`tab-${other}`).focus();
    };
  }
}

// show puts what an example or a link says into the forms.
function show({ command, structure: text }) {
  if (text) structure.put(text);
  $("command").value = command;
  let words = [];
  try {
    words = split(command);
  } catch {
    return; // running it says so
  }
  const walks = words[0] === "protocol" || words[0] === "walk";
  tab(walks ? "protocol" : "structure");
  if (walks) form.show(words);
}

async function begin() {
  engine = await load();
  timing.ready = performance.now();
  const { out, err, lost } = await quiet(["list", "--json"]);
  if (!out) throw new Error(lost ?? err);
  const list = JSON.parse(out);
  timing.listed = performance.now();
  structure.begin(list, { make, run });
  form = protocol.begin(list.protocols, { changed: (line) => { $("command").value = line; }, run });
  tabs();
  options($("example"), [["", "Choose one"], ...examples.map((e, i) => [i, e.name])]);
  $("example").onchange = () => example($("example").value);
  $("line").onsubmit = (event) => {
    event.preventDefault();
    const line = $("command").value;
    run(line, asked?.command === line ? asked : {});
  };
  $("stop").onclick = () => {
    $("stop").textContent = "End it now";
    going?.stop();
  };
  $("link").onclick = copy;
  $("run").disabled = false;
  $("engine").textContent = engine.name;
  window.addEventListener("hashchange", follow);
  follow();
  document.documentElement.dataset.ready = "";
}

// follow shows what the link says; without one, the first example. What the link asks for is run by
// the reader only: the link may be that of another page.
function follow() {
  const said = link.read();
  if (!said) return example(0);
  $("example").value = "";
  show(said);
  asked = said;
  if (!going) new Result(said.command, false).say("A link says this: Run runs it.");
  $("run").focus();
}

function example(number) {
  $("example").value = number;
  const chosen = examples[number];
  if (!chosen) return;
  show(chosen);
  run(chosen.command);
}

async function copy() {
  if (!shown) link.write({ command: $("command").value, structure: $("structure").value });
  try {
    await navigator.clipboard.writeText(location.href);
    $("link").textContent = "Copied";
  } catch {
    $("link").textContent = "It is in the address line";
  }
  setTimeout(() => { $("link").textContent = "Copy a link"; }, 2000);
}

begin().catch((error) => {
  $("engine").textContent = `The engine could not be loaded: ${error.message}`;
  $("engine").className = "broken";
});
