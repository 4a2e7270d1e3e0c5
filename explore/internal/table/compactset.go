package table

import (
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
)

// A compactSet is a set of keys that takes 7 to 9 bytes for each, for searches with many
// states. A plain table takes 10 to 15, and twice as much while it grows. It is faster: of a
// compact one, more lines of memory are read, and entries are put together from words.
//
// # Where a key is, and what is kept of it
//
// The table has groups of 64 lines, and a line is 64 bytes: one cache line. The keys are
// mixed, by a one-to-one function (see mixed). The upper half of a mixed key says in which
// group it is: multiplied by the number of groups, the part above 2^32 is the group; the
// keys of a group are told apart by the part below, which takes one of about 2^32/groups
// values, the rank. The lower half says in which of the group's lines the key begins to
// look for room, and by which step it goes on to other lines of the group. So of a mixed
// key only the rank and the rest of the lower half are kept, and how many lines were
// passed: 45 bits when there are 100,000,000 keys (Cleary, "Compact hash tables using
// bidirectional linear probing", IEEE Trans. Computers 1984, has the idea). From that and
// the place, the mixed key is found again when the table grows.
//
// A key that finds 16 lines full is kept elsewhere. These are few: when the table is
// filled as far as it may be, two lines in five are full, and groups differ little.
//
// # Lines
//
// The first word of a line has a lock, how many entries the line has, and 5 bits of each,
// its tag. Those with the tag of a key are found at once, by arithmetic on the word; mostly
// there is none, or the one. The bodies of the entries, all their other bits, follow one
// after the other, across words.
//
// # Workers
//
// Entries are only added. A worker that looks for a key reads without the lock: entries are
// complete before they are counted, and what others add to a word leaves the entries there
// as they are. To add one it takes the lock, if the line is still as it was read.
//
// # Growing
//
// A group's number ascends with the mixed keys. So the keys of group g of old groups belong
// to groups from g*new/old on, which are behind g; and the table grows in place, from the
// last group to the first, without memory for a second table.
type compactSet struct {
	lines
	mu   sync.Mutex
	rest map[uint64]bool // mixed keys that found their lines full
}

// lines are the lines of a set, by groups.
type lines struct {
	segments []*segment
	groups   uint64
	inverse  uint64 // 2^64/groups, rounded up: to divide by groups (Lemire, Kaser, Kurz 2019)
	width    uint   // bits of the body of an entry
	most     uint64 // entries in a line
}

const (
	lineBits      = 6                         // of the lower half: the line in the group
	restBits      = 32 - lineBits             // of the lower half: the rest
	passBits      = 4                         // of an entry: how many lines were passed
	tagBits       = 5                         // of the rest: the tag
	headBits      = 5                         // of a line: the lock, and the number of entries
	mostTags      = (64 - headBits) / tagBits // of a line
	lineWords     = 8                         // 64 bytes
	groupLines    = 1 << lineBits             // 4 KiB
	segmentGroups = 1 << 10                   // 4 MiB
	segmentLines  = segmentGroups * groupLines
	growthOf      = 4 // a table grows by one part in so many

	// Of the entries for which there is room, so many are used before the table grows.
	filledTo, filledOf = 13, 16
)

// The lowest and the highest bits of the tags in a word.
const (
	tagOnes  = 0b00001_00001_00001_00001_00001_00001_00001_00001_00001_00001_00001
	tagHighs = tagOnes << (tagBits - 1)
)

type (
	line    [lineWords]uint64
	segment [segmentLines]line
)

// newCompactSet returns an empty set with room for so many keys.
func newCompactSet(keys int64) *compactSet {
	c := &compactSet{rest: map[uint64]bool{}}
	for c.resize(segmentGroups); c.room() < keys; {
		c.resize(c.groups + segmentGroups)
	}
	return c
}

// resize gives an empty set so many groups, which are whole segments.
func (c *lines) resize(groups uint64) {
	for uint64(len(c.segments))*segmentGroups < groups {
		c.segments = append(c.segments, new(segment))
	}
	c.groups, c.inverse = groups, ^uint64(0)/groups+1
	ranks := 32 - uint(bits.Len64(groups)-1)
	c.width = ranks + restBits - tagBits + passBits
	c.most = min((lineWords-1)*64/uint64(c.width), mostTags)
}

// room returns how many keys the set should have at most.
func (c *compactSet) room() int64 {
	return int64(c.groups*groupLines*c.most) / filledOf * filledTo
}

func (c *compactSet) bytes() int64 {
	const perRest = 40 // about, in a map
	return int64(len(c.segments))*segmentLines*lineWords*8 + int64(len(c.rest))*perRest
}

// mixed mixes a key, one-to-one.
func mixed(key StateKey) uint64 {
	x := Spread(uint64(key))
	return x ^ x>>32
}

// A belonging is where a mixed key belongs, and what is kept of it there. It has no more
// than four fields, so that the compiler holds it in registers: if it were copied through
// memory, no line could be read before the one before has come.
type belonging struct {
	segment *segment
	first   uint64 // the first line to look at, in the segment
	tag     uint64
	body    uint64 // when no line was passed
}

// line returns the line to look at after so many were passed.
func (b *belonging) line(passed uint64) *line {
	const inGroup = groupLines - 1
	return &b.segment[(b.first&^inGroup|(b.first+passed*stepOf(b.tag))&inGroup)%segmentLines]
}

// belongs returns where a mixed key belongs.
func (c *lines) belongs(x uint64) belonging {
	at := x >> 32 * c.groups
	rank, _ := bits.Mul64(c.inverse, at&(1<<32-1))
	group, rest := at>>32, x&(1<<32-1)>>lineBits
	return belonging{c.segments[group/segmentGroups], (group<<lineBits | x&(groupLines-1)) % segmentLines, rest & (1<<tagBits - 1), (rank<<restBits | rest) >> tagBits << passBits}
}

