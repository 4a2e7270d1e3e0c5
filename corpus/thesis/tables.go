package thesis

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"qcheck/properties/availability"
)

// A Table is one of the three tables of section 5, with what is computed beside what
// is printed.
type Table struct {
	Number  int     `json:"number"`
	Title   string  `json:"title"`
	Entries []Entry `json:"entries"` // row by row
}

// An Entry is a cell of a table.
type Entry struct {
	N         int      `json:"n"`
	K         int      `json:"k"`
	R         int      `json:"r"`
	Structure string   `json:"structure,omitempty"` // table 3: Maj_k or Sgl_k
	P         *big.Rat `json:"p,omitempty"`         // table 3: the reliability of a node
	Printed   string   `json:"printed"`
	Computed  string   `json:"computed"` // Exact, rounded to as many digits as are printed
	Exact     *big.Rat `json:"exact"`
	Agrees    bool     `json:"agrees"`           // the printed number is the computed one
	Remark    string   `json:"remark,omitempty"` // what the printed number is, where it differs
	Digits    int      `json:"-"`                // after the point, as printed
}

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
		if !e.Agrees {
			d = append(d, e)
		}
	}
	return d
}

// ReadTables reads the tables as they are printed: after a paragraph on the form,
// one for each table, with its number, what it has ("of"), its title and its lines.
// It has the formulas of theorems 4 and 6 for p_u and p_l; the availability of the
// two structures comes from what sets of nodes contain r of their quorums.
func ReadTables(text string) ([]Table, error) {
	var tables []Table
	for _, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n")[1:] {
		var t Table
		var of string
		for line := range strings.SplitSeq(paragraph, "\n") {
			var err error
			switch key, text, _ := strings.Cut(line, ": "); key {
			case "table":
				t.Number, err = strconv.Atoi(text)
			case "of":
				of = text
			case "title":
				t.Title = text
			default:
				err = t.read(of, strings.Fields(line))
			}
			if err != nil {
				return nil, fmt.Errorf("table %d: %q: %w", t.Number, line, err)
			}
		}
		tables = append(tables, t)
	}
	return tables, nil
}

// read takes a line of the table.
func (t *Table) read(of string, fields []string) error {
	if len(fields) < 4 {
		return errors.New("there are no entries")
	}
	var k, w, n, r int
	switch of {
	case "p_u", "p_l":
		bound := Upper
		if of == "p_l" {
			bound = Lower
		}
		if _, err := fmt.Sscan(strings.Join(fields[:3], " "), &k, &w, &n); err != nil {
			return err
		}
		for i, text := range fields[3:] {
			t.Entries = append(t.Entries, entry(n, k, i+1, text, bound(n, k, i+1)))
		}
	case "availability":
		n = 14
		if _, err := fmt.Sscan(strings.Join(fields[1:3], " "), &k, &r); err != nil {
			return err
		}
		v := availability.MajorityVector(n, k, r)
		if fields[0] == "Sgl_k" {
			v = availability.SingletonVector(n, k, r)
		}
		for i, text := range fields[3:] {
			p := big.NewRat(int64(i), 10)
			e := entry(n, k, r, text, v.At(p))
			e.Structure, e.P = fields[0], p
			if !e.Agrees {
				e.Remark = elsewhere(v, e)
			}
			t.Entries = append(t.Entries, e)
		}
	default:
		return fmt.Errorf("there is no table of %q", of)
	}
	return nil
}

func entry(n, k, r int, printed string, exact *big.Rat) Entry {
	_, decimals, _ := strings.Cut(printed, ".")
	e := Entry{N: n, K: k, R: r, Printed: printed, Computed: exact.FloatString(len(decimals)), Exact: exact, Digits: len(decimals)}
	if e.Agrees = e.Printed == e.Computed; !e.Agrees {
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
func elsewhere(v availability.Vector, e Entry) string {
	for i := range int64(21) {
		if p := big.NewRat(i, 20); v.At(p).FloatString(e.Digits) == e.Printed {
			return fmt.Sprintf("the availability for p = %s", p.FloatString(2))
		}
	}
	return ""
}
