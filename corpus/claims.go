package corpus

import (
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// The ledger has every theorem, lemma, property, corollary, count, formula,
// table and worked example of the five papers, once each, in the order of the
// paper: with what judges it, or with the reason why a finite search does not.

// A Paper is one of the five papers with its claims.
type Paper struct {
	Letter string // numbers of claims begin with it
	Title  string // authors, title and year
	Entry  string // the names of its entries begin with it
	Claims []Claim
	Errors []Error // what is wrong with some
}

// A Claim is a line of the ledger. It has exactly one of By, Test and
// Untestable.
type Claim struct {
	Letter  string // of a claim that came later, behind the number of the one before it
	Section string // where it stands
	Text    string // in own words, a sentence without a full stop

	// Within is the range of what was tried of a confirmed claim, or that it is the whole.
	Within string

	By   []Part   // the parts of entries that judge it
	Also []string // entries that say more: other readings, repairs

	Test       *Test  // a test of a protocol's package that judges it
	Untestable string // why nothing does

	// Error is the name of what is wrong with a refuted claim.
	Error string

	// Doubts says of a refuted claim why it is not a slip of the copy, another
	// reading or an error of the model.
	Doubts string
}

// A Part is an entry, or some of the questions that it asks.
type Part struct {
	Entry     string
	Questions []string // none: all of which the text claims something
}

// A Test is a test outside of this package that judges a claim of which no
// entry can be asked, since it is about more than states: messages, or what
// processes know of each other.
type Test struct {
	Package, Name string // below protocols, and of the function
	On            string // the instances
	Refuted       string // how the claim fails; empty when it does not
}

// Command is how the test is run.
func (t *Test) Command() string {
	return fmt.Sprintf("go test ./protocols/%s -run %s -v", t.Package, t.Name)
}

// Papers returns the ledger. Its files are in the program, so what is wrong with
// one is a fault of it.
func Papers() []Paper {
	var all []Paper
	for _, letter := range []string{"K", "G", "M", "J", "B"} {
		p, err := readPaper(letter)
		if err != nil {
			panic(err)
		}
		all = append(all, p)
	}
	return all
}

// An Outcome says how a claim came out.
type Outcome string

// The outcomes. The first four are those of a ledger that is complete.
const (
	Confirmed   Outcome = "confirmed" // on the instances that are named
	Refuted     Outcome = "refuted"
	Pending     Outcome = "long"              // its verdict is the pinned one of cases that take more than a minute
	NotTestable Outcome = "not testable here" // by a finite search
	Unjudged    Outcome = "not judged yet"    // its entry is not there, or was not run
	Undecided   Outcome = "unknown"           // cut short
	Failed      Outcome = "FAILED"            // not found as pinned
)

// Outcomes returns all outcomes, in the order in which they are counted.
func Outcomes() []Outcome {
	return []Outcome{Confirmed, Refuted, Pending, NotTestable, Unjudged, Undecided, Failed}
}

// A Judgment is what was found of a claim.
type Judgment struct {
	Claim   Claim
	Number  string // the paper's letter and the place among its claims
	Error   *Error // what is wrong with the claim; nil for nothing
	Outcome Outcome

	On       []string // the instances, one text for each part
	Variants []string // of the algorithm, if others than the printed one were judged
	Model    []string // what the model takes that the paper leaves open
	Refuting string   // where it is otherwise, how often, and the witness
	Readings []string // the readings that its entries take
	Reasons  []string // why it fails, by its entries
	Commands []string // what judges it again
}

// Judge puts the results of entries beside the claims of a paper.
func (p Paper) Judge(results []*Result) []Judgment {
	byName := map[string]*Result{}
	for _, r := range results {
		byName[r.Entry.Name] = r
	}
	wrong := map[string]*Error{}
	for _, e := range p.Errors {
		wrong[e.Name] = &e
	}
	judgments := make([]Judgment, 0, len(p.Claims))
	number := 0
	for _, c := range p.Claims {
		j := c.judge(byName)
		if c.Letter == "" {
			number++
		}
		j.Claim, j.Number = c, fmt.Sprintf("%s%d%s", p.Letter, number, c.Letter)
		if j.Refuting != "" {
			j.Error = wrong[c.Error]
		}
		judgments = append(judgments, j)
	}
	return judgments
}

func (c Claim) judge(results map[string]*Result) Judgment {
	switch {
	case c.Untestable != "":
		return Judgment{Outcome: NotTestable}
	case c.Test != nil:
		j := Judgment{Outcome: Confirmed, On: []string{c.Test.On}, Refuting: c.Test.Refuted, Commands: []string{c.Test.Command()}}
		if c.Test.Refuted != "" {
			j.Outcome = Refuted
		}
		return j
	}
	var j Judgment
	var rows, refuting []Row
	failed, missing := false, false
	for _, part := range c.By {
		r := results[part.Entry]
		if r == nil {
			missing = true
			continue
		}
		own := part.rows(r)
		rows = append(rows, own...)
		failed = failed || r.Err != nil
		missing = missing || len(own) == 0
		j.On = append(j.On, instances(own))
		if r.Entry.Reading != "" {
			j.Readings = append(j.Readings, r.Entry.Reading)
		}
		if slices.ContainsFunc(own, Row.Refuted) {
			j.Reasons = append(j.Reasons, r.Entry.Reason)
		}
		j.Commands = append(j.Commands, "qcheck corpus "+part.Entry)
	}
	judgedNow := func(r Row) bool { return !r.Skipped }
	j.Variants, j.Model = variants(rows), modelled(rows)
	for _, r := range rows {
		failed = failed || r.Found != verdict.Unknown && !r.AsPinned()
		if r.Refuted() {
			refuting = append(refuting, r)
		}
	}
	switch {
	case failed:
		j.Outcome = Failed
	case missing:
		j.Outcome = Unjudged
	case slices.ContainsFunc(refuting, judgedNow):
		j.Outcome = Refuted
	case slices.ContainsFunc(rows, func(r Row) bool { return r.Found == verdict.Unknown }):
		j.Outcome = Undecided
	case len(refuting) > 0 || !slices.ContainsFunc(rows, judgedNow):
		j.Outcome = Pending
	default:
		j.Outcome = Confirmed
	}
	if len(refuting) > 0 {
		first := shortest(refuting)
		j.Refuting = refutation(first, refuting, rows)
		if first.Instance != nil {
			how := "--por off "
			if first.Steps() == 0 { // what is violated is about messages or delays
				how = "--measure "
			}
			j.Commands = append(j.Commands, "qcheck protocol "+how+first.Case)
		}
	}
	return j
}

// variants returns the variants that rows are about, if they are not all printed.
func variants(rows []Row) []string {
	var names []string
	for _, r := range rows {
		if r.Instance != nil && r.Instance.Variant != "" && !slices.Contains(names, r.Instance.Variant) {
			names = append(names, r.Instance.Variant)
		}
	}
	if slices.Equal(names, []string{"printed"}) {
		return nil
	}
	return names
}

// A process that waits in a deadlock starves: a deadlock violates both.
const (
	deadlockFreedom   = string(explore.DeadlockFreedom)
	starvationFreedom = string(explore.StarvationFreedom)
)

// rows returns the rows of the part, in their order.
func (p Part) rows(r *Result) []Row {
	var rows []Row
	for _, row := range r.Rows {
		switch {
		case len(p.Questions) == 0 && row.Claimed != 0,
			slices.Contains(p.Questions, row.Question),
			slices.Contains(p.Questions, starvationFreedom) && row.Question == deadlockFreedom && row.Refuted():
			rows = append(rows, row)
		}
	}
	return rows
}

// shortest returns the first row, or of runs the first of the shortest.
func shortest(refuting []Row) Row {
	first := refuting[0]
	for _, r := range refuting {
		if r.Steps() < first.Steps() {
			first = r
		}
	}
	return first
}

// refutation names a case that is otherwise than claimed, with its witness in the
// short form, and in how many it is so.
func refutation(first Row, refuting, rows []Row) string {
	var text string
	if first.Case != "" {
		text = first.Case + ": "
	}
	witness := first.Pin
	if first.Found == verdict.Holds {
		witness = "holds"
	} else if first.Steps() > 0 {
		witness = "violated by a run of " + witness
	}
	if first.Skipped {
		witness += ", as pinned"
	}
	text += first.Question + ": " + witness
	if n, of := len(cases(refuting)), len(cases(rows)); n > 1 {
		text += fmt.Sprintf(" (and in %d of %d cases in all)", n, of)
	} else if of > 1 {
		text += fmt.Sprintf(" (in 1 of %d cases)", of)
	}
	return text
}

// cases returns the names of the cases of the rows, each once.
func cases(rows []Row) []string {
	var names []string
	for _, r := range rows {
		if len(names) == 0 || names[len(names)-1] != r.Case {
			names = append(names, r.Case)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
