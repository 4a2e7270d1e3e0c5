package engine

import (
	"bytes"
	"slices"

	"qcheck/explore/internal/table"
	"qcheck/explore/levels"
)

// A Translation gives other numbers to what some process numbered in its own order: the
// blocks of each process that are not known everywhere, and the pairs of a tree. Others
// keep their numbers, and since a pair is known only if all below it is, so do keys that
// have no new number.
type Translation struct {
	known  Numbered
	blocks [][]uint32 // by process: what those after the known ones become, in their order
	pairs  []PairID   // likewise
	fresh  []uint64   // those pairs, with the numbers of before
}

// block returns what the number of a block becomes, 0 if it is none.
func (t *Translation) block(p int, number uint32) uint32 {
	known := uint32(t.known.Blocks[p])
	if number <= known {
		return number
	}
	if of := t.blocks[p]; int(number-known) <= len(of) {
		return of[number-known-1]
	}
	return 0
}

// pair returns what the number of a pair becomes, 0 if it is none.
func (t *Translation) pair(number uint32) uint32 {
	known := uint32(t.known.Pairs)
	if number <= known {
		return number
	}
	if int(number-known) <= len(t.pairs) {
		return uint32(t.pairs[number-known-1])
	}
	return 0
}

func (k *Packing) Translate(key table.StateKey, t *Translation) table.StateKey {
	mask := k.Mask()
	for p, known := range t.known.Blocks {
		shift := uint(p) * k.bits
		number := key >> shift & mask
		if number <= table.StateKey(known) {
			continue
		}
		other := table.StateKey(t.block(p, uint32(number)))
		if other == 0 || other > mask {
			return 0
		}
		key = key&^(mask<<shift) | other<<shift
	}
	return key
}

func (t *tree) Translate(key table.StateKey, by *Translation) table.StateKey {
	if t.n == 1 {
		return table.StateKey(by.block(0, uint32(key)))
	}
	return table.StateKey(t.translatePair(len(t.left)-1, uint64(key), by))
}

// translatePair returns the pair of an inner node's children with other numbers, 0 if one
// is lacking.
func (t *tree) translatePair(inner int, pair uint64, by *Translation) uint64 {
	left := t.translateNode(t.left[inner], uint32(pair>>32&(1<<(nodeShift-32)-1)), by)
	right := t.translateNode(t.right[inner], uint32(pair), by)
	if left == 0 || right == 0 {
		return 0
	}
	return uint64(left)<<32 | uint64(right)
}

func (t *tree) translateNode(node int, number uint32, by *Translation) uint32 {
	if node < t.n {
		return by.block(node, number)
	}
	return by.pair(number)
}

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
