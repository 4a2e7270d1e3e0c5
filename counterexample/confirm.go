package counterexample

import (
	"fmt"
	"slices"

	"qcheck/setsys"
)

// Confirm checks by the definition of the property that the witness breaks it,
// member by member against the structure. It shares no code with the searches
// of package properties. The error says what the witness claims that is not
// so.
//
// It looks at each quorum of the structure a few times at most, but for
// nondomination, where it looks at combinations of them.
func (w *Witness) Confirm() error {
	if !defined(w.Property, w.Structure.Kind) {
		return fmt.Errorf("witness of %q: no such property of kind %s", w.Property, w.Structure.Kind)
	}
	if w.Violates != "" {
		return w.notOfKind()
	}
	if err := w.stands(); err != nil {
		return fmt.Errorf("witness of %s: %w", w.Property, err)
	}
	if err := w.breaks(); err != nil {
		return fmt.Errorf("witness of %s: %w", w.Property, err)
	}
	return nil
}

// notOfKind checks a witness that the structure is not of its kind.
func (w *Witness) notOfKind() error {
	if w.Property != "nondomination" || w.Violates == w.Property || w.Violates == "strong-non-intersection" || len(w.Added) > 0 {
		return fmt.Errorf("witness of %s: violating %s shows nothing", w.Property, w.Violates)
	}
	if err := w.violation().Confirm(); err != nil {
		return fmt.Errorf("witness of %s: %w", w.Property, err)
	}
	return nil
}

// violation returns the witness that w.Violates is violated.
func (w *Witness) violation() *Witness {
	return &Witness{Property: w.Violates, Structure: w.Structure, Members: w.Members, Pattern: w.Pattern}
}

// stands checks that the members are in the structure: each is listed in its
// family as often as it is a member.
func (w *Witness) stands() error {
	roles := w.roles()
	least, most := memberCount(w.Property)
	if n := len(w.Members); n < least || most > 0 && n > most {
		return fmt.Errorf("%d members", n)
	}
	used := map[string]int{}
	for _, m := range w.Members {
		f, ok := w.family(m.Role)
		if !ok || !slices.Contains(roles, m.Role) {
			return fmt.Errorf("family %s is none of those that the property is about", m.Role)
		}
		if m.Units != 0 && m.Role != setsys.UnitsRole(m.Units) {
			return fmt.Errorf("%d units for a quorum of %s", m.Units, m.Role)
		}
		if m.Role == setsys.RequestsRole {
			if m.Process < 0 || m.Process >= f.Len() || !f.At(m.Process).Equal(m.Set) {
				return fmt.Errorf("%v is not the request set of process %d", m.Set, m.Process+1)
			}
			continue
		}
		if m.Process != -1 {
			return fmt.Errorf("a quorum of process %d in %s", m.Process+1, m.Role)
		}
		listed := 0
		for _, q := range f.All() {
			if q.Equal(m.Set) {
				listed++
			}
		}
		key := string(m.Role) + m.Set.String()
		used[key]++
		// An assignment to a request pattern may use a quorum more than once.
		assignment := w.Structure.Kind == setsys.HKArbiter && w.Property == "intersection"
		if listed == 0 || listed < used[key] && !assignment {
			return fmt.Errorf("quorum %v is not in %s, or not so often", m.Set, m.Role)
		}
	}
	for _, m := range w.Added {
		_, ok := w.family(m.Role)
		if !ok || w.Property != "nondomination" || m.Process != -1 || m.Set.Cap() != w.Structure.Universe.Len() {
			return fmt.Errorf("quorum %v added to %s", m.Set, m.Role)
		}
	}
	return nil
}

// defined reports whether structures of the kind can have the property.
func defined(property string, kind setsys.Kind) bool {
	switch property {
	case "nonempty":
		return slices.Contains(setsys.Kinds(), kind)
	case "intersection", "minimality", "nondomination":
		return kind == setsys.Coterie || kind == setsys.KCoterie || kind == setsys.KArbiter || kind == setsys.HKArbiter
	case "non-intersection", "strong-non-intersection":
		return kind == setsys.KCoterie
	case "write-intersection", "write-non-intersection", "write-read-intersection", "write-minimality", "read-minimality":
		return kind == setsys.KWRCoterie
	case "self-membership", "arbitration", "pairwise-intersection", "singhal",
		"local-recovery", "local-recovery-exact", "full-sets":
		return kind == setsys.RequestSets
	}
	return false
}

// roles returns the families that the property is about.
func (w *Witness) roles() []setsys.Role {
	switch w.Property {
	case "write-intersection", "write-non-intersection", "write-minimality":
		return []setsys.Role{setsys.WriteRole}
	case "read-minimality":
		return []setsys.Role{setsys.ReadRole}
	}
	var all []setsys.Role
	for _, f := range w.Structure.Families() {
		all = append(all, f.Role)
	}
	return all
}

// memberCount returns the least and the most members that a witness of the
// property has, whatever the structure; a most of 0 is no bound.
func memberCount(property string) (least, most int) {
	switch property {
	case "nonempty":
		return 0, 1
	case "self-membership", "full-sets":
		return 1, 1
	case "minimality", "write-minimality", "read-minimality", "write-read-intersection",
		"pairwise-intersection", "singhal":
		return 2, 2
	}
	return 0, 0
}

func (w *Witness) family(r setsys.Role) (setsys.Family, bool) {
	for _, f := range w.Structure.Families() {
		if f.Role == r {
			return f.Family, true
		}
	}
	return setsys.Family{}, false
}

