package construct

import (
	"qcheck/setsys"
	"qcheck/setsys/words"
)

// addChoices adds base ∪ C for every choice C of one node from each group; the
// last group's choice changes fastest. The groups are disjoint from each other
// and from base, which is changed meanwhile and left as it was.
func addChoices(b *setsys.FamilyBuilder, base []uint64, groups [][]int) {
	if len(groups) == 0 {
		b.AddWords(base)
		return
	}
	for _, v := range groups[0] {
		words.Add(base, v)
		addChoices(b, base, groups[1:])
		words.Remove(base, v)
	}
}

// addUnions adds base ∪ Q_1 ∪ ... ∪ Q_t for every choice of a set Q_i from each
// family; the last family's choice changes fastest.
func addUnions(b *setsys.FamilyBuilder, base []uint64, families []setsys.Family) {
	if len(families) == 0 {
		b.AddWords(base)
		return
	}
	row := make([]uint64, len(base))
	for i := range families[0].Len() {
		words.Or(row, base, families[0].Words(i))
		addUnions(b, row, families[1:])
	}
}

// windows returns, for each node i of n, the set of the size nodes that begin
// with i, cyclically.
func windows(n, size int) setsys.Family {
	b := setsys.NewFamilyBuilder(n)
	for i := range n {
		row := make([]uint64, words.Of(n))
		for d := range size {
			words.Add(row, (i+d)%n)
		}
		b.AddWords(row)
	}
	return b.Family()
}

// rowsOf returns the nodes of each row of an array.
func rowsOf(rows, columns int) [][]int {
	return table(rows, columns, func(i, j int) int { return i*columns + j })
}

// columnsOf returns the nodes of each column of an array.
func columnsOf(rows, columns int) [][]int {
	return table(columns, rows, func(j, i int) int { return i*columns + j })
}

func table(lines, length int, node func(line, place int) int) [][]int {
	t := make([][]int, lines)
	for i := range t {
		t[i] = make([]int, length)
		for j := range t[i] {
			t[i][j] = node(i, j)
		}
	}
	return t
}

// addAll makes the nodes members of row.
func addAll(row []uint64, nodes []int) {
	for _, v := range nodes {
		words.Add(row, v)
	}
}
