package corpus

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/corpus/entry"
)

// The tests in this file derive by arithmetic, from the parameters alone, where
// a grid must fail, and compare that with what is pinned.

// pinsOf returns the witnesses pinned in an entry, by case and question.
func pinsOf(t *testing.T, name string) map[string]string {
	t.Helper()
	entries, err := Select(Entries(), name)
	if err != nil {
		t.Fatal(err)
	}
	pins := map[string]string{}
	for _, e := range entries {
		for _, c := range e.Cases {
			for _, q := range c.Ask {
				pins[c.Name+" | "+q.Name] = q.Witness
			}
		}
	}
	return pins
}

func sees(t *testing.T, pins map[string]string, key string, broken bool) {
	t.Helper()
	witness, ok := pins[key]
	if !ok {
		t.Errorf("%s is not asked", key)
	} else if (witness != "") != broken {
		t.Errorf("%s: pinned %q, broken by arithmetic: %t", key, witness, broken)
	}
}

// Of all sets of w of n nodes, k-1 leave another exactly when kw <= n, and k+1
// are never disjoint when (k+1)w > n.
func TestKMajorityByArithmetic(t *testing.T) {
	inside, outside := pinsOf(t, "kakugawa/k-majority"), pinsOf(t, "kakugawa/k-majority-outside")
	for n := 1; n <= 16; n++ {
		for k := 1; k <= 16; k++ {
			pins := outside
			if k*k <= n {
				pins = inside
			}
			w := (n + 1 + k) / (k + 1)
			key := params("n", n, "k", k) + " | "
			sees(t, pins, key+"intersection", (k+1)*w <= n)
			sees(t, pins, key+"non-intersection", k > 1 && k*w > n)
			sees(t, pins, key+"strong-non-intersection", k > 1 && k*w > n)
			sees(t, pins, key+"minimality", false)
			sees(t, pins, key+"nonempty", w == 0)
		}
	}
}

// Sets of the given sizes can be without a common node exactly when what they
// lack adds up to all nodes.
func TestUniformArbitersByArithmetic(t *testing.T) {
	one, units := pinsOf(t, "manabe-tajima/uniform-k-arbiter"), pinsOf(t, "manabe-tajima/uniform-hk-arbiter")
	for n := 1; n <= 16; n++ {
		for k := 1; k <= 16; k++ {
			sees(t, one, params("n", n, "k", k)+" | intersection", (k+1)*(n-(k*n/(k+1)+1)) >= n)
		}
		for k := 1; k <= 8; k++ {
			broken := false
			for bag := range entry.Bags(k, k+1) {
				units, lack := 0, 0
				for _, h := range bag {
					units += h
				}
				if units > k && units-bag[0] <= k { // the pattern is critical: no request is too many
					for _, h := range bag {
						lack += n - (k*n/(k+h) + 1)
					}
					broken = broken || lack >= n
				}
			}
			sees(t, units, params("n", n, "k", k)+" | intersection", broken)
		}
	}
}

// A quorum takes f+1 rows in turn. H of them that are disjoint leave gaps of
// rows between them; none takes another quorum when all gaps are at most f.
func TestTorusByArithmetic(t *testing.T) {
	in, out := pinsOf(t, "jiang/torus"), pinsOf(t, "jiang/torus-outside")
	inWR, outWR := pinsOf(t, "jiang/torus-wr"), pinsOf(t, "jiang/torus-wr-outside")
	check := func(rows, columns, k int) {
		side := rows/(k+1) < rows/k
		f := rows / (k + 1)
		fewest := 0 // of the quorums, fewer than k, that leave none
		for h := k - 1; h >= 1; h-- {
			if h*(f+1) <= rows && rows <= h*(2*f+1) {
				fewest = h
			}
		}
		if !side && fewest == 0 {
			t.Errorf("rows=%d k=%d: good without the side condition", rows, k)
		}
		// The rule of the entry's reason.
		good := side && (k < 3 || k == 3 && rows == 4*f+3 || rows == k)
		if good != (fewest == 0) {
			t.Errorf("rows=%d k=%d: the rule in words says %t", rows, k, good)
		}
		key := params("rows", rows, "columns", columns, "k", k) + " | "
		pins, pinsWR := out, outWR
		if side {
			pins, pinsWR = in, inWR
		}
		sees(t, pins, key+"non-intersection", fewest > 0)
		sees(t, pinsWR, key+"write-non-intersection", fewest > 0)
		sees(t, pins, key+"k-disjoint-quorums", k*(f+1) > rows)
		sees(t, pins, key+"intersection", (k+1)*(f+1) <= rows)
		if n := len(strings.Fields(pins[key+"non-intersection"])); n != fewest {
			t.Errorf("%s: %d quorums are pinned, %d are enough", key, n, fewest)
		}
	}
	for rows := 1; rows <= 16; rows++ {
		for columns := 1; rows*columns <= 16; columns++ {
			for k := 1; k <= rows+1; k++ {
				check(rows, columns, k)
			}
		}
	}
}

func TestReplacedQuorumByArithmetic(t *testing.T) {
	pins := pinsOf(t, "kakugawa/replaced-quorum")
	for n := 1; n <= 16; n++ {
		for k := 1; k <= n; k++ {
			if (n+1)%(k+1) == 0 {
				sees(t, pins, params("n", n, "k", k)+" | nonempty", n == k)
			}
		}
	}
}

