package setsys

import (
	"bytes"
	"strconv"

	"qcheck/setsys/phrase"
	"qcheck/setsys/words"
)

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
		if m, ok := find(members, keyTrust); ok {
			return f.trust(m, members)
		}
		if m, ok := find(members, keyAssumptions); ok {
			return f.assumptions(m, members)
		}
		return Family{}, f.errorf(at, "an object in place of a list of quorums needs %q, %q, %q or %q", keyThreshold, keyConstruct, keyTrust, keyAssumptions)
	}
	return Family{}, f.wrongType(at, "a list of quorums, a threshold, a construction, a trust graph or assumptions")
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
	return 0, 0, f.errorf(at, "node %s is not in the universe", Quote(name))
}

// display returns the name of the node with index i as a file has it.
func (f *familyDecoder) display(i int) string {
	if f.universe.IsNumbered() {
		return f.universe.Name(i)
	}
	return Quote(f.universe.Name(i))
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
			return nil, f.errorf(m.keyAt, "%s is not a number of units: quorums by units have keys \"1\" to \"%d\"", Quote(m.key), k)
		}
		if h > k {
			return nil, f.errorf(m.keyAt, "quorums for %d units, where k is %d", h, k)
		}
		where[h] = m.at
	}
	for h := 1; h <= k; h++ {
		if _, ok := where[h]; !ok {
			return nil, f.errorf(at, "no quorums for %s: key \"%d\" is missing", phrase.Count(h, "unit"), h)
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
			return Family{}, f.errorf(m.keyAt, "process %s is not in the universe", Quote(m.key))
		}
		where[i] = m.at
	}
	for i := range where {
		if where[i] == 0 {
			return Family{}, f.errorf(at, "no request set for process %s", Quote(f.universe.Name(i)))
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
