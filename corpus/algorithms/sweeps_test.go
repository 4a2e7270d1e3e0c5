package algorithms

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	godiff "github.com/google/go-cmp/cmp"

	"qcheck/corpus/entry"
	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/protocols/check"
	"qcheck/protocols/sweep"
	"qcheck/setsys/phrase"
	"qcheck/setsys/slow"
)

// smallest has, for each property that a printed algorithm violates in the ranges of
// its sweep, the smallest instance that does: of those with the fewest processes those
// with the fewest requests, of these the first with a shortest run. With QCHECK_LONG, all
// smaller ones of the ranges are searched, and hold. Runs of messages to oneself in the step come first.
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

// sweptStates is after how many states a sweep ends without QCHECK_LONG; a smaller one is
// whole.
const sweptStates = 3_500

// TestSweeps searches instances of the sweeps, each once, and compares with what is pinned,
// and with the smallest instances, which the findings list. What is pinned of a sweep that
// ends early bounds what is found in its part.
func TestSweeps(t *testing.T) {
	got := map[string]map[string]string{}
	sweeps, part := 0, 0
	for _, e := range Entries() {
		least := map[string]swept{}
		for _, c := range e.Cases {
			if c.Swept == "" || c.Long && !slow.Tests() {
				continue
			}
			s := search(t, e, c)
			if want := phrase.Count(s.instances, "instance"); want != c.Swept {
				t.Errorf("%s: %s, pinned %s", c.Name, want, c.Swept)
			}
			for _, q := range c.Ask {
				if q.Name != entry.CountsQuestion {
					s.compare(t, c, q)
				}
			}
			if sweeps++; len(s.results) < s.instances {
				part++
			}
			for _, r := range s.results {
				r.note(e, least)
			}
		}
		if name, ok := strings.CutSuffix(e.Name, "/printed-swept"); ok {
			for key, r := range least {
				way, property, _ := strings.Cut(key, ": ")
				if got[name+", "+way] == nil {
					got[name+", "+way] = map[string]string{}
				}
				got[name+", "+way][property] = phrase.Count(r.steps, "step") + ": " + r.item.Flags
			}
		}
	}
	if diff := godiff.Diff(smallest, got); diff != "" {
		t.Error(diff)
	}
	if sweeps < 30 || slow.Tests() && part > 0 {
		t.Errorf("%d sweeps, of which %d in part", sweeps, part)
	}
	t.Logf("%d sweeps, of which %d in part", sweeps, part)
}

// TestSmallestAreFindings: the findings list the smallest instances.
func TestSmallestAreFindings(t *testing.T) {
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

// A swept is what was found of an instance of a sweep, and the run that violates a property.
type swept struct {
	item  sweep.Item
	found *sweep.Result
	steps int
}

// requests returns how many requests there are together.
func (s swept) requests() (sum int) {
	for p := range s.item.Instance.N {
		sum += s.item.Instance.Requests[min(p, len(s.item.Instance.Requests)-1)] // one for all, or a list
	}
	return sum
}

// note keeps the instance where it is the smallest that violates a property in its way of
// messages to oneself.
func (s swept) note(e *entry.Entry, least map[string]swept) {
	if !strings.HasSuffix(e.Name, "/printed-swept") {
		return
	}
	way := "in the step: "
	if s.item.Instance.Queued {
		way = "in a channel: "
	}
	for _, a := range s.found.Properties {
		if a.Verdict != verdict.Violated {
			continue
		}
		s.steps = a.Length
		old, known := least[way+a.Name]
		if !known || cmp.Or(cmp.Compare(s.item.Instance.N, old.item.Instance.N), cmp.Compare(s.requests(), old.requests()), cmp.Compare(s.steps, old.steps)) < 0 {
			least[way+a.Name] = s
		}
	}
}

// A searched sweep has the results of its instances, or of some, in their order.
type searched struct {
	instances int
	results   []swept
}

// search searches the instances of a sweep: first those that are pinned, then others from
// all over the range, up to sweptStates, and until each question has an answer.
func search(t *testing.T, e *entry.Entry, c entry.Case) searched {
	g, err := sweep.Parse(protocols.All(), e.Name, []byte(c.Name))
	if err != nil {
		t.Fatal(err)
	}
	flags, numbers := map[string]bool{}, map[int]bool{}
	for _, properties := range smallest {
		for _, instance := range properties {
			_, text, _ := strings.Cut(instance, ": ")
			flags[text] = true
		}
	}
	for _, q := range c.Ask {
		_, number, _ := pinned(q)
		numbers[number] = true
	}
	var items, rest []sweep.Item
	for it, err := range g.All(t.Context()) {
		switch {
		case err != nil:
			t.Fatal(err)
		case flags[it.Flags] || numbers[it.Number] || it.Number == 1: // in the first, mostly, nobody asks
			items = append(items, it)
		default:
			rest = append(rest, it)
		}
	}
	// Instances that take long follow each other.
	const step = 1009 // a prime, so that none comes twice
	pins := len(items)
	for i := range rest {
		items = append(items, rest[i*step%len(rest)])
	}
	s, states := searched{instances: len(items)}, int64(0)
	answered := map[string]bool{entry.CountsQuestion: true}
	for i, it := range items {
		open := slices.ContainsFunc(c.Ask, func(q entry.Question) bool { return !answered[q.Name] })
		if states > sweptStates && i >= pins && !open && !slow.Tests() {
			break
		}
		r, err := g.Check(t.Context(), it, "test", check.Options{MaxStates: entry.SweptStates}, entry.ReadStructure)
		if err != nil {
			t.Fatal(err)
		}
		states += r.States
		for _, p := range r.Properties {
			answered[p.Name] = true
		}
		s.results = append(s.results, swept{item: it, found: r})
	}
	slices.SortFunc(s.results, func(a, b swept) int { return cmp.Compare(a.item.Number, b.item.Number) })
	return s
}

// pinned returns in how many instances a property is violated, and the number and the steps
// of the first with a shortest run.
func pinned(q entry.Question) (violated, number, steps int) {
	fmt.Sscanf(q.Witness, "%d of them, number %d after %d steps", &violated, &number, &steps)
	return violated, number, steps
}

// compare compares the answers to a question with what is pinned.
func (s searched) compare(t *testing.T, c entry.Case, q entry.Question) {
	violated, holds, number, steps := 0, 0, 0, 0
	for _, r := range s.results {
		for _, a := range r.found.Properties {
			switch {
			case a.Name != q.Name:
			case a.Verdict == verdict.Holds:
				holds++
			case a.Verdict == verdict.Unknown:
				t.Errorf("%s: %s is unknown: %s", c.Name, q.Name, r.item.Flags)
			default:
				if violated++; violated == 1 || a.Length < steps {
					number, steps = r.item.Number, a.Length
				}
			}
		}
	}
	wantViolated, wantNumber, wantSteps := pinned(q)
	few := violated < wantViolated && len(s.results) == s.instances
	if few || violated > wantViolated || number != wantNumber || steps != wantSteps || violated+holds == 0 {
		t.Errorf("%s: %s: holds in %d, violated in %d, number %d after %d steps; pinned %s", c.Name, q.Name, holds, violated, number, steps, q.Witness)
	}
}
