package explore

import (
	"math/bits"

	"qcheck/explore/internal/plain"
	"qcheck/explore/protocol"
)

// maxStamps is the most causal stamps in use at one time.
const maxStamps = 62

// A stampSet is a set of causal stamps: bit s-1 stands for stamp s.
type stampSet uint64

// stampsTo returns the set of the stamps 1 to n.
func stampsTo[N ~uint8 | ~uint16](n N) stampSet { return 1<<n - 1 }

// stampsIn returns the stamps in v.
func stampsIn(v plain.Value, form *plain.Form) stampSet {
	var set stampSet
	v.EachStamp(form, func(s protocol.Stamp) protocol.Stamp {
		if s != 0 && s != protocol.Fresh {
			set |= 1 << (s - 1)
		}
		return s
	})
	return set
}

func (set stampSet) has(s protocol.Stamp) bool { return set>>(s-1)&1 != 0 }

// top returns the latest stamp, 0 if there is none.
func (set stampSet) top() protocol.Stamp { return protocol.Stamp(bits.Len64(uint64(set))) }

// rank returns the number of stamps up to s.
func (set stampSet) rank(s protocol.Stamp) protocol.Stamp {
	return protocol.Stamp(bits.OnesCount64(uint64(set & stampsTo(s))))
}

// dense returns the largest n such that all stamps from 1 to n are in the set.
func (set stampSet) dense() protocol.Stamp { return protocol.Stamp(bits.TrailingZeros64(^uint64(set))) }
