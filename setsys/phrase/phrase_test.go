package phrase

import "testing"

func TestPhrases(t *testing.T) {
	for got, want := range map[string]string{
		Count(0, "node"): "0 nodes", Count(1, "node"): "1 node", Count(2, "node"): "2 nodes", Noun(1, "step"): "step",
		Thousands(0): "0", Thousands(999): "999", Thousands(1000): "1,000", Thousands(int64(1234567)): "1,234,567", Thousands(-123): "-123", Thousands(-1234): "-1,234",
		Clause([]string{"a"}, "is", "are"): "a is", Clause([]string{"a", "b"}, "is", "are"): "a and b are",
		List(nil): "", List([]string{"a"}): "a", List([]string{"a", "b"}): "a and b", List([]string{"a", "b", "c"}): "a, b and c",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
