package symmetry

import (
	"slices"

	"qcheck/setsys"
)

// Forms number formulas. Two have the same number if and only if they are equal up
// to the order of members. The zero value has none.
type Forms struct{ numbers map[string]int }

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
			number = len(x.numbers)
			x.numbers[key] = number
		}
		known[f] = number
		return number
	}
	return visit(f)
}

// Sorted returns a renaming of the nodes: nodes that look alike in the formulas get
// consecutive numbers. Where the formulas of two lists differ in the names of the
// nodes only, the formulas that are renamed so are often equal, up to the order of
// members.
func Sorted(n int, formulas []*setsys.Formula) []int {
	s := &search{graph: newGraph(n, formulas), step: func() {}, apart: make([]int, n)}
	colours, _ := s.refine(nil, 0)
	order := make([]int, n)
	for v := range order {
		order[v] = v
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case colours[a] < colours[b]:
			return -1
		case colours[a] > colours[b]:
			return 1
		}
		return 0
	})
	image := make([]int, n)
	for i, v := range order {
		image[v] = i
	}
	return image
}