func (w *Witness) breaks() error {
	s, m := w.Structure, w.Members
	switch w.Property {
	case "nonempty":
		if len(m) == 1 && m[0].Set.IsEmpty() {
			return nil
		}
		for _, f := range s.Families() {
			if len(m) == 0 && f.Family.Len() == 0 {
				return nil
			}
		}
		return fmt.Errorf("neither an empty quorum nor an empty family")
	case "minimality", "write-minimality", "read-minimality":
		if m[0].Role != m[1].Role || !m[0].Set.SubsetOf(m[1].Set) {
			return fmt.Errorf("not two quorums of one family, the first within the second")
		}
		return nil
	case "intersection", "write-intersection":
		switch s.Kind {
		case setsys.KArbiter:
			return w.noCommonNode(s.K + 1)
		case setsys.HKArbiter:
			if err := w.critical(); err != nil {
				return err
			}
			return w.noCommonNode(len(w.Pattern))
		case setsys.Coterie:
			return w.disjoint(2)
		}
		return w.disjoint(s.K + 1)
	case "non-intersection", "write-non-intersection":
		if len(m) < 1 || len(m) >= s.K {
			return fmt.Errorf("%d quorums, where 1 to k-1 are asked for", len(m))
		}
		if err := w.disjoint(len(m)); err != nil {
			return err
		}
		return w.allMet(true)
	case "strong-non-intersection":
		if len(m) < 1 || len(m) >= s.K {
			return fmt.Errorf("%d quorums, where 1 to k-1 are asked for", len(m))
		}
		return w.allMet(false)
	case "write-read-intersection":
		if m[0].Role != setsys.WriteRole || m[1].Role != setsys.ReadRole {
			return fmt.Errorf("not a write quorum and a read quorum")
		}
		return w.disjoint(2)
	case "self-membership":
		if m[0].Set.Has(m[0].Process) {
			return fmt.Errorf("the process is in its set")
		}
		return nil
	case "full-sets":
		if m[0].Set.Len() == s.Universe.Len() {
			return fmt.Errorf("the set is full")
		}
		return nil
	case "arbitration":
		if s.Universe.Len() <= s.M {
			return fmt.Errorf("there are only %d processes", s.Universe.Len())
		}
		if err := w.distinctProcesses(); err != nil {
			return err
		}
		return w.noCommonNode(s.M + 1)
	case "pairwise-intersection", "singhal", "local-recovery", "local-recovery-exact":
		return w.recovery()
	case "nondomination":
		return w.dominated()
	}
	return fmt.Errorf("unknown property")
}

func (w *Witness) disjoint(count int) error {
	if len(w.Members) != count {
		return fmt.Errorf("%d members, not %d", len(w.Members), count)
	}
	for i, a := range w.Members {
		for _, b := range w.Members[:i] {
			if a.Set.Intersects(b.Set) {
				return fmt.Errorf("%v and %v share a node", b.Set, a.Set)
			}
		}
	}
	return nil
}

// allMet checks that every quorum of the members' family meets a member. An
// empty quorum meets none; with own, the members' own listings are left out.
func (w *Witness) allMet(own bool) error {
	f, ok := w.family(w.Members[0].Role)
	if !ok {
		return fmt.Errorf("there is no family %s", w.Members[0].Role)
	}
	empties := 0
	for _, m := range w.Members {
		if own && m.Set.IsEmpty() {
			empties++
		}
	}
	for _, q := range f.All() {
		if q.IsEmpty() && empties > 0 {
			empties--
			continue
		}
		if !slices.ContainsFunc(w.Members, func(m Member) bool { return m.Set.Intersects(q) }) {
			return fmt.Errorf("quorum %v is disjoint from all members", q)
		}
	}
	return nil
}

func (w *Witness) noCommonNode(most int) error {
	if n := len(w.Members); n < 1 || n > most {
		return fmt.Errorf("%d members, where 1 to %d are asked for", n, most)
	}
	if c := w.common(); !c.IsEmpty() {
		return fmt.Errorf("the members share %v", c)
	}
	return nil
}

func (w *Witness) critical() error {
	if len(w.Pattern) != len(w.Members) {
		return fmt.Errorf("%d members for %d requests", len(w.Members), len(w.Pattern))
	}
	sum := 0
	for i, h := range w.Pattern {
		if w.Members[i].Units != h || w.Members[i].Role != setsys.UnitsRole(h) {
			return fmt.Errorf("member %d is not of Q_%d", i+1, h)
		}
		sum += h
	}
	if sum <= w.Structure.K {
		return fmt.Errorf("the pattern %v is not conflicting", w.Pattern)
	}
	for _, h := range w.Pattern {
		if sum-h > w.Structure.K {
			return fmt.Errorf("the pattern %v is not critical", w.Pattern)
		}
	}
	return nil
}

func (w *Witness) distinctProcesses() error {
	for i, a := range w.Members {
		for _, b := range w.Members[:i] {
			if a.Process == b.Process {
				return fmt.Errorf("process %d twice", a.Process+1)
			}
		}
	}
	return nil
}

func (w *Witness) recovery() error {
	if err := w.distinctProcesses(); err != nil {
		return err
	}
	m := w.Structure.M
	want := 2
	if w.Property == "local-recovery" || w.Property == "local-recovery-exact" {
		want = m + 1
	}
	if len(w.Members) != want {
		return fmt.Errorf("%d processes, not %d", len(w.Members), want)
	}
	common := w.common()
	own := 0
	for _, x := range w.Members {
		if common.Has(x.Process) {
			own++
		}
	}
	broken := map[string]bool{
		"pairwise-intersection": common.IsEmpty(),
		"singhal":               common.Len() != 1 || own != 1,
		"local-recovery":        own < m,
		"local-recovery-exact":  own != m || common.Len() != m,
	}
	if !broken[w.Property] {
		return fmt.Errorf("the processes' sets share %v, as the property asks", common)
	}
	return nil
}
