package construct

import (
	"fmt"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// torusParams are the parameters of the torus constructions.
func torusParams() []Param {
	return []Param{
		number("rows", "number of rows, which wrap around"),
		number("columns", "number of columns; at most 4096 nodes in all"),
		number("k", "number of processes that may be in the critical section together"),
		{Name: "following", Type: Int, Min: 0, Max: setsys.MaxNodes - 1,
			Doc: "number of following rows of which a quorum has one node each, less than rows; by default floor(rows/(k+1))"},
	}
}

// torusClaim is the side condition of Jiang, section 2, after Yuan and Chang.
const torusClaim = " when floor(rows/(k+1)) < floor(rows/k), with the default number of following rows"

// torus is the family of the k-torus quorums (Lang and Mao, as given by Jiang,
// section 2): all nodes of one row and one node of each of the floor(rows/(k+1))
// rows that follow it, where row 1 follows the last row. Claimed: a k-coterie
// when floor(rows/(k+1)) < floor(rows/k).
//
// That is not enough when k >= 3. Quorums of rows i and j are disjoint if and
// only if the cyclic distances between i and j are above the number f of
// following rows; h disjoint quorums whose rows are at most 2f+1 apart leave no
// room for another. So what it takes is rows > (k-1)(2f+1), or k = 1.
func torus() *Construction {
	return &Construction{
		Name: "torus", Kind: setsys.KCoterie,
		Summary: "in rows that wrap around, one full row and one node of each of some rows following it",
		Source:  "Jiang, section 2, after Lang and Mao",
		Claim:   "a k-coterie" + torusClaim,
		Params:  torusParams(),
		build: func(a args) (*setsys.Structure, error) {
			f, err := a.torus()
			if err != nil {
				return nil, err
			}
			return quorums(setsys.KCoterie, a.int("k"), f)
		},
	}
}

// torusWR has the k-torus quorums as write quorums and the row covers as read
// quorums (Jiang, section 2). Claimed: a k-wr coterie, as far as the k-torus
// quorums are a k-coterie.
func torusWR() *Construction {
	return &Construction{
		Name: "torus-wr", Kind: setsys.KWRCoterie,
		Summary: "write: the quorums of torus; read: one node of every row",
		Source:  "Jiang, section 2",
		Claim:   "a k-wr coterie" + torusClaim,
		Params:  torusParams(),
		build: func(a args) (*setsys.Structure, error) {
			write, err := a.torus()
			if err != nil {
				return nil, err
			}
			read, err := a.rowCovers()
			if err != nil {
				return nil, err
			}
			u, err := setsys.Numbered(write.Nodes())
			return &setsys.Structure{Kind: setsys.KWRCoterie, K: a.int("k"), Universe: u, Write: write, Read: read}, err
		},
	}
}

// rowCovers is the family of the sets that have one node of every row (Jiang,
// section 2, the read quorums of the torus). Each node of a row is free to be
// in a quorum of its own, so this is a k-coterie for k = columns; the 3-coterie
// C5 in Kakugawa's section 2.2 has this form.
func rowCovers() *Construction {
	return &Construction{
		Name: "row-covers", Kind: setsys.KCoterie,
		Summary: "in an array, one node of every row",
		Source:  "Jiang, section 2",
		Claim:   "meets every quorum of torus; a k-coterie for k = columns (not claimed in the paper)",
		Params:  torusParams()[:2],
		build: func(a args) (*setsys.Structure, error) {
			f, err := a.rowCovers()
			if err != nil {
				return nil, err
			}
			return quorums(setsys.KCoterie, a.int("columns"), f)
		},
	}
}

func (a args) torus() (setsys.Family, error) {
	rows, columns, err := a.array()
	if err != nil {
		return setsys.Family{}, err
	}
	following := rows / (a.int("k") + 1)
	if a.has("following") {
		if following = a.int("following"); following >= rows {
			return setsys.Family{}, outside("following", fmt.Sprintf("an integer from 0 to rows-1 = %d", rows-1), following)
		}
	}
	full := rows
	if columns == 1 && following == rows-1 { // then every quorum is the universe
		full = 1
	}
	if err := a.room(times(full, power(columns, following))); err != nil {
		return setsys.Family{}, err
	}
	across := rowsOf(rows, columns)
	twice := append(append([][]int{}, across...), across...)
	b := setsys.NewFamilyBuilder(rows * columns)
	for i := range full {
		row := make([]uint64, words.Of(rows*columns))
		addAll(row, across[i])
		addChoices(b, row, twice[i+1:i+1+following])
	}
	return b.Family(), nil
}

func (a args) rowCovers() (setsys.Family, error) {
	rows, columns, err := a.array()
	if err != nil {
		return setsys.Family{}, err
	}
	if err := a.room(power(columns, rows)); err != nil {
		return setsys.Family{}, err
	}
	b := setsys.NewFamilyBuilder(rows * columns)
	addChoices(b, make([]uint64, words.Of(rows*columns)), rowsOf(rows, columns))
	return b.Family(), nil
}
