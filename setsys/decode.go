package setsys

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys/words"
)

// DefaultMaxSets is the limit that DecodeOptions.MaxSets of 0 stands for.
const DefaultMaxSets = 2_000_000

// DecodeOptions are the options of [Decode]. The zero value expands thresholds
// up to DefaultMaxSets and refuses constructions.
type DecodeOptions struct {
	// MaxSets is the most sets that a threshold or a construction may expand
	// to; 0 means DefaultMaxSets. Families that the file lists have no limit.
	MaxSets int

	// Construct builds {"construct": name, ...}. The values of args are int
	// (of at most a billion, in absolute value), []int, string and *Structure;
	// limit is the most sets that a family may have. Where it is nil,
	// constructions are an error.
	Construct func(name string, args map[string]any, limit int) (*Structure, error)
}

// Decode reads a structure file. Errors are of type *[FileError]; file is the
// name they give. The structure returned is valid (see [Structure.Validate]).
//
// The format is one JSON object in UTF-8, with these keys in any order:
//
//	name, source   strings; may be left out
//	kind           one of Kinds()
//	universe       a number n (nodes are 1..n), or a list of distinct names
//	k              the kinds with HasK, and no others: 1 to MaxCount
//	m              request-sets, and no others: 1 to MaxCount
//	quorums        coterie, k-coterie, k-arbiter: a family
//	quorums        hk-arbiter: families by units, {"1": family, ..., "k": family}
//	write, read    k-wr-coterie: a family each
//	requestSets    request-sets: sets by process, {"1": set, ..., "n": set},
//	               one for every node of the universe
//
// A set is a list of distinct nodes: numbers in a numbered universe, strings
// in a named one. A family is a list of sets, whose order and repeats are
// kept, or one of two objects.
//
// {"threshold": t, "of": [...]} stands for the minimal sets that satisfy t of
// the members of the list. A member is a node, which a set satisfies that has
// it, or a threshold again. A member that is there several times counts as
// often, and nodes may occur in several members. The sets come in canonical
// order.
//
// {"construct": name, ...} stands for the family of a structure that
// DecodeOptions.Construct builds from the other keys, whose values are
// integers, lists of integers, strings, and objects: structures, in this
// format or as constructions. The family is that with the key at which the
// object stands; structures of one family lend it to every key but
// requestSets. In the place of families by units or of sets by process it
// gives all of them. The structure must be over a numbered universe, and its
// node i is node i of the file's universe, which may have more.
//
// Integers are written without fraction and exponent. Nesting is limited to
// 100 levels. Nothing is dropped silently: an unknown key, a key that is given
// twice or that the kind does not have, an unknown node, a node twice in a
// set, and anything after the object are errors. Empty families and empty sets
// are not: to find them is the work of package properties.
//
// Errors in the JSON syntax are found first, then errors in the keys, the
// kind, the universe and the numbers, then those in the families.
func Decode(file string, data []byte, opts DecodeOptions) (*Structure, error) {
	if opts.MaxSets <= 0 {
		opts.MaxSets = DefaultMaxSets
	}
	opts.MaxSets = min(opts.MaxSets, math.MaxInt32)
	d := &decoder{document: &document{file, data}, opts: opts}
	if err := d.check(); err != nil {
		return nil, err
	}
	return d.structure(d.space(0))
}

// The keys of structure files, in the order in which they are written.
const (
	keyName      = "name"
	keySource    = "source"
	keyKind      = "kind"
	keyK         = "k"
	keyM         = "m"
	keyUniverse  = "universe"
	keyQuorums   = string(QuorumsRole)
	keyWrite     = string(WriteRole)
	keyRead      = string(ReadRole)
	keyRequests  = string(RequestsRole)
	keyThreshold = "threshold"
	keyOf        = "of"
	keyConstruct = "construct"
)

