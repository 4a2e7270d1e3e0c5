// One run of qcheck as WebAssembly, on files in memory. The page sends {module, args, files, columns},
// then what is typed ({input}) and that the run is to stop ({stop}); events go back (see engine.js).
"use strict";

const outputs = ["/page.html", "/run.json"];
// Memory cannot become more than 4 GiB, and less of it is never given back.
const mostMemory = 3 * 2 ** 30;

const files = new Map(); // name to {data}
const open = new Map(); // descriptor to {file, at}
let descriptors = 3;

// What is typed, and who waits for it.
let typed = new Uint8Array(0), ended = true, reader = null;

function feed() {
  if (!reader || (!typed.length && !ended)) return;
  const { buffer, offset, length, callback } = reader;
  const part = typed.subarray(0, length);
  buffer.set(part, offset);
  typed = typed.slice(part.length);
  reader = null;
  callback(null, part.length);
}

const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };
let crash = ""; // what Go says when it ends by itself

function show(fd, bytes) {
  const text = decoders[fd].decode(bytes, { stream: true });
  if (fd === 2 && /^(fatal error|runtime: |panic: )/m.test(text)) crash ||= text.split("\n")[0];
  postMessage(fd === 1 ? { out: text } : { err: text });
}

const fail = (code) => Object.assign(new Error(code), { code });
const path = (name) => `/${name.split("/").filter((word) => word && word !== ".").join("/")}`;
const isFolder = (name) => ["/", "/tmp"].includes(path(name));

function status({ mode, size = 0 }) {
  return { dev: 0, ino: 1, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096, blocks: 1, atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => (mode & 0o170000) === 0o040000 };
}

function statusOf(name) {
  if (isFolder(name)) return status({ mode: 0o040777 });
  const file = files.get(path(name));
  if (!file) throw fail("ENOENT");
  return status({ mode: 0o100666, size: file.data.length });
}

function put(at, bytes) {
  const { file } = at, end = at.at + bytes.length;
  if (end > file.data.length) {
    const longer = new Uint8Array(end);
    longer.set(file.data);
    file.data = longer;
  }
  file.data.set(bytes, at.at);
  at.at = end;
}

function answer(callback, f) {
  let value;
  try {
    value = f();
  } catch (error) {
    return callback(error);
  }
  callback(null, value);
}

const missing = (...args) => args.at(-1)(fail("ENOSYS"));

// What wasm_exec.js asks for, as Node.js has it.
globalThis.fs = {
  constants: { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_TRUNC: 512, O_APPEND: 1024, O_EXCL: 128, O_DIRECTORY: 65536 },
  writeSync(fd, bytes) {
    show(fd, bytes);
    return bytes.length;
  },
  write(fd, buffer, offset, length, position, callback) {
    answer(callback, () => {
      const bytes = buffer.slice(offset, offset + length);
      if (fd < 3) show(fd, bytes);
      else put(open.get(fd), bytes);
      return length;
    });
  },
  open(name, flags, mode, callback) {
    answer(callback, () => {
      let file = files.get(path(name));
      if (isFolder(name)) throw fail("EISDIR");
      if (!file && !(flags & 64)) throw fail("ENOENT");
      if (!file || flags & 512) files.set(path(name), (file = { data: new Uint8Array(0) }));
      open.set(descriptors, { file, at: 0 });
      return descriptors++;
    });
  },
  read(fd, buffer, offset, length, position, callback) {
    if (fd === 0) {
      reader = { buffer, offset, length, callback };
      return feed();
    }
    answer(callback, () => {
      const at = open.get(fd), from = position ?? at.at, part = at.file.data.subarray(from, from + length);
      buffer.set(part, offset);
      if (position === null || position === undefined) at.at += part.length;
      return part.length;
    });
  },
  close: (fd, callback) => answer(callback, () => void open.delete(fd)),
  // Standard error is where progress is shown, as on a terminal.
  fstat: (fd, callback) => answer(callback, () => (fd < 3 ? status({ mode: fd === 2 ? 0o020666 : 0o010666 }) : status({ mode: 0o100666, size: open.get(fd).file.data.length }))),
  stat: (name, callback) => answer(callback, () => statusOf(name)),
  lstat: (name, callback) => answer(callback, () => statusOf(name)),
  unlink: (name, callback) => answer(callback, () => void files.delete(path(name))),
  fsync: (fd, callback) => callback(null),
  readdir: missing, mkdir: missing, rmdir: missing, rename: missing, chmod: missing, ftruncate: missing, truncate: missing, utimes: missing,
};
globalThis.process = { getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], pid: 1, ppid: 1, umask: () => 0, cwd: () => "/", chdir() {} };
importScripts("wasm_exec.js");

// stop tells Go that the run is to end, as soon as it listens.
let why = "";
function stop() {
  if (why && globalThis.qcheckStop) globalThis.qcheckStop(why);
}

async function run({ module, args, files: given = {}, columns }) {
  for (const [name, text] of Object.entries(given)) files.set(path(name), { data: new TextEncoder().encode(text) });
  ended = args[0] !== "walk";
  const go = new Go();
  go.argv = ["qcheck", ...args];
  go.env = { TERM: "xterm", NO_COLOR: "1", COLUMNS: String(Math.max(40, columns)), GOMEMLIMIT: String(Math.floor(mostMemory * 0.9)) };
  let code = 0;
  go.exit = (c) => { code = c; };
  const instance = await WebAssembly.instantiate(module, go.importObject);
  const watch = setInterval(() => {
    if (instance.exports.mem.buffer.byteLength > mostMemory) why ||= `the memory limit of ${mostMemory / 2 ** 20} MiB that the playground has was reached`;
    stop();
  }, 100);
  await go.run(instance);
  clearInterval(watch);
  for (const name of outputs) {
    const file = files.get(name);
    if (file && !(name.slice(1) in given)) postMessage({ file: name.slice(1), text: new TextDecoder().decode(file.data) });
  }
  postMessage(crash && code === 2 ? { lost: `The engine ended before its time (${crash}): the result is lost.` } : { code });
}

onmessage = ({ data }) => {
  if (data.module) {
    run(data).catch((error) => postMessage({ lost: `The engine failed: ${error.message}.` }));
  }
  if (data.input) {
    const more = new TextEncoder().encode(data.input), all = new Uint8Array(typed.length + more.length);
    all.set(typed);
    all.set(more, typed.length);
    typed = all;
    feed();
  }
  if (data.stop) {
    why ||= "it was stopped";
    stop();
    postMessage({ stopping: true });
  }
};
