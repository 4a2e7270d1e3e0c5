package properties_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// cadicalLimit is the time after which the solver gives up.
const cadicalLimit = 60 * time.Second

// clauses are a formula in conjunctive normal form.
type clauses struct {
	variables int
	list      [][]int
}

func (c *clauses) variable() int {
	c.variables++
	return c.variables
}

func (c *clauses) add(literals ...int) { c.list = append(c.list, literals) }

// atLeast demands that need of the literals are true, by a counter: have[j] is true
// only if j+1 of the literals so far are.
func (c *clauses) atLeast(need int, literals []int) {
	have := make([]int, need)
	for i, x := range literals {
		next := make([]int, need)
		for j := range next {
			next[j] = c.variable()
			switch { // next[j] implies have[j], or x and have[j-1]
			case i == 0 && j > 0:
				c.add(-next[j])
				continue
			case i == 0:
				c.add(-next[j], x)
				continue
			}
			c.add(-next[j], have[j], x)
			if j > 0 {
				c.add(-next[j], have[j], have[j-1])
			}
		}
		have = next
	}
	c.add(have[need-1])
}

// noCommon asks for k+1 quorums of need of n nodes, without a common node if the
// structure is an arbiter, and pairwise disjoint if not.
func noCommon(n, need, k int, arbiter bool) *clauses {
	c := &clauses{}
	sets := make([][]int, k+1)
	for i := range sets {
		for range n {
			sets[i] = append(sets[i], c.variable())
		}
	}
	for _, set := range sets {
		c.atLeast(need, set)
	}
	for v := range n {
		var all []int
		for i, set := range sets {
			all = append(all, -set[v])
			for _, other := range sets[:i] {
				if !arbiter {
					c.add(-set[v], -other[v])
				}
			}
		}
		if arbiter {
			c.add(all...)
		}
	}
	return c
}

func (c *clauses) write(tb testing.TB, file string) {
	f, err := os.Create(file)
	if err != nil {
		tb.Fatal(err)
	}
	w := bufio.NewWriter(f)
	fmt.Fprintf(w, "p cnf %d %d\n", c.variables, len(c.list))
	for _, clause := range c.list {
		for _, literal := range clause {
			fmt.Fprintf(w, "%d ", literal)
		}
		fmt.Fprintln(w, 0)
	}
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		tb.Fatal(err)
	}
}

// solve runs CaDiCaL on the file: whether the formula has a model; unknown is true
// at the limit.
func solve(tb testing.TB, file string, limit time.Duration) (model, unknown bool) {
	err := exec.Command("cadical", "-q", "-n", "-t", fmt.Sprint(int(limit.Seconds())), file).Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return false, true
	case errors.As(err, &exit) && exit.ExitCode() == 10:
		return true, false
	case errors.As(err, &exit) && exit.ExitCode() == 20:
		return false, false
	}
	tb.Fatalf("cadical: %v", err)
	return false, false
}

func needsCadical(tb testing.TB) {
	if _, err := exec.LookPath("cadical"); err != nil {
		tb.Skip("cadical is not installed (Debian package cadical)")
	}
}

// The threshold formula says what qcheck says, on small instances that hold and that
// do not.
func TestCadicalFormula(t *testing.T) {
	needsCadical(t)
	for n := 3; n <= 7; n++ {
		for k := 1; k <= 3; k++ {
			for need := 1; need <= n; need++ {
				for _, kind := range []setsys.Kind{setsys.KCoterie, setsys.KArbiter} {
					file := filepath.Join(t.TempDir(), "x.cnf")
					noCommon(n, need, k, kind == setsys.KArbiter).write(t, file)
					model, unknown := solve(t, file, cadicalLimit)
					s := asFormula(kind, k, n, setsys.AtLeast(need, setsys.OfNodes(upTo(n)...)...))
					r, err := properties.Check(t.Context(), s, []properties.ID{properties.Intersection})
					if err != nil || unknown || model != (r.Verdict == verdict.Violated) {
						t.Fatalf("%s, %d of %d, k = %d: a model: %v, unknown: %v; %v, %v", kind, need, n, k, model, unknown, r, err)
					}
				}
			}
		}
	}
}

func upTo(n int) []int {
	nodes := make([]int, n)
	for v := range nodes {
		nodes[v] = v
	}
	return nodes
}

// BenchmarkCadical times CaDiCaL on the threshold formula of intersection, and
// qcheck on the same structure. Of what the solver gives up, "unknown" is 1.
func BenchmarkCadical(b *testing.B) {
	needsCadical(b)
	for _, c := range []struct {
		name, construction string
		args               map[string]any
		k                  int
	}{
		{"majority-101", "majority", map[string]any{"n": 101}, 1},
		{"uniform-3-arbiter-40", "uniform-k-arbiter", map[string]any{"n": 40, "k": 3}, 3},
		{"uniform-2-arbiter-60", "uniform-k-arbiter", map[string]any{"n": 60, "k": 2}, 2},
	} {
		s, err := construct.Formula(c.construction, c.args, 0)
		if err != nil {
			b.Fatal(err)
		}
		need, nodes := s.Quorums.Formula().Uniform()
		if need == 0 || len(nodes) != s.Universe.Len() {
			b.Fatalf("%s is no threshold of all nodes", c.name)
		}
		file := filepath.Join(b.TempDir(), c.name+".cnf")
		noCommon(len(nodes), need, c.k, s.Kind == setsys.KArbiter).write(b, file)
		b.Run(c.name+"/cadical", func(b *testing.B) {
			gaveUp := 0.0
			for b.Loop() {
				model, unknown := solve(b, file, cadicalLimit)
				if model {
					b.Fatal("a model")
				}
				if unknown {
					gaveUp = 1
				}
			}
			b.ReportMetric(gaveUp, "unknown")
		})
		for variant, t := range map[string]*setsys.Structure{"counting": s, "diagrams": blurred(s)} {
			b.Run(c.name+"/"+variant, func(b *testing.B) {
				for b.Loop() {
					r, err := properties.Check(b.Context(), t, []properties.ID{properties.Intersection})
					if err != nil || r.Verdict != verdict.Holds {
						b.Fatal(r, err)
					}
				}
			})
		}
	}
}
