package properties

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"qcheck/explore/verdict"
	"qcheck/properties/property"
	"qcheck/setsys"
	"qcheck/setsys/near"
	"qcheck/setsys/words"
)

// An ID names a property in files, flags and output.
type ID = property.ID

// A Witness shows that a structure violates a property.
type Witness = property.Witness

// The properties.
const (
	NonEmpty              ID = "nonempty"
	Intersection          ID = "intersection"
	NonIntersection       ID = "non-intersection"
	Minimality            ID = "minimality"
	WriteIntersection     ID = "write-intersection"
	WriteNonIntersection  ID = "write-non-intersection"
	WriteReadIntersection ID = "write-read-intersection"
	WriteMinimality       ID = "write-minimality"
	ReadMinimality        ID = "read-minimality"
	SelfMembership        ID = "self-membership"
	Arbitration           ID = "arbitration"
	StrongNonIntersection ID = "strong-non-intersection"
	Nondomination         ID = "nondomination"
	PairwiseIntersection  ID = "pairwise-intersection"
	Singhal               ID = "singhal"
	LocalRecovery         ID = "local-recovery"
	LocalRecoveryExact    ID = "local-recovery-exact"
	FullSets              ID = "full-sets"
)

// Required returns the properties that make a structure one of the kind.
func Required(kind setsys.Kind) []ID { return property.Required(kind) }

// Optional returns the further properties that are defined for the kind.
func Optional(kind setsys.Kind) []ID { return property.Optional(kind) }

// All returns the properties of all kinds.
func All() []ID { return property.All() }

// Meaning is the requirement of the property on the structure, in words. A k or m
// of 0 is written as the letter.
func Meaning(id ID, s *setsys.Structure) string { return property.Meaning(id, s) }

// Every returns the required and the optional properties of the kind.
func Every(kind setsys.Kind) []ID { return append(Required(kind), Optional(kind)...) }

// Parse returns the properties that a comma-separated list names for the kind:
// property ids, "required", or "every". Each is returned once, in the order of
// [Every]. An unknown name, or one that is not defined for the kind, is an
// error.
func Parse(kind setsys.Kind, list string) ([]ID, error) { return parse(kind, strings.Split(list, ",")) }

func parse(kind setsys.Kind, names []string) ([]ID, error) {
	var ids []ID
	for _, name := range names {
		switch name = strings.TrimSpace(name); {
		case name == "required":
			ids = append(ids, Required(kind)...)
		case name == "every":
			ids = append(ids, Every(kind)...)
		case slices.Contains(Every(kind), ID(name)):
			ids = append(ids, ID(name))
		default:
			return nil, unknown(kind, name)
		}
	}
	var ordered []ID
	for _, id := range Every(kind) {
		if slices.Contains(ids, id) {
			ordered = append(ordered, id)
		}
	}
	return ordered, nil
}

// Asked returns the properties that the structure is to be judged by: those that
// it names, in the order of [Every], or those that its kind requires when it names
// none. Its errors are those of [Parse].
func Asked(s *setsys.Structure) ([]ID, error) {
	if s.Properties == nil {
		return Required(s.Kind), nil
	}
	return parse(s.Kind, s.Properties)
}

// Known is nil for the name of a property that is defined for structures of the
// kind, and of a list that [Parse] knows, and otherwise the error. It is made for
// [setsys.DecodeOptions].
func Known(kind setsys.Kind, name string) error {
	if slices.Contains([]string{"required", "every"}, name) || slices.Contains(Every(kind), ID(name)) {
		return nil
	}
	return unknown(kind, name)
}

func unknown(kind setsys.Kind, name string) error {
	return fmt.Errorf("unknown property %q for kind %s%s", name, kind, near.Hint(name, Every(kind)))
}

// A Result is the verdict on one property.
type Result struct {
	Property ID
	Verdict  verdict.Verdict
	Witness  *Witness // when violated
	Note     string   // why there was nothing to check, or why the verdict is unknown; mostly empty
	Method   string   // for families that are formulas: how it was decided
}

// A Report is the verdict on a structure and on each property asked for.
type Report struct {
	Structure *setsys.Structure
	Verdict   verdict.Verdict
	Results   []Result

	// Sizes has, for each family that is a formula, how many quorums have each
	// number of nodes, 0 to n. Families are missing that were not counted, because
	// that takes too long.
	Sizes map[setsys.Role][]*big.Int
}

// Check judges the structure by the given properties; nil means
// Required(s.Kind). When ctx ends, the properties not decided by then are
// unknown. The error says that the structure is not valid (see
// [setsys.Structure.Validate]) or that a property is not defined for its kind.
func Check(ctx context.Context, s *setsys.Structure, ids []ID) (*Report, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if ids == nil {
		ids = Required(s.Kind)
	}
	for _, id := range ids {
		if !slices.Contains(Every(s.Kind), id) {
			return nil, unknown(s.Kind, string(id))
		}
	}
	c := &checker{ctx: ctx, s: s, indexes: map[setsys.Role]*setsys.Index{}, memory: maxMemory}
	report := &Report{Structure: s}
	var verdicts []verdict.Verdict
	for _, id := range ids {
		r := c.judge(id)
		report.Results = append(report.Results, r)
		verdicts = append(verdicts, r.Verdict)
	}
	report.Verdict = verdict.All(verdicts...)
	report.Sizes = c.sizes()
	return report, nil
}

