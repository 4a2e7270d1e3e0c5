package setsys

// assumptions reads what nodes assume, the value of m in an object with the members.
func (f *familyDecoder) assumptions(m member, members []member) (Family, error) {
	if err := f.alone(keyAssumptions, members); err != nil {
		return Family{}, err
	}
	if f.data[m.at] != '[' {
		return Family{}, f.wrongType(m.at, "a list of assumptions")
	}
	var all []Assumption
	_, err := f.elements(m.at, func(at int) (int, error) {
		a, err := f.assumption(at, all)
		all = append(all, a)
		return f.skip(at), err
	})
	switch {
	case err != nil:
		return Family{}, err
	case len(all) == 0:
		return Family{}, f.errorf(m.at, "a list of no assumptions")
	}
	g := Assuming(f.universe.Len(), all, f.opts.MaxSets)
	if f.opts.MaxListed == 0 {
		if g, err = g.List(); err != nil {
			err = f.failed(m.keyAt, "the quorums are too many to list: ", err)
		}
	}
	return g, err
}

// assumption reads one; no node is in another, too.
func (f *familyDecoder) assumption(at int, others []Assumption) (a Assumption, err error) {
	if f.data[at] != '{' {
		return a, f.wrongType(at, "an assumption (an object)")
	}
	members, err := f.object(at)
	if err != nil {
		return a, err
	}
	where := map[string]int{}
	for _, m := range members {
		if where[m.key] = m.at; m.key != keyNodes && m.key != keyQuorums && m.key != keyFailProne {
			return a, f.errorf(m.keyAt, "unknown key %s in an assumption: it has %s, %s and %s", Quote(m.key), keyNodes, keyQuorums, keyFailProne)
		}
	}
	for _, key := range []string{keyQuorums, keyFailProne} {
		if where[key] == 0 {
			return a, f.errorf(at, "key %q is missing", key)
		}
	}
	a.Nodes = NewNodeSet(f.universe.Len()).Complement()
	if at, ok := where[keyNodes]; ok {
		if _, err := f.set(at, "the nodes of an assumption"); err != nil {
			return a, err
		}
		a.Nodes = FromWords(f.universe.Len(), f.row)
	}
	for _, o := range others {
		if both := o.Nodes.Intersection(a.Nodes); !both.IsEmpty() {
			return a, f.errorf(at, "node %s has two assumptions", f.display(both.Nodes()[0]))
		}
	}
	at = where[keyQuorums]
	if f.data[at] == '{' {
		members, err := f.object(at)
		if err != nil {
			return a, err
		}
		for _, key := range []string{keyTrust, keyAssumptions} {
			if _, ok := find(members, key); ok {
				return a, f.errorf(at, "the quorums of an assumption are listed, a threshold or a construction")
			}
		}
	}
	if a.Quorums, err = f.family(at, QuorumsRole, 0); err != nil {
		return a, err
	}
	if q := a.Quorums; q.formula == nil && (q.len == 0 || q.HasEmpty()) {
		return a, f.errorf(at, "there is no quorum, or an empty one")
	}
	a.FailProne, err = f.failProne(where[keyFailProne])
	return a, err
}

// failProne reads the sets that may lie at once: listed, or a threshold of nodes, which is
// the most of them, or with weights the most that they weigh.
func (f *familyDecoder) failProne(at int) (Family, error) {
	switch f.data[at] {
	case '[':
		g, err := f.list(at)
		if err == nil && g.Len() == 0 {
			err = f.errorf(at, "no set may lie: [[]] says that no node does")
		}
		return g, err
	case '{':
	default:
		return Family{}, f.wrongType(at, "the sets that may lie at once (a list of sets, or a threshold)")
	}
	members, err := f.object(at)
	if err != nil {
		return Family{}, err
	}
	t, err := f.parseThreshold(at, members)
	if err != nil {
		return Family{}, err
	}
	nodes := NewNodeSet(f.universe.Len(), t.Nodes()...)
	over := -t.need // what the nodes that tell the truth weigh, at least
	for i, m := range t.members {
		if over += t.weight(i); m.need > 0 {
			return Family{}, f.errorf(at, "the sets that may lie are a list, or a threshold of nodes: which of the sets of another threshold are the largest is not said")
		}
	}
	switch {
	case t.weights == nil:
		return Unlisted(f.universe.Len(), t, f.opts.MaxSets), nil
	case over == 0:
		return NewFamily(f.universe.Len(), nodes), nil
	}
	honest, err := Weighted(over, t.members, t.weights).expand(f.universe.Len(), f.opts.MaxSets, stepOf(nil))
	if err != nil {
		return Family{}, f.failed(at, "the sets that may lie are too many to list: ", err)
	}
	b := NewFamilyBuilder(f.universe.Len())
	for _, q := range honest.All() {
		b.Add(nodes.Difference(q))
	}
	return b.Family(), nil
}
