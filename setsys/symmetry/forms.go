package symmetry

import "qcheck/setsys"

// Forms number formulas. Two have the same number if and only if they are equal up
// to the order of members. The zero value has none.
type Forms struct {
	numbers map[string]int // by key
	all     []threshold    // by number, members before what they are in
}

// Number returns the number of the formula with image[v] in the place of each node
// v; nil stands for the nodes themselves.
func (x *Forms) Number(f *setsys.Formula, image []int) int {
	if x.numbers == nil {
		x.numbers = map[string]int{}
	}
	known := map[*setsys.Formula]int{}
	var visit func(f *setsys.Formula) int
	visit = func(f *setsys.Formula) int {
		number, ok := known[f]
		if ok {
			return number
		}
		t := threshold{need: f.Need()}
		if v, ok := f.Node(); ok {
			if image != nil {
				v = image[v]
			}
			t.members = []member{{v, 0}}
		}
		for i := range f.Len() {
			m, weight := f.Member(i)
			t.members = append(t.members, member{visit(m), weight})
		}
		key := t.key()
		if number, ok = x.numbers[key]; !ok {
			number = len(x.all)
			x.numbers[key] = number
			x.all = append(x.all, t)
		}
		known[f] = number
		return number
	}
	return visit(f)
}
