package explore

import (
	"sync"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A judge decides a function of what is observed of all processes, Safe or Unmet, and
// keeps its answers.
type judge struct {
	verdict func(seen []observationID) string         // nil if all is well
	group   *group                                    // by which verdicts are compared; nil for none
	harm    func(seen []observationID) []protocol.Set // compared, too, where all is well; nil for none
	fail    func(turn)                                // notes that the answers differ
	mu      sync.Mutex                                // held while an answer is added
	kept    *table.Memo[textID]
	long    map[string]textID // by observations that do not fit into a key
	texts   table.Interner[textID, string, struct{}]
}

// safeText is the number of the empty text.
const safeText textID = 0

// judge returns the judge of a function, which may be nil.
func (b *binding) judge(f func(all []protocol.Observation) string) *judge {
	j := &judge{kept: table.NewMemo[textID](), long: map[string]textID{}}
	j.texts.ID("", nil)
	if f != nil {
		j.verdict = func(seen []observationID) string {
			all := b.observed(seen)
			return f(all)
		}
	}
	if b.symmetry != nil {
		j.group, j.fail = b.symmetry.group, b.fail
	}
	return j
}

// text returns the number of the text that says what is wrong with states in which
// this is observed, safeText for nothing.
func (j *judge) text(seen []observationID) textID {
	if j.verdict == nil {
		return safeText
	}
	if packed, ok := observationsKey(seen); ok {
		id, ok := j.kept.Get(packed)
		if !ok {
			id = j.kept.FillLocked(&j.mu, packed, func() textID { return j.decide(seen) })
		}
		return id
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	id, ok := j.long[table.Key(seen...)]
	if !ok {
		id = j.decide(seen)
		j.long[table.Key(seen...)] = id
	}
	return id
}

// says returns a text.
func (j *judge) says(id textID) string { return j.texts.At(id) }

// decide judges, and compares the answers with those on the same in other orders.
func (j *judge) decide(seen []observationID) textID {
	text := j.verdict(seen)
	if j.group != nil {
		other := make([]observationID, len(seen))
		var harm []protocol.Set
		if j.harm != nil && text == "" {
			harm = j.harm(seen)
		}
		for t, r := range j.group.renamings {
			for p, o := range seen {
				other[r[p]] = o
			}
			same := false
			if !try(func() {
				same = (j.verdict(other) == "") == (text == "") && (harm == nil || r.takes(harm, j.harm(other)))
			}) || !same {
				j.fail(turn(t))
			}
		}
	}
	return j.texts.ID(text, nil)
}
