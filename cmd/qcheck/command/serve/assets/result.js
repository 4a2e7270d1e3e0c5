// What a run shows: the page that the command draws, what it prints, and how it ended.
import { $ } from "./dom.js";

// meanings are those of the exit codes.
const meanings = { 0: ["holds", "holds"], 1: ["violated", "violated"], 2: ["", "not run"], 3: ["unknown", "unknown"], 4: ["", "a fault of qcheck"] };

export class Result {
  // The result of a command; those that only print something have no verdict.
  constructor(command, judges) {
    this.command = command;
    this.judges = judges;
    this.line = ""; // of standard error, as far as it is written
    this.began = performance.now();
    this.first = undefined; // when the first text came
    for (const id of ["page", "lost", "progress", "notes"]) $(id).hidden = true;
    $("text").hidden = false;
    $("out").textContent = $("notes").textContent = "";
    $("page").removeAttribute("srcdoc");
    this.say("Running…");
  }

  say(text, verdict) {
    const state = $("state");
    state.textContent = "";
    if (verdict) {
      const strong = document.createElement("strong");
      strong.className = `verdict ${verdict}`;
      strong.textContent = verdict;
      state.append(strong, " ");
    }
    state.append(text);
  }

  seconds() {
    return `${((performance.now() - this.began) / 1000).toFixed(1)} s`;
  }

  event(e) {
    if (e.out) {
      this.first ??= performance.now() - this.began;
      $("out").textContent += e.out;
    }
    if (e.err) this.note(e.err);
    if (e.stopping) this.say("Stopping: what was decided is put together…");
    if (e.file === "page.html") {
      $("page").srcdoc = e.text;
      $("page").hidden = false;
    }
    if (e.code !== undefined) {
      this.end();
      const [verdict, word] = meanings[e.code] ?? ["", `ended with ${e.code}`];
      if (this.judges && verdict) this.say(`after ${this.seconds()}`, verdict);
      else this.say(e.code === 0 ? `Done after ${this.seconds()}.` : `${word[0].toUpperCase()}${word.slice(1)}.`);
    }
    if (e.lost) {
      this.end();
      $("lost").textContent = e.lost;
      $("lost").hidden = false;
      this.say("There is no result.");
    }
  }

  end() {
    $("progress").hidden = true;
    $("progress").textContent = "";
  }

  // note shows standard error: whole lines stay, and the one that is written again and again is the
  // progress.
  note(text) {
    for (const part of text.split(/(\r\x1b\[K|\n)/)) {
      if (part === "\r\x1b[K") {
        this.line = "";
      } else if (part === "\n") {
        $("notes").textContent += `${this.line}\n`;
        this.line = "";
      } else {
        this.line += part;
      }
    }
    $("notes").hidden = !$("notes").textContent;
    $("progress").textContent = this.line;
    $("progress").hidden = !this.line;
  }
}