// The quorums of a hierarchy are disjoint somewhere exactly when some level lets
// two groups of members be disjoint; quorums of one size never contain another.
func TestHierarchyByArithmetic(t *testing.T) {
	for key, witness := range pinsOf(t, "field/hierarchy") {
		name, question, _ := strings.Cut(key, " | ")
		widths, thresholds, ok := strings.Cut(strings.TrimPrefix(name, "widths="), " thresholds=")
		if !ok {
			t.Fatal(name)
		}
		ws, ts := numbers(t, widths), numbers(t, thresholds)
		broken := false
		for i := range ws {
			broken = broken || 2*ts[i] <= ws[i]
		}
		if want := broken && question == "intersection"; (witness != "") != want {
			t.Errorf("%s: pinned %q", key, witness)
		}
	}
}

func TestCrumblingWallsByArithmetic(t *testing.T) {
	pins := pinsOf(t, "field/crumbling-wall")
	seen := 0
	for name := range pins {
		list, ok := strings.CutSuffix(name, " | intersection")
		if !ok {
			continue
		}
		seen++
		widths := numbers(t, strings.TrimPrefix(list, "widths="))
		narrow := slices.Contains(widths[1:], 1)
		sees(t, pins, list+" | intersection", false)
		sees(t, pins, list+" | minimality", narrow)
		sees(t, pins, list+" | nondomination", narrow || widths[0] > 1)
	}
	if seen != 127 { // lists of positive numbers with a sum of 1 to 7
		t.Errorf("%d walls", seen)
	}
}

func TestSafetyTheoremsByArithmetic(t *testing.T) {
	units, resources := pinsOf(t, "manabe-tajima/theorem-1"), pinsOf(t, "baldoni/theorem-1")
	for n := 1; n <= 3; n++ {
		for k := 1; k <= 3; k++ {
			key := params("n", n, "k", k)
			sees(t, units, key+" | sufficient", false)
			sees(t, units, key+" | necessary", 1 < n && n <= k)
			key = params("N", n, "M", k)
			sees(t, resources, key+" | sufficient", 1 < n && n <= k)
			sees(t, resources, key+" | necessary", false)
		}
	}
}

func numbers(t *testing.T, list string) []int {
	t.Helper()
	var all []int
	for _, part := range strings.Split(list, ",") {
		x := 0
		for _, digit := range part {
			if digit < '0' || digit > '9' {
				t.Fatalf("%q is no number", part)
			}
			x = 10*x + int(digit-'0')
		}
		all = append(all, x)
	}
	return all
}

// TestFindings lists the claims on structures that are refuted, so that none
// comes or goes unnoticed. Those on algorithms are in docs/claims.md.
func TestFindings(t *testing.T) {
	want := []string{
		"kakugawa/weighted-voting",
		"kakugawa/k-coterie-in-words",
		"kakugawa/definition-1-indices",
		"kakugawa/example-c4-printed",
		"kakugawa/r-contraction-literally",
		"kakugawa/replaced-quorum",
		"kakugawa/messages-no-retry",
		"kakugawa/majority-most-available",
		"kakugawa/theorem-6",
		"kakugawa/theorem-6-proof",
		"kakugawa/table-2",
		"kakugawa/table-3",
		"kakugawa/majority-against-one-node",
		"kakugawa/fewer-than-raymond",
		"kakugawa/figures",
		"kamei-kakugawa/majority-even-printed",
		"kamei-kakugawa/waiting-time",
		"manabe-tajima/grid-minimum",
		"manabe-tajima/theorem-1-special-case",
		"manabe-tajima/theorem-1",
		"manabe-tajima/uniform-better",
		"manabe-tajima/uniform-optimal",
		"manabe-tajima/cube-two-units",
		"manabe-tajima/cube-kk-size",
		"manabe-tajima/cube-kk-exponent",
		"jiang/torus",
		"jiang/torus-wr",
		"jiang/torus-wr-literally",
		"jiang/torus-wr-outside",
		"jiang/torus-sizes",
		"jiang/message-sum",
		"jiang/messages",
		"jiang/delays-most",
		"baldoni/fewest-members",
		"baldoni/hyperplane-count",
		"baldoni/hyperplanes-dummies",
		"baldoni/conflict-detection",
		"baldoni/theorem-1",
		"baldoni/symmetric-sets",
		"baldoni/singhal",
		"baldoni/local-recovery-weaker",
		"baldoni/full-sets",
		"baldoni/local-recovery-satisfiable",
		"baldoni/messages-most",
		"baldoni/local-recovery-messages",
		"kakugawa/printed-swept",
		"jiang/printed-swept",
		"baldoni/printed-swept",
	}
	var got []string
	for _, r := range entry.Pinned(Entries()) {
		if r.Refuted() && !r.Entry.Cases[0].Explored() {
			got = append(got, r.Entry.Name)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// params is the name of a case with these names and values.
func params(pairs ...any) string {
	var words []string
	for i := 0; i+1 < len(pairs); i += 2 {
		words = append(words, fmt.Sprintf("%s=%d", pairs[i], pairs[i+1]))
	}
	return strings.Join(words, " ")
}
