package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/corpus"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// runsSection is the part of the findings that lists the runs as files.
const runsSection = "## The runs as files"

// A runFile is a run of the findings in a file.
type runFile struct {
	section string // the title
	command string // without the filter behind it
	long    bool   // takes seconds
	file    string // its name in testdata/traces
}

// runFiles lists the runs that the commands of the findings show, in their order.
func runFiles(t *testing.T, findings string) []runFile {
	t.Helper()
	var runs []runFile
	used := map[string]int{}
	title := ""
	for line := range strings.Lines(findings) {
		line = strings.TrimRight(line, "\n")
		if m := regexp.MustCompile(`^##+ (.*)$`).FindStringSubmatch(line); m != nil {
			title = m[1]
		}
		command, filter, ok := strings.Cut(strings.TrimPrefix(line, "$ "), " | grep ")
		if !strings.HasPrefix(line, "$ ") || !ok || !strings.Contains(command, "qcheck protocol ") || !strings.Contains(filter, "by a run") {
			continue
		}
		flag := func(name, otherwise string) string {
			if m := regexp.MustCompile(` --` + name + ` (\S+)`).FindStringSubmatch(command); m != nil {
				return m[1]
			}
			return otherwise
		}
		name := flag("algorithm", "kakugawa") + "-" + flag("variant", "repaired")
		if property := flag("check", ""); property != "" {
			name += "-" + property
		}
		if used[name]++; used[name] > 1 {
			name += fmt.Sprintf("-%d", used[name])
		}
		runs = append(runs, runFile{title, command, strings.Contains(filter, "# takes "), name + ".json"})
	}
	return runs
}

// Each run of the findings is a file that "qcheck replay" confirms, the one that the
// command beside it writes, and the page lists them.
func TestFindingsTraces(t *testing.T) {
	findings := readRepository(t, findingsFile)
	runs := runFiles(t, findings)
	if len(runs) < 20 {
		t.Fatalf("%d runs", len(runs))
	}
	var table strings.Builder
	table.WriteString("| where | file | what it violates |\n|---|---|---|\n")
	for _, r := range runs {
		path := filepath.Join(root, "testdata", "traces", r.file)
		if !r.long || slow.Tests() {
			text := traceOf(t, r.command)
			if *update {
				if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			kept, err := os.ReadFile(path)
			if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(string(kept), text); diff != "" {
				t.Errorf("%s: %s\nthe file (-), the command (+):\n%s", r.file, r.command, diff)
			}
		}
		if replayed := qcheck("", "replay", path); replayed.code != console.ExitHolds || replayed.stderr != "" {
			t.Errorf("%s: exit %d, %s%s", r.file, replayed.code, replayed.stdout, replayed.stderr)
		}
		var trace struct {
			Property string
			Steps    []any
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &trace); err != nil || len(trace.Steps) == 0 {
			t.Fatalf("%s: %v", r.file, err)
		}
		fmt.Fprintf(&table, "| [%s](#%s) | [`%s`](../testdata/traces/%s) | %s, %d steps |\n",
			r.section, anchor(r.section), r.file, r.file, trace.Property, len(trace.Steps))
	}
	replaceTable(t, runsSection, table.String())
}

// replaceTable checks the table of a part of the findings, or writes it.
func replaceTable(t *testing.T, title, table string) {
	t.Helper()
	findings := readRepository(t, findingsFile)
	before, rest, ok := strings.Cut(findings, title+"\n")
	section, after, ended := strings.Cut(rest, "\n## ")
	if !ok || !ended {
		t.Fatalf("there is no part %q", title)
	}
	text, _, _ := strings.Cut(section, "\n| ")
	want := text + "\n" + table
	if section == want {
		return
	}
	if !*update {
		t.Errorf("the table of %q (-page +found):\n%s", title, cmp.Diff(section, want))
		return
	}
	page := before + title + "\n" + want + "\n## " + after
	if err := os.WriteFile(filepath.Join(root, findingsFile), []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
}

// repairsSection is the part of the findings that says how far repairs were searched.
const repairsSection = "## How far the repairs were searched"

// The page lists the ranges of the sweeps of the repairs, as the corpus has them.
func TestFindingsRanges(t *testing.T) {
	var table strings.Builder
	table.WriteString("| repair | every instance of | instances | found |\n|---|---|---|---|\n")
	for _, e := range corpus.Entries() {
		if !strings.HasSuffix(e.Name, "/repaired-swept") {
			continue
		}
		for _, c := range e.Cases {
			found := "all hold"
			var broken []string
			for _, q := range c.Ask {
				if q.Pinned == verdict.Violated {
					broken = append(broken, fmt.Sprintf("%s violated in %s", q.Name, strings.Replace(q.Witness, " of them", "", 1)))
				}
			}
			if len(broken) > 0 {
				found = strings.Join(broken, "; ")
			}
			fmt.Fprintf(&table, "| `%s` | `%s` | %s | %s |\n", e.Name, c.Name, strings.TrimSuffix(c.Swept, " instances"), found)
		}
	}
	replaceTable(t, repairsSection, table.String())
}