// kindKeys returns the keys that a structure of the kind must have, besides
// "kind".
func kindKeys(kind Kind) []string {
	switch kind {
	case KWRCoterie:
		return []string{keyK, keyUniverse, keyWrite, keyRead}
	case RequestSets:
		return []string{keyM, keyUniverse, keyRequests}
	case Coterie:
		return []string{keyUniverse, keyQuorums}
	}
	return []string{keyK, keyUniverse, keyQuorums}
}

type decoder struct {
	*document
	opts DecodeOptions
}

// structure reads the structure at the offset.
func (d *decoder) structure(at int) (*Structure, error) {
	if d.data[at] != '{' {
		return nil, d.wrongType(at, "a structure (an object)")
	}
	members, err := d.object(at)
	if err != nil {
		return nil, err
	}
	s := &Structure{}
	if s.Kind, err = d.kind(at, members); err != nil {
		return nil, err
	}
	value := make(map[string]int, len(members)) // where the values stand
	for _, m := range members {
		value[m.key] = m.at
	}
	if at, ok := value[keyName]; ok {
		if s.Name, err = d.stringAt(at, "the name (a string)"); err != nil {
			return nil, err
		}
	}
	if at, ok := value[keySource]; ok {
		if s.Source, err = d.stringAt(at, "the source (a string)"); err != nil {
			return nil, err
		}
	}
	if at, ok := value[keyK]; ok {
		if s.K, err = d.count(at, keyK); err != nil {
			return nil, err
		}
	}
	if at, ok := value[keyM]; ok {
		if s.M, err = d.count(at, keyM); err != nil {
			return nil, err
		}
	}
	if s.Universe, err = d.universe(value[keyUniverse]); err != nil {
		return nil, err
	}
	if err := d.families(s, value); err != nil {
		return nil, err
	}
	return s, nil
}

// kind returns the kind of the structure at the offset, whose keys it finds to
// be just those that the kind has.
func (d *decoder) kind(at int, members []member) (Kind, error) {
	known := []string{keyName, keySource, keyKind, keyK, keyM, keyUniverse, keyQuorums, keyWrite, keyRead, keyRequests}
	for _, m := range members {
		if !slices.Contains(known, m.key) {
			return "", d.errorf(m.keyAt, "unknown key %s (known: %s)", quote(m.key), strings.Join(known, ", "))
		}
	}
	m, ok := find(members, keyKind)
	if !ok {
		return "", d.errorf(at, "key %q is missing", keyKind)
	}
	name, err := d.stringAt(m.at, "the kind (a string)")
	if err != nil {
		return "", err
	}
	kind := Kind(name)
	if !slices.Contains(Kinds(), kind) {
		return "", d.errorf(m.at, "unknown kind %s (known: %s)", quote(name), joinKinds())
	}
	keys := kindKeys(kind)
	for _, m := range members {
		if !slices.Contains(keys, m.key) && !slices.Contains([]string{keyName, keySource, keyKind}, m.key) {
			return "", d.errorf(m.keyAt, "kind %s has no key %q (it has %s)", kind, m.key, strings.Join(keys, ", "))
		}
	}
	for _, key := range keys {
		if _, ok := find(members, key); !ok {
			return "", d.errorf(at, "key %q is missing, which kind %s needs", key, kind)
		}
	}
	return kind, nil
}

func joinKinds() string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}

// count reads k or m.
func (d *decoder) count(at int, key string) (int, error) {
	v, err := d.integerAt(at, fmt.Sprintf("a number for %q", key))
	if err == nil && (v < 1 || v > MaxCount) {
		err = d.errorf(at, "%s is 1 to %d, not %s", key, MaxCount, clip(string(d.number(at))))
	}
	return v, err
}

