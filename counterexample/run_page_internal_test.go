package counterexample

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qcheck/counterexample/page"
	"qcheck/counterexample/telling"
	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols"
)

// recorded returns the renderings of the traces that come with the project: of all
// kinds of algorithms, also of ones that take messages from behind others.
func recorded(t *testing.T) map[string]*telling.Reading {
	t.Helper()
	files, err := filepath.Glob("../testdata/traces/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	all := map[string]*telling.Reading{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		trace, err := trace.Decode(file, data)
		if err != nil {
			t.Fatal(err)
		}
		m, err := protocols.All().Open(trace.Instance, nil)
		if err != nil {
			t.Fatal(err)
		}
		run, err := m.Replay(trace.Instance.ReplayOptions(), trace.Steps)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all[filepath.Base(file)] = telling.Read(trace, run)
	}
	return all
}

// What a page shows of each state is what the state is: phases, messages in channels,
// and values; what is marked as changed differs from the state before; and every name
// that the script looks for is in the page.
func TestRunPage(t *testing.T) {
	for name, r := range recorded(t) {
		section, err := RunPage(r.Trace, r.Run, "run", "run.json")
		if err != nil {
			t.Fatal(err)
		}
		if len(section.States) != len(r.Run.Moves)+1 || len(section.Steps) != len(r.Run.Moves) {
			t.Fatalf("%s: %d states and %d steps of %d", name, len(section.States), len(section.Steps), len(r.Run.Moves))
		}
		n := telling.Processes(r.Run)
		for i, s := range section.States {
			c := r.Run.Configs[min(i, len(r.Run.Configs)-1)]
			for p, phase := range s.Phases {
				if phase != c.Observations[p].Phase.String() {
					t.Errorf("%s: state %d: %s is %s", name, i, section.Processes[p], phase)
				}
			}
			shown := map[string]string{}
			for at, cell := range s.Channels {
				shown[section.Channels[at]] = cell.Text
				if changed := i > 0 && section.States[i-1].Channels[at].Text != cell.Text; changed != cell.Changed {
					t.Errorf("%s: state %d: channel %s changed: %t", name, i, section.Channels[at], cell.Changed)
				}
			}
			for at, channel := range c.Channels {
				var texts []string
				for _, m := range channel {
					texts = append(texts, r.Labels(c).Show(m))
				}
				between := section.Processes[at/n] + " → " + section.Processes[at%n]
				if shown[between] != strings.Join(texts, ", ") {
					t.Errorf("%s: state %d: %q from %s, want %q", name, i, shown[between], between, texts)
				}
			}
			for f, row := range s.Cells {
				for p, cell := range row {
					if changed := i > 0 && section.States[i-1].Cells[f][p].Text != cell.Text; changed != cell.Changed {
						t.Errorf("%s: state %d: %s of %s changed: %t", name, i, section.Fields[f], section.Processes[p], cell.Changed)
					}
				}
			}
			if (s.Broken != "") != (i == len(r.Run.Moves)) {
				t.Errorf("%s: state %d: %q", name, i, s.Broken)
			}
			if i > 0 && i < len(r.Run.Configs) {
				checkMarks(t, fmt.Sprintf("%s: state %d", name, i), r, section, i)
			}
		}
		checkPage(t, name, section)
	}
}

// checkMarks compares the marks with what the text says of the step: a step changes
// no process but its own, and what it changed has a mark.
func checkMarks(t *testing.T, at string, r *telling.Reading, section *page.Run, i int) {
	t.Helper()
	p := r.Run.Moves[i-1].Process
	marked := map[string]bool{}
	for f, row := range section.States[i].Cells {
		for q, cell := range row {
			if cell.Changed && q != p {
				t.Errorf("%s: %s of %s changed", at, section.Fields[f], section.Processes[q])
			}
			if cell.Changed {
				marked[section.Fields[f]] = true
			}
		}
	}
	said, mentioned := r.Becomes(i-1), map[string]bool{}
	for _, m := range regexp.MustCompile(`(?:^| )(\w+)[=\[]`).FindAllStringSubmatch(outermost(said), -1) {
		if slices.Contains(section.Fields, m[1]) && !marked[m[1]] {
			t.Errorf("%s: %s is not marked: %s", at, m[1], said)
		}
		mentioned[m[1]] = true
	}
	for f := range marked {
		if !mentioned[f] {
			t.Errorf("%s: %s is marked: %s", at, f, said)
		}
	}
}

