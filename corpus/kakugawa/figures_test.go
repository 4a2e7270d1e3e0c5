package kakugawa

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore/simulate"
	"qcheck/protocols"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// A mean is what testdata/kakugawa.figures has of one algorithm for one p.
type mean struct{ mu, err, others, entries float64 }

// A point is a line of testdata/kakugawa.figures.
type point struct {
	figure, k, n      int
	p                 float64
	kakugawa, raymond mean
}

func (m mean) String() string {
	return fmt.Sprintf("%.2f %.2f %.2f %.2f", m.mu, m.err, m.others, m.entries)
}

// figures reads the averages for the figures of the thesis, by figure from 0.
func figures(t *testing.T) (by [5][]point) {
	t.Helper()
	data, err := files.ReadFile("testdata/kakugawa.figures")
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(string(data), "\nfigure ")
	_, lines, _ = strings.Cut(lines, "\n")
	for line := range strings.Lines(lines) {
		var x point
		k, r := &x.kakugawa, &x.raymond
		if _, err := fmt.Sscan(line, &x.figure, &x.k, &x.n, &x.p, &k.mu, &k.err, &k.others, &k.entries, &r.mu, &r.err, &r.others, &r.entries); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		by[x.figure-1] = append(by[x.figure-1], x)
	}
	return by
}

// The averages for the figures of the thesis, simulated again.
func TestFigures(t *testing.T) {
	if !slow.Tests() {
		t.Skip("takes a minute; QCHECK_LONG=1 runs it")
	}
	for _, figure := range figures(t) {
		for i, of := range []string{"kakugawa", "raymond"} {
			in := instance.Instance{Algorithm: of, N: figure[0].n}.With(instance.K, fmt.Sprint(figure[0].k))
			m, err := protocols.All().Open(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range figure {
				var runs []*simulate.Run
				for run := range 5 {
					r, err := m.Simulate(t.Context(), simulate.Options{P: x.p, Units: 500, Stay: 1, Seed: 1, Stream: uint64(run)})
					if err != nil {
						t.Fatal(err)
					}
					runs = append(runs, r)
				}
				a := simulate.Average(runs)
				found := mean{*a.PerEntry, *a.Error, *a.Others, float64(a.Entries) / float64(a.Units)}
				if want := []mean{x.kakugawa, x.raymond}[i]; found.String() != want.String() {
					t.Errorf("figure %d, p = %v, %s: %s, pinned %s", x.figure, x.p, of, found, want)
				}
			}
		}
	}
}

// What the ledger says of these averages, beside what the thesis says of its
// figures in section 4.5.
func TestRemarksOnFigures(t *testing.T) {
	all := figures(t)
	last := len(all[0]) - 1
	var fewerUpTo []string
	for _, figure := range all {
		upTo := "no p"
		for _, x := range figure {
			if x.kakugawa.mu >= x.raymond.mu {
				break
			}
			upTo = fmt.Sprint(x.p)
		}
		fewerUpTo = append(fewerUpTo, upTo)
		n := float64(figure[0].n)
		first, before, end := figure[0].kakugawa.mu, figure[last-1].kakugawa.mu, figure[last].kakugawa.mu
		if end <= 1.5*first || end >= 1.02*before || end <= 0.98*before || end <= 3.95*n || end >= 4.05*n {
			t.Errorf("n = %v: %v, %v, %v are not rising, and level at 4n", n, first, before, end)
		}
		if x := figure[last]; x.kakugawa.entries > 1.01 || x.raymond.entries != float64(x.k) {
			t.Errorf("n = %v: at p = 1 there are %v and %v entries in a unit", n, x.kakugawa.entries, x.raymond.entries)
		}
	}
	if diff := cmp.Diff([]string{"0.1", "0.05", "0.05", "0.1", "0.2"}, fewerUpTo); diff != "" {
		t.Errorf("fewer than raymond up to (-want +found):\n%s", diff)
	}
	for p := range all[0] {
		if five, eight, eleven := all[0][p].kakugawa.mu, all[1][p].kakugawa.mu, all[2][p].kakugawa.mu; five >= eight || eight >= eleven {
			t.Errorf("p = %v: %v, %v, %v do not grow with n", all[0][p].p, five, eight, eleven)
		}
	}
	// With two standard errors, those for k = 4 are not fewer than those for k = 2.
	if two, four := all[0][0].kakugawa, all[4][0].kakugawa; two.mu != 6.04 || four.mu != 6.28 {
		t.Errorf("at p = %v: %v for k = 2, %v for k = 4", all[0][0].p, two, four)
	}
}
