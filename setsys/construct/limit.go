package construct

import (
	"fmt"
	"math"
	"math/bits"

	"qcheck/setsys"
)

// A tooMany is the error about a family with more sets than the limit. It
// unwraps to a setsys.ErrTooMany.
type tooMany struct {
	what  string // what is counted
	count int    // many: not known, but more than the limit
	limit int
}

// many stands for any count that is not known exactly, or not below it.
const many = math.MaxInt

func (e tooMany) Error() string {
	if e.count == many {
		return fmt.Sprintf("more %s than the limit of %d", e.what, e.limit)
	}
	return fmt.Sprintf("%d %s are more than the limit of %d", e.count, e.what, e.limit)
}

func (e tooMany) Unwrap() error { return setsys.ErrTooMany{Limit: e.limit} }

// room returns an error when a family of count sets would exceed the limit.
func (a args) room(count int) error {
	if count > a.limit {
		return tooMany{a.what, count, a.limit}
	}
	return nil
}

// full is the error that a family turned out to have more sets than the limit.
func (a args) full() error { return tooMany{a.what, many, a.limit} }

// The counts below are of natural numbers and stay at many once they reach it.

func plus(a, b int) int {
	if a > many-b {
		return many
	}
	return a + b
}

func times(a, b int) int {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi != 0 || lo > many {
		return many
	}
	return int(lo)
}

func power(a, n int) int {
	p := 1
	for range n {
		p = times(p, a)
		if p == many || p < 2 {
			return p // neither 0, 1 nor many changes any more
		}
	}
	return p
}
