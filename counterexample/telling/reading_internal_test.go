package telling

import "testing"

func TestOutcome(t *testing.T) {
	for _, c := range []struct{ name, received, want string }{
		{"REQUEST: deferred", "REQUEST 1a", ": deferred"},
		{"REQUEST", "REQUEST 1a", ""},
		{"REQUESTED", "REQUEST 1a", ": REQUESTED"},
		{"permit", "may-I", ": permit"},
		{"OK", "OK", ""},
		{"REQUEST: deferred", "REQUEST(1a)", ": deferred"},
		{"ANSWER: counted", "ANSWER_NO", ": ANSWER: counted"},
		{"R-GRANT: counted", "R-GRANT", ": counted"},
	} {
		if got := Outcome(c.name, c.received); got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.name, c.received, got, c.want)
		}
	}
}
