package reduce

import (
	"qcheck/explore/internal/plain"

	"qcheck/explore/internal/engine"
)

// A shape is a message in a channel from one process to another, with its own stamps
// numbered without gaps. Sets of shapes are sets of bits: the shapes of a channel are
// numbered, of the first 63 each has its own bit, and all others share one.

// A channelAt is the channel from one process to another.
type channelAt struct{ from, to int }

// shapes are those of a channel.
type shapes struct {
	numbers map[plain.Value]int
	list    []plain.Value
	images  map[engine.RenamingID][]int // what renamings make of the first ones, by their numbers in the other channel
}

// shapesAt returns the shapes of a channel.
func (k *Knowledge) shapesAt(at channelAt) *shapes {
	s := k.shapes[at]
	if s == nil {
		s = &shapes{numbers: map[plain.Value]int{}, images: map[engine.RenamingID][]int{}}
		k.shapes[at] = s
	}
	return s
}

// count returns how many shapes of a channel are known.
func (k *Knowledge) count(at channelAt) int { return len(k.shapesAt(at).list) }

// plain returns a message with its own stamps numbered without gaps.
func (k *Knowledge) plain(m plain.Value) plain.Value {
	k.renumberTo(k.ranks(nil, &m), nil, &m)
	return m
}

// shape returns the bit of a message's shape.
func (k *Knowledge) shape(at channelAt, m plain.Value) uint64 {
	return bitOf(k.number(at, k.plain(m)))
}

func bitOf(number int) uint64 { return 1 << min(number, 63) }

// number returns the number of a shape.
func (k *Knowledge) number(at channelAt, m plain.Value) int {
	s := k.shapesAt(at)
	number, ok := s.numbers[m]
	if !ok {
		number = len(s.list)
		s.numbers[m] = number
		s.list = append(s.list, m)
	}
	return number
}

// imagesOf returns what a renaming makes of the shapes of a channel, by their numbers in the
// channel that this becomes.
func (k *Knowledge) imagesOf(at channelAt, t engine.RenamingID) []int {
	s, r := k.shapesAt(at), k.renamings[t]
	list := s.images[t]
	for len(list) < len(s.list) {
		image := k.Image(fact{From: engine.Local, Msg: s.list[len(list)]}, r)
		list = append(list, k.number(channelAt{r[at.from], r[at.to]}, image.Msg))
	}
	s.images[t] = list
	return list
}

// renamedShapes returns a set of shapes of a channel, renamed.
func (k *Knowledge) renamedShapes(at channelAt, set uint64, t engine.RenamingID) uint64 {
	image := uint64(0)
	for i, number := range k.imagesOf(at, t) {
		if set&bitOf(i) != 0 {
			image |= bitOf(number)
		}
	}
	return image
}
