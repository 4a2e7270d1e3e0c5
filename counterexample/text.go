package counterexample

import (
	"fmt"
	"strings"

	"qcheck/setsys"
)

// Text says in one sentence, without a full stop, what the witness shows.
func (w *Witness) Text() string {
	u := w.Structure.Universe
	m := w.Members
	sets := func(ms []Member) string {
		var parts []string
		for _, x := range ms {
			parts = append(parts, x.Set.Format(u))
		}
		return list(parts)
	}
	switch w.Property {
	case "nonempty":
		if len(m) == 0 {
			return "there is no quorum in " + w.emptyFamily()
		}
		if m[0].Process >= 0 {
			return fmt.Sprintf("the request set of %s is empty", u.Name(m[0].Process))
		}
		return "the empty set is a quorum" + family(" of ", m[0].Role)
	case "minimality", "write-minimality", "read-minimality":
		if m[0].Set.Equal(m[1].Set) {
			return fmt.Sprintf("quorum %s is listed twice%s", m[0].Set.Format(u), family(" in ", m[0].Role))
		}
		return fmt.Sprintf("quorum %s contains quorum %s%s", m[1].Set.Format(u), m[0].Set.Format(u), family(" of ", m[0].Role))
	case "intersection", "write-intersection":
		switch w.Structure.Kind {
		case setsys.KArbiter:
			return commonNode("quorum", "quorums", sets(m), len(m)) + w.repeats()
		case setsys.HKArbiter:
			var parts []string
			for _, x := range m {
				parts = append(parts, fmt.Sprintf("%s for %s", x.Set.Format(u), units(x.Units)))
			}
			return fmt.Sprintf("requests for %s units exceed k = %d, but the quorums %s have no common node",
				ints(w.Pattern, " + "), w.Structure.K, list(parts))
		}
		if len(m) == 2 {
			return fmt.Sprintf("quorums %s are disjoint", sets(m))
		}
		return fmt.Sprintf("quorums %s are pairwise disjoint", sets(m))
	case "non-intersection", "write-non-intersection", "strong-non-intersection":
		strong := w.Property == "strong-non-intersection"
		switch {
		case strong && len(m) == 1:
			return fmt.Sprintf("every quorum meets %s", sets(m))
		case strong:
			return fmt.Sprintf("every quorum meets one of the quorums %s", sets(m))
		case len(m) == 1 && m[0].Set.IsEmpty():
			return "there is no other quorum than the empty set"
		case len(m) == 1:
			return fmt.Sprintf("every other quorum meets %s", sets(m))
		}
		return fmt.Sprintf("quorums %s are disjoint, and every other quorum meets one of them", sets(m))
	case "write-read-intersection":
		return fmt.Sprintf("write quorum %s and read quorum %s are disjoint", m[0].Set.Format(u), m[1].Set.Format(u))
	case "self-membership":
		return fmt.Sprintf("%s is not in its own request set %s", u.Name(m[0].Process), m[0].Set.Format(u))
	case "full-sets":
		return fmt.Sprintf("the request set %s of %s is not the set of all processes", m[0].Set.Format(u), u.Name(m[0].Process))
	case "arbitration":
		return commonNode("request set", "request sets", w.requestSets(), len(m)) + w.fewer()
	case "pairwise-intersection":
		return fmt.Sprintf("the request sets %s are disjoint", w.requestSets())
	case "singhal":
		return fmt.Sprintf("the request sets %s share %s, which is neither of the two processes alone",
			w.requestSets(), w.common().Format(u))
	case "local-recovery":
		return fmt.Sprintf("the request sets %s share %s, which contains fewer than %d of these processes",
			w.requestSets(), w.common().Format(u), w.Structure.M)
	case "local-recovery-exact":
		return fmt.Sprintf("the request sets %s share %s, which is not a set of just %d of these processes",
			w.requestSets(), w.common().Format(u), w.Structure.M)
	case "nondomination":
		if len(w.Added) == 0 && w.Violates == "" {
			break
		}
		if w.Violates != "" {
			return fmt.Sprintf("it violates %s, so it is not a valid %s: %s", w.Violates, w.Structure.KindName(), w.violation().Text())
		}
		noun := "quorum"
		if len(w.Added) > 1 {
			noun = "quorums"
		}
		return fmt.Sprintf("adding the %s %s%s and dropping the quorums that contain others gives a valid %s that dominates it",
			noun, sets(w.Added), family(" to ", w.Added[0].Role), w.Structure.KindName())
	}
	return fmt.Sprintf("%s is violated by %s", w.Property, sets(m))
}

// list joins with commas and a last "and".
func list(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

func ints(xs []int, sep string) string {
	var parts []string
	for _, x := range xs {
		parts = append(parts, fmt.Sprint(x))
	}
	return strings.Join(parts, sep)
}

func units(h int) string {
	if h == 1 {
		return "1 unit"
	}
	return fmt.Sprintf("%d units", h)
}

// family names a family after a word, where it is not plain which one is meant.
func family(word string, r setsys.Role) string {
	switch {
	case r == setsys.QuorumsRole || r == setsys.RequestsRole:
		return ""
	case strings.HasPrefix(string(r), "quorums."):
		return word + "Q_" + strings.TrimPrefix(string(r), "quorums.")
	}
	return word + "the " + string(r) + " family"
}

func commonNode(one, many, sets string, n int) string {
	if n == 1 {
		return fmt.Sprintf("the %s %s has no node", one, sets)
	}
	return fmt.Sprintf("the %s %s have no common node", many, sets)
}

// repeats says how fewer than k+1 quorums break the k-arbiter property.
func (w *Witness) repeats() string {
	if n := w.Structure.K + 1; len(w.Members) < n {
		return fmt.Sprintf("; with repeats they are %d quorums", n)
	}
	return ""
}

// fewer says how fewer than m+1 processes break arbitration.
func (w *Witness) fewer() string {
	if n := w.Structure.M + 1; len(w.Members) < n {
		return fmt.Sprintf("; with any other processes they are %d", n)
	}
	return ""
}

func (w *Witness) requestSets() string {
	var parts []string
	for _, x := range w.Members {
		parts = append(parts, fmt.Sprintf("%s of %s", x.Set.Format(w.Structure.Universe), w.Structure.Universe.Name(x.Process)))
	}
	return list(parts)
}

// common returns what all members share.
func (w *Witness) common() setsys.NodeSet {
	c := w.Structure.Universe.Full()
	for _, x := range w.Members {
		c = c.Intersection(x.Set)
	}
	return c
}

// emptyFamily names the first family without a quorum.
func (w *Witness) emptyFamily() string {
	for _, f := range w.Structure.Families() {
		if f.Family.Len() == 0 {
			if name := family("", f.Role); name != "" {
				return name
			}
		}
	}
	return "the family"
}
