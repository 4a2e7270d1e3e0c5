package construct

import (
	"math/big"
	"testing"
)

// Counts agree with exact arithmetic as long as they are below many.
func TestCounts(t *testing.T) {
	exact := func(what string, got int, want *big.Int) {
		t.Helper()
		if want.Cmp(big.NewInt(many)) >= 0 {
			want = big.NewInt(many)
		}
		if int64(got) != want.Int64() {
			t.Errorf("%s = %d, want %d", what, got, want)
		}
	}
	for a := 0; a <= 12; a++ {
		for n := 0; n <= 70; n++ {
			exact("power", power(a, n), new(big.Int).Exp(big.NewInt(int64(a)), big.NewInt(int64(n)), nil))
		}
	}
	edges := []int{0, 1, 2, 3, 1 << 31, 1<<32 - 1, 1 << 32, 3037000499, 3037000500, many / 2, many/2 + 1, many - 1, many}
	for _, a := range edges {
		for _, b := range edges {
			x, y := big.NewInt(int64(a)), big.NewInt(int64(b))
			exact("times", times(a, b), new(big.Int).Mul(x, y))
			exact("plus", plus(a, b), new(big.Int).Add(x, y))
		}
	}
}
