package thesis

import (
	"fmt"
	"math/bits"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/properties/availability"
	"qcheck/setsys/slow"
)

// tables returns the tables as the corpus has them.
func tables(t *testing.T) []Table {
	t.Helper()
	text, err := os.ReadFile("../kakugawa/testdata/kakugawa.tables")
	if err != nil {
		t.Fatal(err)
	}
	all, err := ReadTables(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A table that cannot be read is refused, with its number and the line.
func TestTablesThatCannotBeRead(t *testing.T) {
	for text, want := range map[string]string{
		"table: one":                                   `table 0: "table: one": strconv.Atoi: parsing "one": invalid syntax`,
		"table: 4\nof: p_u\n1 5 9":                     `table 4: "1 5 9": there are no entries`,
		"table: 4\nof: p_u\n1 five 9 0.5":              `table 4: "1 five 9 0.5": expected integer`,
		"table: 4\nof: what\n1 5 9 0.5":                `table 4: "1 5 9 0.5": there is no table of "what"`,
		"table: 4\nof: availability\nMaj_k four 1 0.5": `table 4: "Maj_k four 1 0.5": expected integer`,
	} {
		if _, err := ReadTables("form\n\n" + text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestTables pins which entries are printed otherwise than computed.
func TestTables(t *testing.T) {
	type finding struct{ Row, Printed, Computed, Exact, Remark string }
	want := map[int][]finding{
		2: {
			// Not slips of the scan: the first repeats a whole entry, and the last
			// two digits of the second are those of a tenth, rounded.
			{"n = 17, k = 5, r = 4", "0.9891304", "0.8461538", "11/13", "the entry for r = 5"},
			{"n = 20, k = 6, r = 2", "0.0099010", "0.0990099", "10/101", "a tenth of what is computed: a nought too many after the point"},
		},
		// Not slips of the scan: each is the availability half a column before.
		3: {
			{"n = 14, k = 4, r = 3, Maj_k, p = 0.6", "0.3373", "0.4859", "2965421097/6103515625", "the availability for p = 0.55"},
			{"n = 14, k = 4, r = 3, Maj_k, p = 0.7", "0.6405", "0.7805", "78051583476937/100000000000000", "the availability for p = 0.65"},
			{"n = 14, k = 4, r = 3, Maj_k, p = 0.8", "0.8883", "0.9561", "5835849728/6103515625", "the availability for p = 0.75"},
			{"n = 14, k = 4, r = 4, Sgl_k, p = 0.8", "0.3164", "0.4096", "256/625", "the availability for p = 0.75"},
			{"n = 14, k = 4, r = 4, Sgl_k, p = 0.9", "0.5220", "0.6561", "6561/10000", "the availability for p = 0.85"},
		},
	}
	got := map[int][]finding{}
	var entries []int
	for _, table := range tables(t) {
		entries = append(entries, len(table.Entries))
		for _, e := range table.Differing() {
			got[table.Number] = append(got[table.Number], finding{e.Row(), e.Printed, e.Computed, e.Exact.RatString(), e.Remark})
		}
		for _, e := range table.Entries {
			if !Defined(e.N, e.K) {
				t.Errorf("table %d, %s: theorems 4 and 6 do not speak of it", table.Number, e.Row())
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries that differ (-want +found):\n%s", diff)
	}
	if diff := cmp.Diff([]int{21, 21, 88}, entries); diff != "" {
		t.Errorf("numbers of entries (-want +found):\n%s", diff)
	}
}

// TestSymmetryOfTable2 shows, without the formula, that the two entries of table
// 2 cannot be right: p_l for r and for k+1-r make 1 everywhere else.
func TestSymmetryOfTable2(t *testing.T) {
	sums := map[string]int{}
	at := map[string]string{}
	entries := tables(t)[1].Entries
	for _, e := range entries {
		at[fmt.Sprint(e.K, e.R)] = e.Printed
	}
	for _, e := range entries {
		var a, b float64
		fmt.Sscan(e.Printed, &a)
		fmt.Sscan(at[fmt.Sprint(e.K, e.K+1-e.R)], &b)
		sums[fmt.Sprintf("%.7f", a+b)]++
	}
	want := map[string]int{"1.0000000": 17, "1.1429766": 2, "0.9108911": 2}
	if diff := cmp.Diff(want, sums); diff != "" {
		t.Errorf("sums of opposite entries (-want +found):\n%s", diff)
	}
}

// A best says where the k-majority is best, for which k+1 divides n+1.
type best struct {
	N, K, R, Coteries, Vectors int
	Majority, Singleton        string
}

func bestOf(all []Comparison) []best {
	var list []best
	for _, c := range all {
		if Defined(c.N, c.K) && c.N > c.K {
			list = append(list, best{c.N, c.K, c.R, c.Coteries, c.Vectors, fmt.Sprint(c.Majority), fmt.Sprint(c.Singleton)})
		}
	}
	return list
}

// TestStudy pins what was found of all k-coteries on up to 5 nodes, or 7.
func TestStudy(t *testing.T) {
	nodes, pairs, undercuts := 5, 6147, 16
	want := []best{
		{3, 1, 1, 11, 5, "[[1/2, 1)]", "[(0, 1/2]]"},
		{5, 1, 1, 2645, 50, "[[1/2, 1)]", "[(0, 1/2]]"},
		{5, 2, 1, 1413, 30, "[[0.3596118, 1)]", "[(0, 0.3596118]]"},
		{5, 2, 2, 1413, 14, "[[3/4, 1)]", "[(0, 1/2]]"},
	}
	cases := map[string]int{"theorem 4": 19, "theorem 5": 5, "theorem 6, W > 1": 4, "theorem 7": 35}
	false6, falseEven := 15, 2
	if slow.Tests() {
		nodes, pairs = 7, 2672697
		want = append(want,
			best{7, 1, 1, 1422564, 43, "[[1/2, 1)]", "[(0, 1/2]]"},
			best{7, 3, 1, 618415, 284, "[[0.2801579, 1)]", "[(0, 0.2801579]]"},
			best{7, 3, 2, 618415, 450, "[[1/2, 1)]", "[(0, 1/2]]"},
			best{7, 3, 3, 618415, 60, "[[9/10, 1)]", "[(0, 1/2]]"},
		)
		cases = map[string]int{"theorem 4": 36, "theorem 5": 8, "theorem 6, W > 1": 8, "theorem 7": 67}
		false6, falseEven = 28, 3
	}
	compared, claims, err := Study(t.Context(), nodes)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, bestOf(compared)); diff != "" {
		t.Errorf("where the k-majority is best (-want +found):\n%s", diff)
	}
	got := map[string]int{}
	for _, c := range claims {
		got[c.Name] = len(c.Not)
		if n, ok := cases[c.Name]; ok {
			var found int
			if _, err := fmt.Sscanf(c.On, "all k-coteries, %d", &found); err != nil || found != n {
				t.Errorf("%s was tried %s, want %d cases", c.Name, c.On, n)
			}
		}
	}
	wantFalse := map[string]int{
		"property 1": 0, "property 1, as printed": 0, "property 2": 0,
		"theorem 4": 0, "corollary 1": 0, "theorem 5": 0, "theorem 6": false6, "theorem 6, W > 1": 0,
		"theorem 6, proof": 0, "theorem 6, proof, last line": 39, "theorem 6, proof, last line reversed": 0, "theorem 7": 0, "section 1, after [4]": falseEven, "section 1, after [4], n odd": 0, "section 1, after [4], tie broken": 0,
	}
	if diff := cmp.Diff(wantFalse, got); diff != "" {
		t.Errorf("where claims are false (-want +found):\n%s", diff)
	}
	for name, text := range map[string]string{
		"property 1":       fmt.Sprintf("all k-coteries on up to %d nodes, all k and r: %d pairs of a k-coterie and an r", min(nodes, 6), pairs),
		"theorem 6, proof": fmt.Sprintf("all (n,k) with n up to 14 where k+1 divides n+1 and W > 1, all r: %d structures", undercuts),
	} {
		for _, c := range claims {
			if c.Name == name && c.On != text {
				t.Errorf("%s was tried on %q, want %q", name, c.On, text)
			}
		}
	}
}

// TestUndercut has the structure of the proof of theorem 6 for the instances of
// table 2, and the least ones.
func TestUndercut(t *testing.T) {
	for _, c := range []struct {
		n, k int
		want string
	}{
		{3, 1, "{{2}}"},
		{5, 2, "{{2},{3,4},{3,5},{4,5}}"},
	} {
		if got := Undercut(c.n, c.k).String(); got != c.want {
			t.Errorf("n = %d, k = %d: %s, want %s", c.n, c.k, got, c.want)
		}
	}
	instances := [][2]int{{9, 1}, {14, 2}, {15, 3}, {14, 4}, {17, 5}}
	if slow.Tests() {
		instances = append(instances, [2]int{20, 6}, [2]int{19, 3}, [2]int{20, 2})
	}
	for _, c := range instances {
		if _, err := undercuts(t.Context(), c[0], c[1]); err != nil {
			t.Error(err)
		}
	}
}

// TestGainsAndLosses compares, set by set, what the structure of the proof of
// theorem 6 gains and loses against the k-majority with what the proof says.
func TestGainsAndLosses(t *testing.T) {
	for n := 3; n <= 9; n++ {
		for k := 1; k <= n; k++ {
			w := availability.Quorum(n, k)
			if !Defined(n, k) || w < 2 {
				continue
			}
			var majority, undercut []uint32
			for s := range uint32(1) << n {
				if bits.OnesCount32(s) == w {
					majority = append(majority, s)
				}
			}
			f := Undercut(n, k)
			for i := range f.Len() {
				undercut = append(undercut, uint32(f.Words(i)[0]))
			}
			before, after := mostDisjoint(n, majority), mostDisjoint(n, undercut)
			q1 := 1<<w - 2
			for s := range before {
				size := bits.OnesCount(uint(s))
				for r := 1; r <= k; r++ {
					gained := s&q1 == q1 && s&1 == 0 && size == r*w-1
					lost := s&q1 == 0 && s&1 != 0 && size == r*w
					if got := before[s] < r && after[s] >= r; got != gained {
						t.Fatalf("n = %d, k = %d, r = %d: %b is gained: %v, want %v", n, k, r, s, got, gained)
					}
					if got := before[s] >= r && after[s] < r; got != lost {
						t.Fatalf("n = %d, k = %d, r = %d: %b is lost: %v, want %v", n, k, r, s, got, lost)
					}
				}
			}
		}
	}
}

// mostDisjoint returns, for each set of nodes, how many pairwise disjoint
// quorums it contains: its least node is in none of them, or in one.
func mostDisjoint(n int, quorums []uint32) []int {
	most := make([]int, 1<<n)
	for s := 1; s < 1<<n; s++ {
		least := s & -s
		most[s] = most[s&^least]
		for _, q := range quorums {
			if int(q)&least != 0 && int(q)&^s == 0 {
				most[s] = max(most[s], 1+most[s&^int(q)])
			}
		}
	}
	return most
}
