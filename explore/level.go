package explore

import (
	"bytes"
	"sync/atomic"

	"qcheck/explore/levels"
)

// A level is the states kept at one depth. They are in one of three forms: as keys; coded,
// when there are many states; in files alone.
type level struct {
	keys  []stateKey
	coded []codedKeys
	files []*levels.File // of the same states, if levels are kept in files
	count int
}

// codedKeys are some keys of a level as levels.Append writes them, which takes 4 to 6 bytes
// for each. Each worker codes what it finds, some at a time, so that a level is never in
// memory as keys.
type codedKeys struct {
	text  []byte
	count int
}

// codedAtOnce is how many keys are coded at once. More take fewer bytes each, and longer to
// sort.
const codedAtOnce = 1 << 15

func (l level) len() int { return l.count }

// inKeys reports whether the keys are there as they are.
func (l level) inKeys() bool { return l.keys != nil || len(l.coded) == 0 && len(l.files) == 0 }

func (l level) bytes() int64 {
	b := int64(cap(l.keys)) * 8
	for _, c := range l.coded {
		b += int64(cap(c.text))
	}
	return b
}

// A coder codes keys.
type coder struct {
	beside []uint64
	text   []byte
}

// code codes keys, at least one, and leaves them in another order.
func (c *coder) code(found []stateKey) codedKeys {
	if len(c.beside) < len(found) {
		c.beside = make([]uint64, len(found))
	}
	levels.SortWith(words(found), c.beside)
	c.text = levels.Append(c.text[:0], words(found))
	return codedKeys{bytes.Clone(c.text), len(found)}
}

// A portion is some states of a level that are to be read.
type portion struct {
	at   int // its place in the level
	read func(buffer []uint64) ([]uint64, error)
}

// portions returns the portions of a level that has its states coded, or in files.
func (l level) portions() []portion {
	var all []portion
	at := 0
	for _, c := range l.coded {
		all = append(all, portion{at, func(buffer []uint64) ([]uint64, error) {
			keys, ok := levels.Keys(c.text, buffer)
			if !ok {
				panic("explore: a level is not as it was coded")
			}
			return keys, nil
		}})
		at += c.count
	}
	for _, file := range l.files {
		for i := range file.Chunks() {
			all = append(all, portion{0, func(buffer []uint64) ([]uint64, error) { return file.Chunk(i, buffer) }})
		}
	}
	return all
}

// share shares the states of a level out among workers (see chunks). Of states in files,
// it does not say at which place in the level they are.
func (s *search) share(l level, size, workers int) []func() (at int, chunk []stateKey) {
	if l.inKeys() {
		return chunks(l.keys, size, workers)
	}
	parts := l.portions()
	var taken atomic.Int64
	all := make([]func() (int, []stateKey), workers)
	for w := range all {
		var buffer []uint64
		var rest []stateKey
		var at int
		all[w] = func() (int, []stateKey) {
			if len(rest) == 0 {
				i := int(taken.Add(1)) - 1
				if i >= len(parts) {
					return 0, nil
				}
				var err error
				if buffer, err = parts[i].read(buffer); err != nil {
					s.fail(err)
					return 0, nil
				}
				rest, at = keys(buffer), parts[i].at
			}
			chunk := rest[:min(size, len(rest))]
			rest = rest[len(chunk):]
			at += len(chunk)
			return at - len(chunk), chunk
		}
	}
	return all
}

// allKeys returns the keys of a level.
func (s *search) allKeys(l level) []stateKey {
	if l.inKeys() {
		return l.keys
	}
	all := make([]stateKey, 0, l.count)
	next := s.share(l, chunkOfGraph, 1)[0]
	for _, chunk := next(); len(chunk) > 0; _, chunk = next() {
		all = append(all, chunk...)
	}
	return all
}

// joined returns the level of the new states of all workers. Levels are kept, so it has
// little slack.
func joined(workers []*worker) level {
	var l level
	for _, w := range workers {
		l.coded = append(l.coded, w.coded...)
		l.count += len(w.next)
	}
	if len(l.coded) > 0 {
		for _, w := range workers {
			if len(w.next) > 0 {
				l.coded = append(l.coded, w.coder.code(w.next))
			}
		}
		l.count = 0
		for _, c := range l.coded {
			l.count += c.count
		}
		return l
	}
	if first := workers[0].next; len(workers) == 1 && cap(first) < l.count+l.count/8 {
		l.keys = first
		return l
	}
	l.keys = make([]stateKey, 0, l.count)
	for _, w := range workers {
		l.keys = append(l.keys, w.next...)
	}
	return l
}
