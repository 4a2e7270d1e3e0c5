package critical

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"qcheck/explore/verdict"
	"qcheck/explore/yield"
	"qcheck/properties"
	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/symmetry"
)

// mostTried is the limit of Options that is 0.
const mostTried = 20_000

// Options bound an analysis.
type Options struct {
	MaxTried int // structures that are judged at most; 0 is a default
}

// A Report says how close a structure is to breaking.
type Report struct {
	Singles   []Single   `json:"singles"`   // of each kind of edit, in the order of Kinds
	Distances []Distance `json:"distances"` // of each property, in the order asked for
	Tried     int        `json:"tried"`     // structures judged, without the first
	Complete  int        `json:"complete"`  // number of edits up to which every sequence was tried
	// Cut says why the search did not come to its end, and is empty if it did.
	Cut   string `json:"cut,omitempty"`
	Trust bool   `json:"trust,omitempty"` // the edits are those of a trust graph
}

// A Single says what the single edits of one kind break.
type Single struct {
	Kind   Kind    `json:"kind"`
	Edits  int     `json:"edits"` // tried: all there are, unless the search was cut, or there was nothing to break
	Breaks []Break `json:"breaks"`
}

// A Break says that single edits of a kind break a property that the structure
// has.
type Break struct {
	Property properties.ID       `json:"property"`
	Edits    int                 `json:"edits"` // how many do
	First    Edit                `json:"first"` // the first that does
	Witness  *properties.Witness `json:"witness"`
}

// A Distance is the least number of edits after which a property is violated.
// There are these cases: Witness is not nil, and Edits is how many edits there are
// of Such; none when the property is violated already. Never: no sequence of edits
// violates it. Otherwise the number is unknown; it is at least AtLeast, and Note says
// why.
type Distance struct {
	Property properties.ID       `json:"property"`
	Edits    *int                `json:"edits,omitempty"` // nil if none are known
	Such     []Edit              `json:"such,omitempty"`
	Witness  *properties.Witness `json:"witness,omitempty"` // of the structure after the edits
	Never    bool                `json:"never,omitempty"`
	AtLeast  int                 `json:"atLeast,omitempty"`
	Note     string              `json:"note,omitempty"`
}

// after says that edits, which may be none, violate the property.
func (d *Distance) after(edits []Edit, w *properties.Witness) {
	d.Edits, d.Such, d.Witness = new(len(edits)), edits, w
}

