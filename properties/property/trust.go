package property

import (
	"errors"
	"fmt"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// dominatedTrust is dominated for the minimal quorums of a trust graph, by its
// definition: the one added quorum contains none, and no quorum is outside of it.
// That the quorums themselves intersect is not asked: choices without the added one
// are those of the structure.
func (w *Witness) dominatedTrust(t *setsys.Trust) error {
	if len(w.Added) != 1 || w.Added[0].Set.IsEmpty() {
		return errors.New("not one quorum to add")
	}
	added := w.Added[0].Set
	for _, part := range []setsys.NodeSet{added, added.Complement()} {
		if q := t.Greatest(part.Words(), nil); !words.Empty(q) {
			return fmt.Errorf("there is a quorum within %v", part)
		}
	}
	return nil
}
