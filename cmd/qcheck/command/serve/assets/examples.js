// What the page begins with. Each example has a structure, a command, or both.
export const examples = [
  {
    name: "Replicas in two regions: one of each",
    structure: `{
  "name": "one replica in each of two regions",
  "kind": "coterie",
  "universe": ["fra-1", "fra-2", "fra-3", "iad-1", "iad-2", "iad-3"],
  "quorums": {
    "threshold": 2,
    "of": [
      {"threshold": 1, "of": ["fra-1", "fra-2", "fra-3"]},
      {"threshold": 1, "of": ["iad-1", "iad-2", "iad-3"]}
    ]
  }
}
`,
    command: "structure structure.json",
  },
  {
    name: "A 2-coterie of five nodes",
    structure: `{
  "kind": "k-coterie", "k": 2, "universe": 5,
  "quorums": [[1, 2], [2, 3], [3, 4], [4, 5], [1, 5]]
}
`,
    command: "structure --property every structure.json",
  },
  {
    name: "Six copies in three zones, of which four are written",
    structure: `{
  "kind": "k-wr-coterie",
  "k": 1,
  "universe": ["a1", "a2", "b1", "b2", "c1", "c2"],
  "write": {"threshold": 4, "of": ["a1", "a2", "b1", "b2", "c1", "c2"]},
  "read": {"threshold": 3, "of": ["a1", "a2", "b1", "b2", "c1", "c2"]},
  "domains": {"a": ["a1", "a2"], "b": ["b1", "b2"], "c": ["c1", "c2"]}
}
`,
    command: "analyze structure.json",
  },
  { name: "Maekawa without INQUIRE: three wait for each other", command: "protocol --algorithm maekawa --variant without-inquire --n 3 --check deadlock" },
  {
    name: "Kakugawa's thesis, theorem 1: two are inside",
    structure: `{"name": "one quorum, {1}", "kind": "coterie", "universe": 3, "quorums": [[1]]}
`,
    command: "protocol --algorithm kakugawa --variant printed --structure structure.json --requests 1 --check safety",
  },
  { name: "Lamport's mutual exclusion: all holds", command: "protocol --algorithm lamport --n 3 --requests 1" },
  { name: "Walk through Ricart and Agrawala", command: "walk --algorithm ricart-agrawala --n 3" },
  { name: "Too large to wait for: stop it", command: "protocol --algorithm maekawa --n 5 --requests 2" },
];