// group returns the lines of a group.
func (c *lines) group(g uint64) *[groupLines]line {
	lines := c.segments[g/segmentGroups][g%segmentGroups*groupLines:]
	return (*[groupLines]line)(lines)
}

// stepOf returns by which step keys with a tag go on to other lines: all odd numbers below
// the number of lines.
func stepOf(tag uint64) uint64 { return tag<<1 | 1 }

// find returns whether a line has an entry, and the line's first word then.
func (c *lines) find(l *line, tag, body uint64) (found bool, head uint64) {
	head = atomic.LoadUint64(&l[0])
	other := head>>headBits ^ tag*tagOnes // 0 where the tag is the same
	same := ^(other&^tagHighs + tagHighs - tagOnes | other) & tagHighs
	for same &= 1<<(counted(head)*tagBits) - 1; same != 0; same &= same - 1 {
		at, bit := c.bitsOf(uint64(bits.TrailingZeros64(same)) / tagBits)
		e := atomic.LoadUint64(&l[at]) >> bit
		if bit+uint64(c.width) > 64 {
			e |= atomic.LoadUint64(&l[at+1]) << (64 - bit)
		}
		if e&(1<<c.width-1) == body {
			return true, head
		}
	}
	return false, head
}

// counted returns how many entries a line has, by its first word.
func counted(head uint64) uint64 { return head >> 1 & (1<<(headBits-1) - 1) }

// another returns the first word of a line that has one more entry, and no lock.
func another(head, tag uint64) uint64 {
	return head + 1<<1 | tag<<(headBits+counted(head)*tagBits)
}

// bitsOf returns where the body of an entry is: in which word of the line it begins, and
// at which bit.
func (c *lines) bitsOf(i uint64) (at, bit uint64) {
	from := 64 + i*uint64(c.width)
	return from / 64, from % 64
}

// insertAll adds keys and says of each whether it is new. What it will look at is read
// first, so that the processor waits for all of it together.
func (c *compactSet) insertAll(keys []StateKey, fresh *[BatchSize]bool) {
	var to [BatchSize]belonging
	for i, key := range keys {
		b := c.belongs(mixed(key))
		atomic.LoadUint64(&b.segment[b.first][0])
		to[i] = b
	}
	for i := range keys {
		if p := &to[i]; counted(atomic.LoadUint64(&p.segment[p.first][0])) == c.most {
			atomic.LoadUint64(&p.line(1)[0])
		}
	}
	for i, key := range keys {
		fresh[i] = c.insert(&to[i], key)
	}
}

// insert adds a key where it belongs, and reports whether it is new.
func (c *compactSet) insert(p *belonging, key StateKey) bool {
	for passed := uint64(0); passed < 1<<passBits; {
		l := p.line(passed)
		body := p.body | passed
		found, head := c.find(l, p.tag, body)
		count := counted(head)
		switch {
		case found:
			return false
		case count == c.most:
			passed++
		case head&1 != 0:
			runtime.Gosched()
		case atomic.CompareAndSwapUint64(&l[0], head, head|1):
			at, bit := c.bitsOf(count)
			atomic.StoreUint64(&l[at], atomic.LoadUint64(&l[at])|body<<bit)
			if bit+uint64(c.width) > 64 {
				atomic.StoreUint64(&l[at+1], body>>(64-bit))
			}
			atomic.StoreUint64(&l[0], another(head, p.tag))
			return true
		}
	}
	x := mixed(key)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.rest[x] {
		return false
	}
	c.rest[x] = true
	return true
}

// grow makes the set larger. No other worker may use it meanwhile.
func (c *compactSet) grow() {
	old, rest := c.lines, c.rest
	step := max(old.groups/growthOf/segmentGroups, 1) * segmentGroups
	c.rest = map[uint64]bool{}
	c.resize(old.groups + step)
	keys := make([]uint64, 0, groupLines*old.most)
	for g := old.groups; g > 0; {
		g--
		keys = old.take(g, keys[:0])
		for _, x := range keys {
			c.add(x)
		}
	}
	for x := range rest {
		c.add(x)
	}
}

// add adds a mixed key that the set lacks, of which nobody else makes use.
func (c *compactSet) add(x uint64) {
	p := c.belongs(x)
	for passed := range uint64(1 << passBits) {
		l := p.line(passed)
		count := counted(l[0])
		if count < c.most {
			at, bit := c.bitsOf(count)
			l[at] |= (p.body | passed) << bit
			if bit+uint64(c.width) > 64 {
				l[at+1] = (p.body | passed) >> (64 - bit)
			}
			l[0] = another(l[0], p.tag)
			return
		}
	}
	c.rest[x] = true
}

// take appends the mixed keys of a group, and empties it.
func (c *lines) take(g uint64, keys []uint64) []uint64 {
	first := (g<<32 + c.groups - 1) / c.groups // the least upper half
	group := c.group(g)
	mask := uint64(1)<<c.width - 1
	for i := range group {
		l := &group[i]
		count := counted(l[0])
		for k := range count {
			at, bit := c.bitsOf(k)
			e := l[at] >> bit
			if bit+uint64(c.width) > 64 {
				e |= l[at+1] << (64 - bit)
			}
			e &= mask
			tag := l[0] >> (headBits + k*tagBits) & (1<<tagBits - 1)
			passed := e & (1<<passBits - 1)
			kept := e>>passBits<<tagBits | tag
			rest, upper := kept&(1<<restBits-1), first+kept>>restBits
			home := (uint64(i) - passed*stepOf(tag)) % groupLines
			keys = append(keys, upper<<32|rest<<lineBits|home)
		}
	}
	*group = [groupLines]line{}
	return keys
}
