package entry

import (
	"errors"
	"maps"
	"slices"

	"qcheck/setsys"
	"qcheck/setsys/expression"
)

// functions are those without a structure: root(x,y) is the y-th root of x rounded up, and
// falling(x,y) = x(x-1)...(x-y+1).
var functions = expression.Functions{"power": ofTwo(Power), "root": ofTwo(Root), "choose": ofTwo(Choose), "falling": ofTwo(falling)}

func ofTwo(f func(x, y int) int) func([]int) (int, error) {
	return func(x []int) (int, error) {
		if len(x) != 2 || x[1] < 1 {
			return 0, errors.New("has two arguments, the second above 0")
		}
		return f(x[0], x[1]), nil
	}
}

// measures are the numbers of a family of a structure, whose place is the argument: the sizes of a
// smallest and a largest set and of all together, how many sets there are, in how few and in how many of
// them a node is, and how many nodes there are; of two sets, how few and how many nodes they share, and of
// two nodes, in how few and in how many sets both are.
var measures = map[string]func(f setsys.Family) int{
	"least":     func(f setsys.Family) int { least, _ := Extent(f); return least },
	"most":      func(f setsys.Family) int { _, most := Extent(f); return most },
	"total":     func(f setsys.Family) int { return sum(degrees(f)) },
	"count":     setsys.Family.Len,
	"rarest":    func(f setsys.Family) int { return slices.Min(degrees(f)) },
	"commonest": func(f setsys.Family) int { return slices.Max(degrees(f)) },
	"nodes":     setsys.Family.Nodes,
	"narrowest": func(f setsys.Family) int { return slices.Min(shared(f)) },
	"widest":    func(f setsys.Family) int { return slices.Max(shared(f)) },
	"apart":     func(f setsys.Family) int { return slices.Min(joint(f)) },
	"together":  func(f setsys.Family) int { return slices.Max(joint(f)) },
}

// degrees returns in how many sets each node is.
func degrees(f setsys.Family) []int {
	in := make([]int, f.Nodes())
	for _, set := range f.All() {
		for v := range set.All() {
			in[v]++
		}
	}
	return in
}

// shared returns how many nodes each two sets share; 0 where there are no two.
func shared(f setsys.Family) (counts []int) {
	if f.Len() < 2 {
		return []int{0}
	}
	for i, a := range f.All() {
		for j := range i {
			counts = append(counts, a.Intersection(f.At(j)).Len())
		}
	}
	return counts
}

// joint returns in how many sets each two nodes are; 0 where there are no two.
func joint(f setsys.Family) []int {
	counts := make([]int, max(1, f.Nodes()*(f.Nodes()-1)/2))
	for _, set := range f.All() {
		for v := range set.All() {
			for w := range set.All() {
				if w < v {
					counts[v*(v-1)/2+w]++
				}
			}
		}
	}
	return counts
}

func sum(of []int) (total int) {
	for _, x := range of {
		total += x
	}
	return total
}

// functionsOf returns the functions of expressions, and the numbers of a structure if there is one.
func functionsOf(s *setsys.Structure) expression.Functions {
	if s == nil {
		return functions
	}
	all := maps.Clone(functions)
	for name, of := range measures {
		all[name] = func(x []int) (int, error) {
			families := s.Families()
			if len(x) != 1 || x[0] < 1 || x[0] > len(families) {
				return 0, errors.New("has the number of a family")
			}
			return of(families[x[0]-1].Family), nil
		}
	}
	return all
}

// Power returns base to the exponent.
func Power(base, exponent int) int {
	x := 1
	for range exponent {
		x *= base
	}
	return x
}

// Root returns the least number from 1 whose power with the exponent is at least n.
func Root(n, exponent int) int {
	a := 1
	for Power(a, exponent) < n {
		a++
	}
	return a
}

// Choose is the binomial coefficient, 0 when r is more than n.
func Choose(n, r int) int {
	c := 1
	for i := range r {
		if n-i <= 0 {
			return 0
		}
		c = c * (n - i) / (i + 1)
	}
	return c
}

// falling is x(x-1)...(x-r+1).
func falling(x, r int) int {
	f := 1
	for i := range r {
		f *= x - i
	}
	return f
}
