package engine

import (
	"math/bits"

	"qcheck/explore/internal/plain"
	"qcheck/explore/protocol"
)

// MaxStamps is the most causal stamps in use at one time.
const MaxStamps = 62

// A StampSet is a set of causal stamps: bit s-1 stands for stamp s.
type StampSet uint64

// StampsTo returns the set of the stamps 1 to n.
func StampsTo[N ~uint8 | ~uint16](n N) StampSet { return 1<<n - 1 }

// stampsIn returns the stamps in v.
func stampsIn(v plain.Value, form *plain.Form) StampSet {
	var set StampSet
	v.EachStamp(form, func(s protocol.Stamp) protocol.Stamp {
		if s != 0 && s != protocol.Fresh {
			set |= 1 << (s - 1)
		}
		return s
	})
	return set
}

func (set StampSet) Has(s protocol.Stamp) bool { return set>>(s-1)&1 != 0 }

// Top returns the latest stamp, 0 if there is none.
func (set StampSet) Top() protocol.Stamp { return protocol.Stamp(bits.Len64(uint64(set))) }

// Rank returns the number of stamps up to s.
func (set StampSet) Rank(s protocol.Stamp) protocol.Stamp {
	return protocol.Stamp(bits.OnesCount64(uint64(set & StampsTo(s))))
}

// dense returns the largest n such that all stamps from 1 to n are in the set.
func (set StampSet) dense() protocol.Stamp { return protocol.Stamp(bits.TrailingZeros64(^uint64(set))) }
