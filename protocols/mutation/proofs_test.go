package mutation

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/protocols"
	registry "qcheck/protocols/instance"
	"qcheck/protocols/mutation/mutant"
	"qcheck/setsys/slow"
)

// Local views against faults: what a search finds to be violated, with a fault, must not be
// proved with it.

// composed are the packages whose protocols are composed of roles, with the names of their
// algorithms.
var composed = []struct{ name, algorithm string }{
	{"maekawa", "maekawa"}, {"kakugawa", "kakugawa"}, {"manabetajima", "manabe-tajima"}, {"baldoni", "baldoni"},
}

// A confrontation is what becomes of the proofs with a fault.
type confrontation struct {
	ID                int
	Violated, Refused int // properties that a search finds to be violated; those of protocols that are refused
	Wrong             []string
}

// envProofs asks the program that has the rewritten packages in it for confrontations.
const envProofs = "QCHECK_MUTATION_PROOFS"

// models returns small instances of an algorithm: the default variant on all structures with
// at most three nodes, the others on the first few, or on the third.
func models(algorithm string) (all []*registry.Model) {
	a, _ := protocols.All().Lookup(algorithm)
	ins := []registry.Instance{{N: 1}, {N: 2}, {N: 3}}
	files, _ := filepath.Glob("../../corpus/testdata/*.json")
	for _, file := range files {
		ins = append(ins, registry.Instance{Quorums: registry.Quorums{File: file, AllowBroken: true}})
	}
	for _, v := range a.Variants {
		few := 0
		for _, in := range ins {
			in.Variant = v.Name
			m, err := a.Open(in, registry.Files(context.Background()))
			if few++; few != 3 && v.Name != a.Default && !slow.Tests() {
				continue
			}
			if err != nil || m.Processes() > 3 || few > 4 && v.Name != a.Default {
				continue
			}
			if m.Composed() {
				all = append(all, m)
			}
		}
	}
	return all
}

// confront searches the models with a fault, and lets views prove what is violated.
func confront(id int, all []*registry.Model) confrontation {
	mutant.Set(id)
	defer mutant.Set(0)
	c := confrontation{ID: id}
	for i, m := range all {
		var violated []explore.Property
		for _, o := range []explore.Options{{Queued: i%2 == 0}, {Requests: registry.Each(m.Processes(), 2), Queued: i%2 == 1}, {Requests: registry.Each(m.Processes(), explore.Unbounded)}} {
			o.Check, o.MaxStates = views.Properties(), 1000
			if slow.Tests() {
				o.MaxStates = 1500
			}
			r, err := explore.Run(context.Background(), m.Model, o)
			if err != nil {
				continue // a handler panics, or there are none but integer clocks
			}
			for _, p := range r.Properties {
				if p.Verdict == verdict.Violated && !slices.Contains(violated, p.Property) {
					violated = append(violated, p.Property)
				}
			}
		}
		if len(violated) == 0 {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		proof := m.Prover().Prove(ctx, views.Limits{Views: 2000})
		cancel()
		for _, p := range violated {
			c.Violated++
			if proof.Refused != "" {
				c.Refused++
			}
			if proof.Proved(p) {
				c.Wrong = append(c.Wrong, fmt.Sprintf("%s: %s", protocols.All().Format(m.Instance), p))
			}
		}
	}
	return c
}

// confrontAll writes a line for each fault.
func confrontAll(algorithm string, ids []string) error {
	out := json.NewEncoder(os.Stdout)
	all := models(algorithm)
	for _, text := range ids {
		id, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		watch := time.AfterFunc(patience, func() { os.Exit(hangs) })
		c := confront(id, all)
		watch.Stop()
		if err := out.Encode(c); err != nil {
			return err
		}
	}
	return nil
}

// TestProofsOfFaults seeds faults in the protocols that are composed of roles: what a search
// finds to be violated with one is not proved. Without QCHECK_LONG it seeds one fault in
// forty, in one of them.
func TestProofsOfFaults(t *testing.T) {
	long := slow.Tests()
	for i, s := range composed {
		if i > 0 && !long {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			var w *workshop
			var program string
			if long {
				w = open(t, subjectOf(s.name))
				program = w.build(t, "qcheck/protocols/mutation")
			} else {
				w, program = fewOf(t, s.name)
			}
			var ids []int
			for i, m := range w.schema.Mutants {
				if long || i%40 == 0 {
					ids = append(ids, m.ID)
				}
			}
			violated, refused, ended, faults := 0, 0, 0, 0
			for at := 0; at < len(ids); {
				cmd := exec.Command(program)
				cmd.Env = append(os.Environ(), envSubject+"="+s.algorithm, envProofs+"=1", envMutants+"="+strings.Trim(fmt.Sprint(ids[at:]), "[]"), "GOMEMLIMIT=2GiB", "GOGC=400")
				cmd.Stderr = os.Stderr
				out, _ := cmd.Output() // a fault may end the program
				for lines := json.NewDecoder(strings.NewReader(string(out))); lines.More(); at++ {
					var c confrontation
					if err := lines.Decode(&c); err != nil {
						t.Fatal(err)
					}
					violated += c.Violated
					refused += c.Refused
					if c.Violated > 0 {
						faults++
					}
					for _, wrong := range c.Wrong {
						t.Errorf("fault %s is proved not to be one: %s", w.schema.Mutants[c.ID-1].Place, wrong)
					}
				}
				if at < len(ids) {
					ended++
					at++
				}
			}
			t.Logf("%d faults, of which %d are seen; %d violated verdicts, of which %d are of protocols that are refused; %d faults that do not come back", len(ids), faults, violated, refused, ended)
			if faults < max(len(ids)/8, 1) || ended > len(ids)/8 {
				t.Errorf("of %d faults, %d are seen, and %d do not come back", len(ids), faults, ended)
			}
		})
	}
}
