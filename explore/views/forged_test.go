package views_test

import (
	"context"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/views"
	"qcheck/explore/views/certify"
	"qcheck/setsys/slow"
)

// TestForgottenEdges: the checker takes no certificate of one that forgot edges, and took something away for that before the rules do.
func TestForgottenEdges(t *testing.T) {
	kind := func(of int) func(kind, role int, fresh bool) bool {
		return func(kind, _ int, _ bool) bool { return kind == of }
	}
	flaws := map[string]func(w *views.Waits[asker, keeper, uint8, uint8]) ([]string, bool){}
	forgets := func(what string, forget func(kind, role int, fresh bool) bool) {
		flaws[what] = func(w *views.Waits[asker, keeper, uint8, uint8]) ([]string, bool) {
			return w.Forgetful(forget, false, false)
		}
	}
	forgets("answers that are taken", kind(views.AnswerTaken))
	forgets("other moves", kind(views.OtherMove))
	forgets("messages that are taken", kind(views.MessageTaken))
	forgets("messages of others", kind(views.OtherTaken))
	forgets("fresh stamps", func(_, _ int, fresh bool) bool { return fresh })
	for r, name := range map[int]string{views.Starved: "p", views.Passing: "those outside of W", views.Another: "those of W"} {
		forgets("edges of "+name, func(_, role int, _ bool) bool { return role == r })
	}
	const still = "steps of those that wait"
	none := func(int, int, bool) bool { return false }
	flaws[still] = func(w *views.Waits[asker, keeper, uint8, uint8]) ([]string, bool) {
		return w.Forgetful(none, true, false)
	}
	flaws["moves of steps"] = func(w *views.Waits[asker, keeper, uint8, uint8]) ([]string, bool) {
		return w.Forgetful(none, false, true)
	}
	seeds := 600
	if slow.Tests() {
		seeds = 6000
	}
	sooner := map[string]int{}
	for seed := range seeds {
		p, w := randomWaits(seed)
		if w == nil {
			continue
		}
		for what, flaw := range flaws {
			lines, gone := flaw(w)
			if !gone {
				continue
			}
			sooner[what]++
			err := certify.Check(context.Background(), p, []explore.Property{explore.StarvationFreedom}, lines)
			if err == nil || strings.Contains(err.Error(), "nothing says why requesters") {
				t.Errorf("seed %d: without %s something is taken away sooner, and the checker says %v", seed, what, err)
			}
		}
	}
	t.Log(sooner)
	for what := range flaws {
		if least := map[bool]int{true: 1, false: 3}[what == still]; sooner[what] < least {
			t.Errorf("without %s something is taken away sooner in %d protocols", what, sooner[what])
		}
	}
}

// TestForgedRules: the checker takes no certificate in which something is taken away by a rule before the rules do.
func TestForgedRules(t *testing.T) {
	seeds := 600
	if slow.Tests() {
		seeds = 6000
	}
	r, forged, refused := slow.Random(t, 5), 0, map[string]int{}
	for seed := range seeds {
		p, w := randomWaits(seed)
		if w == nil || certified(p, w, true) != nil {
			continue
		}
		for range 15 {
			lines, ok := w.Forged(r.IntN(p.N), r.IntN)
			if !ok {
				continue
			}
			forged++
			err := certify.Check(context.Background(), p, []explore.Property{explore.StarvationFreedom}, lines)
			if err == nil {
				t.Errorf("seed %d: a certificate that is wrong is taken", seed)
			} else if _, rule, ok := strings.Cut(err.Error(), "rule "); ok {
				refused[rule[:1]]++
			}
		}
	}
	t.Logf("%d, refused by rule: %v", forged, refused)
	if forged < 60 || refused["c"] < 5 || refused["h"] < 5 || refused["f"] < 5 {
		t.Errorf("%d, refused by rule: %v", forged, refused)
	}
}
