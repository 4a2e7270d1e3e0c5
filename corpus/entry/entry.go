package entry

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// An Entry is one claim and the cases on which it is judged.
type Entry struct {
	Name    string // unique, slash-separated, the paper first
	Source  Source
	Claim   string // what is claimed, in one sentence without a full stop
	Reading string // the reading taken where the text has several; may be empty
	Reason  string // why the entry is here
	Cases   []Case

	Faults []string // of the text that it was read from, with file and line
}

// Add adds cases.
func (e *Entry) Add(cases ...Case) { e.Cases = append(e.Cases, cases...) }

// A Source is where a claim stands.
type Source struct {
	Paper   string `json:"paper"`   // the authors
	Section string `json:"section"` // section, definition, theorem, figure
	Says    string `json:"says"`    // the sentence relied on, in other words
}

// String names the paper and the section.
func (s Source) String() string { return s.Paper + ", " + s.Section }

// A Case is one structure, or none, and what is asked of it.
type Case struct {
	Name     string                            // the parameters; empty in an entry with one case
	Build    func() (*setsys.Structure, error) // nil when only statements without a structure are asked
	Instance *instance.Instance                // of a protocol, instead
	Long     bool                              // takes more than a minute
	Nodes    int                               // of the structure, as its parameter n says; 0 when it has none
	Ask      []Question

	Of    string // the text of the structures that it is one of
	Swept string // how many instances it is about, if it is a sweep
}

// A Question is one property or statement with the expected answers.
type Question struct {
	Name   string    // a property id, or the name of the statement
	Decide Statement // nil for a property

	// Claimed is the verdict the text gives; the zero verdict when it gives
	// none.
	Claimed verdict.Verdict
	// Pinned is the verdict that is known to be found.
	Pinned verdict.Verdict
	// Witness is the evidence when Pinned is Violated: for a property the
	// witness in the short form of [Evidence], for a statement the sentence it
	// returns.
	Witness string

	Counts string // the numbers of states and transitions that are pinned
}

// A Statement decides one sentence about the structure of its case, which is
// nil when the case has none. It returns a counterexample, a sentence without
// a full stop, or "" when the sentence is true. An error says that it could not
// be decided; a statement that takes long returns ctx's error when ctx ends.
type Statement func(ctx context.Context, s *setsys.Structure) (counterexample string, err error)

// Validate reports what the entry lacks: a name, a source, a claim, a reason,
// a case, a question, a pinned verdict, a witness of a violation.
func (e *Entry) Validate() error {
	if len(e.Faults) > 0 {
		return errors.New(e.Faults[0])
	}
	for _, f := range []struct{ name, value string }{
		{"name", e.Name}, {"paper", e.Source.Paper}, {"section", e.Source.Section},
		{"sentence of its source", e.Source.Says}, {"claim", e.Claim}, {"reason", e.Reason},
	} {
		if f.value == "" {
			return fmt.Errorf("the entry has no %s", f.name)
		}
	}
	if len(e.Cases) == 0 {
		return errors.New("the entry has no case")
	}
	names := map[string]bool{}
	for _, c := range e.Cases {
		if names[c.Name] || c.Name == "" && len(e.Cases) > 1 {
			return fmt.Errorf("case %q has no name of its own", c.Name)
		}
		names[c.Name] = true
		if err := c.validate(); err != nil {
			return fmt.Errorf("case %q: %w", c.Name, err)
		}
	}
	return nil
}

func (c Case) validate() error {
	if len(c.Ask) == 0 {
		return errors.New("nothing is asked")
	}
	asked := map[string]bool{}
	for _, q := range c.Ask {
		switch {
		case q.Name == "" || asked[q.Name]:
			return fmt.Errorf("question %q has no name of its own", q.Name)
		case q.Decide == nil && c.Build == nil && c.Instance == nil:
			return fmt.Errorf("property %s is asked without a structure", q.Name)
		case (q.Pinned == verdict.Violated) != (q.Witness != ""):
			return fmt.Errorf("%s: a witness is pinned if and only if a violation is", q.Name)
		}
		asked[q.Name] = true
	}
	return nil
}

// properties returns the property ids that the case asks.
func (c Case) properties() []properties.ID {
	var ids []properties.ID
	for _, q := range c.Ask {
		if q.Decide == nil && c.Instance == nil {
			ids = append(ids, properties.ID(q.Name))
		}
	}
	return ids
}

// Question returns the question of that name, nil if it is not asked.
func (c Case) Question(name string) *Question {
	if i := slices.IndexFunc(c.Ask, func(q Question) bool { return q.Name == name }); i >= 0 {
		return &c.Ask[i]
	}
	return nil
}
