package properties

import (
	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/words"
)

// Minimality: no quorum of a family contains another one; a quorum that is
// listed twice contains the other one of the two.
//
// Search: a quorum q contains another one properly if and only if the family has
// a set within q that is smaller than q, one question to the index for each
// quorum. Worst case O(m v) for m quorums and a diagram of v vertices; when all
// quorums have one size, each question ends at the root.
//
// First in order: the first containing quorum in canonical order, then the
// first quorum within it.
func (c *checker) minimality(role setsys.Role, f setsys.Family) finding {
	ix, empties := c.index(role, f)
	sorted := f.Canonical(c.step)
	query := ix.Query()
	for j := 0; j < sorted.Len(); j++ {
		c.step()
		row := sorted.Words(j)
		size := words.Count(row)
		twice := j+1 < sorted.Len() && words.Equal(row, sorted.Words(j+1)) ||
			j > 0 && words.Equal(row, sorted.Words(j-1))
		if !twice && !(empties > 0 && size > 0) && !(size > 0 && query.HasWithin(row, size-1)) {
			continue
		}
		for i := 0; i < sorted.Len(); i++ {
			if i != j && words.Subset(sorted.Words(i), row) {
				n := f.Nodes()
				w := finding{broken: true}
				w.members = append(w.members, member(role, n, sorted.Words(i)), member(role, n, row))
				return w
			}
		}
	}
	return finding{}
}

// allMinimal looks for such quorums in the listed families that the property is about.
func (c *checker) allMinimal(id ID) finding {
	for _, f := range c.listed {
		if isAbout(id, f.Role) {
			if w := c.minimality(f.Role, f.Family); w.broken {
				return w
			}
		}
	}
	return finding{}
}

// nonEmpty: the family has a quorum, and no quorum is empty; for request sets,
// no request set is empty. The first family that breaks it is named by the
// witness's only member, whose set is empty; with an empty family there is no
// member, and the note names the family.
func (c *checker) nonEmpty() finding {
	for _, f := range c.listed {
		if f.Family.Len() == 0 {
			return finding{broken: true, note: "family " + string(f.Role) + " has no quorum"}
		}
		for i := 0; i < f.Family.Len(); i++ {
			if words.Empty(f.Family.Words(i)) {
				m := member(f.Role, f.Family.Nodes(), f.Family.Words(i))
				if f.Role == setsys.RequestsRole {
					m.Process = i
				}
				return finding{broken: true, members: []property.Member{m}}
			}
		}
	}
	return finding{}
}
