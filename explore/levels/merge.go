package levels

import (
	"slices"
	"sort"
	"sync"
)

// A Cursor goes through ascending keys: those of a file, or of a slice.
type Cursor struct {
	f    *File
	next int      // chunk
	keys []uint64 // what is left of the one at hand
	buf  []uint64
}

// NewCursor returns a cursor at the beginning of a file.
func NewCursor(f *File) *Cursor { return &Cursor{f: f} }

// CursorOf returns a cursor at the beginning of a slice.
func CursorOf(keys []uint64) *Cursor { return &Cursor{keys: keys} }

// ready makes keys that are left the keys at hand, and reports whether there are some.
func (c *Cursor) ready() (bool, error) {
	for len(c.keys) == 0 {
		if c.f == nil || c.next == c.f.Chunks() {
			return false, nil
		}
		var err error
		if c.buf, err = c.f.Chunk(c.next, c.buf); err != nil {
			return false, err
		}
		c.keys = c.buf
		c.next++
	}
	return true, nil
}

// skip passes chunks that have no key from the given one on.
func (c *Cursor) skip(key uint64) {
	if c.f == nil || len(c.keys) > 0 && c.keys[len(c.keys)-1] >= key {
		return
	}
	chunks := c.f.foot.Chunks
	// The last chunk that begins at the key or before it may have it.
	at := c.next + sort.Search(len(chunks)-c.next, func(i int) bool { return chunks[c.next+i].First > key })
	if at > c.next {
		c.next = at - 1
	}
	c.keys = nil
}

// Mark marks the keys of a portion that the cursor comes to, and goes on to behind the
// last of them. Portions ascend, from call to call too. marks has a bit for each key.
func (c *Cursor) Mark(portion []uint64, mark func(i int)) error {
	i := 0
	for i < len(portion) {
		c.skip(portion[i])
		ok, err := c.ready()
		if !ok || err != nil {
			return err
		}
		switch key := c.keys[0]; {
		case key == portion[i]:
			mark(i)
			i++
			c.keys = c.keys[1:]
		case key < portion[i]:
			c.keys = c.keys[reach(c.keys, portion[i]):]
		default:
			i += reach(portion[i:], key)
		}
	}
	return nil
}

// reach returns the place of the first of ascending keys that is not less than a key. It
// looks at near ones first.
func reach(keys []uint64, key uint64) int {
	step := 1
	for step < len(keys) && keys[step] < key {
		step *= 2
	}
	from := step / 2
	to := min(step+1, len(keys))
	return from + sort.Search(to-from, func(i int) bool { return keys[from+i] >= key })
}

// Merge calls portion with all keys of the cursors, ascending and each once, in portions
// of at most so many. The portion is the callee's until it returns.
func Merge(cursors []*Cursor, most int, portion func([]uint64) error) error {
	h := heap{}
	for _, c := range cursors {
		ok, err := c.ready()
		if err != nil {
			return err
		}
		if ok {
			h = append(h, c)
		}
	}
	for i := len(h)/2 - 1; i >= 0; i-- {
		h.sink(i)
	}
	out := make([]uint64, 0, max(most, 1))
	for len(h) > 0 {
		c := h[0]
		key := c.keys[0]
		c.keys = c.keys[1:]
		ok, err := c.ready()
		if err != nil {
			return err
		}
		if !ok {
			h[0] = h[len(h)-1]
			h = h[:len(h)-1]
		}
		h.sink(0)
		if n := len(out); n > 0 && out[n-1] == key {
			continue
		}
		if len(out) == most {
			if err := portion(out); err != nil {
				return err
			}
			out = out[:0]
		}
		out = append(out, key)
	}
	if len(out) == 0 {
		return nil
	}
	return portion(out)
}

// A heap has the cursor with the least key first.
type heap []*Cursor

func (h heap) sink(i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(h); child++ {
			if h[child].keys[0] < h[least].keys[0] {
				least = child
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

// Sort sorts keys, with so many goroutines.
func Sort(keys []uint64, workers int) {
	if workers < 2 || len(keys) < 1<<14 {
		slices.Sort(keys)
		return
	}
	sample := make([]uint64, 0, 101)
	for i := range cap(sample) {
		sample = append(sample, keys[i*(len(keys)-1)/(cap(sample)-1)])
	}
	slices.Sort(sample)
	pivot, at := sample[len(sample)/2], 0
	for i, key := range keys {
		if key < pivot {
			keys[i], keys[at] = keys[at], key
			at++
		}
	}
	var wait sync.WaitGroup
	wait.Go(func() { Sort(keys[:at], workers/2) })
	Sort(keys[at:], workers-workers/2)
	wait.Wait()
}
