package raymondtree

import (
	"fmt"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/setsys/near"
)

// The trees that have names: the parent of each process but the root, which is
// process 0.
var trees = map[string]func(p int) int{
	"binary": func(p int) int { return (p - 1) / 2 },
	"line":   func(p int) int { return p - 1 },
	"star":   func(int) int { return 0 },
}

var treeNames = []string{"binary", "line", "star"}

// holders returns the tree of an instance: for each process its neighbour on the way
// to the privilege, or itself.
func (c Config) holders() ([]explore.Process, error) {
	all := make([]explore.Process, c.N)
	if c.Parents == nil {
		name := c.Tree
		if name == "" {
			name = treeNames[0]
		}
		parent, ok := trees[name]
		if !ok {
			return nil, fmt.Errorf("no tree is called %q%s", name, near.Hint(name, treeNames))
		}
		for p := range all {
			all[p] = explore.ProcessOf(p)
			if p > 0 {
				all[p] = explore.ProcessOf(parent(p))
			}
		}
		return all, nil
	}
	if err := instance.CheckCount("parents", c.Parents, c.N); err != nil {
		return nil, err
	}
	for p, q := range c.Parents {
		switch {
		case q < 0 || q > c.N:
			return nil, fmt.Errorf("the parent of process %d is %d: there are %d processes, and 0 for none", p+1, q, c.N)
		case q == 0:
			q = p + 1
		}
		all[p] = explore.Process(q)
	}
	return all, check(all)
}

// check reports what keeps the neighbours from being a tree: each way to the
// privilege must end, and all at one process.
func check(holders []explore.Process) error {
	var roots explore.Set
	for p := range holders {
		q := p
		for range holders {
			q = holders[q].Index()
		}
		if holders[q].Index() != q {
			return fmt.Errorf("the parents go round: no way leads from process %d to the privilege", p+1)
		}
		roots = roots.With(q)
	}
	if roots.Len() != 1 {
		return fmt.Errorf("processes %s have no parents: one process has the privilege", roots)
	}
	return nil
}

// distance returns how many edges are between a process and the privilege at first.
func distance(holders []explore.Process, p int) (edges int) {
	for ; holders[p].Index() != p; p = holders[p].Index() {
		edges++
	}
	return edges
}
