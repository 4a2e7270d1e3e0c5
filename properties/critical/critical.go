package critical

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"qcheck/explore/verdict"
	"qcheck/explore/yield"
	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/symmetry"
)

// The limits of Options that are 0.
const (
	DefaultTried   = 20_000
	DefaultQuorums = 200_000
)

// Options bound an analysis. A limit of 0 is the default.
type Options struct {
	MaxTried   int // structures that are judged at most
	MaxQuorums int // quorums that an edit may give a threshold family
}

// A Report says how close a structure is to breaking.
type Report struct {
	Singles   []Single   // of each kind of edit, in the order of Kinds
	Distances []Distance // of each property, in the order asked for
	Tried     int        // structures judged, without the first

	// Formula says that the edits are those of formulas, Trust that they are those of a
	// trust graph.
	Formula, Trust bool

	// Cut says why the search did not come to its end, and is empty if it did.
	// Complete is the number of edits up to which every sequence was tried.
	Cut      string
	Complete int
}

// A Single says what the single edits of one kind break.
type Single struct {
	Kind   Kind
	Edits  int // tried: all there are, unless the search was cut, or there was nothing to break
	Breaks []Break
}

// A Break says that single edits of a kind break a property that the structure
// has.
type Break struct {
	Property properties.ID
	Edits    int  // how many do
	First    Edit // the first that does
	Witness  *properties.Witness
}

// A Distance is the least number of edits after which a property is violated.
// There are these cases: Witness is not nil, and Edits are the edits; none when
// the property is violated already. Never: no sequence of edits violates it.
// Otherwise the number is unknown; it is at least AtLeast, and Note says why.
type Distance struct {
	Property properties.ID
	Edits    []Edit
	Witness  *properties.Witness // of the structure after the edits
	Never    bool
	AtLeast  int
	Note     string
}

// Analyze tries the edits of a structure and their sequences, in order of length,
// until each of the properties is violated by one, or a limit is hit. The error
// is that of [properties.Check], or says that a witness does not confirm.
func Analyze(ctx context.Context, s *setsys.Structure, ids []properties.ID, o Options) (found *Report, err error) {
	o.MaxTried = cmp.Or(o.MaxTried, DefaultTried)
	o.MaxQuorums = cmp.Or(o.MaxQuorums, DefaultQuorums)
	a := &analysis{ctx: ctx, options: o, report: &Report{}}
	var why error
	defer func() {
		if why != nil {
			a.report.Cut = why.Error()
			a.cut()
			found = a.report
		}
	}()
	defer yield.Caught(&why)
	s = nested(s, o.MaxQuorums)
	first := version{structure: s, most: o.MaxQuorums, step: yield.NewWatch(ctx).Step}
	if t := s.Quorums.Trust(); t != nil && s.Kind == setsys.Coterie {
		a.report.Trust, first.trust, first.organisations = true, t, s.Domains
		first.formulas = []*setsys.Formula{graphFormula(t, s.Domains)}
		if first.formulas[0] == nil {
			first.formulas, a.report.Cut = nil, "no node has a quorum set"
		}
	} else if a.report.Formula = !s.IsListed(); a.report.Formula {
		if first.formulas = formulasOf(s, first.step); first.formulas == nil {
			a.report.Cut = "a family that is listed is no formula: a quorum is empty, or contains another"
		}
	}
	base, err := judge(ctx, s, ids)
	if err != nil {
		return nil, err
	}
	for _, r := range base.Results {
		d := Distance{Property: r.Property, Witness: r.Witness}
		switch r.Verdict {
		case verdict.Holds:
			a.held = append(a.held, r.Property)
			if a.report.Formula && slices.Contains(always, r.Property) {
				d.Never = a.report.Cut == ""
				d.Note = a.report.Cut
				break
			}
			if a.report.Trust && r.Property == properties.Minimality {
				d.Never = true // the quorums are the minimal ones
				break
			}
			if r.Property == properties.NonEmpty && !a.report.Trust {
				if d, err = a.emptied(s); err != nil {
					return nil, err
				}
				break
			}
			a.open = append(a.open, r.Property)
		case verdict.Unknown:
			d.Note, a.report.Cut = r.Note, r.Note
		}
		a.report.Distances = append(a.report.Distances, d)
	}
	for _, k := range Kinds() {
		a.report.Singles = append(a.report.Singles, Single{Kind: k})
	}
	if (a.report.Formula || a.report.Trust) && first.formulas == nil {
		a.cut()
		return a.report, nil
	}
	err = a.search(first)
	return a.report, err
}

// nested returns the structure with the formulas of those families that its file gives as
// thresholds of thresholds, though their quorums are listed: these thresholds are what is
// edited.
func nested(s *setsys.Structure, limit int) *setsys.Structure {
	if !slices.ContainsFunc(s.Families(), func(f setsys.RoleFamily) bool { return f.Family.Nested() != nil }) {
		return s
	}
	return over(s, s.Universe, func(f setsys.Family) setsys.Family {
		if g := f.Nested(); g != nil {
			return setsys.Unlisted(f.Nodes(), g, limit)
		}
		return f
	})
}

