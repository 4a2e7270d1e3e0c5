package views_test

import (
	"context"
	"errors"
	"testing"

	"qcheck/explore"
	"qcheck/explore/views"
	local "qcheck/explore/views/certify"
	"qcheck/setsys/fault"
)

// What the second checker refuses is not proved, and is an error of this program; where it has no time, what is proved stays.
func TestConfirm(t *testing.T) {
	for _, x := range []struct {
		err       error
		confirmed bool
		why       string
		wrong     bool
	}{
		{nil, true, "; confirmed by the second checker", false},
		{&local.Refutation{Err: errors.New("no")}, false, "", true},
		{context.DeadlineExceeded, false, "; not confirmed by the second checker: there was no time for it", false},
	} {
		p := &views.Proof{Results: []views.Result{{Property: explore.Safety, Proved: true}}}
		p.Confirm("", func([]explore.Property) error { return x.err })
		if p.Confirmed != x.confirmed || p.Second() != x.why || p.Proved(explore.Safety) == x.wrong || errors.As(p.Contradiction, new(*fault.Fault)) != x.wrong {
			t.Errorf("%v: %+v", x.err, p)
		}
	}
}