func (d *decoder) universe(at int) (Universe, error) {
	if d.data[at] != '[' {
		n, err := d.integerAt(at, "a number of nodes or a list of names")
		if err != nil {
			return Universe{}, err
		}
		if n < 1 || n > MaxNodes {
			return Universe{}, d.errorf(at, "a universe has 1 to %d nodes, not %s", MaxNodes, clip(string(d.number(at))))
		}
		return Numbered(n)
	}
	var names []string
	seen := make(map[string]bool)
	_, err := d.elements(at, func(at int) (int, error) {
		name, err := d.stringAt(at, "the name of a node (a string)")
		switch {
		case err != nil:
			return 0, err
		case name == "":
			return 0, d.errorf(at, "the name of a node is empty")
		case seen[name]:
			return 0, d.errorf(at, "node %s is named twice", quote(name))
		}
		seen[name] = true
		names = append(names, name)
		return d.skipString(at), nil
	})
	if err != nil {
		return Universe{}, err
	}
	u, err := Named(names)
	if err != nil {
		return Universe{}, d.errorf(at, "%s", err)
	}
	return u, nil
}

// families reads the families of s, whose kind, parameters and universe are
// known, from the values at the offsets.
func (d *decoder) families(s *Structure, value map[string]int) (err error) {
	f := &familyDecoder{decoder: d, universe: s.Universe, row: make([]uint64, words.Of(s.Universe.Len()))}
	switch s.Kind {
	case HKArbiter:
		s.ByUnits, err = f.byUnits(value[keyQuorums], s.K)
	case KWRCoterie:
		if s.Write, err = f.family(value[keyWrite], WriteRole, 0); err == nil {
			s.Read, err = f.family(value[keyRead], ReadRole, 0)
		}
	case RequestSets:
		s.Requests, err = f.requestSets(value[keyRequests])
	default:
		s.Quorums, err = f.family(value[keyQuorums], QuorumsRole, 0)
	}
	return err
}

// A familyDecoder reads families over a universe.
type familyDecoder struct {
	*decoder
	universe Universe
	row      []uint64 // the set being read
}

// family reads a family with the role; units is the h of a Q_h, otherwise 0.
func (f *familyDecoder) family(at int, role Role, units int) (Family, error) {
	switch f.data[at] {
	case '[':
		return f.list(at)
	case '{':
		members, err := f.object(at)
		if err != nil {
			return Family{}, err
		}
		if _, ok := find(members, keyConstruct); ok {
			return f.constructed(at, members, role, units)
		}
		_, need := find(members, keyThreshold)
		_, of := find(members, keyOf)
		if need || of {
			return f.threshold(at, members)
		}
		return Family{}, f.errorf(at, "an object in place of a list of quorums needs %q or %q", keyThreshold, keyConstruct)
	}
	return Family{}, f.wrongType(at, "a list of quorums, a threshold or a construction")
}

func (f *familyDecoder) list(at int) (Family, error) {
	b := NewFamilyBuilder(f.universe.Len())
	_, err := f.elements(at, func(at int) (int, error) {
		end, err := f.set(at, "a quorum")
		if err == nil {
			b.AddWords(f.row)
		}
		return end, err
	})
	if err != nil {
		return Family{}, err
	}
	return b.Family(), nil
}

// set reads the set at the offset into f.row.
func (f *familyDecoder) set(at int, what string) (end int, err error) {
	if f.data[at] != '[' {
		return 0, f.wrongType(at, what+" (a list of nodes)")
	}
	clear(f.row)
	return f.elements(at, func(at int) (int, error) {
		v, end, err := f.node(at, "")
		if err != nil {
			return 0, err
		}
		if words.Has(f.row, v) {
			return 0, f.errorf(at, "node %s is in the set twice", f.display(v))
		}
		words.Add(f.row, v)
		return end, nil
	})
}

// node reads the node at the offset and returns its index and where it ends.
// Otherwise says what could stand there besides.
func (f *familyDecoder) node(at int, otherwise string) (index, end int, err error) {
	if !f.universe.IsNumbered() {
		return f.namedNode(at, otherwise)
	}
	v := 0
	for end = at; isDigit(f.data[end]) && v <= f.universe.Len(); end++ {
		v = 10*v + int(f.data[end]-'0')
	}
	if v >= 1 && v <= f.universe.Len() && !isNumberByte(f.data[end]) {
		return v - 1, end, nil
	}
	if _, err := f.integerAt(at, "a node (a number of the universe)"+otherwise); err != nil {
		return 0, 0, err
	}
	return 0, 0, f.errorf(at, "node %s is not in the universe: its nodes are 1 to %d", clip(string(f.number(at))), f.universe.Len())
}

