package setsys

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"qcheck/setsys/near"
	"qcheck/setsys/words"
)

// DefaultMaxSets is the limit if DecodeOptions.MaxSets is 0.
const DefaultMaxSets = 2_000_000

// DecodeOptions are the options of [Decode]. The zero value expands thresholds
// up to DefaultMaxSets and refuses constructions.
type DecodeOptions struct {
	// MaxSets is the most sets that a threshold or a construction may expand
	// to; 0 means DefaultMaxSets. Families that the file lists have no limit.
	MaxSets int

	// Construct builds {"construct": name, ...}. The values of args are int (of
	// at most a billion, in absolute value), []int, string and *Structure; limit
	// is the most sets that a family may have. Its errors name the construction.
	// If it is nil, constructions are an error.
	Construct func(name string, args map[string]any, limit int) (*Structure, error)

	// Property is nil for the name of a property that the file may ask of a
	// structure of the kind, and otherwise the error. If it is nil, any name will
	// do.
	Property func(kind Kind, name string) error
	// MaxListed, when it is not 0, allows families that stay formulas (see
	// [Unlisted]): those of thresholds and constructions with more sets than it.
	// Their limit is MaxSets.
	MaxListed int

	// Formula is Construct with unlisted families, for those constructions that
	// have a form as a formula; for others it returns nil and no error. It is asked
	// if MaxListed is not 0.
	Formula func(name string, args map[string]any, limit int) (*Structure, error)

	// Trust lists the minimal quorums of a trust graph, at most limit; it is asked
	// if MaxListed is 0, and then its family is listed like any other. If it is nil,
	// trust graphs are an error then.
	Trust func(t *Trust, limit int) (Family, error)
}

// Decode reads a structure file. Errors are of type *[FileError]; file is the
// name they give. The structure returned is valid (see [Structure.Validate]).
//
// The format is that of "Structure files" in docs/reference.md. The order of the sets of a
// family and their repeats are kept; the minimal sets of a threshold come in canonical order.
//
// {"construct": name, ...} stands for the family of a structure that
// DecodeOptions.Construct builds from the other keys, whose values are
// integers, lists of integers, strings of at most 40 characters, and objects:
// structures, in this format or as constructions. The family is that with the key at which the
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
// kind, the universe and the numbers, then those in the domains and what is said of nodes,
// then those in the families.
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
	keySchema      = "$schema"
	keyName        = "name"
	keySource      = "source"
	keyDescription = "description"
	keyRemarks     = "remarks"
	keyKind        = "kind"
	keyProperties  = "properties"
	keyK           = "k"
	keyM           = "m"
	keyUniverse    = "universe"
	keyQuorums     = string(QuorumsRole)
	keyWrite       = string(WriteRole)
	keyRead        = string(ReadRole)
	keyRequests    = string(RequestsRole)
	keyDomains     = "domains"
	keyReliable    = "reliabilities"
	keyCapacities  = "capacities"
	keyThreshold   = "threshold"
	keyOf          = "of"
	keyConstruct   = "construct"
	keyWeights     = "weights"
	keyOn          = "on"
	keyTrust       = "trust"
	keyNodes       = "nodes"
	keyAssumptions = "assumptions"
	keyFailProne   = "failProne"
)

// commonKeys returns the keys that a structure of any kind may have; "kind" is
// the one that it must have.
func commonKeys() []string {
	return []string{keyName, keySource, keyKind, keySchema, keyDescription, keyRemarks, keyProperties}
}

// clusterKeys returns the keys that say something of the nodes of a whole structure,
// and that one of any kind may have.
func clusterKeys() []string {
	return []string{keyDomains, keyReliable, keyCapacities}
}

// kindKeys returns the keys that a structure of the kind must have, besides
// "kind".
func kindKeys(kind Kind) []string {
	switch kind {
	case KWRCoterie:
		return []string{keyK, keyUniverse, keyWrite, keyRead}
	case ReadWrite:
		return []string{keyUniverse, keyWrite, keyRead}
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
	var schema string // for editors
	for _, text := range []struct {
		key, want string
		to        *string
	}{
		{keyName, "the name (a string)", &s.Name},
		{keySource, "the source (a string)", &s.Source},
		{keyDescription, "the description (a string)", &s.Description},
		{keySchema, "the address of a schema (a string)", &schema},
	} {
		if at, ok := value[text.key]; ok {
			if *text.to, err = d.stringAt(at, text.want); err != nil {
				return nil, err
			}
		}
	}
	if at, ok := value[keyRemarks]; ok {
		if s.Remarks, err = d.texts(at, "remarks", "a remark", func(int, string) error { return nil }); err != nil {
			return nil, err
		}
	}
	if at, ok := value[keyProperties]; ok {
		if s.Properties, err = d.properties(at, s.Kind); err != nil {
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
	if err := d.cluster(s, value); err != nil {
		return nil, err
	}
	if err := d.families(s, value); err != nil {
		return nil, err
	}
	return s, nil
}

// kind returns the kind of the structure at the offset, whose keys it finds to be
// exactly those that the kind has.
func (d *decoder) kind(at int, members []member) (Kind, error) {
	known := append(commonKeys(), keyK, keyM, keyUniverse, keyQuorums, keyWrite, keyRead, keyRequests)
	known = append(known, clusterKeys()...)
	for _, m := range members {
		if !slices.Contains(known, m.key) {
			return "", d.errorf(m.keyAt, "unknown key %s%s", Quote(m.key), near.Hint(m.key, known))
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
		return "", d.errorf(m.at, "unknown kind %s%s", Quote(name), near.Hint(name, Kinds()))
	}
	keys := kindKeys(kind)
	for _, m := range members {
		if !slices.Contains(keys, m.key) && !slices.Contains(append(commonKeys(), clusterKeys()...), m.key) {
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

// properties reads the names of the properties that a structure of the kind is
// to be judged by.
func (d *decoder) properties(at int, kind Kind) ([]string, error) {
	seen := map[string]bool{}
	names, err := d.texts(at, "the names of properties", "the name of a property", func(at int, name string) error {
		if seen[name] {
			return d.errorf(at, "property %s is named twice", Quote(name))
		}
		seen[name] = true
		if d.opts.Property != nil {
			if err := d.opts.Property(kind, name); err != nil {
				return d.failed(at, "", err)
			}
		}
		return nil
	})
	if err == nil && names == nil {
		err = d.errorf(at, "a list of no properties: leave the key out for those that kind %s requires", kind)
	}
	return names, err
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
			return 0, d.errorf(at, "node %s is named twice", Quote(name))
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
	case KWRCoterie, ReadWrite:
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
