package setsys

import (
	"bytes"
	"math/big"
	"slices"

	"qcheck/setsys/near"
	"qcheck/setsys/words"
)

// cluster reads the domains of s, whose universe is known, and what is said of its nodes.
func (d *decoder) cluster(s *Structure, value map[string]int) (err error) {
	f := &familyDecoder{decoder: d, universe: s.Universe, row: make([]uint64, words.Of(s.Universe.Len()))}
	if at, ok := value[keyDomains]; ok {
		if s.Domains, err = f.domains(at); err != nil {
			return err
		}
	}
	if at, ok := value[keyReliable]; ok {
		s.Reliabilities = make([]*big.Rat, s.Universe.Len())
		if err = f.byNode(at, "reliability", func(i, at int) (err error) {
			s.Reliabilities[i], err = f.decimal(at, "a probability")
			if err == nil && s.Reliabilities[i].Cmp(big.NewRat(1, 1)) > 0 {
				err = f.errorf(at, "a probability is at most 1, not %s", clip(string(f.number(at))))
			}
			return err
		}); err != nil {
			return err
		}
	}
	if at, ok := value[keyCapacities]; ok {
		s.Capacities = make([]Capacity, s.Universe.Len())
		err = f.byNode(at, "capacity", func(i, at int) (err error) {
			s.Capacities[i], err = f.capacity(at, s.Kind)
			return err
		})
	}
	return err
}

// DecodeDomains reads failure domains of a universe, as a structure file has them: an object
// with a list of nodes by domain. Errors are those of [Decode].
func DecodeDomains(file string, data []byte, u Universe) ([]Domain, error) {
	d := &decoder{document: &document{file, data}}
	if err := d.check(); err != nil {
		return nil, err
	}
	f := &familyDecoder{decoder: d, universe: u, row: make([]uint64, words.Of(u.Len()))}
	return f.domains(d.space(0))
}

func (f *familyDecoder) domains(at int) ([]Domain, error) {
	if f.data[at] != '{' {
		return nil, f.wrongType(at, `sets by domain ({"dc1": [...], "dc2": [...]})`)
	}
	members, err := f.object(at)
	if err != nil {
		return nil, err
	}
	if len(members) == 0 {
		return nil, f.errorf(at, "there is no domain: leave %q out", keyDomains)
	}
	if len(members) > MaxNodes {
		return nil, f.errorf(at, "there are at most %d domains, not %d", MaxNodes, len(members))
	}
	var domains []Domain
	for _, m := range members {
		if m.key == "" {
			return nil, f.errorf(m.keyAt, "the name of a domain is empty")
		}
		if _, err := f.set(m.at, "a domain"); err != nil {
			return nil, err
		}
		if words.Empty(f.row) {
			return nil, f.errorf(m.at, "domain %s has no node", Quote(m.key))
		}
		domains = append(domains, Domain{m.key, FromWords(f.universe.Len(), f.row)})
	}
	return domains, nil
}

// byNode reads an object that has a value for each node.
func (f *familyDecoder) byNode(at int, what string, read func(i, at int) error) error {
	if f.data[at] != '{' {
		return f.wrongType(at, `numbers by node ({"1": ..., "2": ...})`)
	}
	members, err := f.object(at)
	if err != nil {
		return err
	}
	given := make([]bool, f.universe.Len())
	for _, m := range members {
		i, ok := f.universe.Index(m.key)
		if !ok {
			return f.errorf(m.keyAt, "node %s is not in the universe", Quote(m.key))
		}
		if given[i], err = true, read(i, m.at); err != nil {
			return err
		}
	}
	for i, is := range given {
		if !is {
			return f.errorf(at, "no %s for node %s", what, Quote(f.universe.Name(i)))
		}
	}
	return nil
}

// capacity reads a number that is more than 0, or one for reads and one for writes.
func (f *familyDecoder) capacity(at int, kind Kind) (c Capacity, err error) {
	positive := func(at int) (*big.Rat, error) {
		if f.data[at] == '-' {
			return nil, f.errorf(at, "a capacity is more than 0, not %s", clip(string(f.number(at))))
		}
		x, err := f.decimal(at, "a capacity")
		if err == nil && x.Sign() == 0 {
			err = f.errorf(at, "a capacity is more than 0")
		}
		return x, err
	}
	if f.data[at] != '{' {
		x, err := positive(at)
		return Capacity{x, x}, err
	}
	if !kind.HasReads() {
		return c, f.errorf(at, "kind %s has no reads and writes: want a capacity (a number)", kind)
	}
	members, err := f.object(at)
	if err != nil {
		return c, err
	}
	known := []string{keyRead, keyWrite}
	for _, m := range members {
		if !slices.Contains(known, m.key) {
			return c, f.errorf(m.keyAt, "unknown key %s in a capacity%s", Quote(m.key), near.Hint(m.key, known))
		}
	}
	for i, to := range []**big.Rat{&c.Read, &c.Write} {
		m, ok := find(members, known[i])
		if !ok {
			return c, f.errorf(at, "key %q is missing in a capacity", known[i])
		}
		if *to, err = positive(m.at); err != nil {
			return c, err
		}
	}
	return c, nil
}

// maxDecimal is the number of characters that a decimal number may have.
const maxDecimal = 20

func (f *familyDecoder) decimal(at int, what string) (*big.Rat, error) {
	if c := f.data[at]; c != '-' && !isDigit(c) {
		return nil, f.wrongType(at, what+" (a number)")
	}
	text := f.number(at)
	switch {
	case text[0] == '-':
		return nil, f.errorf(at, "%s is 0 or more, not %s", what, clip(string(text)))
	case bytes.ContainsAny(text, "eE"):
		return nil, f.errorf(at, "want %s without exponent, found %s", what, clip(string(text)))
	case len(text) > maxDecimal:
		return nil, f.errorf(at, "%s has at most %d characters, unlike %s", what, maxDecimal, clip(string(text)))
	}
	l, ok := new(big.Rat).SetString(string(text))
	if !ok {
		panic("setsys: a checked number does not decode: " + string(text))
	}
	return l, nil
}

// texts reads a list of strings, each of which is checked.
func (d *decoder) texts(at int, what, each string, check func(at int, text string) error) (texts []string, err error) {
	if d.data[at] != '[' {
		return nil, d.wrongType(at, what+" (a list of strings)")
	}
	_, err = d.elements(at, func(at int) (int, error) {
		text, err := d.stringAt(at, each+" (a string)")
		if err == nil {
			err = check(at, text)
		}
		if err != nil {
			return 0, err
		}
		texts = append(texts, text)
		return d.skipString(at), nil
	})
	return texts, err
}
