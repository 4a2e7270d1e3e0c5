package manabetajima

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"
	"qcheck/protocols/variant"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// sets returns quorums, given by members counted from 1.
func sets(quorums ...[]int) []explore.Set {
	var out []explore.Set
	for _, q := range quorums {
		var s explore.Set
		for _, p := range q {
			s = s.With(p - 1)
		}
		out = append(out, s)
	}
	return out
}

// always returns the same quorums for each number of units.
func always(k int, quorums ...[]int) [][]explore.Set {
	return slices.Repeat([][]explore.Set{sets(quorums...)}, k)
}

// The instances, without variant.
var (
	center = Config{N: 3, K: 1, Quorums: always(1, []int{1})}
	pair   = Config{N: 3, K: 1, Quorums: always(1, []int{1, 2})}
	// The same for two processes.
	center2 = Config{N: 2, K: 1, Quorums: center.Quorums}
	pair2   = Config{N: 2, K: 1, Quorums: pair.Quorums}
	triple  = Config{N: 3, K: 1, Quorums: always(1, []int{1, 2, 3})}
	// The uniform (h,k)-arbiters of section 3.2.
	majorities  = Config{N: 3, K: 1, Quorums: always(1, []int{1, 2}, []int{2, 3}, []int{1, 3}), Fixed: true}
	anyMajority = Config{N: 3, K: 1, Quorums: majorities.Quorums}
	uniform3    = Config{N: 3, K: 2, Units: []int{1, 2, 1}, Fixed: true,
		Quorums: [][]explore.Set{sets([]int{1, 2, 3}), sets([]int{1, 2}, []int{2, 3}, []int{1, 3})}}
	uniform3AnyUnits = Config{N: 3, K: 2, Quorums: uniform3.Quorums, Fixed: true}
	uniform3Any      = Config{N: 3, K: 2, Quorums: uniform3.Quorums}
	uniform3Ones     = Config{N: 3, K: 2, Units: []int{1, 1, 1}, Quorums: uniform3.Quorums, Fixed: true}
	uniform4         = Config{N: 4, K: 2, Units: []int{1, 2, 1, 2}, Fixed: true,
		Quorums: always(2, []int{1, 2, 3}, []int{2, 3, 4}, []int{1, 3, 4}, []int{1, 2, 4})}
	// No (h,k)-arbiter: every two quorums have a common member, all three have none.
	apart    = Config{N: 3, K: 2, Units: []int{1, 1, 1}, Quorums: always(2, []int{1, 2}, []int{2, 3}, []int{1, 3}), Fixed: true}
	apartTwo = Config{N: 3, K: 2, Units: []int{1, 2, 1}, Quorums: apart.Quorums, Fixed: true}
	// One member, or two; all requests equal, or large and small ones.
	pairOnes  = Config{N: 3, K: 2, Units: []int{1, 1, 1}, Quorums: always(2, []int{1, 2})}
	mixed2    = Config{N: 4, K: 2, Units: []int{1, 2, 1, 2}, Quorums: always(2, []int{1})}
	mixed3    = Config{N: 4, K: 3, Units: []int{1, 2, 1, 2}, Quorums: always(3, []int{1})}
	smaller3  = Config{N: 4, K: 3, Units: []int{1, 2, 1, 1}, Quorums: always(3, []int{1})}
	twoSmall3 = Config{N: 4, K: 3, Units: []int{1, 2, 1, 1}, Quorums: always(3, []int{1, 2})}
)

// onRepaired lets a reading differ from the variant repaired instead of from
// the variant printed.
const onRepaired = "repaired, "

