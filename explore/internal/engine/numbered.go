package engine

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
	BlocksSection = "blocks"
	PairsSection  = "pairs"
)

// Numbered returns how many are numbered now.
func (e *Engine) Numbered() Numbered {
	n := Numbered{make([]int, e.Width), e.Pairs.Len()}
	for p := range n.Blocks {
		n.Blocks[p] = e.Numbers.Of[p].Len()
	}
	return n
}

// Cut takes numbers back. No worker is at work, and no key is kept that has one of them.
func (e *Engine) Cut(to Numbered) {
	for p := range e.Width {
		of := &e.Numbers.Of[p]
		for i := to.Blocks[p] + 1; i <= of.Len(); i++ {
			e.Blocks.At(*of.At(uint32(i)))[rowNumber] = 0
		}
		of.Cut(to.Blocks[p])
	}
	e.Pairs.Cut(to.Pairs)
}

// BlocksSince writes the blocks that were numbered since, in the order of their numbers:
// for each process how many, and of each what is other than in the one before.
func (e *Engine) BlocksSince(since Numbered) []byte {
	var text []byte
	for p := range e.Width {
		of := &e.Numbers.Of[p]
		var all [][]byte
		for i := since.Blocks[p] + 1; i <= of.Len(); i++ {
			all = append(all, e.Binding.content(*of.At(uint32(i))))
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

// PairsSince writes the pairs that were numbered since.
func (e *Engine) PairsSince(since Numbered) []byte {
	var pairs []uint64
	for i := since.Pairs + 1; i <= e.Pairs.Len(); i++ {
		pairs = append(pairs, e.Pairs.At(PairID(i)))
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

// Number numbers the blocks and pairs of a file.
func (e *Engine) Number(file *levels.File, before, said Numbered) error {
	wrong := func(why string) error { return &levels.Error{File: file.Path(), Why: why} }
	if !slices.Equal(said.Blocks, before.Blocks) || said.Pairs != before.Pairs {
		return wrong("its numbers do not follow those of the levels before")
	}
	last := slices.Clone(before.Blocks)
	err := e.Contents(file, func(p int, content []byte) error {
		block, err := e.Binding.BlockOf(p, content)
		if err != nil {
			return wrong(err.Error())
		}
		last[p]++
		if e.Numbers.Number(p, block) != table.StateKey(last[p]) {
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
		if e.Pairs.Number(pair) != PairID(before.Pairs+1+i) {
			return wrong("its pairs cannot be read")
		}
	}
	return nil
}

// Contents calls f with the blocks of a file, by process, in their order.
func (e *Engine) Contents(file *levels.File, f func(p int, content []byte) error) error {
	wrong := &levels.Error{File: file.Path(), Why: "its blocks cannot be read"}
	text, err := file.Section(BlocksSection)
	if err != nil {
		return err
	}
	r := reader{text: text}
	for p := range e.Width {
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
	text, err := file.Section(PairsSection)
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

// Owner returns the shard that a state belongs to, counted from 0. It depends on the
// contents of its blocks alone.
func (e *Engine) Owner(v StateVector, shards int) int {
	h := uint64(len(v.Blocks))
	for _, block := range v.Blocks {
		h = table.Spread(h ^ uint64(e.Blocks.At(block)[rowDigest]))
	}
	hi, _ := bits.Mul64(h, uint64(shards))
	return int(hi)
}
