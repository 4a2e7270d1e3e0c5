package explore

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"

	"qcheck/explore/internal/table"
	"qcheck/explore/levels"
)

// What numbers in keys stand for, written to files and read from them.

// The names of sections.
const (
	blocksSection = "blocks"
	pairsSection  = "pairs"
)

// A numbered says how many blocks of each process have numbers in keys, and how many
// pairs.
type numbered struct {
	blocks []int
	pairs  int
}

// numbered returns how many are numbered now.
func (e *engine) numbered() numbered {
	n := numbered{make([]int, e.n), e.pairs.Len()}
	for p := range n.blocks {
		n.blocks[p] = e.numbers.of[p].Len()
	}
	return n
}

// cut takes numbers back. No worker is at work, and no key is kept that has one of them.
func (e *engine) cut(to numbered) {
	for p := range e.n {
		of := &e.numbers.of[p]
		for i := to.blocks[p] + 1; i <= of.Len(); i++ {
			e.blocks.at(*of.At(uint32(i)))[rowNumber] = 0
		}
		of.Cut(to.blocks[p])
	}
	e.pairs.Cut(to.pairs)
}

// blocksSince writes the blocks that were numbered since, in the order of their numbers:
// for each process how many, and of each what is other than in the one before.
func (e *engine) blocksSince(since numbered) []byte {
	var text []byte
	for p := range e.n {
		of := &e.numbers.of[p]
		var all [][]byte
		for i := since.blocks[p] + 1; i <= of.Len(); i++ {
			all = append(all, e.binding.content(*of.At(uint32(i))))
		}
		text = appendContents(text, all)
	}
	return text
}

// appendContents appends the blocks of a process.
func appendContents(text []byte, all [][]byte) []byte {
	text = binary.AppendUvarint(text, uint64(len(all)))
	var before []byte
	for _, now := range all {
		same := 0
		for same < min(len(before), len(now)) && before[same] == now[same] {
			same++
		}
		text = binary.AppendUvarint(text, uint64(same))
		text = binary.AppendUvarint(text, uint64(len(now)-same))
		text = append(text, now[same:]...)
		before = now
	}
	return text
}

// pairsSince writes the pairs that were numbered since.
func (e *engine) pairsSince(since numbered) []byte {
	var pairs []uint64
	for i := since.pairs + 1; i <= e.pairs.Len(); i++ {
		pairs = append(pairs, e.pairs.At(pairID(i)))
	}
	return appendPairs(nil, pairs)
}

func appendPairs(text []byte, pairs []uint64) []byte {
	for _, pair := range pairs {
		text = binary.AppendUvarint(text, pair>>nodeShift)
		text = binary.AppendUvarint(text, pair&(1<<nodeShift-1)>>32)
		text = binary.AppendUvarint(text, pair&0xffffffff)
	}
	return text
}

// number numbers the blocks and pairs of a file.
func (e *engine) number(file *levels.File, before, said numbered) error {
	wrong := func(why string) error { return &levels.Error{File: file.Path(), Why: why} }
	if !slices.Equal(said.blocks, before.blocks) || said.pairs != before.pairs {
		return wrong("its numbers do not follow those of the levels before")
	}
	last := slices.Clone(before.blocks)
	err := e.contents(file, func(p int, content []byte) error {
		block, err := e.binding.blockOf(p, content)
		if err != nil {
			return wrong(err.Error())
		}
		last[p]++
		if e.numbers.number(p, block) != table.StateKey(last[p]) {
			return wrong("it has a block twice")
		}
		return nil
	})
	if err != nil {
		return err
	}
	pairs, err := filedPairs(file)
	if err != nil {
		return err
	}
	for i, pair := range pairs {
		if e.pairs.Number(pair) != pairID(before.pairs+1+i) {
			return wrong("its pairs cannot be read")
		}
	}
	return nil
}

// contents calls f with the blocks of a file, by process, in their order.
func (e *engine) contents(file *levels.File, f func(p int, content []byte) error) error {
	wrong := &levels.Error{File: file.Path(), Why: "its blocks cannot be read"}
	text, err := file.Section(blocksSection)
	if err != nil {
		return err
	}
	r := reader{text: text}
	for p := range e.n {
		var content []byte
		for range r.number() {
			same, rest := r.number(), r.bytes(r.number())
			if r.bad || same > uint64(len(content)) {
				return wrong
			}
			content = slices.Concat(content[:same], rest)
			if err := f(p, content); err != nil {
				return err
			}
		}
	}
	if r.bad || len(r.text) > 0 {
		return wrong
	}
	return nil
}

// filedPairs returns the pairs of a file, in their order.
func filedPairs(file *levels.File) ([]uint64, error) {
	text, err := file.Section(pairsSection)
	if err != nil {
		return nil, err
	}
	var pairs []uint64
	for r := (reader{text: text}); len(r.text) > 0; {
		node, left, right := r.number(), r.number(), r.number()
		if r.bad {
			return nil, &levels.Error{File: file.Path(), Why: "its pairs cannot be read"}
		}
		pairs = append(pairs, node<<nodeShift|left<<32|right)
	}
	return pairs, nil
}

// A reader reads numbers and bytes. It is bad when it came to the end.
type reader struct {
	text []byte
	bad  bool
}

func (r *reader) number() uint64 {
	x, n := binary.Uvarint(r.text)
	if n <= 0 {
		r.bad, r.text = true, nil
		return 0
	}
	r.text = r.text[n:]
	return x
}

func (r *reader) bytes(n uint64) []byte {
	if n > uint64(len(r.text)) {
		r.bad, r.text = true, nil
		return nil
	}
	b := r.text[:n]
	r.text = r.text[n:]
	return bytes.Clone(b)
}

// owner returns the shard that a state belongs to, counted from 0. It depends on the
// contents of its blocks alone.
func (e *engine) owner(v stateVector, shards int) int {
	h := uint64(len(v.blocks))
	for _, block := range v.blocks {
		h = table.Spread(h ^ uint64(e.blocks.at(block)[rowDigest]))
	}
	hi, _ := bits.Mul64(h, uint64(shards))
	return int(hi)
}