// protocol builds an instance in a variant, or in a reading on top of the
// repaired algorithm.
func protocol(t testing.TB, c Config, form string) explore.Protocol[State, Message] {
	t.Helper()
	name, repaired := strings.CutPrefix(form, onRepaired)
	c.Variant = name
	p, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if repaired {
		if c.Units == nil {
			c.Units = make([]int, c.N)
		}
		r, err := variant.Find(readings(), name, "")
		if err != nil {
			t.Fatal(err)
		}
		r.emptied = true
		if p, err = (&algorithm{Config: c, reading: r}).protocol(); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// found is the result of exploring: a prototest.Found.
type found struct {
	States, Transitions, Depth int
	Violations                 violations
}

type violations = map[string]int

var holds = violations{}

// A finding is the result of exploring an instance.
type finding struct {
	reason  string
	variant string
	Config
	requests int // of each process
	integer  bool
	queued   bool
	want     found
}

const unbounded = explore.Unbounded

const (
	late = "a cancel crosses the release, is answered, and the answer finds no entry"
	self = "a member cancels only what it has granted to itself, within a step"
)

func (f finding) name() string {
	return fmt.Sprintf("%s/n=%d,k=%d,units=%v,quorums=%v,fixed=%v,requests=%d,integer=%v,queued=%v",
		f.variant, f.N, f.K, f.Units, f.Quorums, f.Fixed, f.requests, f.integer, f.queued)
}

func (f finding) options() prototest.Options {
	return prototest.Options{Each: f.requests, Integer: f.integer, Queued: f.queued}
}

// small findings are explored by both explorers.
var small = []finding{
	{late, "printed", center, 1, false, false, found{361, 675, 13, violations{"well-defined": 9}}},
	{late, "printed", center, 1, true, false, found{275, 389, 13, violations{"well-defined": 9}}},
	{late, "printed", pair, 1, false, false, found{1952, 4436, 19, violations{"well-defined": 9}}},
	{late, "printed", pair, 1, true, false, found{5327, 8385, 23, violations{"well-defined": 14}}},
	{self, "printed", majorities, 1, false, false, found{827, 1938, 15, holds}},
	{self, "printed", majorities, unbounded, false, false, found{1940, 7029, 15, holds}},
	{"two processes are too few for a request to come before one that has its OK from somebody else", "printed", Config{N: 2, K: 2, Quorums: always(2, []int{1, 2})}, unbounded, false, false, found{258, 636, 10, holds}},
	{late, "printed", uniform3, 1, false, false, found{4216, 11854, 22, violations{"well-defined": 9}}},

	{"the answer without an entry changes nothing", "missing-ignored", center, 1, false, false, found{401, 759, 14, holds}},
	{"the answer without an entry changes nothing", "missing-ignored", center, unbounded, false, false, found{1947, 6313, 23, holds}},

	{"between leaving and asking again all OKs were received", "cancel-by-text", center, 1, false, false, found{313, 621, 12, holds}},

	{"with messages to oneself on their way, two processes are enough", "printed", center2, 1, false, true, found{81, 118, 11, violations{"well-defined": 9}}},
	{"a cancel that names its request is answered as in the repair", "cancel-by-request", center, 1, false, false, found{313, 621, 12, holds}},
	{"a cancel that names its request is answered as in the repair", "cancel-by-request", center, unbounded, false, false, found{1313, 3895, 22, holds}},
	{"a cancel that names its request is answered as in the repair", "cancel-by-request", pair, 1, false, false, found{1746, 4100, 18, holds}},
	{"the units of a request that is over are taken back twice", "credited-again", center, 1, false, false, found{407, 783, 14, violations{"safety": 11}}},
	{"the same with integer clocks", "credited-again", center, 1, true, false, found{321, 464, 14, violations{"safety": 11}}},
	{"messages to oneself take two steps more", "credited-again", center, 1, false, true, found{2000, 4234, 19, violations{"safety": 13}}},
	{"two members, of which one gives its units twice: the other prevents the worst", "credited-again", pair, 1, false, false, found{2264, 5159, 22, holds}},
	{"a request that is not granted cancels nothing: each has one of two OKs", "cancel-on-grant", pair2, 1, false, false, found{38, 52, 10, violations{"deadlock-freedom": 4}}},
	{"the same with integer clocks", "cancel-on-grant", pair2, 1, true, false, found{55, 62, 10, violations{"deadlock-freedom": 4}}},
	{"the same, messages to oneself queued", "cancel-on-grant", pair2, 1, false, true, found{276, 588, 16, violations{"deadlock-freedom": 8}}},
	{"one member has one order, and nobody waits for two", "cancel-on-grant", center, unbounded, false, false, found{393, 1251, 16, holds}},
	{"each has one of two OKs", "without-cancel", pair2, 1, false, false, found{38, 52, 10, violations{"deadlock-freedom": 4}}},
	{"the same with integer clocks", "without-cancel", pair2, 1, true, false, found{55, 62, 10, violations{"deadlock-freedom": 4}}},
	{"the same, messages to oneself queued", "without-cancel", pair2, 1, false, true, found{276, 588, 16, violations{"deadlock-freedom": 8}}},
	{"one member has one order, and nobody waits for two", "without-cancel", center, unbounded, false, false, found{393, 1251, 16, holds}},

	{"a request that comes often enough is before all others", "process-first", center, unbounded, false, false, found{487, 1436, 17, violations{"starvation-freedom": 12, "well-defined": 8}}},
	{"it still is when nothing else fails", "repaired, process-first", center, unbounded, false, false, found{214, 677, 17, violations{"starvation-freedom": 11}}},
	{"it still is when nothing else fails", "repaired, process-first", pair, unbounded, false, false, found{2405, 8944, 25, violations{"starvation-freedom": 14}}},
	{"without clocks the majorities are not fair either", "process-first", majorities, unbounded, false, false, found{771, 2492, 20, violations{"starvation-freedom": 17, "well-defined": 8}}},

	{late, "higher-only", pairOnes, 1, false, false, found{4280, 11414, 20, violations{"deadlock-freedom": 17, "well-defined": 12}}},
	{"who has given back late is not granted again", "repaired, higher-only", pairOnes, 1, false, false, found{3815, 10408, 18, violations{"deadlock-freedom": 17}}},
	{"k = 1: whoever gives back does so for a request before", "repaired, higher-only", center, unbounded, false, false, found{1245, 3657, 22, holds}},

	{"K is empty when the late cancel comes", "repaired", center, 1, false, false, found{313, 621, 12, holds}},
	{"the same with integer clocks", "repaired", center, 1, true, false, found{270, 385, 13, holds}},
	{"twice", "repaired", center, 2, false, false, found{4811, 12190, 24, holds}},
	{"requests without bound close", "repaired", center, unbounded, false, false, found{1245, 3657, 22, holds}},
	{"two members", "repaired", pair, 1, false, false, found{1746, 4100, 18, holds}},
	{self, "repaired", majorities, 1, false, false, found{827, 1938, 15, holds}},
	{self, "repaired", majorities, 1, true, false, found{1664, 2675, 15, holds}},
	{self, "repaired", majorities, unbounded, false, false, found{1609, 5547, 15, holds}},
	{"the uniform arbiter of 3 for k = 2", "repaired", uniform3, 1, false, false, found{3994, 11359, 21, holds}},

	{"three units asked for, and no member that all three ask (Theorem 1)", "repaired", apart, 1, false, false, found{1358, 3843, 15, violations{"safety": 9}}},
	{"the same quorums, where two requests conflict already", "repaired", apartTwo, 1, false, false, found{988, 2454, 15, holds}},
}

// medium findings are explored by the engine alone, and by both on the long run.
var medium = []finding{
	{"the answer without an entry changes nothing", "missing-ignored", pair, unbounded, false, false, found{9068, 31581, 36, holds}},
	{"the answer without an entry changes nothing", "missing-ignored", uniform3, 1, false, false, found{4393, 12416, 23, holds}},
	{"a cancel that names its request is answered as in the repair", "cancel-by-request", uniform3, 1, false, false, found{3998, 11371, 21, holds}},
	{"two processes, one of which asks twice", "cancel-by-text", center2, 2, false, true, found{888, 1696, 22, violations{"safety": 13, "well-defined": 16}}},
	{"with one request each nobody asks again", "cancel-by-text", uniform3, 1, false, false, found{3994, 11359, 21, holds}},
	{"a line lost in the scan makes no difference with k = 2", "repaired, grant-returns", uniform3, 1, false, false, found{3994, 11359, 21, holds}},
	{"nor does going on in NewChance", "repaired, scan-on", uniform3, 1, false, false, found{3994, 11359, 21, holds}},
	{"k = 2 at two members", "repaired", pairOnes, 1, false, false, found{3737, 10280, 18, holds}},
	{"two members, without bound", "repaired", pair, unbounded, false, false, found{5134, 16031, 26, holds}},
	{"everybody asks everybody", "repaired", triple, unbounded, false, false, found{10138, 35217, 20, holds}},
	{"large and small requests", "repaired", mixed2, 1, false, false, found{7208, 19618, 17, holds}},
	{self, "repaired", majorities, 2, false, false, found{9450, 28020, 30, holds}},
	{"a request is granted and has an OK cancelled", "repaired", smaller3, 1, false, false, found{16195, 51162, 17, holds}},
	{"the answer to a late cancel is taken for one about the next request, whose permissions are taken back twice", "cancel-by-text", center, 2, false, false, found{10097, 25058, 26, violations{"safety": 13, "well-defined": 16}}},
	{"messages to oneself take their time", "repaired", majorities, 1, false, true, found{31256, 112575, 24, holds}},
	{"any majority", "repaired", anyMajority, 1, false, false, found{54974, 156174, 24, holds}},
	{"k = 2 without bound", "repaired", uniform3, unbounded, false, false, found{17665, 65119, 37, holds}},
	{"any number of units", "repaired", uniform3AnyUnits, 1, false, false, found{27143, 82791, 24, holds}},
	{"going on in NewChance grants more, and holds", "repaired, scan-on", mixed3, 1, false, false, found{13432, 40671, 17, holds}},
	{"who has given back late is not granted again", "repaired, higher-only", uniform3Ones, 1, false, false, found{14504, 45654, 24, violations{"deadlock-freedom": 23}}},
	{"k = 2, one unit each", "repaired", uniform3Ones, 1, false, false, found{14054, 44742, 24, holds}},
	{"k = 3", "repaired", mixed3, 1, false, false, found{13442, 40685, 17, holds}},
	{"k = 3, where an OK that should be cancelled is not", "repaired, grant-returns", smaller3, 1, false, false, found{16387, 51714, 17, holds}},
}

// long findings take up to a minute each.
var long = []finding{
	{"the answer without an entry changes nothing", "missing-ignored", uniform3, unbounded, false, false, found{26154, 102031, 37, holds}},
	{late, "printed", majorities, 1, false, true, found{43802, 148998, 27, violations{"well-defined": 11}}},
	{"who has given back late is not granted again", "repaired, higher-only", pairOnes, 1, true, false, found{24474, 47985, 24, violations{"deadlock-freedom": 17}}},
	{"the uniform arbiter of 3 for k = 2, integer clocks", "repaired", uniform3, 1, true, false, found{42219, 87670, 24, holds}},
	{"with two members it takes longer", "cancel-by-text", pair, 2, false, false, found{67065, 182623, 42, violations{"safety": 27, "well-defined": 19}}},
	{"k = 2, one unit each, without bound", "repaired", pairOnes, unbounded, false, false, found{76775, 310820, 46, holds}},
	{late, "printed", uniform3, 1, true, false, found{43538, 88914, 24, violations{"well-defined": 9}}},
	{"twice, k = 2", "repaired", uniform3, 2, false, false, found{69899, 234409, 42, holds}},
	{late, "printed", anyMajority, 1, false, false, found{79069, 209511, 27, violations{"well-defined": 9}}},
	{"any number of units, any quorum", "repaired", uniform3Any, 1, false, false, found{176507, 526566, 24, holds}},
	{late, "printed", uniform4, 1, false, false, found{544984, 2308766, 34, violations{"well-defined": 11}}},
	{late, "printed", twoSmall3, 1, false, false, found{675107, 2547438, 30, violations{"well-defined": 11}}},
	{"the uniform arbiter of 4 for k = 2", "repaired", uniform4, 1, false, false, found{498298, 2144404, 32, holds}},
	{"any number of units, without bound", "repaired", uniform3AnyUnits, unbounded, false, false, found{1206190, 5179011, 62, holds}},
	{"any majority, without bound", "repaired", anyMajority, unbounded, false, false, found{2246527, 9403086, 40, holds}},
	{"large and small requests, k = 2, without bound", "repaired", mixed2, unbounded, false, false, found{118719, 511765, 34, holds}},
	{"large and small requests, k = 3, without bound", "repaired", mixed3, unbounded, false, false, found{362376, 1694915, 40, holds}},
	{"the answer without an entry changes nothing", "missing-ignored", uniform4, 1, false, false, found{580070, 2468642, 36, holds}},
	{"with integer clocks too", "repaired, higher-only", uniform3Ones, 1, true, false, found{528412, 1260610, 29, violations{"deadlock-freedom": 23}}},
	{"k = 3 at two members", "repaired", twoSmall3, 1, false, false, found{538867, 2086237, 28, holds}},
	{"k = 3, going on in NewChance, without bound", "repaired, scan-on", mixed3, unbounded, false, false, found{361706, 1692937, 40, holds}},
	{"four processes are too few for the deadlock", "repaired, grant-returns", twoSmall3, 1, false, false, found{541055, 2093485, 28, holds}},
	{"the same, repaired", "repaired", smaller3, unbounded, false, false, found{569463, 2775260, 44, holds}},
	{"nor is anybody left behind", "repaired, grant-returns", smaller3, unbounded, false, false, found{581163, 2823146, 44, holds}},
}

func TestSmall(t *testing.T) {
	for _, f := range small {
		t.Run(f.name(), func(t *testing.T) {
			f.compare(t, prototest.Both(t, protocol(t, f.Config, f.variant), f.options()))
		})
	}
}

func TestMedium(t *testing.T) {
	for _, f := range medium {
		t.Run(f.name(), func(t *testing.T) {
			explore := prototest.Engine[State, Message]
			if slow.Tests() {
				explore = prototest.Both
			}
			f.compare(t, explore(t, protocol(t, f.Config, f.variant), f.options()))
		})
	}
}

func TestLong(t *testing.T) {
	slow.Only(t, "minutes")
	for _, f := range long {
		t.Run(f.name(), func(t *testing.T) {
			f.compare(t, prototest.Engine(t, protocol(t, f.Config, f.variant), f.options()))
		})
	}
}

func (f finding) compare(t *testing.T, got prototest.Found) {
	t.Helper()
	if diff := cmp.Diff(f.want, found{got.States, got.Transitions, got.Depth, got.Violations}); diff != "" {
		t.Errorf("%s: expected (-), found (+):\n%s", f.reason, diff)
	}
}

// TestEveryStepRuns: each step that a variant lists is taken in one of two
// instances. Granting and cancelling at once needs k = 3, and the earlier requests
// from others than the member.
func TestEveryStepRuns(t *testing.T) {
	large := smaller3
	large.Quorums = always(3, []int{3})
	for _, v := range Algorithm().Variants {
		never := map[string]int{}
		for _, c := range []Config{uniform3, large} {
			_, r := prototest.Result(t, protocol(t, c, v.Name), prototest.Options{Check: []explore.Property{explore.DeadlockFreedom}})
			for _, name := range r.NeverRan {
				never[name]++
			}
			if len(never) == 0 {
				break
			}
		}
		for name, instances := range never {
			if v.Name == "cancel-on-grant" && strings.HasPrefix(name, "cancel") {
				continue // it cancels with k = 3 and two members only, which are many states
			}
			if instances == 2 {
				t.Errorf("%s: %q never ran", v.Name, name)
			}
		}
	}
}
