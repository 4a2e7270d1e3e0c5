package entry

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
)

// A Result is what was found about an entry.
type Result struct {
	Entry *Entry
	Rows  []Row // by case, then by question, in the order of the entry
	Err   error // the entry was refused, or a structure could not be built or judged
}

// A Row is the answer to one question about one case.
type Row struct {
	Case     string          `json:"case,omitempty"` // its name
	Question string          `json:"question"`       // a property id, or the name of a statement
	Claimed  verdict.Verdict `json:"claimed,omitzero"`
	Pinned   verdict.Verdict `json:"pinned"`
	Found    verdict.Verdict `json:"found"`
	Witness  string          `json:"witness,omitempty"` // when Found is verdict.Violated: a sentence without a full stop
	Note     string          `json:"note,omitempty"`    // the checker's note, mostly empty
	Long     bool            `json:"long,omitempty"`    // takes more than a minute
	Skipped  bool            `json:"skipped,omitempty"` // and was not judged for that; Found is what is pinned

	Pin         string `json:"-"` // the witness pinned, in short form
	Evidence    string `json:"-"` // and the one found
	Unconfirmed bool   `json:"-"`

	Instance *instance.Instance `json:"-"` // that the case is about, if any
	Of       string             `json:"-"` // see [Case]
	Swept    string             `json:"-"`
}

// AsPinned reports whether the verdict is the pinned one, and the witness too,
// confirmed by its definition.
func (r Row) AsPinned() bool {
	return r.Skipped || r.Found == r.Pinned && r.Pin == r.Evidence && !r.Unconfirmed
}

// Refuted reports whether something is claimed and found otherwise.
func (r Row) Refuted() bool {
	return r.Claimed != 0 && r.Found != verdict.Unknown && r.Found != r.Claimed
}

// Verdict is Holds when all is found as pinned, Violated when something is not
// or the entry could not be judged, and Unknown when it was cut short.
func (r *Result) Verdict() verdict.Verdict {
	if r.Err != nil {
		return verdict.Violated
	}
	all := verdict.Holds
	for _, row := range r.Rows {
		switch {
		case row.Found == verdict.Unknown:
			all = verdict.Unknown
		case !row.AsPinned():
			return verdict.Violated
		}
	}
	return all
}

// Refuted reports whether something is claimed and found otherwise.
func (r *Result) Refuted() bool { return slices.ContainsFunc(r.Rows, Row.Refuted) }

// First returns the row that says most: the first that is not as pinned, else
// the first that refutes a claim, else the first violation; nil when there is
// none.
func (r *Result) First() *Row {
	for _, says := range []func(Row) bool{
		func(row Row) bool { return !row.AsPinned() },
		Row.Refuted,
		func(row Row) bool { return row.Found == verdict.Violated },
	} {
		if i := slices.IndexFunc(r.Rows, says); i >= 0 {
			return &r.Rows[i]
		}
	}
	return nil
}

// Claimed says in a few words what the text claims about the cases.
func (r *Result) Claimed() string {
	return r.summary("nothing", func(row Row) verdict.Verdict { return row.Claimed })
}

// Found says in a few words what was found of what is claimed, and then what
// else was found that does not hold. Where nothing is claimed, it says what was
// found of all.
func (r *Result) Found() string {
	if r.Err != nil {
		return "error: " + r.Err.Error()
	}
	found := func(claimed bool) func(Row) verdict.Verdict {
		return func(row Row) verdict.Verdict {
			if (row.Claimed != 0) != claimed {
				return 0
			}
			return row.Found
		}
	}
	switch of := found(true); {
	case !slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Claimed != 0 }):
		return r.summary("not judged", found(false))
	case !slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Claimed == 0 && row.Found != verdict.Holds }):
		return r.summary("", of)
	default:
		return r.summary("", of) + "; not claimed: " + r.summary("", found(false))
	}
}

// summary counts cases. A case is violated when one of its questions is, else
// unknown when one is, else it holds; questions without a verdict do not count.
func (r *Result) summary(none string, of func(Row) verdict.Verdict) string {
	var cases int
	count := map[verdict.Verdict]int{}
	var broken []string
	for i := 0; i < len(r.Rows); {
		var vs []verdict.Verdict
		j := i
		for ; j < len(r.Rows) && r.Rows[j].Case == r.Rows[i].Case; j++ {
			v := of(r.Rows[j])
			if v != 0 {
				vs = append(vs, v)
			}
			if q := r.Rows[j].Question; v == verdict.Violated && !slices.Contains(broken, q) {
				broken = append(broken, q)
			}
		}
		cases++
		if len(vs) > 0 {
			count[verdict.All(vs...)]++
		}
		i = j
	}
	var parts []string
	for _, v := range []verdict.Verdict{verdict.Holds, verdict.Violated, verdict.Unknown} {
		if n := count[v]; n > 0 && n == cases {
			parts = append(parts, v.String())
		} else if n > 0 {
			parts = append(parts, fmt.Sprintf("%s in %d of %d", v, n, cases))
		}
	}
	if len(parts) == 0 {
		return none
	}
	s := strings.Join(parts, ", ")
	if len(broken) > 0 {
		s += ": " + strings.Join(broken, ", ")
	}
	return s
}

// Steps is the length of the run that shows the violation, 0 when it is not one
// of a run.
func (r Row) Steps() int {
	var n int
	if _, err := fmt.Sscanf(r.Pin, "%d steps", &n); err != nil {
		return 0
	}
	return n
}
