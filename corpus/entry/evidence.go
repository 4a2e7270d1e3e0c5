package entry

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/properties"
)

// Evidence returns the short form of a witness in which the corpus pins it:
// the members, each after its process or its number of units where it has one,
// "+" before a quorum whose addition dominates. A witness without a member, as
// of an empty family, is "none". When the members show that the structure is
// not of its kind, the property that they break comes first.
//
//	{1,2} {3,4}    1:{1,2,3} 2:{2,4,6}    +{2,3}    minimality: {1} {1,2}
func Evidence(w *properties.Witness) string {
	if w.Violates != "" {
		inner := *w
		inner.Violates = ""
		return string(w.Violates) + ": " + Evidence(&inner)
	}
	u := w.Structure.Universe
	var parts []string
	for i, m := range slices.Concat(w.Members, w.Added) {
		part, added := m.Set.Format(u), i >= len(w.Members)
		switch {
		case m.Process >= 0 && !added:
			part = u.Name(m.Process) + ":" + part
		case m.Role.Units() > 0:
			part = fmt.Sprintf("%d:%s", m.Role.Units(), part)
		}
		if added {
			part = "+" + part
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, " ")
}
