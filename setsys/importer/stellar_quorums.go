package importer

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

// The keys of a quorum set in the forms that are read.
var (
	thresholdKeys = []string{"threshold", "t"}
	memberKeys    = []string{"validators", "v", "members", "innerQuorumSets", "inner_quorum_sets", "innerSets"}
)

// quorumSet returns the formula of a quorum set, nil for one that cannot be satisfied;
// empty reports that it has no members, as that of a node of which nothing is known. Quorum
// sets with the same members are one formula.
func (n *network) quorumSet(v value) (f *setsys.Formula, empty bool, err error) {
	if name, ok := v.token.(string); ok {
		f, err := n.byName(v, name)
		return f, false, err
	}
	if !v.keyed() {
		return nil, false, v.wrong("an object (a quorum set)")
	}
	known := slices.Concat(thresholdKeys, memberKeys)
	for _, m := range v.members {
		if !slices.Contains(known, m.key) && len(m.key) > 1 && near.Name(m.key, known) != "" {
			return nil, false, v.errorf(m.keyAt, "unknown key %s in a quorum set%s", setsys.Quote(m.key), near.Meant(m.key, known))
		}
	}
	var items []value
	for _, key := range memberKeys {
		x, ok, _ := v.get(key)
		if !ok || x.sort == "null" {
			continue
		}
		more, err := x.items("a list of validators or quorum sets")
		if err != nil {
			return nil, false, err
		}
		items = append(items, more...)
	}
	if len(items) == 0 {
		return nil, true, nil
	}
	need, err := n.threshold(v)
	if err != nil {
		return nil, false, err
	}
	var members []*setsys.Formula
	satisfiable := need > 0
	for _, item := range items {
		m, err := n.member(item)
		if err != nil {
			return nil, false, err
		}
		if m != nil { // one that is never satisfied only counts as a member
			members = append(members, m)
		}
	}
	if !satisfiable || need > len(members) {
		return nil, false, nil
	}
	return n.once(need, members), false, nil
}

// byName returns the quorum set with a name.
func (n *network) byName(v value, name string) (*setsys.Formula, error) {
	if f, ok := n.named[name]; ok {
		return f, nil
	}
	q, ok := n.set(name)
	switch {
	case !ok:
		return nil, v.errorf(v.at, "%s is no quorum set of the file", setsys.Quote(name))
	case n.open[name]:
		return nil, v.errorf(v.at, "quorum set %s is in itself", setsys.Quote(name))
	case n.open == nil:
		n.open, n.named = map[string]bool{}, map[string]*setsys.Formula{}
	}
	n.open[name] = true
	defer delete(n.open, name)
	f, _, err := n.quorumSet(q)
	if err == nil {
		n.named[name] = f
	}
	return f, err
}

// set returns the quorum set with the name, if there is one.
func (n *network) set(name string) (value, bool) {
	if n.qsets.sort == "" {
		return value{}, false
	}
	q, ok, _ := n.qsets.get(name)
	return q, ok
}

// threshold returns that of a quorum set.
func (n *network) threshold(v value) (int, error) {
	x, ok := v.first(thresholdKeys...)
	if !ok {
		return 0, v.errorf(v.at, "a quorum set without a threshold (%q or %q)", thresholdKeys[0], thresholdKeys[1])
	}
	number, _ := x.token.(json.Number)
	if !isNumber(number.String()) {
		return 0, x.wrong("a threshold (0 or more)")
	}
	need, err := strconv.Atoi(number.String())
	if err != nil {
		need = math.MaxInt // more than any number of members
	}
	return need, nil
}

// member returns a validator or an inner quorum set, nil for one that is never satisfied.
func (n *network) member(item value) (*setsys.Formula, error) {
	name, isName := item.token.(string)
	if _, isSet := n.set(name); !isName || isSet {
		m, _, err := n.quorumSet(item)
		return m, err
	}
	i, ok := n.index[name]
	if !ok {
		i = n.put(stellarNode{key: name})
	}
	return n.once(0, []*setsys.Formula{setsys.OfNode(i)}), nil
}

// leaves returns how often nodes stand in the formula, each time that its members are
// used; no more than any formula has nodes and one.
func leaves(f *setsys.Formula, known map[*setsys.Formula]int) int {
	if _, ok := f.Node(); ok {
		return 1
	}
	count, ok := known[f]
	if !ok {
		for i := range f.Len() {
			m, _ := f.Member(i)
			count = min(count+leaves(m, known), setsys.MaxNodes+1)
		}
		known[f] = count
	}
	return count
}

// once returns the threshold, or for 0 the one member, and for equal ones the same.
func (n *network) once(need int, members []*setsys.Formula) *setsys.Formula {
	var parts []string
	for _, m := range members {
		if v, ok := m.Node(); ok {
			parts = append(parts, fmt.Sprintf("n%d", v))
		} else {
			parts = append(parts, fmt.Sprintf("%p", m))
		}
	}
	slices.Sort(parts)
	text := fmt.Sprintf("%d(%s)", need, strings.Join(parts, ","))
	if f, ok := n.known[text]; ok {
		return f
	}
	f := members[0]
	if need > 0 {
		f = setsys.AtLeast(need, members...)
	}
	if n.known == nil {
		n.known = map[string]*setsys.Formula{}
	}
	n.known[text] = f
	return f
}
