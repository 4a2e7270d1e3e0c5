package console

import (
	"testing"

	"github.com/spf13/pflag"
)

func TestAmount(t *testing.T) {
	for _, c := range []struct {
		unit int64
		text string
		want int64 // 0 for none
	}{
		{1024, "1", 1}, {1024, "1000", 1000}, {1024, "3k", 3 << 10}, {1024, "512M", 512 << 20}, {1024, "2G", 2 << 30}, {1024, "2048g", 2048 << 30},
		{1024, "3GB", 3 << 30}, {1024, "3GiB", 3 << 30}, {1024, "8589934591G", 8589934591 << 30}, {1000, "10M", 10_000_000}, {1000, "500000", 500_000},
		{1024, "", 0}, {1024, "0", 0}, {1024, "-1", 0}, {1024, "M", 0}, {1024, "1T", 0}, {1024, "1.5G", 0}, {1024, "8589934592G", 0},
		{1024, "1 G", 0}, {1024, "99999999999999999999", 0}, {1000, "-5", 0},
	} {
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		var n int64
		AmountFlag(fs, &n, "amount", "N", c.unit, "some", "")
		if err := fs.Set("amount", c.text); n != c.want || (err != nil) != (c.want == 0) {
			t.Errorf("%s of %d: %d, %v; want %d", c.text, c.unit, n, err, c.want)
		}
	}
}
