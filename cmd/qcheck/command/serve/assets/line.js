// Command lines: their words, as a shell reads them, and back.

// split returns the words of a line. Quotes are as in a shell.
export function split(line) {
  const words = [];
  let word = null, quote = "";
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (quote) {
      if (c === quote) quote = "";
      else if (c === "\\" && quote === '"' && /["\\]/.test(line[i + 1] ?? "")) word += line[++i];
      else word += c;
    } else if (c === "'" || c === '"') {
      quote = c;
      word ??= "";
    } else if (/\s/.test(c)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (c === "\\" && i + 1 < line.length) {
      word = (word ?? "") + line[++i];
    } else {
      word = (word ?? "") + c;
    }
  }
  if (quote) throw new Error(`the command has no second ${quote}`);
  if (word !== null) words.push(word);
  return words[0] === "qcheck" ? words.slice(1) : words;
}

// join returns the line of some words.
export function join(words) {
  return words.map((word) => (/^[\w.,=:/@%+<>^-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}
