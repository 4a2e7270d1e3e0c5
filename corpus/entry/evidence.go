package entry

import (
	"fmt"
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
	for _, m := range w.Members {
		part := m.Set.Format(u)
		switch {
		case m.Process >= 0:
			part = u.Name(m.Process) + ":" + part
		case m.Role.Units() > 0:
			part = fmt.Sprintf("%d:%s", m.Role.Units(), part)
		}
		parts = append(parts, part)
	}
	for _, m := range w.Added {
		part := "+" + m.Set.Format(u)
		if h := m.Role.Units(); h > 0 {
			part = fmt.Sprintf("+%d:%s", h, m.Set.Format(u))
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, " ")
}