func (f *familyDecoder) namedNode(at int, otherwise string) (index, end int, err error) {
	if f.data[at] != '"' {
		return 0, 0, f.wrongType(at, "a node (a name of the universe)"+otherwise)
	}
	end = f.skipString(at)
	// Most names have no escape sequence, and need no string of their own.
	if i, ok := f.universe.index[string(f.data[at+1:end-1])]; ok && bytes.IndexByte(f.data[at:end], '\\') < 0 {
		return i, end, nil
	}
	name := f.text(at)
	if i, ok := f.universe.Index(name); ok {
		return i, end, nil
	}
	return 0, 0, f.errorf(at, "node %s is not in the universe", quote(name))
}

// display returns the name of the node with index i as a file has it.
func (f *familyDecoder) display(i int) string {
	if f.universe.IsNumbered() {
		return f.universe.Name(i)
	}
	return quote(f.universe.Name(i))
}

// byUnits reads the families Q_1 to Q_k.
func (f *familyDecoder) byUnits(at, k int) ([]Family, error) {
	if f.data[at] != '{' {
		return nil, f.wrongType(at, `quorums by units ({"1": ..., "2": ...})`)
	}
	members, err := f.object(at)
	if err != nil {
		return nil, err
	}
	if _, ok := find(members, keyConstruct); ok {
		return f.constructedByUnits(at, members, k)
	}
	where := make(map[int]int, len(members))
	for _, m := range members {
		h, err := strconv.Atoi(m.key)
		if err != nil || h < 1 || strconv.Itoa(h) != m.key {
			return nil, f.errorf(m.keyAt, "%s is not a number of units: quorums by units have keys \"1\" to \"%d\"", quote(m.key), k)
		}
		if h > k {
			return nil, f.errorf(m.keyAt, "quorums for %d units, where k is %d", h, k)
		}
		where[h] = m.at
	}
	for h := 1; h <= k; h++ {
		if _, ok := where[h]; !ok {
			return nil, f.errorf(at, "no quorums for %s: key \"%d\" is missing", units(h), h)
		}
	}
	families := make([]Family, k)
	for h := 1; h <= k; h++ {
		if families[h-1], err = f.family(where[h], UnitsRole(h), h); err != nil {
			return nil, err
		}
	}
	return families, nil
}

func units(h int) string {
	if h == 1 {
		return "1 unit"
	}
	return fmt.Sprintf("%d units", h)
}

// requestSets reads the sets by process.
func (f *familyDecoder) requestSets(at int) (Family, error) {
	if f.data[at] != '{' {
		return Family{}, f.wrongType(at, `sets by process ({"1": [...], "2": [...]})`)
	}
	members, err := f.object(at)
	if err != nil {
		return Family{}, err
	}
	// A process may have the name "construct"; its value is a list then.
	if m, ok := find(members, keyConstruct); ok && f.data[m.at] == '"' {
		return f.constructedRequestSets(at, members)
	}
	where := make([]int, f.universe.Len())
	for _, m := range members {
		i, ok := f.universe.Index(m.key)
		if !ok {
			return Family{}, f.errorf(m.keyAt, "process %s is not in the universe", quote(m.key))
		}
		where[i] = m.at
	}
	for i := range where {
		if where[i] == 0 {
			return Family{}, f.errorf(at, "no request set for process %s", quote(f.universe.Name(i)))
		}
	}
	b := NewFamilyBuilder(f.universe.Len())
	for _, at := range where {
		if _, err := f.set(at, "a request set"); err != nil {
			return Family{}, err
		}
		b.AddWords(f.row)
	}
	return b.Family(), nil
}
