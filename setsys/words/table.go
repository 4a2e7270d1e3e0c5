package words

// A Table is a set of word vectors of one width, each numbered in the order of
// its first insertion. The zero value is not usable; see NewTable.
type Table struct {
	width int
	rows  []uint64
	slots []uint32 // 0 is free, otherwise number+1
	count int
}

// NewTable returns an empty table of vectors of the given width (at least 1).
func NewTable(width int) *Table {
	return &Table{width: width, slots: make([]uint32, 16)}
}

// Len returns the number of vectors.
func (t *Table) Len() int { return t.count }

// Row returns vector number i. It must not be changed, and is valid until the
// next insertion.
func (t *Table) Row(i int) []uint64 { return t.rows[i*t.width : (i+1)*t.width] }

// Insert returns the number of row, and whether it is new. The row is copied.
func (t *Table) Insert(row []uint64) (number int, added bool) {
	slot := t.find(row)
	if s := t.slots[slot]; s != 0 {
		return int(s - 1), false
	}
	t.rows = append(t.rows, row...)
	t.count++
	t.slots[slot] = uint32(t.count)
	if t.count*2 > len(t.slots) {
		t.grow()
	}
	return t.count - 1, true
}

// Find returns the number of row, or -1.
func (t *Table) Find(row []uint64) int { return int(t.slots[t.find(row)]) - 1 }

func (t *Table) find(row []uint64) int {
	mask := len(t.slots) - 1
	for i := int(hash(row)) & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == 0 || Equal(t.Row(int(s-1)), row) {
			return i
		}
	}
}

func (t *Table) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	mask := len(t.slots) - 1
	for n := 0; n < t.count; n++ {
		i := int(hash(t.Row(n))) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = uint32(n + 1)
	}
}

func hash(row []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range row {
		h = (h ^ w) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}
