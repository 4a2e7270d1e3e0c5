package jiang

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/setsys/slow"
)

// In the reading expelled, a node loses its request, or its critical section.
func TestExpelled(t *testing.T) {
	for _, c := range []struct {
		reason string
		Config
		requests []int
		from     explore.Phase
		want     int
		long     bool
	}{
		{"a second R-GRANT is given back when the node waits again", with(pair2, "expelled"), []int{2, 1}, explore.Waiting, 17, false},
		{"a node that failed, and has followers", with(Config{N: 3, K: 1, Write: sets([]int{1}), Read: sets([]int{1, 2})}, "expelled"), []int{1, 2, 1}, explore.Inside, 21, true},
		{"two processes", with(two, "expelled"), []int{2, 2}, explore.Inside, 0, false},
	} {
		t.Run(c.reason, func(t *testing.T) {
			if c.long {
				slow.Only(t, "a minute")
			}
			found, _ := shortest(t, c.Config, explore.Options{Requests: c.requests},
				explore.Always("not-expelled", func(v explore.View[State, Message]) string {
					for p, s := range v.Locals {
						if s.Expelled == c.from {
							return fmt.Sprintf("process %d is expelled while %v", p+1, c.from)
						}
					}
					return ""
				}))
			if got := found["not-expelled"]; got != c.want {
				t.Errorf("%d steps, want %d", got, c.want)
			}
		})
	}
}
