package setsys

import "strconv"

// trust writes the quorum sets of t, one a line, with their nodes; the list ends with
// the indent.
func (e *encoder) trust(t *Trust, indent string) {
	e.WriteString(`{"` + keyTrust + `": [`)
	for i, f := range t.sets {
		e.separate(i, indent+"  ")
		e.WriteString(`{"` + keyNodes + `": `)
		e.set(t.With(i))
		e.WriteString(", ")
		e.threshold(f)
	}
	e.WriteString("\n" + indent + "]}")
}

// assumptions writes what nodes assume; the list ends with the indent.
func (e *encoder) assumptions(all []Assumption, indent string) {
	e.WriteString(`{"` + keyAssumptions + `": [`)
	for i, a := range all {
		e.separate(i, indent+"  ")
		e.WriteString(`{"` + keyNodes + `": `)
		e.set(a.Nodes)
		for _, part := range []struct {
			key    string
			family Family
		}{{keyQuorums, a.Quorums}, {keyFailProne, a.FailProne}} {
			e.WriteString(`, "` + part.key + `": `)
			e.family(part.family, indent+"  ")
		}
		e.WriteByte('}')
	}
	e.WriteString("\n" + indent + "]}")
}

// formula writes f as a threshold.
func (e *encoder) formula(f *Formula) {
	e.WriteByte('{')
	e.threshold(f)
}

// threshold writes f as a threshold, from its first key on.
func (e *encoder) threshold(f *Formula) {
	if f.need == 0 {
		f = Any(f)
	}
	e.WriteString(`"` + keyThreshold + `": ` + strconv.Itoa(f.need) + `, "` + keyOf + `": [`)
	met := map[int]bool{}
	for i, m := range f.members {
		if i > 0 {
			e.WriteString(", ")
		}
		// A list has a node only once.
		if m.need == 0 && !met[m.node] {
			met[m.node] = true
			e.WriteString(e.nodes[m.node])
			continue
		}
		e.formula(m)
	}
	e.WriteByte(']')
	if f.weights != nil {
		e.WriteString(`, "` + keyWeights + `": [`)
		for i, w := range f.weights {
			if i > 0 {
				e.WriteString(", ")
			}
			e.WriteString(strconv.Itoa(w))
		}
		e.WriteByte(']')
	}
	e.WriteByte('}')
}
