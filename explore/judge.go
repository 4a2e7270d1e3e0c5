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
	if packed {
		if id, ok := j.kept.get(key); ok {
			return id
		}
	}
	text := j.safe(seen)
	j.mu.Lock()
	defer j.mu.Unlock()
	id := j.texts.id(text)
	if packed {
		if _, ok := j.kept.get(key); !ok {
			j.kept.put(key, id)
		}
	}
	return id
}
