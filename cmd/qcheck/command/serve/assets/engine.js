// What runs qcheck: the program itself on this computer, behind "qcheck serve", or WebAssembly in a
// worker. Both take a request ({args, files, columns}) and call back with events: out, err, file and
// text, stopping, code, lost. The last one has a code, or what is lost.

// An engine that was asked to stop has so long to say that it heard it, in milliseconds.
const patience = 1000;

// A Run is one that goes on.
class Run {
  constructor(on) {
    this.on = on;
    this.over = false;
    this.stopping = false;
  }

  event(e) {
    if (this.over) return;
    if (e.stopping) this.stopping = true;
    this.over = e.code !== undefined || e.lost !== undefined;
    this.on(e);
  }

  // stop asks the run to end with what it has. If the engine does not answer, or it is asked again,
  // the result is lost.
  stop() {
    if (this.over) return;
    if (this.asked) return this.end("It was ended before it had shown what it has: the result is lost.");
    this.asked = true;
    this.say({ stop: true });
    setTimeout(() => {
      if (!this.stopping) this.end("The engine did not answer within a second, and was ended: the result is lost.");
    }, patience);
  }

  input(text) {
    if (!this.over) this.say({ input: text });
  }

  end(why) {
    this.event({ lost: why });
    this.kill();
  }

  // drop ends a run in whose result nobody is interested any more.
  drop() {
    this.over = true;
    this.kill();
  }
}

// Served runs are processes of the program that serves this page.
class ServedRun extends Run {
  constructor(request, on) {
    super(on);
    this.connection = new AbortController();
    this.said = new Promise((known) => { this.known = known; }); // what was said is done, and the run has a name
    this.read(request);
  }

  async read(request) {
    try {
      const response = await post("run", request, this.connection.signal);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const lines = (rest + part.value).split("\n");
        rest = lines.pop();
        for (const line of lines) {
          const e = JSON.parse(line);
          if (e.id) {
            this.id = e.id;
            this.known();
          } else {
            this.event(e);
          }
        }
      }
      this.event({ lost: "The connection ended before the run did." });
    } catch (error) {
      this.event(error.refused ? { err: `qcheck: ${error.message}\n` } : {});
      this.event(error.refused ? { code: 2 } : { lost: `qcheck serve does not answer (${error.message}).` });
    }
  }

  // say says one thing after the other.
  say(word) {
    this.said = this.said.then(async () => {
      try {
        await post("say", { id: this.id, ...word });
      } catch (error) {
        if (error.refused && !this.over) this.event({ err: `qcheck: ${error.message}\n` });
      }
    });
  }

  kill() {
    this.connection.abort();
  }
}

async function post(path, body, signal) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
  if (!response.ok) throw Object.assign(new Error((await response.text()).trim()), { refused: true });
  return response;
}

// A worker's runs are threads of this page.
class WorkerRun extends Run {
  constructor(module, request, on) {
    super(on);
    this.worker = new Worker("worker.js");
    this.worker.onmessage = ({ data }) => {
      this.event(data);
      if (this.over) this.kill();
    };
    this.worker.onerror = (error) => this.end(`The engine failed: ${error.message ?? "it could not be loaded"}.`);
    this.worker.postMessage({ module, ...request });
  }

  say(word) {
    this.worker.postMessage(word);
  }

  kill() {
    this.worker.terminate();
  }
}

// load makes the engine ready, and returns what it is called and how a run is begun.
export async function load() {
  if (document.documentElement.dataset.engine === "serve") {
    return { name: "The program on this computer runs it.", run: (request, on) => new ServedRun(request, on) };
  }
  const began = performance.now();
  const { module, bytes } = await compile();
  const took = ((performance.now() - began) / 1000).toFixed(1);
  return {
    name: `It runs in this page (WebAssembly, ${(bytes / 1e6).toFixed(1)} MB, ready after ${took} s); nothing is sent anywhere.`,
    run: (request, on) => new WorkerRun(module, request, on),
  };
}

// compile fetches and compiles qcheck. Where the server compresses by itself, that is best; otherwise
// the file that is compressed is taken.
async function compile() {
  const head = await fetch("qcheck.wasm", { method: "HEAD" });
  const compressed = head.ok && head.headers.get("Content-Encoding");
  const response = await fetch(compressed || !globalThis.DecompressionStream ? "qcheck.wasm" : "qcheck.wasm.gz");
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  let bytes = 0;
  const counted = new TransformStream({
    transform(chunk, to) {
      bytes += chunk.length;
      to.enqueue(chunk);
    },
  });
  const { stream, zipped } = await peek(response.body.pipeThrough(counted));
  const plain = zipped ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
  const module = await WebAssembly.compileStreaming(new Response(plain, { headers: { "Content-Type": "application/wasm" } }));
  return { module, bytes };
}

// peek looks at how a stream begins: some servers have unpacked it.
async function peek(stream) {
  const reader = stream.getReader();
  const first = await reader.read();
  const rest = new ReadableStream({
    start: (to) => (first.done ? to.close() : to.enqueue(first.value)),
    async pull(to) {
      const { done, value } = await reader.read();
      if (done) to.close();
      else to.enqueue(value);
    },
    cancel: (why) => reader.cancel(why),
  });
  return { stream: rest, zipped: !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b };
}
