package properties

import (
	"errors"
	"slices"

	"qcheck/explore/verdict"
	"qcheck/explore/yield"
	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/words"
)

// A checker judges one structure.
type checker struct {
	*yield.Watch
	s       *setsys.Structure
	indexes map[setsys.Role]*setsys.Index
	found   map[ID]finding // by searches that came to their end
	memory  int            // bytes that the search for one property may still remember

	listed   []setsys.RoleFamily // the families of which each quorum is listed
	formulas []setsys.RoleFamily // those that are formulas or trust graphs

	symbols  *symbolic // see symbolicOf
	listing  *checker  // of the structure with its formulas listed; see byListing
	vertices int       // the limit of the diagrams; 0 is the usual one
}

func newChecker(w *yield.Watch, s *setsys.Structure) *checker {
	c := &checker{Watch: w, s: s, indexes: map[setsys.Role]*setsys.Index{}, memory: maxMemory}
	for _, f := range s.Families() {
		if !f.Family.IsListed() {
			c.formulas = append(c.formulas, f)
		} else {
			c.listed = append(c.listed, f)
		}
	}
	return c
}

// A search decides a property.
type search struct {
	listed func(*checker) finding // quorum by quorum

	// decide is the same where a family that the property is about is a formula; nil where there is no
	// method for formulas. guess looks for a violation where the diagrams are too large.
	decide func(*symbolic) finding
	guess  func(*symbolic) (finding, bool)
}

// searches has the search of each property (see searches.go).
var searches map[ID]search

// maxMemory bounds the bytes of partial choices that the search for one
// property remembers.
const maxMemory = 1 << 30

// room reports whether the search may remember so many bytes more. A search for
// which there is no room goes on without remembering more, if that costs only
// time; otherwise it ends by [checker.stop].
func (c *checker) room(bytes int) bool {
	const overhead = 64 // of a table or a map, for each entry, about
	if c.memory -= bytes + overhead; c.memory < 0 {
		c.memory = 0
		return false
	}
	return true
}

// remember inserts a row into a table when there is room.
func (c *checker) remember(t *words.Table, row []uint64) {
	if c.room(8 * len(row)) {
		t.Insert(row)
	}
}

// on returns a checker of another family of quorums, with no index yet.
func (c *checker) on(f setsys.Family) *checker {
	s := *c.s
	s.Quorums = f
	other := newChecker(c.Watch, &s)
	other.memory = c.memory
	return other
}

// A finding is the outcome of a search that came to its end: the members that
// break the property, or none.
type finding struct {
	members []property.Member
	added   []property.Member
	broken  bool
	note    string

	violates ID // nondomination: the required property that the members break

	method string // for formulas: how it was decided
	open   string // for formulas: why the search decided nothing
}

// stop ends the search: its property is unknown.
func (c *checker) stop(why string) { panic(yield.Cut{Err: errors.New(why)}) }

// step is called in every loop of a search that can be long. It ends the
// search when the context has ended.
func (c *checker) step() { c.Work(64) }

// within runs a part of a search, which a limit or the context may cut.
func within(part func()) (err error) {
	defer yield.Caught(&err)
	return diagram.Try(part)
}

// attempt is within for what is not to begin after the end.
func (c *checker) attempt(part func()) error {
	return within(func() { c.Look(); part() })
}

// judge runs the search for one property.
func (c *checker) judge(id ID) Result { return c.run(id, func() finding { return c.find(id) }) }

// run runs a search for one property.
func (c *checker) run(id ID, search func() finding) Result {
	var f finding
	if err := c.attempt(func() { c.memory = maxMemory; f = search() }); err != nil {
		return Result{Property: id, Verdict: verdict.Unknown, Note: "the search was cut: " + err.Error()}
	}
	r := Result{Property: id, Verdict: verdict.Holds, Note: f.note, Method: f.method}
	if f.broken {
		r.Verdict = verdict.Violated
		r.Witness = &Witness{Property: id, Structure: c.s, Members: f.members, Added: f.added, Violates: f.violates}
	}
	return r
}

// find runs the search for one property, or repeats what it found.
func (c *checker) find(id ID) finding {
	f, ok := c.found[id]
	if !ok {
		if x := searches[id]; c.unlisted(id) {
			f = c.onFormulas(id, x)
		} else {
			f = x.listed(c)
		}
		if c.found == nil {
			c.found = map[ID]finding{}
		}
		c.found[id] = f
	}
	return f
}

// unlisted reports whether a family that the property is about is a formula.
func (c *checker) unlisted(id ID) bool {
	return slices.ContainsFunc(c.formulas, func(f setsys.RoleFamily) bool { return isAbout(id, f.Role) })
}

// isAbout reports whether the property is about the family with the role.
func isAbout(id ID, role setsys.Role) bool {
	d, _ := property.Of(id)
	return d.Of == "" || d.Of == role
}

// index returns the index of a family's non-empty sets, and how many of its
// sets are empty. An empty quorum is disjoint from every set and within every
// set; each search says what that makes of it.
func (c *checker) index(role setsys.Role, f setsys.Family) (ix *setsys.Index, empties int) {
	for i := 0; i < f.Len(); i++ {
		if words.Empty(f.Words(i)) {
			empties++
		}
	}
	if ix = c.indexes[role]; ix != nil {
		return ix, empties
	}
	kept := f
	if empties > 0 {
		b := setsys.NewFamilyBuilder(f.Nodes())
		for i := 0; i < f.Len(); i++ {
			if !words.Empty(f.Words(i)) {
				b.AddWords(f.Words(i))
			}
		}
		kept = b.Family()
	}
	ix = setsys.NewIndex(kept, c.step)
	c.indexes[role] = ix
	return ix, empties
}

// member returns the set as a member of the family with the given role.
func member(role setsys.Role, n int, row []uint64) property.Member {
	return property.Member{Role: role, Process: -1, Set: setsys.FromWords(n, row)}
}

// emptyMembers returns count empty sets as members.
func emptyMembers(role setsys.Role, n, count int) []property.Member {
	return slices.Repeat([]property.Member{member(role, n, make([]uint64, words.Of(n)))}, count)
}
