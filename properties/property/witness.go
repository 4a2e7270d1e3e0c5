package property

import (
	"errors"
	"fmt"
	"slices"

	"qcheck/setsys"
)

// A Witness shows that a structure violates a property: the members of the
// structure that break it, and what a reader needs to check that by hand. It
// is minimal (no member can be dropped), and the first one in a fixed order:
// fewest members first, then members in canonical order.
//
// A Witness is data. Text says it in a sentence, JSON writes it for programs,
// and Confirm checks it against the structure.
type Witness struct {
	Property  ID
	Structure *setsys.Structure

	// Members are the quorums (or request sets) that break the property. What
	// they break follows from the property; see Text.
	Members []Member

	// Added is the witness of a nondomination: these quorums, put into the
	// family named and with their supersets dropped, give a structure of the
	// same kind that dominates this one.
	Added []Member

	// Violates is set in a witness of nondomination when the structure is not
	// of its kind: the required property that the members break.
	Violates ID
}

// A Member is one set of a structure, with its place there.
type Member struct {
	Role    setsys.Role // its family
	Process int         // request-sets: the index of the process it belongs to, otherwise -1
	Set     setsys.NodeSet
}

// Text says in one sentence, without a full stop, what the witness shows.
func (w *Witness) Text() string {
	if w.Violates != "" {
		return fmt.Sprintf("it violates %s, so it is not a valid %s: %s", w.Violates, w.Structure.KindName(), w.violation().Text())
	}
	d, ok := Of(w.Property)
	if !ok {
		return fmt.Sprintf("%s is violated", w.Property)
	}
	return d.Text(w)
}

// violation returns the witness that w.Violates is violated.
func (w *Witness) violation() *Witness {
	return &Witness{Property: w.Violates, Structure: w.Structure, Members: w.Members}
}

// Confirm checks by the definition of the property that the witness breaks it,
// member by member against the structure. The error says what the witness
// claims that is not so.
//
// It looks at each quorum of the structure a few times at most, except for
// nondomination, where it looks at combinations of them.
func (w *Witness) Confirm() error {
	if err := w.confirm(); err != nil {
		return fmt.Errorf("witness of %s: %w", w.Property, err)
	}
	return nil
}

func (w *Witness) confirm() error {
	kind := w.Structure.Kind
	d, ok := Of(w.Property)
	if !ok || !slices.Contains(d.Required, kind) && !slices.Contains(d.Optional, kind) {
		return fmt.Errorf("no such property of kind %s", kind)
	}
	if w.Violates != "" {
		if d.ID != nondomination.ID || !slices.Contains(Required(kind), w.Violates) || len(w.Added) > 0 {
			return fmt.Errorf("violating %s shows nothing", w.Violates)
		}
		return w.violation().confirm()
	}
	if err := w.stands(d); err != nil {
		return err
	}
	return d.Breaks(w)
}

// stands checks that the members are in the structure: each is listed in its
// family as often as it is a member.
func (w *Witness) stands(d Definition) error {
	used := map[string]int{}
	for _, m := range w.Members {
		f, ok := w.family(m.Role)
		if !ok || d.Of != "" && d.Of != m.Role {
			return fmt.Errorf("family %s is none of those that the property is about", m.Role)
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
		key := string(m.Role) + m.Set.String()
		used[key]++
		if n := listed(f, m.Set); n == 0 || n < used[key] && !w.assigns() {
			return fmt.Errorf("quorum %v is not in %s, or not so often", m.Set, m.Role)
		}
	}
	if len(w.Added) > 0 && d.ID != nondomination.ID {
		return errors.New("quorums to add")
	}
	return nil
}

// listed returns how often the set is in the family.
func listed(f setsys.Family, set setsys.NodeSet) int {
	if t := f.Trust(); t != nil {
		if set.Cap() == f.Nodes() && t.IsMinimal(set.Words()) {
			return 1
		}
		return 0
	}
	if g := f.Formula(); g != nil {
		if set.Cap() == f.Nodes() && g.IsMinimal(set.Words()) {
			return 1
		}
		return 0
	}
	n := 0
	for _, q := range f.All() {
		if q.Equal(set) {
			n++
		}
	}
	return n
}

func (w *Witness) family(r setsys.Role) (setsys.Family, bool) {
	for _, f := range w.Structure.Families() {
		if f.Role == r {
			return f.Family, true
		}
	}
	return setsys.Family{}, false
}

// common returns what all members share.
func (w *Witness) common() setsys.NodeSet {
	c := w.Structure.Universe.Full()
	for _, x := range w.Members {
		c = c.Intersection(x.Set)
	}
	return c
}
