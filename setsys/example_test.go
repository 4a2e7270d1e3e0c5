package setsys_test

import (
	"errors"
	"fmt"
	"os"

	"qcheck/setsys"
)

// A file goes in, its quorums come out: any two of three racks, of which the
// third is one of two machines.
func ExampleDecode() {
	const file = `{
  "kind": "coterie",
  "universe": ["a", "b", "c1", "c2"],
  "quorums": {"threshold": 2, "of": ["a", "b", {"threshold": 1, "of": ["c1", "c2"]}]}
}`
	s, err := setsys.Decode("racks.json", []byte(file), setsys.DecodeOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, q := range s.Quorums.All() {
		fmt.Println(q.Format(s.Universe))
	}
	// Output:
	// {a,b}
	// {a,c1}
	// {a,c2}
	// {b,c1}
	// {b,c2}
}

// Errors name the place.
func ExampleDecode_error() {
	const file = `{"kind": "coterie", "universe": 3,
 "quorums": [[1, 2],
             [2, 4]]}`
	_, err := setsys.Decode("typo.json", []byte(file), setsys.DecodeOptions{})
	fmt.Println(err)
	var fe *setsys.FileError
	if errors.As(err, &fe) {
		fmt.Println(fe.Line, fe.Column)
	}
	// Output:
	// typo.json:3:18: node 4 is not in the universe: its nodes are 1 to 3
	// 3 18
}

func ExampleEncode() {
	u, err := setsys.Numbered(3)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := &setsys.Structure{
		Name: "majority", Kind: setsys.Coterie, Universe: u,
		Quorums: setsys.NewFamily(3, setsys.NewNodeSet(3, 0, 1), setsys.NewNodeSet(3, 0, 2), setsys.NewNodeSet(3, 1, 2)),
	}
	if err := setsys.Encode(os.Stdout, s); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {
	//   "name": "majority",
	//   "kind": "coterie",
	//   "universe": 3,
	//   "quorums": [
	//     [1, 2],
	//     [1, 3],
	//     [2, 3]
	//   ]
	// }
}

// The transversals of a coterie are the smallest sets of nodes whose failure
// leaves no quorum.
func ExampleFamily_Transversals() {
	star := setsys.NewFamily(4, setsys.NewNodeSet(4, 0, 1), setsys.NewNodeSet(4, 0, 2), setsys.NewNodeSet(4, 0, 3))
	dual, err := star.Transversals(100)
	fmt.Println(dual, err)
	// Output: {{1},{2,3,4}} <nil>
}

// An index answers whether the nodes that are left contain a quorum.
func ExampleQuery_Has() {
	f := setsys.NewFamily(5, setsys.NewNodeSet(5, 0, 1, 2), setsys.NewNodeSet(5, 2, 3, 4))
	q := setsys.NewIndex(f).Query()
	fmt.Println(q.Has(setsys.NewNodeSet(5, 0, 2, 3, 4).Words()))
	fmt.Println(q.Has(setsys.NewNodeSet(5, 0, 1, 3, 4).Words()))
	// Output:
	// true
	// false
}
