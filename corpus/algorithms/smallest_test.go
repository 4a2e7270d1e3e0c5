package algorithms

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"

	godiff "github.com/google/go-cmp/cmp"

	"qcheck/corpus/entry"
	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/protocols/check"
	"qcheck/protocols/sweep"
)

// smallest has, for each property that a printed algorithm violates in the ranges of
// its sweep, the smallest instance that does: of those with the fewest processes those
// with the fewest requests, of these one with a shortest run. All smaller ones of the
// ranges are searched, and hold. Runs of messages to oneself in the step come first.
var smallest = map[string]map[string]string{
	"baldoni, in a channel": {
		"safety":       `6 steps: --algorithm baldoni --variant printed --n 2 --units 1,2 --m 2 --structure '{"kind":"request-sets","m":2,"universe":2,"requestSets":{"1":[1],"2":[2]}}' --requests 1,1 --self-messages queued`,
		"well-defined": `6 steps: --algorithm baldoni --variant printed --n 2 --units 1,1 --m 2 --structure '{"kind":"request-sets","m":2,"universe":2,"requestSets":{"1":[1],"2":[1,2]}}' --requests 1,1 --self-messages queued`,
	},
	"baldoni, in the step": {
		"deadlock-freedom": `7 steps: --algorithm baldoni --variant printed --n 3 --units 1,1,1 --m 2 --structure '{"kind":"request-sets","m":2,"universe":3,"requestSets":{"1":[1,2],"2":[1,2],"3":[1,2,3]}}' --requests 1,1,1`,
		"safety":           `2 steps: --algorithm baldoni --variant printed --n 2 --units 1,2 --m 2 --structure '{"kind":"request-sets","m":2,"universe":2,"requestSets":{"1":[1],"2":[2]}}' --requests 1,1`,
	},
	"jiang, in a channel": {
		"deadlock-freedom": `13 steps: --algorithm jiang --variant printed --n 2 --k 1 --structure '{"kind":"k-wr-coterie","k":1,"universe":2,"write":[[1]],"read":[[1]]}' --requests 1,1 --self-messages queued`,
		"k-progressing":    `8 steps: --algorithm jiang --variant printed --n 2 --k 2 --structure '{"kind":"k-wr-coterie","k":2,"universe":2,"write":[[1],[2]],"read":[[1,2]]}' --requests 1,1 --self-messages queued`,
	},
	"jiang, in the step": {
		"deadlock-freedom": `7 steps: --algorithm jiang --variant printed --n 2 --k 2 --structure '{"kind":"k-wr-coterie","k":2,"universe":2,"write":[[1],[2]],"read":[[1,2]]}' --requests 1,1`,
		"k-progressing":    `5 steps: --algorithm jiang --variant printed --n 2 --k 2 --structure '{"kind":"k-wr-coterie","k":2,"universe":2,"write":[[1],[2]],"read":[[1,2]]}' --requests 1,1`,
		"safety":           `16 steps: --algorithm jiang --variant printed --n 2 --k 1 --structure '{"kind":"k-wr-coterie","k":1,"universe":2,"write":[[1]],"read":[[1]]}' --requests 1,2`,
	},
	"kakugawa, in a channel": {
		"deadlock-freedom": `29 steps: --algorithm kakugawa --variant printed --n 2 --k 1 --structure '{"kind":"k-coterie","k":1,"universe":2,"quorums":[[1,2]]}' --requests 2,2 --self-messages queued`,
		"safety":           `13 steps: --algorithm kakugawa --variant printed --n 2 --k 1 --structure '{"kind":"k-coterie","k":1,"universe":2,"quorums":[[1]]}' --requests 1,2 --self-messages queued`,
		"well-defined":     `12 steps: --algorithm kakugawa --variant printed --n 2 --k 2 --structure '{"kind":"k-coterie","k":2,"universe":2,"quorums":[[1],[2]]}' --requests 1,1 --self-messages queued`,
	},
	"kakugawa, in the step": {
		"safety":       `11 steps: --algorithm kakugawa --variant printed --n 3 --k 1 --structure '{"kind":"k-coterie","k":1,"universe":3,"quorums":[[1]]}' --quorum-choice fixed --requests 1`,
		"well-defined": `9 steps: --algorithm kakugawa --variant printed --n 2 --k 2 --structure '{"kind":"k-coterie","k":2,"universe":2,"quorums":[[1],[2]]}' --requests 1,1`,
	},
}

// TestSmallestInstances looks for smaller instances than those that are pinned, which
// the findings list.
func TestSmallestInstances(t *testing.T) {
	got := map[string]map[string]string{}
	for _, e := range Entries() {
		name, ok := strings.CutSuffix(e.Name, "/printed-swept")
		if !ok {
			continue
		}
		for _, way := range []string{"in the step", "in a channel"} {
			found := smallestOf(t, e, way == "in a channel")
			for property, instance := range found {
				if got[name+", "+way] == nil {
					got[name+", "+way] = map[string]string{}
				}
				got[name+", "+way][property] = instance
			}
		}
	}
	if diff := godiff.Diff(smallest, got); diff != "" {
		t.Error(diff)
	}
	findings, err := os.ReadFile("../../docs/findings.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, properties := range smallest {
		algorithm, way, _ := strings.Cut(name, ", ")
		for property, instance := range properties {
			steps, flags, _ := strings.Cut(instance, " steps: ")
			row := fmt.Sprintf("| %s, %s | %s | `%s` | %s |\n", algorithm, property, way, flags, steps)
			if !strings.Contains(string(findings), row) {
				t.Errorf("the findings have no row %s", row)
			}
		}
	}
}

// smallestOf searches the instances of an entry with messages to oneself in one way.
func smallestOf(t *testing.T, e *entry.Entry, queued bool) map[string]string {
	type size struct{ n, requests, steps int }
	least, which := map[string]size{}, map[string]string{}
	for _, c := range e.Cases {
		g, err := sweep.Parse(protocols.All(), e.Name, []byte(c.Name))
		if err != nil {
			t.Fatal(err)
		}
		for it, err := range g.All(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if it.Instance.Queued != queued {
				continue
			}
			r, err := g.Check(t.Context(), it, "test", check.Options{MaxStates: entry.SweptStates}, entry.ReadStructure)
			if err != nil {
				t.Fatal(err)
			}
			s := size{n: it.Instance.N}
			for p := range s.n {
				s.requests += it.Instance.Requests[min(p, len(it.Instance.Requests)-1)] // one for all, or a list
			}
			for _, a := range r.Properties {
				if a.Verdict != verdict.Violated {
					continue
				}
				s.steps = a.Length
				old, known := least[a.Name]
				if !known || cmp.Or(cmp.Compare(s.n, old.n), cmp.Compare(s.requests, old.requests), cmp.Compare(s.steps, old.steps)) < 0 {
					least[a.Name] = s
					which[a.Name] = entry.Count(s.steps, "step") + ": " + it.Flags
				}
			}
		}
	}
	return which
}
