package setsys

import (
	"bytes"
	"math/big"

	"qcheck/setsys/words"
)

// cluster reads the domains and the latencies of s, whose universe is known.
func (d *decoder) cluster(s *Structure, value map[string]int) (err error) {
	f := &familyDecoder{decoder: d, universe: s.Universe, row: make([]uint64, words.Of(s.Universe.Len()))}
	if at, ok := value[keyDomains]; ok {
		if s.Domains, err = f.domains(at); err != nil {
			return err
		}
	}
	if at, ok := value[keyLatencies]; ok {
		s.Latencies, err = f.latencies(at)
	}
	return err
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
			return nil, f.errorf(m.at, "domain %s has no node", quote(m.key))
		}
		domains = append(domains, Domain{m.key, FromWords(f.universe.Len(), f.row)})
	}
	return domains, nil
}

func (f *familyDecoder) latencies(at int) ([]*big.Rat, error) {
	if f.data[at] != '{' {
		return nil, f.wrongType(at, `numbers by node ({"1": ..., "2": ...})`)
	}
	members, err := f.object(at)
	if err != nil {
		return nil, err
	}
	latencies := make([]*big.Rat, f.universe.Len())
	for _, m := range members {
		i, ok := f.universe.Index(m.key)
		if !ok {
			return nil, f.errorf(m.keyAt, "node %s is not in the universe", quote(m.key))
		}
		if latencies[i], err = f.latency(m.at); err != nil {
			return nil, err
		}
	}
	for i, l := range latencies {
		if l == nil {
			return nil, f.errorf(at, "no latency for node %s", quote(f.universe.Name(i)))
		}
	}
	return latencies, nil
}

// maxLatency is the number of characters that a latency may have.
const maxLatency = 20

func (f *familyDecoder) latency(at int) (*big.Rat, error) {
	if c := f.data[at]; c != '-' && !isDigit(c) {
		return nil, f.wrongType(at, "a latency (a number)")
	}
	text := f.number(at)
	switch {
	case text[0] == '-':
		return nil, f.errorf(at, "a latency is 0 or more, not %s", clip(string(text)))
	case bytes.ContainsAny(text, "eE"):
		return nil, f.errorf(at, "want a latency without exponent, found %s", clip(string(text)))
	case len(text) > maxLatency:
		return nil, f.errorf(at, "a latency has at most %d characters, unlike %s", maxLatency, clip(string(text)))
	}
	l, ok := new(big.Rat).SetString(string(text))
	if !ok {
		panic("setsys: a checked number does not decode: " + string(text))
	}
	return l, nil
}
