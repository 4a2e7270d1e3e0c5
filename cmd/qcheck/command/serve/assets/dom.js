// Short names for what all files do with the page.

export const $ = (id) => document.getElementById(id);

// element makes one, with attributes and what is in it.
export function element(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") e.addEventListener("click", value);
    else if (value === true) e.setAttribute(key, "");
    else if (value !== false && value !== undefined) e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
}

// options fills a list to choose from: of words, or of pairs of a value and a text.
export function options(select, all) {
  select.replaceChildren(...all.map((o) => (Array.isArray(o) ? new Option(o[1], o[0]) : new Option(o))));
}