// Analyze tries the edits of a structure and their sequences, in order of length,
// until each of the properties is violated by one, or a limit is hit. The error
// is that of [properties.Check], or says that a witness does not confirm.
func Analyze(ctx context.Context, s *setsys.Structure, ids []properties.ID, o Options) (found *Report, err error) {
	a := &analysis{ctx: ctx, most: cmp.Or(o.MaxTried, mostTried), report: &Report{Singles: []Single{}, Distances: []Distance{}}}
	var why error
	defer func() {
		if why != nil {
			a.report.Cut = why.Error()
			a.cut()
			found = a.report
		}
	}()
	defer yield.Caught(&why)
	a.step = yield.NewWatch(ctx).Step
	trust := s.Quorums.Trust()
	a.report.Trust = trust != nil
	first := version{structure: s, organisations: s.Domains}
	if trust != nil && graphFormula(trust, s.Domains) == nil {
		a.report.Cut = "no node has a quorum set"
	} else if trust == nil {
		first.structure = over(s, s.Universe, func(_ int, f setsys.Family) setsys.Family { return asEdited(s, f, a.step) })
	}
	base, err := judge(ctx, first.structure, ids)
	if err != nil {
		return nil, err
	}
	for _, r := range base.Results {
		d := Distance{Property: r.Property}
		switch r.Verdict {
		case verdict.Violated:
			d.after(nil, r.Witness)
		case verdict.Holds:
			if d.Never = first.never(r.Property); d.Never {
				break
			}
			a.held = append(a.held, r.Property)
			if r.Property == properties.NonEmpty && trust == nil {
				if d, err = a.emptied(first); err != nil {
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
		a.report.Singles = append(a.report.Singles, Single{Kind: k, Breaks: []Break{}})
	}
	if trust != nil && a.report.Cut != "" {
		a.cut()
		return a.report, nil
	}
	err = a.search(first)
	return a.report, err
}

// never reports whether no edits violate the property: the quorums of a formula or of a
// trust graph are the minimal sets, and those of a formula are some, and none is empty.
func (v version) never(id properties.ID) bool {
	switch id {
	case properties.NonEmpty, properties.Minimality, properties.WriteMinimality, properties.ReadMinimality:
		of, _ := property.Of(id)
		return !slices.ContainsFunc(v.structure.Families(), func(f setsys.RoleFamily) bool {
			if f.Family.Trust() != nil {
				return id == properties.NonEmpty
			}
			return (of.Of == "" || of.Of == f.Role) && f.Family.Formula() == nil
		})
	}
	return false
}

// emptied is the distance of nonempty, where some family is listed. An edit leaves each
// family as many quorums as it has, or some, and takes at most one node from a smallest
// one. So it takes as many edits as a smallest quorum has nodes, and leaving them out one
// by one does it.
func (a *analysis) emptied(v version) (Distance, error) {
	d := Distance{Property: properties.NonEmpty}
	h, i := -1, -1
	var least setsys.NodeSet
	for g, f := range v.structure.Families() {
		if f.Family.Formula() != nil {
			continue
		}
		for j, q := range f.Family.All() {
			if h < 0 || q.Len() < least.Len() {
				h, i, least = g, j, q
			}
		}
	}
	for node := range least.All() {
		v = v.dropped(h, i, node)
	}
	report, err := judge(a.ctx, v.structure, []properties.ID{properties.NonEmpty})
	if err != nil {
		return d, err
	}
	if r := report.Results[0]; r.Verdict == verdict.Unknown {
		d.Note, a.report.Cut = r.Note, r.Note
	} else {
		d.after(v.edits, r.Witness)
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
	ctx    context.Context
	step   func()
	most   int // structures that are judged
	report *Report
	held   []properties.ID // by the structure as it is, but might not be
	open   []properties.ID // of those, not violated yet by any sequence of edits
}

// search goes through the sequences of edits of the first structure.
func (a *analysis) search(first version) error {
	var forms symmetry.Forms
	seen := map[string]*properties.Report{first.key(&forms, a.step): {}}
	level := []version{first}
	for asked := a.held; len(level) > 0 && len(asked) > 0; asked = slices.Clone(a.open) {
		var next []version
		singles := a.report.Complete == 0
		for _, v := range level {
			for w := range v.edited() {
				if !singles && len(a.open) == 0 {
					return nil
				}
				key := w.key(&forms, a.step)
				found, known := seen[key]
				if known && !singles {
					continue
				}
				if !known {
					var err error
					if found, err = a.try(w, asked); found == nil || err != nil {
						a.cut()
						return err
					}
					seen[key] = found
					next = append(next, w)
				}
				last := w.edits[len(w.edits)-1]
				single := &a.report.Singles[slices.Index(Kinds(), last.Kind)]
				if singles {
					single.Edits++
				}
				unknown := false
				for _, r := range found.Results {
					switch r.Verdict {
					case verdict.Violated:
						if singles {
							single.add(r, last)
						}
						a.found(r, w.edits)
					case verdict.Unknown:
						unknown, a.report.Cut = true, r.Note
					}
				}
				if unknown {
					a.cut()
					return nil
				}
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

// try judges a structure; nil when the search is cut, or there is an error.
func (a *analysis) try(v version, asked []properties.ID) (*properties.Report, error) {
	yield.Now()
	switch {
	case a.ctx.Err() != nil:
		a.report.Cut = context.Cause(a.ctx).Error()
		return nil, nil
	case a.report.Tried == a.most:
		a.report.Cut = fmt.Sprintf("the limit of %d structures was reached", a.most)
		return nil, nil
	}
	a.report.Tried++
	return judge(a.ctx, v.structure, asked)
}

// add counts an edit that breaks the property of the result.
func (s *Single) add(r properties.Result, e Edit) {
	for i := range s.Breaks {
		if s.Breaks[i].Property == r.Property {
			s.Breaks[i].Edits++
			return
		}
	}
	s.Breaks = append(s.Breaks, Break{r.Property, 1, e, r.Witness})
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
			d.after(edits, r.Witness)
		}
	}
}
