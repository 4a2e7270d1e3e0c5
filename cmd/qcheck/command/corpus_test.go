package command

import (
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/corpus"
)

// smallEntry is an entry that is judged in no time.
const smallEntry = "jiang/example"

func TestCorpusCommand(t *testing.T) {
	r := qcheck("", "corpus", smallEntry)
	if r.code != console.ExitHolds || r.stderr != "" || !strings.Contains(r.stdout, "\nok ") || !strings.HasSuffix(r.stdout, "\n1 entry: ok 1\n") {
		t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	if r := qcheck("", "corpus", "--timeout", "1ns", smallEntry); r.code != console.ExitUnknown || !strings.Contains(r.stdout, "unknown 1\n") {
		t.Errorf("no time: exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
}

func TestCorpusJSON(t *testing.T) {
	r := qcheck("", "corpus", "--json", smallEntry)
	doc := object(t, []byte(r.stdout), "schema", "entries")
	if string(doc["schema"]) != `"qcheck/corpus/v1"` || r.code != console.ExitHolds {
		t.Errorf("schema %s, exit %d", doc["schema"], r.code)
	}
	entries := array(t, doc["entries"])
	if len(entries) != 1 {
		t.Fatalf("%d entries", len(entries))
	}
	entry := object(t, entries[0], "name", "source", "claim", "reading?", "reason", "verdict", "claimed", "found", "refuted", "rows", "error?")
	object(t, entry["source"], "paper", "section", "says")
	rows := array(t, entry["rows"])
	if len(rows) == 0 {
		t.Error("no rows")
	}
	for _, row := range rows {
		object(t, row, "case?", "question", "claimed?", "pinned", "found", "witness?", "note?")
	}
}

// The names of the entries are what users type.
func TestCorpusSelectsByName(t *testing.T) {
	for _, e := range corpus.Entries() {
		if strings.ContainsAny(e.Name, " \t\n") || strings.HasPrefix(e.Name, "-") {
			t.Errorf("entry %q cannot be typed", e.Name)
		}
	}
}
