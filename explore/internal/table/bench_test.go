package table

import "testing"

// BenchmarkMemo asks for keys that are there, in an order that leaves the caches nothing to guess, and for
// some that are not.
func BenchmarkMemo(b *testing.B) {
	for _, x := range []struct {
		name string
		keys int
	}{{"small", 1 << 10}, {"large", 1 << 20}} {
		b.Run(x.name, func(b *testing.B) {
			m := NewMemo[uint32]()
			for i := range x.keys {
				m.put(MemoKey(i+1)<<32|MemoKey(i%7)<<28, uint32(i))
			}
			sum, i := 0, 0
			for b.Loop() {
				i = (i*5 + 1) & (x.keys - 1)
				if v, ok := m.Get(MemoKey(i+1)<<32 | MemoKey(i%8)<<28); ok {
					sum += int(v)
				}
			}
			if sum == 0 && b.N > 8 {
				b.Fatal("nothing is found")
			}
		})
	}
}
