package engine

import (
	"slices"
	"sync"

	"qcheck/explore/internal/plain"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A Judge decides a function of what is observed of all processes, Safe or Unmet, and
// keeps its answers.
type Judge struct {
	verdict func(seen []ObservationID) string // nil if all is well
	group   *Group                            // by which verdicts are compared; nil for none
	fail    func(RenamingID)                  // notes that the answers differ
	mu      sync.Mutex                        // held while an answer is added
	kept    *table.Memo[textID]
	long    table.Interner[ObservationID, string, struct{}] // of observations that do not fit into a key
	texts   table.Interner[textID, string, struct{}]
}

// SafeText is the number of the empty text.
const SafeText textID = 0

func newJudge() *Judge {
	j := &Judge{kept: table.NewMemo[textID]()}
	j.texts.ID("", nil) // is SafeText
	return j
}

// Judge returns the judge of a function, which may be nil.
func (b *Binding) Judge(f func(all []protocol.Observation) string) *Judge {
	j := newJudge()
	if f != nil {
		j.verdict = func(seen []ObservationID) string {
			all := b.observed(seen)
			return f(all)
		}
	}
	if b.Symmetry != nil {
		j.group, j.fail = b.Symmetry.group, b.fail
	}
	return j
}

// Text returns the number of the text that says what is wrong with states in which
// this is observed, safeText for nothing.
func (j *Judge) Text(seen []ObservationID) textID {
	if j.verdict == nil {
		return SafeText
	}
	key, ok := ObservationsKey(seen)
	if !ok { // the keys of those that fit are larger
		key = table.MemoKey(j.long.ID(table.Key(seen...), nil))
	}
	return j.kept.OfLocked(&j.mu, key, func() textID { return j.decide(seen) })
}

// Says returns a text.
func (j *Judge) Says(id textID) string { return j.texts.At(id) }

// decide judges, and compares the answers with those on the same in other orders.
func (j *Judge) decide(seen []ObservationID) textID {
	text := j.verdict(seen)
	if j.group != nil {
		other := make([]ObservationID, len(seen))
		for t, r := range j.group.Renamings {
			for p, o := range seen {
				other[r[p]] = o
			}
			same := false
			if !Try(func() { same = (j.verdict(other) == "") == (text == "") }) || !same {
				j.fail(RenamingID(t))
			}
		}
	}
	return j.texts.ID(text, nil)
}

// judgeOf returns the judge of a requirement that sees something of each process; nil for another one. Where states
// that renamings take to each other are taken as one, it finds wrong what is wrong after some
// renaming: so nothing is assumed of how the requirement judges processes that change places.
func (b *Binding) judgeOf(name protocol.Property) *Judge {
	i := slices.IndexFunc(b.seen, func(x seenPart) bool { return x.name == name })
	if i < 0 {
		return nil
	}
	j := newJudge()
	j.verdict = func(seen []ObservationID) string {
		all := b.Sights(seen)
		text := b.seen[i].wrong(all)
		if b.Group == nil {
			return text
		}
		other := make([]Sight, len(all))
		for _, r := range b.Group.Renamings {
			if text != "" {
				break
			}
			for p, s := range all {
				other[r[p]] = b.RenamedSight(s, r)
			}
			text = b.seen[i].wrong(other)
		}
		return text
	}
	return j
}

// Requirement returns a requirement as the search needs it.
func (b *Binding) Requirement(r plain.Requirement) Requirement {
	x := Requirement{Name: r.Name}
	switch {
	case r.Wrong != nil:
		x.Wrong, x.Of = func(blocks []BlockID) string { return r.Wrong(b.sides(blocks)) }, b.judgeOf(r.Name)
	case r.Happens != nil:
		x.Happens = func(blocks []BlockID) bool { return r.Happens(b.sides(blocks)) }
	default:
		x.Leads = func(blocks []BlockID) (from, to bool) { return r.Leads(b.sides(blocks)) }
	}
	return x
}
