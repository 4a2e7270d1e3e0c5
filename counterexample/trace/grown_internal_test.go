package trace

import (
	"testing"

	"qcheck/explore/obvious"
)

// Two rounds are alike when what grows grows by the same number everywhere and
// stays above what does not.
func TestGrown(t *testing.T) {
	round := func(shape string, times ...[]int) []obvious.Config {
		var configs []obvious.Config
		for _, ts := range times {
			configs = append(configs, obvious.Config{Shape: shape, Times: ts})
		}
		return configs
	}
	type times = []int
	for _, c := range []struct {
		reason   string
		one, two []obvious.Config
		want     bool
	}{
		{"some stay, some grow", round("s", times{1, 5, 5}, times{1, 6, 5}), round("s", times{1, 7, 7}, times{1, 8, 7}), true},
		{"all grow", round("s", times{0, 3}), round("s", times{2, 5}), true},
		{"none grows", round("s", times{4, 3}), round("s", times{4, 3}), true},
		{"no times at all", round("s", nil), round("s", nil), true},
		{"one shrinks", round("s", times{4, 3}), round("s", times{4, 2}), false},
		{"they grow by different numbers", round("s", times{4, 3}), round("s", times{5, 5}), false},
		{"they grow by another number later", round("s", times{4}, times{4}), round("s", times{5}, times{6}), false},
		{"one that stays is above one that grows", round("s", times{6, 5}), round("s", times{6, 7}), false},
		{"one that stays is as large as one that grows", round("s", times{5, 5}), round("s", times{5, 6}), false},
		{"only later is one that stays above", round("s", times{1, 5}, times{6, 5}), round("s", times{1, 7}, times{6, 7}), false},
		{"another shape", round("s", times{1}), round("t", times{2}), false},
		{"shapes are not known", round("", times{1}), round("", times{2}), false},
		{"more clocks", round("s", times{1}), round("s", times{2, 2}), false},
	} {
		if got := grown(c.one, c.two); got != c.want {
			t.Errorf("%s: %v", c.reason, got)
		}
	}
}
