package protocols

import "testing"

func TestBetween(t *testing.T) {
	for _, c := range []struct {
		least, most int64
		exact       bool
		want        string
	}{
		{7, 7, true, "7, exactly"}, {218375, 218375, true, "218,375, exactly"}, {97, 9700, false, "97 to 9,700"},
		{12999, 1299900, false, "12,000 to 1,200,000"}, {4567890, 0, false, "at least about 4,500,000"},
	} {
		if got := between(c.least, c.most, c.exact); got != c.want {
			t.Errorf("%d to %d, exact %t: %q, want %q", c.least, c.most, c.exact, got, c.want)
		}
	}
}
