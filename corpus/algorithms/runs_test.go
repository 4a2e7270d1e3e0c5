package algorithms

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"qcheck/corpus/entry"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

var update = flag.String("update", "", "write the files of runs anew, with what is found now: all, or new for lines without an answer")

// TestUpdateRuns writes, with -update, what the engine finds into the files of
// runs: for lines that are just flags, and for those that have an answer. Long
// ones are left alone without QCHECK_LONG.
func TestUpdateRuns(t *testing.T) {
	if *update == "" {
		t.Skip("writes files; -update runs it")
	}
	files, err := filepath.Glob("testdata/runs/*/*.runs")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(data), "\n")
		head := slices.Index(lines, "") + 1
		for i, line := range lines {
			if i < head || line == "" {
				continue
			}
			parts := strings.Split(line, " | ")
			takesLong := parts[len(parts)-1] == "long"
			if *update == "new" && len(parts) > 2 || takesLong && !slow.Tests() {
				continue
			}
			if lines[i], err = found(parts[0]); err != nil {
				t.Errorf("%s:%d: %v", file, i+1, err)
				lines[i] = line
			} else if takesLong {
				lines[i] += " | long"
			}
			if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// found returns the line of a case as it is found.
func found(flags string) (string, error) {
	w, err := entry.Open(flags)
	if err != nil {
		return "", err
	}
	o := w.Instance.Options()
	o.Full, o.Workers, o.MaxStates, o.Timeout = true, 2, 40_000_000, 10*time.Minute
	if !slow.Tests() {
		o.Timeout = time.Minute
	}
	r, err := explore.Run(context.Background(), w.Model, o)
	if err != nil {
		return "", err
	}
	if r.Stopped != "" {
		return "", fmt.Errorf("%s: %s", flags, r.Stopped)
	}
	var answers []string
	for _, p := range r.Properties {
		row := entry.Row{Question: string(p.Property)}
		row.Show(w, p)
		switch p.Verdict {
		case verdict.Holds:
			answers = append(answers, row.Question+" holds")
		case verdict.Violated:
			answers = append(answers, row.Question+" violated by "+row.Evidence)
		}
		if row.Unconfirmed {
			return "", fmt.Errorf("%s: %s", flags, row.Note)
		}
	}
	return fmt.Sprintf("%s | %d states, %d transitions | %s", flags, r.States, r.Transitions, strings.Join(answers, "; ")), nil
}

// TestRunsAreObvious compares what is pinned of protocols with what the obvious
// explorer finds, where it gets through quickly: with QCHECK_LONG, on more states.
func TestRunsAreObvious(t *testing.T) {
	few := 300 // states
	if slow.Tests() {
		few = 3000
	}
	compared := 0
	for _, e := range Entries() {
		for _, c := range e.Cases {
			if !c.Explored() || c.Long {
				continue
			}
			var states, transitions int
			fmt.Sscanf(c.Ask[len(c.Ask)-1].Counts, "%d states, %d transitions", &states, &transitions)
			if states > few {
				continue
			}
			w, err := protocols.All().Open(*c.Instance, entry.ReadStructure)
			if err != nil {
				t.Fatal(err)
			}
			r := w.Explore(w.Instance.ReplayOptions())
			compared++
			all := true
			for _, q := range c.Ask {
				if q.Name == string(explore.StarvationFreedom) || q.Name == entry.CountsQuestion {
					continue
				}
				if w.Kind(explore.Property(q.Name)) == instance.Sometimes {
					continue // what is shown is no violation
				}
				length, bad := r.Violations[q.Name]
				if bad != (q.Pinned == verdict.Violated) && !strings.Contains(q.Witness, "cycle") || bad && !strings.HasPrefix(q.Witness, fmt.Sprintf("%d step", length)) {
					t.Errorf("%s: %s: pinned %s %q, obvious %d", c.Name, q.Name, q.Pinned, q.Witness, length)
				}
				all = all && q.Pinned == verdict.Violated
			}
			if !all && (r.States != states || r.Transitions != transitions) {
				t.Errorf("%s: pinned %d states, %d transitions; obvious %d, %d", c.Name, states, transitions, r.States, r.Transitions)
			}
		}
	}
	if compared < 40 {
		t.Errorf("only %d runs were compared", compared)
	}
}

// TestStructuresOfRuns: a structure is what its algorithm needs, or the flags say
// that it is not, since the command refuses it otherwise.
func TestStructuresOfRuns(t *testing.T) {
	for _, e := range Entries() {
		for _, c := range e.Cases {
			if !c.Explored() {
				continue
			}
			w, err := protocols.All().Open(*c.Instance, entry.ReadStructure)
			if err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
			broken, unread, err := check.Structure(t.Context(), w)
			if allowed := w.Instance.Quorums.AllowBroken; err != nil || unread != "" || (broken != nil) != allowed {
				t.Errorf("%s: the structure is broken: %v, which the flags allow: %v, %v %s", c.Name, broken, allowed, err, unread)
			}
		}
	}
}

// TestInstancesAreWrittenAsTheyAreRead: what an instance is written as is read as
// the same, for the cases of all entries, and for what their models say in full.
func TestInstancesAreWrittenAsTheyAreRead(t *testing.T) {
	all := protocols.All()
	for _, e := range Entries() {
		for _, c := range e.Cases {
			if !c.Explored() {
				continue
			}
			again, err := all.Parse(all.Format(*c.Instance))
			if diff := cmp.Diff(*c.Instance, again); err != nil || diff != "" {
				t.Errorf("%s: %v\n%s", c.Name, err, diff)
			}
			m, err := all.Open(*c.Instance, entry.ReadStructure)
			if err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
			full := m.Instance
			structure := full.Quorums.Structure
			if again, err = all.Parse(all.Format(full)); err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
			m, err = all.Open(again, func(string) (*setsys.Structure, error) { return structure, nil })
			if err != nil {
				t.Fatalf("%s: %s: %v", c.Name, all.Format(full), err)
			}
			m.Instance.Quorums.File = full.Quorums.File
			if !reflect.DeepEqual(m.Instance, full) {
				t.Errorf("%s: %s: %+v, want %+v", c.Name, all.Format(full), m.Instance, full)
			}
		}
	}
}
