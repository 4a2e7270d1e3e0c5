package protocols

import (
	"context"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// TestProofs searches what local views prove, on small structures and in every variant of
// every algorithm that is composed of roles: nothing that is proved is violated. A proof is
// about any number of requests, so every search of the instance must agree. Unless QCHECK_LONG
// is set, each variant has a quarter of what has no file and an eighth of the files, and each of these
// two searches of twelve.
func TestProofs(t *testing.T) {
	limits := views.Limits{Views: 1200}
	states, nodes := int64(1000), 3
	if slow.Tests() {
		limits.Views, states, nodes = 10_000, 10_000, 4
	}
	files, err := filepath.Glob("../corpus/testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no structures: ", err)
	}
	for _, a := range All() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			composed := false
			count := map[string]int{}
			var all []instance.Instance
			for _, in := range a.Small {
				in.Requests = nil
				all = append(all, in)
			}
			for n := 1; n <= nodes; n++ {
				for k := 1; k <= min(n, 2); k++ {
					for _, choice := range []string{"", instance.Fixed} {
						in := instance.Instance{N: n, Quorums: instance.Quorums{Choice: choice}}
						if _, ok := a.Param(instance.K); ok {
							in = in.With(instance.K, strconv.Itoa(k))
						} else if k > 1 {
							continue
						}
						all = append(all, in)
					}
				}
			}
			plain := len(all)
			for _, file := range files {
				for _, choice := range []string{"", instance.Fixed} {
					all = append(all, instance.Instance{Quorums: instance.Quorums{File: file, Choice: choice, AllowBroken: true}})
				}
			}
			for i, in := range all {
				for j, v := range a.Variants {
					if part := 4; !slow.Tests() {
						if i >= plain {
							part = 8
						}
						if (i+j)%part != 0 {
							continue
						}
					}
					in.Variant = v.Name
					m, err := a.Open(in, instance.Files(t.Context()))
					if err != nil || m.Processes() > nodes {
						continue // no structure of the algorithm
					}
					if !m.Composed() {
						break
					}
					composed = true
					searchProofs(t, m, limits, states, count)
				}
			}
			if !composed {
				return
			}
			t.Log(count)
			for _, p := range []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom} {
				if count["proofs of "+string(p)] == 0 {
					t.Errorf("%s is proved of no instance", p)
				}
			}
		})
	}
}

// searchProofs compares what is proved of a model with searches.
func searchProofs(t *testing.T, m *instance.Model, limits views.Limits, states int64, count map[string]int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	proof := m.Prover().Prove(ctx, limits)
	count["instances"]++
	switch {
	case proof.Refused != "":
		count["refused"]++
	case proof.Stopped != "":
		count["stopped"]++
	}
	var proved []explore.Property
	for _, p := range views.Properties() {
		if proof.Proved(p) {
			proved = append(proved, p)
			count["proofs of "+string(p)]++
		}
	}
	if len(proved) == 0 {
		return
	}
	n := m.Processes()
	for i := range 12 {
		if !slow.Tests() && i%6 != count["instances"]%6 {
			continue
		}
		o := explore.Options{
			Requests: instance.Each(n, []int{1, 2, explore.Unbounded}[i%3]), Clock: []explore.ClockMode{explore.Causal, explore.Integer}[i/3%2], Queued: i >= 6,
			Check: proved, MaxStates: states,
		}
		r, err := explore.Run(t.Context(), m.Model, o)
		if err != nil {
			count["not searched"]++
			continue // its clocks are integers only
		}
		count["searches"]++
		for _, x := range r.Properties {
			if x.Verdict == verdict.Violated {
				t.Errorf("%s, %+v: %s is proved, and violated: %s", All().Format(m.Instance), o, x.Property, x.Detail)
			}
		}
	}
}
