package setsys

import (
	"fmt"
	"strconv"
)

// MaxNodes is the largest number of nodes a universe may have.
const MaxNodes = 4096

// A Universe is the finite, ordered set of nodes that quorums are drawn from.
// Nodes have indices 0..Len()-1; their names are the numbers 1..n or distinct
// strings. The zero value is the empty universe.
type Universe struct {
	n     int
	names []string
	index map[string]int
}

// Numbered returns the universe of n nodes named 1..n. It fails unless
// 1 <= n <= MaxNodes.
func Numbered(n int) (Universe, error) {
	if n < 1 || n > MaxNodes {
		return Universe{}, fmt.Errorf("a universe has 1 to %d nodes, not %d", MaxNodes, n)
	}
	return Universe{n: n}, nil
}

// Named returns the universe of nodes with the given names, in that order. It
// fails when there are none, more than MaxNodes, an empty name, or a name
// given twice.
func Named(names []string) (Universe, error) {
	if len(names) < 1 || len(names) > MaxNodes {
		return Universe{}, fmt.Errorf("a universe has 1 to %d nodes, not %d", MaxNodes, len(names))
	}
	u := Universe{n: len(names), names: append([]string(nil), names...), index: make(map[string]int, len(names))}
	for i, name := range names {
		if name == "" {
			return Universe{}, fmt.Errorf("node %d has an empty name", i+1)
		}
		if _, ok := u.index[name]; ok {
			return Universe{}, fmt.Errorf("node %q is named twice", name)
		}
		u.index[name] = i
	}
	return u, nil
}

// Len returns the number of nodes.
func (u Universe) Len() int { return u.n }

// IsNumbered reports whether the nodes are named 1..n.
func (u Universe) IsNumbered() bool { return u.names == nil }

// Name returns the name of the node with index i: its number i+1, or its
// string. It panics when i is not in 0..Len()-1.
func (u Universe) Name(i int) string {
	if i < 0 || i >= u.n {
		panic(fmt.Sprintf("setsys: node index %d in a universe of %d", i, u.n))
	}
	if u.names == nil {
		return strconv.Itoa(i + 1)
	}
	return u.names[i]
}

// Names returns the nodes of the set as files have them, in ascending order:
// numbers in a numbered universe, otherwise strings. It is not nil.
func (u Universe) Names(s NodeSet) []any {
	list := []any{}
	for i := range s.All() {
		if u.names == nil {
			list = append(list, i+1)
		} else {
			list = append(list, u.names[i])
		}
	}
	return list
}

// A NamedSet is a set of nodes with their names, as texts and documents have it.
type NamedSet struct {
	NodeSet
	of Universe
}

// Set returns the set with the names of its nodes.
func (u Universe) Set(s NodeSet) *NamedSet { return &NamedSet{s, u} }

// Sets is Set for each of some.
func (u Universe) Sets(all ...NodeSet) (named []*NamedSet) {
	for _, s := range all {
		named = append(named, u.Set(s))
	}
	return named
}

func (s NamedSet) String() string { return s.Format(s.of) }

// MarshalJSON writes the names of the nodes.
func (s NamedSet) MarshalJSON() ([]byte, error) { return MarshalJSON(s.of.Names(s.NodeSet)) }

// Index returns the index of the node with the given name, and whether there
// is one. In a numbered universe the name is the decimal number without sign
// or leading zeros.
func (u Universe) Index(name string) (int, bool) {
	if u.names != nil {
		i, ok := u.index[name]
		return i, ok
	}
	i, err := strconv.Atoi(name)
	if err != nil || i < 1 || i > u.n || strconv.Itoa(i) != name {
		return 0, false
	}
	return i - 1, true
}

// Full returns the set of all nodes.
func (u Universe) Full() NodeSet { return NewNodeSet(u.n).Complement() }