// outermost leaves out what is in parentheses.
func outermost(s string) string {
	var b strings.Builder
	depth := 0
	for _, c := range s {
		if c == ')' {
			depth--
		}
		if depth == 0 {
			b.WriteRune(c)
		}
		if c == '(' {
			depth++
		}
	}
	return b.String()
}

// checkPage checks the written page: that it needs nothing from elsewhere, that its
// data are those of the section, and that the script finds what it looks for.
func checkPage(t *testing.T, name string, section *page.Run) {
	t.Helper()
	var b bytes.Buffer
	if err := page.Write(&b, &page.Page{Content: page.Trace, Title: name, Runs: []*page.Run{section}}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, m := range regexp.MustCompile(`(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]*)`).FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(m[1], "data:") && !strings.HasPrefix(m[1], "#") {
			t.Errorf("%s: the page refers to %q", name, m[1])
		}
	}
	m := regexp.MustCompile(`(?s)<script type="application/json">(.*?)</script>`).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("%s: the page has no data", name)
	}
	var data struct {
		States []page.State
		Loop   int
	}
	if err := json.Unmarshal([]byte(m[1]), &data); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if strings.Contains(m[1], ":null") {
		t.Errorf("%s: a list is null, over which the script cannot go", name)
	}
	want, err := json.Marshal(section.States)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := json.Marshal(data.States); err != nil || !bytes.Equal(got, want) || data.Loop != section.Loop {
		t.Errorf("%s: the data of the page are not those of the run (%v)", name, err)
	}
	has := func(attribute string) {
		if !strings.Contains(text, attribute) {
			t.Errorf("%s: the page has no %s", name, attribute)
		}
	}
	for i, s := range section.States {
		has(fmt.Sprintf(`data-state="%d"`, i))
		for _, a := range s.Arrows {
			has(fmt.Sprintf(`data-wait="%s"`, a.ID))
		}
		for f, row := range s.Cells {
			for p := range row {
				has(fmt.Sprintf(`data-cell="%d-%d"`, f, p))
			}
		}
		for c := range s.Channels {
			has(fmt.Sprintf(`data-channel="%d"`, c))
		}
	}
	for p := range section.Processes {
		has(fmt.Sprintf(`data-phase="%d"`, p))
		has(fmt.Sprintf(`data-filter-process="%d"`, p))
	}
	kinds := map[string]bool{}
	for _, m := range regexp.MustCompile(`data-kind="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		kinds[m[1]] = true
	}
	for kind := range kinds {
		has(`data-filter-kind="` + kind + `"`)
	}
}

// Texts of protocols and names of structures cannot become markup.
func TestPageEscapes(t *testing.T) {
	const evil = `</script><b onmouseover="x">&amp;'`
	section := &page.Run{
		ID: "run", Title: evil, Sentence: evil, Note: evil, Processes: []string{evil}, Fields: []string{evil}, Channels: []string{evil}, Kinds: []string{evil},
		Loop: -1, Trace: evil, File: "run.json", Steps: []page.Step{{What: evil, Sends: evil, Becomes: evil, Then: evil}},
		States: []page.State{{Title: evil, Broken: evil, Phases: []string{explore.Waiting.String()}, Cells: [][]page.Cell{{{Text: evil}}}, Channels: []page.Cell{{Text: evil}}, Waits: []string{evil}, Arrows: []page.Arrow{{ID: evil, Class: evil}}}},
		Why:    []string{evil}, WaitsNote: evil,
	}
	var b bytes.Buffer
	p := &page.Page{Content: page.Trace, Title: evil, Lead: evil, Verdict: "violated", Facts: []page.Fact{{Label: evil, Value: evil}}, Commands: []string{evil},
		Verdicts: []page.Verdict{{Verdict: verdict.Holds, Property: evil, Meaning: evil, Details: []string{evil}}}, Runs: []*page.Run{section},
		Sections: []page.Section{{Title: evil, Text: evil, Output: evil, Tables: []page.Table{{Caption: evil, Head: []string{evil}, Rows: [][]string{{evil}}}}}},
	}
	if err := page.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); strings.Contains(text, "<b ") || strings.Count(text, "</script>") != 2 {
		t.Errorf("a text became markup:\n%s", text)
	}
}
