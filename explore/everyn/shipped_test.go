package everyn_test

import (
	"fmt"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/everyn"
	"qcheck/protocols/agrawalelabbadi"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/maekawa"
	"qcheck/setsys/slow"
)

func short(p *everyn.Proof) (text string) {
	for _, r := range p.Results {
		text += fmt.Sprintf("%s: %t %.300s; ", r.Property, r.Proved, r.Why)
	}
	return fmt.Sprintf("%s%s%s %d views, %d calls", text, p.Refused, p.Stopped, p.Views, p.Calls)
}

// What is proved of each variant of the algorithms, of safety, well-definedness, freedom of deadlock and of starvation in this order; with how many views, and calls of members.
func TestShipped(t *testing.T) {
	check := func(name string, p *everyn.Proof, proved, views, calls int) {
		if p.Views != views || p.Calls != calls || len(p.Results) != 4 {
			t.Errorf("%s: %s, want %d views, %d calls", name, short(p), views, calls)
		}
		for i, r := range p.Results {
			if r.Proved != (i < proved) || r.Property != each[i] {
				t.Errorf("%s: %s", name, short(p))
			}
		}
	}
	for variant, want := range map[string][3]int{
		"repaired": {4, 1340, 462}, "told-for-good": {4, 988, 462}, "spin": {4, 1368, 462},
		"printed": {2, 1572, 462}, "for-good": {2, 1192, 462}, "unanswered": {2, 1160, 462}, "every-time": {2, 1572, 462}, "all-clocks": {2, 1572, 462},
		"textbook": {2, 1468, 462}, "silent": {2, 1628, 462}, "told": {2, 1444, 462}, "without-inquire": {2, 720, 422},
	} {
		check("maekawa "+variant, maekawa.Algorithm().Every(t.Context(), variant, everyn.Limits{}), want[0], want[1], want[2])
	}
	for variant, want := range map[string][3]int{
		"printed": {4, 320, 242}, "every-time": {4, 320, 242}, "inquired-for": {2, 466, 948}, "without-preemption": {2, 168, 202}, "yield-unheld": {0, 108, 13},
	} {
		check("agrawal-el-abbadi "+variant, agrawalelabbadi.Algorithm().Every(t.Context(), variant, everyn.Limits{}), want[0], want[1], want[2])
	}
}

// Of kakugawa, for every k-coterie and every k: what is refused has no views that count.
func TestShippedStructures(t *testing.T) {
	for variant, want := range map[string][3]int{"repaired": {4, 5972, 2250}, "without-earliest-first": {2, 6082, 2652}, "printed": {0, 498, 16}, "with-query-refused": {0, 0, 0}} {
		if variant == "without-earliest-first" && !slow.Tests() {
			continue
		}
		p := kakugawa.Algorithm().Every(t.Context(), variant, everyn.Limits{})
		if want[1] > 0 && (p.Views != want[1] || p.Calls != want[2]) || len(p.Results) != 4 {
			t.Errorf("kakugawa %s: %s, want %d views, %d calls", variant, short(p), want[1], want[2])
		}
		for i, r := range p.Results {
			if r.Proved != (i < want[0]) || r.Property != each[i] {
				t.Errorf("kakugawa %s: %s", variant, short(p))
			}
		}
	}
	for variant, why := range map[string]string{
		"ask-again": "otherwise than once to each member", "stamp-each": "otherwise than once to each member", "query-refused": "two requests of a peer", "straightforward": "two requests of a peer",
		"without-w-all": "two requests of a peer", "blocking": "does not take RELEASE now", "without-settling": "loses sight of whose it is",
	} {
		if p := kakugawa.Algorithm().Every(t.Context(), variant, everyn.Limits{}); !strings.Contains(p.Refused, why) || len(p.Results) > 0 {
			t.Errorf("kakugawa %s is not refused since %q: %s", variant, why, short(p))
		}
	}
}

// The path to a view that blocks is there, and a limit proves nothing.
func TestPath(t *testing.T) {
	p := agrawalelabbadi.Algorithm().Every(t.Context(), "yield-unheld", everyn.Limits{})
	if r := p.Results[0]; r.Property != explore.Safety || len(r.Path) == 0 || r.Path[len(r.Path)-1] != "INQUIRE: yields" {
		t.Errorf("%+v", r)
	}
	if p := maekawa.Algorithm().Every(t.Context(), "repaired", everyn.Limits{Views: 100}); p.Stopped == "" || len(p.Results) > 0 {
		t.Error(short(p))
	}
}
