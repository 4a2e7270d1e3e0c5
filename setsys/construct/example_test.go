package construct_test

import (
	"errors"
	"fmt"

	"qcheck/setsys"
	"qcheck/setsys/construct"
)

func ExampleBuild() {
	s, err := construct.Build("torus-wr", map[string]any{"rows": 3, "columns": 2, "k": 2}, setsys.DefaultMaxSets)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Name, "of", s.Source)
	fmt.Println("write", s.Write)
	fmt.Println("read", s.Read)
	// Output:
	// torus-wr rows=3 columns=2 k=2 of Jiang, section 2
	// write {{1,2,3},{1,2,4},{3,4,5},{3,4,6},{1,5,6},{2,5,6}}
	// read {{1,3,5},{1,3,6},{1,4,5},{1,4,6},{2,3,5},{2,3,6},{2,4,5},{2,4,6}}
}

// One set for each process, instead of a family to choose from.
func ExampleBuild_requestSets() {
	s, err := construct.Build("plane", map[string]any{"order": 2, "as": "request-sets"}, setsys.DefaultMaxSets)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, r := range s.Requests.All() {
		fmt.Printf("R%d = %s\n", i+1, r)
	}
	// Output:
	// R1 = {1,4,5}
	// R2 = {2,4,6}
	// R3 = {1,2,3}
	// R4 = {3,4,7}
	// R5 = {2,5,7}
	// R6 = {3,5,6}
	// R7 = {1,6,7}
}

// A structure can be a part of another.
func ExampleBuild_nested() {
	majority, _ := construct.Build("majority", map[string]any{"n": 3}, setsys.DefaultMaxSets)
	twice, err := construct.Build("copies", map[string]any{"of": majority, "t": 2}, setsys.DefaultMaxSets)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: a %d-coterie %s\n", twice.Name, twice.K, twice.Quorums)
	// Output:
	// copies of=(majority n=3) t=2: a 2-coterie {{1,2},{1,3},{2,3},{4,5},{4,6},{5,6}}
}

// Errors say what a parameter may be, or that the limit would be exceeded.
func ExampleBuild_errors() {
	_, err := construct.Build("grid", map[string]any{"n": 10}, setsys.DefaultMaxSets)
	fmt.Println(err)

	_, err = construct.Build("column-cover", map[string]any{"rows": 8, "columns": 8}, setsys.DefaultMaxSets)
	fmt.Println(err)
	var tooMany setsys.ErrTooMany
	fmt.Println(errors.As(err, &tooMany), tooMany.Limit)
	// Output:
	// construction grid: parameter n must be a square from 1 to 4096, not 10
	// construction column-cover: 16777216 quorums are more than the limit of 2000000
	// true 2000000
}

func ExampleAll() {
	for _, c := range construct.All() {
		if c.Kind == setsys.KArbiter {
			fmt.Printf("%s: %s\n", c.Name, c.Summary)
			for _, p := range c.Params {
				fmt.Printf("  %s: %s, %s\n", p.Name, p.Doc, p.Range())
			}
		}
	}
	// Output:
	// uniform-k-arbiter: all sets of floor(kn/(k+1))+1 nodes
	//   n: number of nodes, an integer from 1 to 4096
	//   k: number of units, an integer from 1 to 4096
	// cube-k-arbiter: in a (k+1)-dimensional cube, the nodes that agree with a tuple in some place
	//   n: number of nodes; when it is not a (k+1)-th power, the least larger one is mapped onto the nodes, an integer from 1 to 4096
	//   k: number of units, an integer from 1 to 4096
}
