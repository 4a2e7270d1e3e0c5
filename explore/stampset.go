package explore

import "math/bits"

// maxStamps is the most causal stamps in use at one time.
const maxStamps = 62

// A stampSet is a set of causal stamps: bit s-1 stands for stamp s.
type stampSet uint64

// stampsTo returns the set of the stamps 1 to n.
func stampsTo[N ~uint8 | ~uint16](n N) stampSet { return 1<<n - 1 }

// stampsIn returns the stamps in v.
func stampsIn(v value, form *form) stampSet {
	var set stampSet
	v.eachStamp(form, func(s Stamp) Stamp {
		if s != 0 && s != Fresh {
			set |= 1 << (s - 1)
		}
		return s
	})
	return set
}

func (set stampSet) has(s Stamp) bool { return set>>(s-1)&1 != 0 }

// top returns the latest stamp, 0 if there is none.
func (set stampSet) top() Stamp { return Stamp(bits.Len64(uint64(set))) }

// rank returns the number of stamps up to s.
func (set stampSet) rank(s Stamp) Stamp { return Stamp(bits.OnesCount64(uint64(set & stampsTo(s)))) }

// dense returns the largest n such that all stamps from 1 to n are in the set.
func (set stampSet) dense() Stamp { return Stamp(bits.TrailingZeros64(^uint64(set))) }
