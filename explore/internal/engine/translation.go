package engine

import (
	"bytes"
	"slices"

	"qcheck/explore/levels"
)

// TranslatePairs completes translations that have all blocks: number gives a number to a
// pair, the same one when it is asked again, and 0 for none. It is asked for the new pairs
// of each inner node, children before parents, in the order of what they become. It
// reports whether all have numbers.
func (e *Engine) TranslatePairs(all []*Translation, number func(pair uint64) PairID) bool {
	t, ok := e.Codec.(*tree)
	if !ok {
		return true
	}
	type spot struct{ of, at int }
	nodes := make([][]spot, len(t.left)) // the new pairs of each
	for i, x := range all {
		x.pairs = make([]PairID, len(x.fresh))
		for at, pair := range x.fresh {
			node := pair >> nodeShift
			if node >= uint64(len(nodes)-1) {
				return false
			}
			nodes[node] = append(nodes[node], spot{i, at})
		}
	}
	for node, places := range nodes {
		pairs := make([]uint64, len(places))
		for i, x := range places {
			pair := t.translatePair(node, all[x.of].fresh[x.at], all[x.of])
			if pair == 0 {
				return false
			}
			pairs[i] = pair | uint64(node)<<nodeShift
		}
		for _, pair := range slices.Compact(slices.Sorted(slices.Values(pairs))) {
			if number(pair) == 0 {
				return false
			}
		}
		for i, x := range places {
			all[x.of].pairs[x.at] = number(pairs[i])
		}
	}
	return true
}

// InOrder returns the translation that puts what was numbered since in the order of
// contents, and the sections of a file that say what has the numbers then.
func (e *Engine) InOrder(since Numbered) (t *Translation, blocks, pairs []byte) {
	t = &Translation{known: since, blocks: make([][]uint32, e.Width)}
	for p := range e.Width {
		of := &e.Numbers.Of[p]
		type fresh struct {
			content []byte
			at      int
		}
		var all []fresh
		for i := since.Blocks[p] + 1; i <= of.Len(); i++ {
			all = append(all, fresh{e.Binding.content(*of.At(uint32(i))), len(all)})
		}
		slices.SortFunc(all, func(a, b fresh) int { return bytes.Compare(a.content, b.content) })
		t.blocks[p] = make([]uint32, len(all))
		var contents [][]byte
		for i, x := range all {
			t.blocks[p][x.at] = uint32(since.Blocks[p] + i + 1)
			contents = append(contents, x.content)
		}
		blocks = appendContents(blocks, contents)
	}
	for i := since.Pairs + 1; i <= e.Pairs.Len(); i++ {
		t.fresh = append(t.fresh, e.Pairs.At(PairID(i)))
	}
	numbers := map[uint64]PairID{}
	var list []uint64
	e.TranslatePairs([]*Translation{t}, func(pair uint64) PairID {
		id, ok := numbers[pair]
		if !ok {
			list = append(list, pair)
			id = PairID(since.Pairs + len(list))
			numbers[pair] = id
		}
		return id
	})
	return t, blocks, appendPairs(nil, list)
}

// TranslationOf returns the translation from the numbers of a file that a task wrote, less
// that of the pairs, to those of this engine. known is what both have numbered alike.
func (e *Engine) TranslationOf(file *levels.File, known Numbered) (*Translation, error) {
	t := &Translation{known: known, blocks: make([][]uint32, e.Width)}
	err := e.Contents(file, func(p int, content []byte) error {
		block, err := e.Binding.BlockOf(p, content)
		if err != nil {
			return &levels.Error{File: file.Path(), Why: err.Error()}
		}
		number := e.Blocks.At(block)[rowNumber]
		if number == 0 {
			return &levels.Error{File: file.Path(), Why: "it has a block that has no number"}
		}
		t.blocks[p] = append(t.blocks[p], number)
		return nil
	})
	if err == nil {
		t.fresh, err = filedPairs(file)
	}
	return t, err
}
