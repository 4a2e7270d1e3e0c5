// A walk: the page speaks to "qcheck walk --json", and shows where it is. The steps that can be taken
// are buttons.
import { $, element } from "./dom.js";

export class Walk {
  // A walk begins with steps that were taken before. moved is called at each position, replay to show
  // the run as a page, and again to walk anew by some steps, when the engine has ended.
  constructor({ steps, last, moved, replay, again }) {
    this.steps = [...steps]; // the numbers of those taken
    this.taken = steps.length; // those after it were taken back
    this.expected = last; // the last step of a link, in words
    this.moved = moved;
    this.replay = replay;
    this.again = again;
    this.rest = "";
    this.run = null;
    $("walk").hidden = false;
    $("text").hidden = true;
    $("walk").replaceChildren(element("p", {}, "The walk begins…"));
    $("walk").onkeydown = (event) => this.key(event);
  }

  // started has the walk speak to a run, which takes the steps there are.
  started(run) {
    this.process = run;
    if (this.steps.length) run.input(this.steps.map((n) => `${n}\n`).join(""));
    run.input("run\n");
  }

  // read takes what the command prints.
  read(text) {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop();
    for (const line of lines) {
      const said = JSON.parse(line);
      if (said.trace) {
        this.run = said;
        this.draw();
      } else {
        this.position = said;
      }
    }
  }

  say(command) {
    if (this.process.over) this.again(this.steps.slice(0, this.taken));
    else this.process.input(`${command}\nrun\n`);
  }

  take(step) {
    if (step.next) this.taken++;
    else this.steps.splice(this.taken++, Infinity, step.number);
    this.say(step.number);
  }

  back(n = 1) {
    if (this.taken < n || n < 1) return;
    this.taken -= n;
    this.say(n > 1 ? `back ${n}` : "back");
  }

  next() {
    if (!this.position.ahead) return;
    this.taken++;
    this.say("next");
  }

  // key goes back and forth by the arrows, where these do not scroll.
  key(event) {
    const scrolls = event.target.classList.contains("scroll") && event.target.scrollWidth > event.target.clientWidth;
    if (scrolls || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const does = { ArrowLeft: () => this.back(), ArrowRight: () => this.next() }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }

  draw() {
    const at = this.position, focused = document.activeElement?.dataset.move;
    $("walk").replaceChildren(this.controls(at), this.judgement(at), this.body(at));
    this.moved(this);
    if (this.expected && this.expected !== at.step) {
      $("walk").prepend(element("p", { class: "broken", role: "alert" }, `The link was made where these steps end with “${this.expected}”: this qcheck counts them otherwise, and shows another run.`));
    }
    this.expected = "";
    const again = focused && ($("walk").querySelector(`[data-move="${focused}"]:enabled`) ?? $("walk").querySelector("[data-move]:enabled"));
    if (again) again.focus();
  }

  controls(at) {
    const button = (move, text, title, enabled, onclick) => element("button", { type: "button", "data-move": move, title, disabled: !enabled, onclick }, text);
    return element("div", {},
      element("p", {}, at.instance),
      element("div", { class: "buttons", role: "group", "aria-label": "Steps" },
        button("start", "Start", "Back to the start", at.taken, () => this.back(at.taken)),
        button("back", "◀ back", "One step back", at.taken, () => this.back()),
        button("next", "next ▶", "Again the step that was taken back", at.ahead, () => this.next()),
        element("a", { class: "button", download: "run.json", href: `data:application/json,${encodeURIComponent(JSON.stringify(this.run.trace))}` }, "Save the run"),
        button("page", "As a page", "The run so far as a page, to step through", at.taken, () => this.replay(JSON.stringify(this.run.trace)))),
      element("p", { class: "hint" }, "Keys, within the walk: ← goes back, → goes on again."),
      element("h3", { "aria-live": "polite" }, at.taken ? `${at.taken}. ${at.step}` : "The start"),
      element("p", {}, [at.sends && `sends ${at.sends}`, at.standing].filter(Boolean).join("; ")));
  }

  judgement(at) {
    const list = element("div", {});
    for (const p of at.properties) {
      if (p.violated) list.append(element("p", { class: "broken" }, `${p.property} is violated: ${p.detail}`), ...(p.why ?? []).map((why) => element("p", {}, `Why: ${why}.`)));
      if (p.happens) list.append(element("p", {}, `${p.property}: this is such a state`));
    }
    return list;
  }

  body(at) {
    const steps = at.steps.map((s) => {
      const text = s.undefined ? `${s.text}, which is not defined: ${s.undefined}` : s.text;
      return element("button", { type: "button", class: s.next ? "next" : undefined, "data-move": `step-${s.number}`, onclick: () => this.take(s) }, text);
    });
    return element("div", { class: "walk" },
      element("div", {},
        element("h3", {}, steps.length ? "Steps that can be taken" : "No step can be taken"),
        element("div", { class: "moves" }, ...steps),
        element("h3", {}, "What the last step changed"),
        element("ul", {}, ...at.changes.map((c) => element("li", {}, `${c.where}: ${c.what}`)))),
      element("div", {},
        states(at.states),
        channels(at.channels),
        element("ul", { "data-waits": true }, ...at.waits.map((text) => element("li", {}, text))),
        picture(this.run.graph, "Who waits for whom"),
        picture(this.run.diagram, "Space-time diagram of the run so far")));
  }
}

function scroll(label, child, more = "") {
  return element("div", { class: `scroll ${more}`, tabindex: "0", role: "region", "aria-label": label }, child);
}

// states is a table: a row for each field, a column for each process.
function states(all) {
  const names = [];
  for (const s of all) for (const f of s.fields) if (!names.includes(f.name)) names.push(f.name);
  const head = element("tr", {}, element("td"), ...all.map((s) => element("th", { scope: "col" }, s.process)));
  const rows = names.map((name) => element("tr", {}, element("th", { scope: "row" }, name), ...all.map((s) => {
    const field = s.fields.find((f) => f.name === name);
    return element("td", { class: field?.changed ? "changed" : undefined }, field?.value ?? "");
  })));
  const seen = element("tr", {}, element("th", { scope: "row" }, "seen as"), ...all.map((s) => element("td", { class: s.phase }, s.phase)));
  return scroll("States of the processes", element("table", { class: "states" }, element("caption", {}, "State of each process"), element("thead", {}, head), element("tbody", {}, ...(all.some((s) => s.phase) ? [seen] : []), ...rows)));
}

function channels(all) {
  if (!all.length) return element("p", {}, "No message is on its way.");
  const head = element("tr", {}, element("th", { scope: "col" }, "from → to"), element("th", { scope: "col" }, "messages, first the one that was sent first"));
  const rows = all.map((c) => element("tr", {}, element("th", { scope: "row" }, `${c.from} → ${c.to}`), element("td", {}, c.messages.join(", "))));
  return scroll("Messages on their way", element("table", { class: "channels" }, element("caption", {}, "Messages on their way"), element("thead", {}, head), element("tbody", {}, ...rows)));
}

// picture shows a drawing of qcheck.
function picture(svg, label) {
  if (!svg) return "";
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return scroll(label, document.importNode(drawn, true), "picture");
}