// A checker judges one structure.
type checker struct {
	ctx     context.Context
	s       *setsys.Structure
	indexes map[setsys.Role]*setsys.Index
	freest  map[*setsys.Index]int // see freestOf
	found   map[ID]finding        // by searches that came to their end
	steps   uint32
	memory  int // bytes that the search for one property may still remember

	symbols  *symbolic // see symbolicOf
	listed   *checker  // of the structure with its formulas listed; see byListing
	vertices int       // the limit of the diagrams; 0 is the usual one
}

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
	return &checker{ctx: c.ctx, s: &s, indexes: map[setsys.Role]*setsys.Index{}, memory: c.memory}
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

// stopped is thrown by stop and caught by judge.
type stopped struct{ why string }

// stop ends the search: its property is unknown.
func (c *checker) stop(why string) { panic(stopped{why}) }

// step is called in every loop of a search that can be long. It ends the
// search when the context has ended.
func (c *checker) step() {
	if c.steps++; c.steps&0x3f == 0 {
		c.look()
	}
}

// look is step for loops each round of which takes long.
func (c *checker) look() {
	if c.ctx.Err() != nil {
		c.stop(context.Cause(c.ctx).Error())
	}
}

// judge runs the search for one property.
func (c *checker) judge(id ID) Result { return c.run(id, func() finding { return c.find(id) }) }

// run runs a search for one property.
func (c *checker) run(id ID, search func() finding) (r Result) {
	r.Property = id
	defer func() {
		switch p := recover().(type) {
		case nil:
		case stopped:
			r.Verdict, r.Note = verdict.Unknown, "the search was cut: "+p.why
		default:
			panic(p)
		}
	}()
	c.look()
	c.memory = maxMemory
	f := search()
	r.Note, r.Method = f.note, f.method
	if !f.broken {
		r.Verdict = verdict.Holds
		return r
	}
	r.Verdict = verdict.Violated
	r.Witness = &Witness{Property: id, Structure: c.s, Members: f.members, Added: f.added, Violates: f.violates}
	return r
}

// find runs the search for one property, or repeats what it found.
func (c *checker) find(id ID) finding {
	f, ok := c.found[id]
	if !ok {
		if c.unlisted(id) {
			f = c.symbolically(id)
		} else {
			f = c.search(id)
		}
		if c.found == nil {
			c.found = map[ID]finding{}
		}
		c.found[id] = f
	}
	return f
}

func (c *checker) search(id ID) finding {
	s := c.s
	switch id {
	case NonEmpty:
		return c.nonEmpty()
	case Intersection:
		switch s.Kind {
		case setsys.Coterie:
			return c.packing(setsys.QuorumsRole, s.Quorums, 2)
		case setsys.KCoterie:
			return c.packing(setsys.QuorumsRole, s.Quorums, s.K+1)
		case setsys.KArbiter:
			return c.arbiter()
		case setsys.HKArbiter:
			return c.unitsArbiter()
		}
	case NonIntersection:
		return c.stuck(setsys.QuorumsRole, s.Quorums, s.K)
	case StrongNonIntersection:
		return c.blocked()
	case Minimality:
		for _, f := range s.Families() {
			if w := c.minimality(f.Role, f.Family); w.broken {
				return w
			}
		}
		return finding{}
	case WriteIntersection:
		return c.packing(setsys.WriteRole, s.Write, max(s.K, 1)+1)
	case WriteNonIntersection:
		return c.stuck(setsys.WriteRole, s.Write, s.K)
	case WriteReadIntersection:
		return c.cross()
	case WriteMinimality:
		return c.minimality(setsys.WriteRole, s.Write)
	case ReadMinimality:
		return c.minimality(setsys.ReadRole, s.Read)
	case SelfMembership:
		return c.selfMembership()
	case Arbitration:
		return c.arbitration()
	case PairwiseIntersection:
		return c.pairs(func(i, j int, common setsys.NodeSet) bool { return !common.IsEmpty() })
	case Singhal:
		return c.pairs(func(i, j int, common setsys.NodeSet) bool {
			return common.Len() == 1 && (common.Has(i) || common.Has(j))
		})
	case LocalRecovery:
		return c.localRecovery(false)
	case LocalRecoveryExact:
		return c.localRecovery(true)
	case FullSets:
		return c.fullSets()
	case Nondomination:
		return c.nondomination()
	}
	panic("properties: no search for " + string(id))
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
	ix = setsys.NewIndex(kept)
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
