package explore

import "sync"

// A judge decides Safe, and keeps its answers by what is observed.
type judge struct {
	safe  func(seen []observationID) string // nil if every state is safe
	mu    sync.Mutex                        // held while an answer is added
	kept  *memo[textID]
	texts interner[textID, string]
}

// safeText is the number of the empty text.
const safeText textID = 0

func newJudge(safe func(seen []observationID) string) *judge {
	j := &judge{safe: safe, kept: newMemo[textID](), texts: newInterner[textID, string]()}
	j.texts.id("")
	return j
}

// text returns the number of the text that says what is wrong with states in which
// this is observed, safeText for nothing.
func (j *judge) text(seen []observationID) textID {
	if j.safe == nil {
		return safeText
	}
	key, packed := observationsKey(seen)
	if !packed {
		text := j.safe(seen)
		j.mu.Lock()
		defer j.mu.Unlock()
		return j.texts.id(text)
	}
	id, ok := j.kept.get(key)
	if !ok {
		id = j.kept.fill(&j.mu, key, func() textID { return j.texts.id(j.safe(seen)) })
	}
	return id
}
