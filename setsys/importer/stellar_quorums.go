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
func (n *network) quorumSet(v value) (f *setsys.Formula, empty bool) {
	if name, ok := v.token.(string); ok {
		return n.byName(v, name), false
	}
	known := slices.Concat(thresholdKeys, memberKeys)
	for _, m := range v.object("an object (a quorum set)").members {
		if !slices.Contains(known, m.key) && len(m.key) > 1 && near.Name(m.key, known) != "" {
			v.refuse(m.keyAt, "unknown key %s in a quorum set%s", setsys.Quote(m.key), near.Meant(m.key, known))
		}
	}
	var items []value
	for _, key := range memberKeys {
		if x, ok := v.first(key); ok && x.sort != "null" {
			items = append(items, x.items("a list of validators or quorum sets")...)
		}
	}
	if len(items) == 0 {
		return nil, true
	}
	need := threshold(v)
	var members []*setsys.Formula
	for _, item := range items {
		if m := n.member(item); m != nil { // one that is never satisfied only counts as a member
			members = append(members, m)
		}
	}
	if need == 0 || need > len(members) {
		return nil, false
	}
	return n.once(need, members), false
}

// byName returns the quorum set with a name.
func (n *network) byName(v value, name string) *setsys.Formula {
	if f, ok := n.named[name]; ok {
		return f
	}
	q, ok := n.qsets[name]
	switch {
	case !ok:
		v.bad("%s is no quorum set of the file", setsys.Quote(name))
	case n.open[name]:
		v.bad("quorum set %s is in itself", setsys.Quote(name))
	}
	n.open[name] = true
	n.named[name], _ = n.quorumSet(q)
	delete(n.open, name)
	return n.named[name]
}

// threshold returns that of a quorum set.
func threshold(v value) int {
	x, ok := v.first(thresholdKeys...)
	if !ok {
		v.bad("a quorum set without a threshold (%q or %q)", thresholdKeys[0], thresholdKeys[1])
	}
	number, _ := x.token.(json.Number)
	if !isNumber(number.String()) {
		x.wrong("a threshold (0 or more)")
	}
	need, err := strconv.Atoi(number.String())
	if err != nil {
		need = math.MaxInt // more than any number of members
	}
	return need
}

// member returns a validator or an inner quorum set, nil for one that is never satisfied.
func (n *network) member(item value) *setsys.Formula {
	n.step(1)
	name, isName := item.token.(string)
	if _, isSet := n.qsets[name]; !isName || isSet {
		m, _ := n.quorumSet(item)
		return m
	}
	i, ok := n.index[name]
	if !ok {
		i = n.put(stellarNode{key: name})
	}
	return n.once(0, []*setsys.Formula{setsys.OfNode(i)})
}

// repeats reports whether a node stands in the formula twice.
func (n *network) repeats(f *setsys.Formula) bool {
	count := n.count(f)
	n.step(count)
	return count > setsys.MaxNodes || count > len(f.Nodes())
}

// count finds the leaves of a formula.
func (n *network) count(f *setsys.Formula) int {
	if _, ok := f.Node(); ok {
		return 1
	}
	count, ok := n.leaves[f]
	if !ok {
		n.step(f.Len())
		for i := range f.Len() {
			m, _ := f.Member(i)
			count = min(count+n.count(m), setsys.MaxNodes+1)
		}
		n.leaves[f] = count
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
	n.known[text] = f
	return f
}