// emptied is the distance of nonempty. An edit leaves each family as many quorums
// as it has, or some, and takes at most one node from a smallest one. So it takes
// as many edits as a smallest quorum has nodes, and leaving them out one by one
// does it.
func (a *analysis) emptied(s *setsys.Structure) (Distance, error) {
	d := Distance{Property: properties.NonEmpty}
	h, i, least := -1, -1, s.Universe.Len()+1
	for g, f := range s.Families() {
		for j, q := range f.Family.All() {
			if n := q.Len(); n < least {
				h, i, least = g, j, n
			}
		}
	}
	v := version{structure: s, most: a.options.MaxQuorums, step: yield.NewWatch(a.ctx).Step}
	for range least {
		v.drops(func(w version) bool {
			if w.family(h).At(i).Len() < v.family(h).At(i).Len() {
				v = w
				return false
			}
			return true
		})
	}
	report, err := judge(a.ctx, v.structure, []properties.ID{properties.NonEmpty})
	if err != nil {
		return d, err
	}
	if r := report.Results[0]; r.Verdict == verdict.Unknown {
		d.Note, a.report.Cut = r.Note, r.Note
	} else {
		d.Edits, d.Witness = v.edits, r.Witness
	}
	return d, nil
}

// judge checks the properties, and confirms the witnesses.
func judge(ctx context.Context, s *setsys.Structure, ids []properties.ID) (*properties.Report, error) {
	report, err := properties.Check(ctx, s, ids)
	if err == nil {
		err = report.ConfirmUntil(ctx)
	}
	return report, err
}

// An analysis is under way.
type analysis struct {
	ctx     context.Context
	options Options
	report  *Report
	held    []properties.ID // by the structure as it is
	open    []properties.ID // of those, not violated yet by any sequence of edits
	failed  error
}

// search goes through the sequences of edits of the first structure.
func (a *analysis) search(first version) error {
	var forms symmetry.Forms
	key := func(v version) string {
		if v.formulas != nil {
			return v.formulaKey(&forms)
		}
		return key(v.structure, v.step)
	}
	seen := map[string]bool{key(first): true}
	level := []version{first}
	for len(level) > 0 {
		var next []version
		singles := a.report.Complete == 0
		asked := slices.Clone(a.open)
		if singles {
			asked = a.held
		}
		if len(asked) == 0 {
			break
		}
		for _, v := range level {
			if !v.edited(func(w version) bool {
				if !singles && len(a.open) == 0 {
					return false
				}
				k := ""
				if w.structure != nil {
					k = key(w)
				}
				if seen[k] && !singles {
					return true
				}
				if !a.try(w, asked, singles) {
					return false
				}
				if !seen[k] {
					seen[k] = true
					next = append(next, w)
				}
				return true
			}) {
				a.cut() // nothing, where every property is violated by now
				return a.failed
			}
		}
		level = next
		a.report.Complete++
	}
	for i := range a.report.Distances {
		if d := &a.report.Distances[i]; slices.Contains(a.open, d.Property) {
			d.Never = true
		}
	}
	return nil
}

// cut says of each property without a sequence of edits how many it takes at least.
func (a *analysis) cut() {
	for i := range a.report.Distances {
		if d := &a.report.Distances[i]; slices.Contains(a.open, d.Property) {
			d.AtLeast, d.Note = a.report.Complete+1, a.report.Cut
		}
	}
}

// try judges a structure, and reports whether the search goes on.
func (a *analysis) try(v version, asked []properties.ID, single bool) bool {
	yield.Now()
	switch {
	case a.ctx.Err() != nil:
		a.report.Cut = context.Cause(a.ctx).Error()
		return false
	case a.report.Tried == a.options.MaxTried:
		a.report.Cut = fmt.Sprintf("the limit of %d structures was reached", a.options.MaxTried)
		return false
	}
	if v.structure == nil {
		a.report.Cut = fmt.Sprintf("%s: the family has more than %d quorums then", v.edits[len(v.edits)-1].Text, v.most)
		return false
	}
	report, err := judge(a.ctx, v.structure, asked)
	if err != nil {
		a.failed = err
		return false
	}
	a.report.Tried++
	last := v.edits[len(v.edits)-1]
	if single {
		a.single(last.Kind).Edits += v.times
	}
	for _, r := range report.Results {
		switch r.Verdict {
		case verdict.Unknown:
			a.report.Cut = r.Note
			return false
		case verdict.Violated:
			if single {
				a.single(last.Kind).add(r, last, v.times)
			}
			a.found(r, v.edits)
		}
	}
	return true
}

func (a *analysis) single(k Kind) *Single { return &a.report.Singles[slices.Index(Kinds(), k)] }

// add counts edits that break the property of the result: e, and those like it.
func (s *Single) add(r properties.Result, e Edit, times int) {
	for i := range s.Breaks {
		if s.Breaks[i].Property == r.Property {
			s.Breaks[i].Edits += times
			return
		}
	}
	s.Breaks = append(s.Breaks, Break{r.Property, times, e, r.Witness})
}

// found notes the first sequence of edits that violates a property.
func (a *analysis) found(r properties.Result, edits []Edit) {
	i := slices.Index(a.open, r.Property)
	if i < 0 {
		return
	}
	a.open = slices.Delete(a.open, i, i+1)
	for j := range a.report.Distances {
		if d := &a.report.Distances[j]; d.Property == r.Property {
			d.Edits, d.Witness = edits, r.Witness
		}
	}
}
