package construct

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

// A Construction is a way to build a quorum structure from parameters.
type Construction struct {
	Name    string      `json:"name"`    // lower case with dashes
	Kind    setsys.Kind `json:"kind"`    // what it prints
	Summary string      `json:"summary"` // one line: what the quorums are
	Source  string      `json:"source"`  // where it is defined
	Claim   string      `json:"claim"`   // what is claimed of it, and under which side condition
	Params  []Param     `json:"-"`       // in the order in which they are listed to users

	// RequestSets says that it can print one set for each process instead (see
	// [Build]); true also where it always does.
	RequestSets bool `json:"requestSets"`

	// HasFormula says that its quorums have a form as a formula (see [Formula]), at
	// least for some arguments.
	HasFormula bool `json:"-"`

	build    func(a args) (*setsys.Structure, error) // families may be unlisted where HasFormula is true
	requests func(a args) (*setsys.Structure, error) // nil: has none, or Kind is request-sets
}

// All returns the constructions, in the order in which they are listed to
// users: those of the papers first, then those of the field.
func All() []*Construction {
	all := []*Construction{
		majority(), majoritySplit(), grid(), plane(),
		kMajority(), kSingleton(),
		uniformKArbiter(), cubeKArbiter(), uniformHKArbiter(), cubeHKArbiter(),
		torus(), torusWR(), rowCovers(),
		hyperplanes(), sevenProcesses(),
		contraction(),
		weightedVoting(), wheel(), crumblingWall(), tree(), hierarchy(), columnCover(),
		readWriteThreshold(), readWriteVoting(), readWriteDual(),
		join(), union(), copies(),
	}
	for _, c := range all {
		c.RequestSets = c.requests != nil || c.Kind == setsys.RequestSets
	}
	return all
}

// Lookup returns the construction with the given name, and whether there is
// one.
func Lookup(name string) (*Construction, bool) {
	for _, c := range All() {
		if c.Name == name {
			return c, true
		}
	}
	return nil, false
}

// Unknown is the error that there is no such construction.
func Unknown(name string) error {
	var known []string
	for _, c := range All() {
		known = append(known, c.Name)
	}
	return fmt.Errorf("unknown construction %q%s", name, near.Hint(name, known))
}

// Build builds the structure that the named construction gives for args, which
// holds an int, []int, string or *setsys.Structure for each parameter given, as
// the parameter's type says (see [ParamType]). The key "as" with the value
// "request-sets" asks for one set for each process, R_i with i ∈ R_i, from a
// construction whose RequestSets is true; the kind then is request-sets.
//
// The structure's Name repeats the construction and the arguments, its Source
// says where the construction is defined.
//
// Limit is the most sets that a family may have; when it would be exceeded, the
// error wraps a [setsys.ErrTooMany]. Any other error names the parameter that is
// unknown, missing or out of range, and its range.
func Build(name string, values map[string]any, limit int) (*setsys.Structure, error) {
	c, ok := Lookup(name)
	if !ok {
		return nil, Unknown(name)
	}
	s, err := c.run(values, args{limit: limit})
	if err != nil {
		return nil, fmt.Errorf("construction %s: %w", name, err)
	}
	return s, nil
}

// Formula is [Build] for constructions that have a form as a threshold formula:
// the families of the structure are not listed (see [setsys.Unlisted]), and limit
// is that of listing them. The minimal sets of the formulas are the quorums that
// Build gives. For constructions without such a form, or with arguments for which
// there is none, it returns nil and no error.
func Formula(name string, values map[string]any, limit int) (*setsys.Structure, error) {
	c, ok := Lookup(name)
	if _, form := values[as]; !ok || form || !c.HasFormula {
		return nil, nil
	}
	s, err := c.run(values, args{limit: limit, formulas: true})
	switch {
	case errors.Is(err, errNoFormula):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("construction %s: %w", name, err)
	}
	return s, nil
}

// errNoFormula is returned where formulas are asked for and there are none for the arguments.
var errNoFormula = errors.New("there is no formula")

// as is the key that asks for another form of a construction.
const as = "as"

func (c *Construction) run(values map[string]any, a args) (*setsys.Structure, error) {
	build, form := c.build, ""
	a.what = "quorums"
	if v, ok := values[as]; ok {
		if v != string(setsys.RequestSets) {
			return nil, fmt.Errorf("parameter %s must be %q, not %s", as, setsys.RequestSets, show(v))
		}
		if !c.RequestSets {
			return nil, fmt.Errorf("there is no set for each process, so it cannot be printed as %s", setsys.RequestSets)
		}
		form = " as " + string(setsys.RequestSets)
		if c.requests != nil {
			build = c.requests
		}
	}
	if form != "" || c.Kind == setsys.RequestSets {
		a.what = "request sets"
	}
	a, err := c.accept(values, a)
	if err != nil {
		return nil, err
	}
	s, err := build(a)
	if err == nil && !a.formulas {
		if s, err = s.List(); errors.As(err, new(setsys.ErrTooMany)) {
			err = a.full()
		}
	}
	if err != nil {
		return nil, err
	}
	s.Name = c.Name + a.describe(c.Params) + form
	s.Source = c.Source
	return s, s.Validate()
}

// describe lists the arguments that were given: " rows=6 columns=2 k=3".
func (a args) describe(params []Param) string {
	var b strings.Builder
	for _, p := range params {
		if v, ok := a.values[p.Name]; ok && a.given[p.Name] {
			fmt.Fprintf(&b, " %s=%s", p.Name, show(v))
		}
	}
	return b.String()
}

// show writes an argument as a user would.
func show(v any) string {
	switch v := v.(type) {
	case []int:
		list := make([]string, len(v))
		for i, x := range v {
			list[i] = strconv.Itoa(x)
		}
		return strings.Join(list, ",")
	case *setsys.Structure:
		if v == nil {
			return "no structure"
		}
		if v.Name == "" {
			return fmt.Sprintf("(a %s of %d nodes)", v.Kind, v.Universe.Len())
		}
		return "(" + v.Name + ")"
	case string:
		return v
	default:
		return fmt.Sprint(v)
	}
}

// quorums returns a structure with the one family of kind coterie, k-coterie or
// k-arbiter over the nodes 1..n.
func quorums(kind setsys.Kind, k int, f setsys.Family) (*setsys.Structure, error) {
	u, err := setsys.Numbered(f.Nodes())
	return &setsys.Structure{Kind: kind, K: k, Universe: u, Quorums: f}, err
}

// requestSets returns the structure of request sets for m resources, where set
// i of the family is that of node i.
func requestSets(m int, f setsys.Family) (*setsys.Structure, error) {
	u, err := setsys.Numbered(f.Nodes())
	return &setsys.Structure{Kind: setsys.RequestSets, M: m, Universe: u, Requests: f}, err
}
