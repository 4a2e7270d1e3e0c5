package space

import (
	"bytes"
	"cmp"
	"sync/atomic"
	"unsafe"

	"qcheck/explore/internal/table"
	"qcheck/explore/levels"
)

// A Level is the states kept at one depth. They are in one of three forms: as keys; coded,
// when there are many states; in files alone.
type Level struct {
	Keys  []table.StateKey
	coded []codedKeys
	Files []*levels.File // of the same states, if levels are kept in files
	Count int
}

// codedKeys are some keys of a level as levels.Append writes them, which takes 3 to 6 bytes
// for each. They are coded when the level was expanded: the order in which states were
// found is the one in which they are expanded fastest, since the next state is mostly made
// of the same blocks.
type codedKeys struct {
	text  []byte
	count int
}

// codedAtOnce is how many keys are coded at once. More take fewer bytes each, and longer to
// sort.
const codedAtOnce = 1 << 15

func (l Level) Len() int { return l.Count }

// inKeys reports whether the keys are there as they are.
func (l Level) inKeys() bool { return l.Keys != nil || len(l.coded) == 0 && len(l.Files) == 0 }

func (l Level) Bytes() int64 {
	b := int64(cap(l.Keys)) * 8
	for _, c := range l.coded {
		b += int64(cap(c.text))
	}
	return b
}

// Pack codes the levels up to a depth, which were expanded.
func (s *Space) Pack(depth int) {
	for ; s.packed <= depth; s.packed++ {
		s.Levels[s.packed].pack(s, cmp.Or(s.Coded, codedAtOnce))
	}
}

// pack codes the keys, so many at once, and takes them out of order.
func (l *Level) pack(s *Space, size int) {
	l.coded = make([]codedKeys, (len(l.Keys)+size-1)/size)
	s.Each(len(l.coded), func(i int) error {
		some := Words(l.Keys[i*size : min((i+1)*size, len(l.Keys))])
		levels.Sort(some)
		l.coded[i] = codedKeys{bytes.Clone(levels.Append(make([]byte, 0, 6*len(some)+8), some)), len(some)}
		return nil
	})
	l.Keys = nil
}

// portions returns functions that read the states of a level that has them coded, or in
// files, in the memory of a buffer if they fit.
func (l Level) portions() []func(buffer []uint64) ([]uint64, error) {
	var all []func([]uint64) ([]uint64, error)
	for _, c := range l.coded {
		all = append(all, func(buffer []uint64) ([]uint64, error) {
			keys, ok := levels.Keys(c.text, buffer)
			if !ok || len(keys) != c.count {
				panic("explore: a level is not as it was coded")
			}
			return keys, nil
		})
	}
	for _, file := range l.Files {
		for i := range file.Chunks() {
			all = append(all, func(buffer []uint64) ([]uint64, error) { return file.Chunk(i, buffer) })
		}
	}
	return all
}

// Share shares the states of a level out among workers (see chunks). Of states that are
// coded or in files, it does not say at which place in the level they are.
func (s *Space) Share(l Level, size, workers int) []func() (at int, chunk []table.StateKey) {
	if l.inKeys() {
		return chunks(l.Keys, size, workers)
	}
	parts := l.portions()
	var taken atomic.Int64
	all := make([]func() (int, []table.StateKey), workers)
	for w := range all {
		var buffer []uint64
		var rest []table.StateKey
		all[w] = func() (int, []table.StateKey) {
			if len(rest) == 0 {
				i := int(taken.Add(1)) - 1
				if i >= len(parts) {
					return 0, nil
				}
				var err error
				if buffer, err = parts[i](buffer); err != nil {
					s.Fail(err)
					return 0, nil
				}
				rest = Keys(buffer)
			}
			chunk := rest[:min(size, len(rest))]
			rest = rest[len(chunk):]
			return 0, chunk
		}
	}
	return all
}

// AllKeys returns the keys of a level.
func (s *Space) AllKeys(l Level) []table.StateKey {
	if l.inKeys() {
		return l.Keys
	}
	all := make([]table.StateKey, 0, l.Count)
	next := s.Share(l, chunkOfGraph, 1)[0]
	for _, chunk := next(); len(chunk) > 0; _, chunk = next() {
		all = append(all, chunk...)
	}
	return all
}

// chunks shares states out among workers: it returns a function for each that returns
// chunks until none are left. A worker begins with a part of its own, since states that
// lie together are made of the same blocks, and these go on faster with one processor;
// then it helps the others.
func chunks(states []table.StateKey, size, workers int) []func() (at int, chunk []table.StateKey) {
	type part struct {
		at     int
		states []table.StateKey
		taken  atomic.Int64
		_      table.Apart
	}
	parts := make([]part, workers)
	for w := range parts {
		parts[w].at = len(states) * w / workers
		parts[w].states = states[parts[w].at : len(states)*(w+1)/workers]
	}
	all := make([]func() (int, []table.StateKey), workers)
	for w := range all {
		tried := 0
		all[w] = func() (int, []table.StateKey) {
			for ; tried < workers; tried++ {
				p := &parts[(w+tried)%workers]
				to := int(p.taken.Add(int64(size)))
				if from := to - size; from < len(p.states) {
					return p.at + from, p.states[from:min(to, len(p.states))]
				}
			}
			return 0, nil
		}
	}
	return all
}

// Words returns the same keys as plain numbers.
func Words(keys []table.StateKey) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.SliceData(keys)), len(keys))
}

// Keys is the inverse of words.
func Keys(words []uint64) []table.StateKey {
	return unsafe.Slice((*table.StateKey)(unsafe.SliceData(words)), len(words))
}
