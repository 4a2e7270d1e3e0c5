package setsys

import (
	"slices"

	"qcheck/setsys/words"
)

// trust reads a trust graph, the value of m in an object with the members.
func (f *familyDecoder) trust(m member, members []member) (Family, error) {
	if err := f.alone(keyTrust, members); err != nil {
		return Family{}, err
	}
	if f.data[m.at] != '[' {
		return Family{}, f.wrongType(m.at, "a list of quorum sets")
	}
	of := make([]*Formula, f.universe.Len())
	_, err := f.elements(m.at, func(at int) (int, error) { return f.skip(at), f.trusting(at, of) })
	if err != nil {
		return Family{}, err
	}
	t := NewTrust(of)
	switch {
	case f.opts.MaxListed > 0:
		return Trusting(t), nil
	case f.opts.Trust == nil:
		return Family{}, f.errorf(m.keyAt, "a trust graph is not read here")
	}
	g, err := f.opts.Trust(t, f.opts.MaxSets)
	if err != nil {
		err = f.failed(m.keyAt, "the trust graph is too large to list: ", err)
	}
	return g, err
}

// alone reports a member with another key.
func (f *familyDecoder) alone(key string, members []member) error {
	for _, other := range members {
		if other.key != key {
			return f.errorf(other.keyAt, "unknown key %s beside %q", Quote(other.key), key)
		}
	}
	return nil
}

// trusting reads a quorum set with the nodes that have it.
func (f *familyDecoder) trusting(at int, of []*Formula) error {
	if f.data[at] != '{' {
		return f.wrongType(at, "a quorum set (an object)")
	}
	members, err := f.object(at)
	if err != nil {
		return err
	}
	nodes, ok := find(members, keyNodes)
	if !ok {
		return f.errorf(at, "key %q is missing", keyNodes)
	}
	if _, err := f.set(nodes.at, "the nodes of a quorum set"); err != nil {
		return err
	}
	having := slices.Clone(f.row)
	set, err := f.parseThreshold(at, slices.DeleteFunc(members, func(m member) bool { return m.key == keyNodes }))
	if err != nil {
		return err
	}
	for v := words.Next(having, 0); v >= 0; v = words.Next(having, v+1) {
		if of[v] != nil {
			return f.errorf(nodes.at, "node %s has two quorum sets", f.display(v))
		}
		of[v] = set
	}
	return nil
}
