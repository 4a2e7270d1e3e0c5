package property

import (
	"errors"
	"fmt"

	"qcheck/setsys"
)

// NonEmpty is the name of the property.
const NonEmpty ID = "nonempty"

var nonEmpty = Definition{
	ID:       NonEmpty,
	Required: setsys.Kinds(),
	Meaning:  "there is a quorum, and none is empty",
	MeaningOf: map[setsys.Kind]string{
		setsys.HKArbiter:   "every Q_h has a quorum, and no quorum is empty",
		setsys.KWRCoterie:  "there are write and read quorums, and none is empty",
		setsys.ReadWrite:   "there are write and read quorums, and none is empty",
		setsys.RequestSets: "no request set is empty",
	},
	Breaks: func(w *Witness) error {
		if len(w.Members) == 1 && w.Members[0].Set.IsEmpty() || len(w.Members) == 0 && w.emptyFamily() != nil {
			return nil
		}
		return errors.New("neither an empty quorum nor an empty family")
	},
	Text: func(w *Witness) string {
		switch {
		case len(w.Members) > 0 && w.Members[0].Process >= 0:
			return fmt.Sprintf("the request set of %s is empty", w.process(0))
		case len(w.Members) > 0:
			return "the empty set is a quorum" + family(" of ", w.Members[0].Role)
		}
		f := w.emptyFamily()
		if f != nil && f.Family.Trust() != nil {
			return "no set of nodes satisfies the quorum sets of all its nodes"
		}
		if f != nil && f.Role != setsys.QuorumsRole {
			return "there is no quorum in " + family("", f.Role)
		}
		return "there is no quorum in the family"
	},
}

// emptyFamily returns the first family without a quorum, nil when there is none.
func (w *Witness) emptyFamily() *setsys.RoleFamily {
	for _, f := range w.Structure.Families() {
		if f.Family.IsListed() && f.Family.Len() == 0 {
			return &f
		}
	}
	return nil
}
