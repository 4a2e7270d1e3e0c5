package setsys

import "strconv"

// formula writes f as a threshold.
func (e *encoder) formula(f *Formula) {
	if f.need == 0 {
		f = Any(f)
	}
	e.WriteString(`{"` + keyThreshold + `": ` + strconv.Itoa(f.need) + `, "` + keyOf + `": [`)
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
