package availability

import (
	"fmt"
	"math/big"
	"strings"
)

// A Table is one of the three tables of section 5 of Kakugawa's thesis, with
// what is computed beside what is printed.
type Table struct {
	Number  int
	Title   string
	Entries []Entry // row by row
}

// An Entry is a cell of a table.
type Entry struct {
	N, K, R   int
	Structure string   // table 3: Maj_k or Sgl_k
	P         *big.Rat // table 3: the reliability of a node
	Printed   string
	Exact     *big.Rat // what is computed
	Digits    int      // after the point, as printed
	Remark    string   // what the printed number is, where it differs
}

// Computed returns what is computed, rounded to as many digits as are printed.
func (e Entry) Computed() string { return e.Exact.FloatString(e.Digits) }

// Agrees reports whether the printed number is the computed one, rounded.
func (e Entry) Agrees() bool { return e.Printed == e.Computed() }

// Row names the row and the column of the entry.
func (e Entry) Row() string {
	if e.P == nil {
		return fmt.Sprintf("n = %d, k = %d, r = %d", e.N, e.K, e.R)
	}
	return fmt.Sprintf("n = %d, k = %d, r = %d, %s, p = %s", e.N, e.K, e.R, e.Structure, e.P.FloatString(1))
}

// Differing returns the entries that do not agree.
func (t Table) Differing() []Entry {
	var d []Entry
	for _, e := range t.Entries {
		if !e.Agrees() {
			d = append(d, e)
		}
	}
	return d
}

// The tables as they are printed. Of tables 1 and 2, a line has k, W, n and the
// entries for r = 1 to k; of table 3, with n = 14, it has the structure, k, r and
// the entries for p = 0 to 1 by tenths.
const (
	printed1 = `
1 5 9  0.9961089
2 5 14 0.9993207 0.9999329
3 4 15 0.9982669 0.9999390 0.9999689
4 3 14 0.9906542 0.9997121 0.9999226 0.9999386
5 3 17 0.9935484 0.9998937 0.9999847 0.9999918 0.9999924
6 3 20 0.9952830 0.9999539 0.9999962 0.9999987 0.9999990 0.9999990
`
	printed2 = `
1 5 9  0.5000000
2 5 14 0.0078740 0.9921260
3 4 15 0.0060241 0.5000000 0.9939759
4 3 14 0.0178571 0.2631579 0.7368421 0.9821429
5 3 17 0.0108696 0.1538462 0.5000000 0.9891304 0.9891304
6 3 20 0.0072993 0.0099010 0.3373494 0.6626506 0.9009901 0.9927007
`
	printed3 = `
Maj_k 4 1 0.0000 0.1584 0.5519 0.8392 0.9602 0.9935 0.9994 1.0000 1.0000 1.0000 1.0000
Sgl_k 4 1 0.0000 0.3439 0.5904 0.7599 0.8704 0.9375 0.9744 0.9919 0.9984 0.9999 1.0000
Maj_k 4 2 0.0000 0.0015 0.0439 0.2195 0.5141 0.7880 0.9417 0.9917 0.9996 1.0000 1.0000
Sgl_k 4 2 0.0000 0.0523 0.1808 0.3483 0.5248 0.6875 0.8208 0.9163 0.9728 0.9963 1.0000
Maj_k 4 3 0.0000 0.0000 0.0004 0.0083 0.0583 0.2120 0.3373 0.6405 0.8883 0.9985 1.0000
Sgl_k 4 3 0.0000 0.0037 0.0272 0.0837 0.1792 0.3125 0.4752 0.6517 0.8192 0.9477 1.0000
Maj_k 4 4 0.0000 0.0000 0.0000 0.0000 0.0006 0.0065 0.0398 0.1608 0.4481 0.8416 1.0000
Sgl_k 4 4 0.0000 0.0001 0.0016 0.0081 0.0256 0.0625 0.1296 0.2401 0.3164 0.5220 1.0000
`
)

// Tables returns tables 1 to 3. It has the formulas of theorems 4 and 6 for the
// first two; the third is the availability of the two structures, from what sets
// of nodes contain r of their quorums.
func Tables() []Table {
	bounds := func(number int, title, printed string, bound func(n, k, r int) *big.Rat) Table {
		t := Table{Number: number, Title: title}
		for line := range strings.Lines(strings.TrimSpace(printed)) {
			var k, w, n int
			fields := strings.Fields(line)
			fmt.Sscan(strings.Join(fields[:3], " "), &k, &w, &n)
			for i, text := range fields[3:] {
				t.Entries = append(t.Entries, entry(n, k, i+1, text, bound(n, k, i+1)))
			}
		}
		return t
	}
	tables := []Table{
		bounds(1, "p_u(n,k,r): from this reliability on, the k-majority is the best k-coterie (theorem 4)", printed1, Upper),
		bounds(2, "p_l(n,k,r): below this reliability, the k-majority is not the best k-coterie (theorem 6)", printed2, Lower),
	}
	third := Table{Number: 3, Title: "(k,r)-availability of the k-majority and the k-singleton"}
	for line := range strings.Lines(strings.TrimSpace(printed3)) {
		const n = 14
		var k, r int
		fields := strings.Fields(line)
		fmt.Sscan(strings.Join(fields[1:3], " "), &k, &r)
		v := MajorityVector(n, k, r)
		if fields[0] == "Sgl_k" {
			v = SingletonVector(n, k, r)
		}
		for i, text := range fields[3:] {
			p := big.NewRat(int64(i), 10)
			e := entry(n, k, r, text, v.At(p))
			e.Structure, e.P = fields[0], p
			if !e.Agrees() {
				e.Remark = elsewhere(v, e)
			}
			third.Entries = append(third.Entries, e)
		}
	}
	return append(tables, third)
}

func entry(n, k, r int, printed string, exact *big.Rat) Entry {
	_, decimals, _ := strings.Cut(printed, ".")
	e := Entry{N: n, K: k, R: r, Printed: printed, Exact: exact, Digits: len(decimals)}
	if !e.Agrees() {
		e.Remark = misprint(e)
	}
	return e
}

// misprint says how the printed number comes from the computed one, where that
// can be seen.
func misprint(e Entry) string {
	// A digit that is too many after the point, as in 0.0099010 for 0.0990099.
	tenth := new(big.Rat).Quo(e.Exact, big.NewRat(10, 1))
	if tenth.FloatString(e.Digits) == e.Printed {
		return "a tenth of what is computed: a nought too many after the point"
	}
	for r := 1; r <= e.K; r++ {
		if r != e.R && Lower(e.N, e.K, r).FloatString(e.Digits) == e.Printed {
			return fmt.Sprintf("the entry for r = %d", r)
		}
	}
	return ""
}

// elsewhere says for which reliability the printed number is right, among the
// twentieths.
func elsewhere(v Vector, e Entry) string {
	for i := range int64(21) {
		if p := big.NewRat(i, 20); v.At(p).FloatString(e.Digits) == e.Printed {
			return fmt.Sprintf("the availability for p = %s", p.FloatString(2))
		}
	}
	return ""
}
