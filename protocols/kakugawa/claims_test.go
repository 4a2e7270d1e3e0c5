package kakugawa

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// A claim is what is found for an instance, and why. Where only some properties
// are checked, the search ends when they are decided.
type claim struct {
	Config
	explore.Options
	want   found
	reason string
}

const (
	crossing  = "a RELEASE crosses a QUERY, which then is answered by ANSWER_RELEASE"
	unasked   = "an OK comes from a process that was asked, but is not in W"
	inherited = "an OK for an earlier request counts for the next one"
	noSuch    = "no QUERY comes to a process that is inside or later"
)

func (c claim) name() string {
	name := fmt.Sprintf("%s %d processes k=%d %v", c.Variant, c.N, c.K, c.Quorums)
	if c.Fixed {
		name += " fixed"
	}
	if c.NoRetry {
		name += " no retry"
	}
	if c.NoAnswerNo {
		name += " no ANSWER_NO"
	}
	if c.Requests != nil {
		name += fmt.Sprintf(" requests %v", c.Requests)
	}
	if c.Queued {
		name += " queued"
	}
	return name + " " + c.Clock.String()
}

func check(t *testing.T, claims []claim) {
	t.Helper()
	for _, c := range claims {
		t.Run(c.name(), func(t *testing.T) {
			// A search for one property that is violated has no smaller instance here; that of the
			// printed text shows what it is.
			if c.want.States > 30_000 && (c.Check == nil || c.Variant != "printed") {
				slow.Only(t, "seconds")
			}
			got := search(t, protocol(t, c.Config), c.Options)
			if got != c.want {
				t.Errorf("found %+v\nwant %+v\n(%s)", got, c.want, c.reason)
			}
		})
	}
}

// The text as printed.
var printedClaims = []claim{
	{
		Config{Variant: "printed", N: 2, K: 1, Quorums: pair}, explore.Options{},
		found{56, 78, 10, findings{}},
		noSuch,
	},
	{
		Config{Variant: "printed", N: 2, K: 1, Quorums: pair}, explore.Options{Requests: instance.Each(2, 2)},
		found{247, 392, 20, findings{}},
		noSuch,
	},
	{
		Config{Variant: "printed", N: 2, K: 1, Quorums: pair}, explore.Options{Requests: instance.Each(2, explore.Unbounded)},
		found{67, 116, 9, findings{}},
		noSuch,
	},
	{
		Config{Variant: "printed", N: 2, K: 2, Quorums: singles}, explore.Options{},
		found{118, 202, 9, findings{defined: 9}},
		unasked,
	},
	{
		Config{Variant: "printed", N: 2, K: 2, Quorums: singles}, explore.Options{Clock: explore.Integer},
		found{173, 226, 10, findings{defined: 9}},
		unasked,
	},
	{
		Config{Variant: "printed", N: 2, K: 2, Quorums: singles}, explore.Options{Queued: true},
		found{380, 662, 13, findings{defined: 12}},
		unasked,
	},
	{
		Config{Variant: "printed", N: 2, K: 2, Quorums: singles}, explore.Options{Requests: instance.Each(2, 2)},
		found{2665, 5306, 23, findings{defined: 9}},
		unasked,
	},
	{
		Config{Variant: "printed", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{559, 1045, 14, findings{safety: 11, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "printed", N: 3, K: 1, Quorums: one1}, explore.Options{Clock: explore.Integer},
		found{374, 551, 15, findings{safety: 11, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "printed", N: 3, K: 1, Quorums: one1}, explore.Options{Queued: true},
		found{3333, 6576, 19, findings{safety: 13, defined: 13}},
		crossing,
	},
	{
		Config{Variant: "printed", N: 3, K: 1, Quorums: one1}, explore.Options{Requests: instance.Each(3, 2)},
		found{20084, 47054, 28, findings{safety: 11, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "printed", N: 3, K: 1, Quorums: pair}, explore.Options{},
		found{5825, 13730, 22, findings{defined: 15}},
		crossing,
	},
	{
		Config{Variant: "printed", N: 3, K: 1, Quorums: triple}, explore.Options{},
		found{27995, 84156, 24, findings{}},
		noSuch,
	},
	{
		Config{Variant: "printed", N: 3, K: 1, Quorums: triple}, explore.Options{Requests: instance.Each(3, explore.Unbounded)},
		found{106327, 356313, 27, findings{}},
		noSuch,
	},
	{
		Config{Variant: "printed", N: 3, K: 1, Quorums: majority3}, explore.Options{},
		found{408398, 1064403, 36, findings{safety: 13, defined: 11}},
		crossing + "; " + unasked,
	},
	{
		Config{Variant: "printed", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{14174, 33451, 29, findings{safety: 15, defined: 12}},
		crossing + "; " + unasked,
	},
	{
		Config{Variant: "printed", N: 3, K: 1, Quorums: majority3, Fixed: true, NoRetry: true}, explore.Options{},
		found{2611, 5888, 20, findings{defined: 13}},
		crossing,
	},
	{
		Config{Variant: "printed", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{Requests: requests(2, 1, 2), Check: []explore.Property{explore.DeadlockFreedom}},
		found{407065, 1061124, 25, findings{deadlock: 24}},
		inherited,
	},
	{
		Config{Variant: "printed", N: 3, K: 2, Quorums: singles}, explore.Options{},
		found{13098, 29617, 22, findings{defined: 9}},
		crossing + "; " + unasked,
	},
	{
		Config{Variant: "printed", N: 3, K: 2, Quorums: uneven, Fixed: true}, explore.Options{},
		found{3770, 8978, 24, findings{defined: 9}},
		crossing + "; " + unasked,
	},
	{
		Config{Variant: "printed", N: 4, K: 2, Quorums: majority4, Fixed: true, NoRetry: true}, explore.Options{},
		found{94532, 275131, 27, findings{defined: 13}},
		crossing,
	},
}

// One thing read otherwise than in the variant printed.
var readingClaims = []claim{
	{
		Config{Variant: "retry-clear-of-waiting", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{559, 1045, 14, findings{safety: 11, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "retry-clear-of-waiting", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{13708, 31515, 29, findings{safety: 15, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "retry-anywhere", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{559, 1045, 14, findings{safety: 11, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "retry-anywhere", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{14174, 33451, 29, findings{safety: 15, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "retry-fewest", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{559, 1045, 14, findings{safety: 11, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "retry-fewest", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{14174, 33451, 29, findings{safety: 15, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "retry-within-quorum", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{559, 1045, 14, findings{safety: 11, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "retry-within-quorum", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{14174, 33451, 29, findings{safety: 15, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "stamp-each", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{559, 1045, 14, findings{safety: 11, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "stamp-each", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{17657, 42772, 26, findings{safety: 15, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "enter-in-order", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{559, 1045, 14, findings{safety: 11, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "enter-in-order", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{11268, 26491, 29, findings{safety: 15, defined: 13}},
		crossing,
	},
	{
		Config{Variant: "w-with-returned", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{559, 1045, 14, findings{safety: 11, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "w-with-returned", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{11096, 27023, 28, findings{safety: 15, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "w-all", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{531, 1001, 14, findings{safety: 11, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "w-all", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{10526, 26219, 28, findings{safety: 15, defined: 13}},
		crossing,
	},
	{
		Config{Variant: "exit-in-background", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{531, 1001, 14, findings{safety: 11, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "exit-in-background", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{10526, 26219, 28, findings{safety: 15, defined: 13}},
		crossing,
	},
	{
		Config{Variant: "one-query", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{559, 1045, 14, findings{safety: 11, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "one-query", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{13534, 32021, 29, findings{safety: 15, defined: 12}},
		crossing,
	},
	{
		Config{Variant: "release-any", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{574, 1086, 15, findings{safety: 11}},
		crossing,
	},
	{
		Config{Variant: "release-any", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{15297, 37718, 30, findings{safety: 15}},
		crossing,
	},
	{
		Config{Variant: "ok-joins", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{577, 1073, 15, findings{safety: 11, deadlock: 14}},
		crossing,
	},
	{
		Config{Variant: "ask-again", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{559, 1045, 14, findings{safety: 11, defined: 12}},
		crossing + "; a REQUEST meets itself as the holder",
	},
	{
		Config{Variant: "ask-again", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{45153, 112203, 35, findings{safety: 16, defined: 9}},
		crossing + "; a REQUEST meets itself as the holder",
	},
	{
		Config{Variant: "keep-k", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{559, 1045, 14, findings{safety: 11, defined: 12}},
		crossing + "; a process enters by a permission that it gave back",
	},
	{
		Config{Variant: "keep-k", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{16220, 37991, 29, findings{safety: 8, defined: 6}},
		crossing + "; a process enters by a permission that it gave back",
	},
	{
		Config{Variant: "query-ignored", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{517, 991, 14, findings{deadlock: 8}},
		"a RELEASE crosses a QUERY, which has no answer, and nobody knows of the request it was for",
	},
	{
		Config{Variant: "query-ignored", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{12162, 28859, 28, findings{defined: 12, deadlock: 8}},
		"a RELEASE crosses a QUERY, which has no answer, and nobody knows of the request it was for",
	},
	{
		Config{Variant: "query-refused", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{533, 1019, 14, findings{deadlock: 10}},
		"a RELEASE crosses a QUERY, and after ANSWER_NO nobody serves the queue",
	},
	{
		Config{Variant: "query-refused", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{14240, 33639, 29, findings{defined: 12, deadlock: 17}},
		"a RELEASE crosses a QUERY, and after ANSWER_NO nobody serves the queue",
	},
	{
		Config{Variant: "blocking", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{519, 993, 14, findings{deadlock: 7}},
		"a RELEASE crosses a QUERY, and stays in front of the answer",
	},
	{
		Config{Variant: "blocking", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{11798, 27928, 27, findings{defined: 12, deadlock: 7}},
		"a RELEASE crosses a QUERY, and stays in front of the answer",
	},
	{
		Config{Variant: "exit-in-background", N: 2, K: 2, Quorums: singles}, explore.Options{Requests: instance.Each(2, 2)},
		found{2655, 5462, 23, findings{defined: 13}},
		"two permissions are owed to one process",
	},
}

// The repaired algorithm except for one change.
var lackingClaims = []claim{
	{
		Config{Variant: "without-w-all", N: 2, K: 2, Quorums: singles}, explore.Options{},
		found{118, 202, 9, findings{defined: 9}},
		unasked,
	},
	{
		Config{Variant: "without-w-all", N: 2, K: 2, Quorums: singles}, explore.Options{Clock: explore.Integer},
		found{173, 226, 10, findings{defined: 9}},
		unasked,
	},
	{
		Config{Variant: "with-release-any", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{Requests: requests(2, 1, 2), Check: []explore.Property{explore.DeadlockFreedom}},
		found{348865, 947700, 25, findings{deadlock: 24}},
		inherited,
	},
	{
		Config{Variant: "without-query-ignored", N: 3, K: 1, Quorums: one1}, explore.Options{Requests: instance.Each(3, 2)},
		found{11303, 28960, 28, findings{safety: 18, defined: 21}},
		"the answer to an old QUERY is taken for that to a new one",
	},
	{
		Config{Variant: "without-query-ignored", N: 3, K: 1, Quorums: one1}, explore.Options{Requests: instance.Each(3, 2), Clock: explore.Integer},
		found{39142, 70266, 31, findings{}},
		"with integer clocks no request can come early enough",
	},
	{
		Config{Variant: "without-query-ignored", N: 4, K: 1, Quorums: one1}, explore.Options{Requests: requests(0, 1, 2, 1), Clock: explore.Integer},
		found{6506, 11868, 27, findings{safety: 18, defined: 21}},
		"the early request was on its way all the time",
	},
	{
		Config{Variant: "without-query-ignored", N: 4, K: 1, Quorums: one1}, explore.Options{Requests: requests(0, 1, 2, 1)},
		found{9584, 24439, 24, findings{safety: 18, defined: 21}},
		"the early request was on its way all the time",
	},
	{
		Config{Variant: "with-query-refused", N: 3, K: 1, Quorums: majority3, Fixed: true, NoRetry: true}, explore.Options{Requests: instance.Each(3, 2)},
		found{46418, 132593, 38, findings{deadlock: 25}},
		"the answer to an old QUERY has the new one forgotten",
	},
	{
		Config{Variant: "without-settling", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{489, 947, 14, findings{deadlock: 8}},
		"a RELEASE crosses a QUERY, and nobody knows of the request it was for",
	},
	{
		Config{Variant: "without-settling", N: 3, K: 1, Quorums: one1}, explore.Options{Clock: explore.Integer},
		found{322, 491, 15, findings{deadlock: 8}},
		"a RELEASE crosses a QUERY, and nobody knows of the request it was for",
	},
	{
		Config{Variant: "without-earliest-first", N: 4, K: 1, Quorums: pair}, explore.Options{Requests: requests(0, 1, 1, 1)},
		found{29185, 92625, 22, findings{deadlock: 16}},
		"the later of two requests is served, and not asked back for the earlier",
	},
	{
		Config{Variant: "without-earliest-first", N: 4, K: 1, Quorums: pair}, explore.Options{Requests: requests(0, 1, 1, 1), Clock: explore.Integer, Check: []explore.Property{explore.DeadlockFreedom}},
		found{39120, 83727, 17, findings{deadlock: 16}},
		"the later of two requests is served, and not asked back for the earlier",
	},
}

// The repaired algorithm: everything holds.
var repairedClaims = []claim{
	{
		Config{Variant: "repaired", N: 2, K: 1, Quorums: pair}, explore.Options{},
		found{44, 64, 10, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 2, K: 1, Quorums: pair}, explore.Options{Requests: instance.Each(2, 2)},
		found{183, 304, 20, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 2, K: 1, Quorums: pair}, explore.Options{Requests: instance.Each(2, explore.Unbounded)},
		found{47, 86, 7, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 2, K: 2, Quorums: singles}, explore.Options{},
		found{114, 198, 9, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 2, K: 2, Quorums: singles}, explore.Options{Requests: instance.Each(2, 2)},
		found{1185, 2474, 18, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 2, K: 2, Quorums: singles}, explore.Options{Requests: instance.Each(2, explore.Unbounded)},
		found{711, 1604, 20, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: one1}, explore.Options{},
		found{515, 1013, 12, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: one1}, explore.Options{Requests: instance.Each(3, 2)},
		found{6797, 16784, 24, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: one1}, explore.Options{Requests: instance.Each(3, explore.Unbounded)},
		found{1485, 4289, 22, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: pair}, explore.Options{},
		found{3744, 9488, 18, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: pair}, explore.Options{Requests: instance.Each(3, explore.Unbounded)},
		found{12392, 38381, 27, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: triple}, explore.Options{},
		found{14102, 44844, 24, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: triple}, explore.Options{Requests: instance.Each(3, explore.Unbounded)},
		found{43414, 151617, 23, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: majority3}, explore.Options{},
		found{218375, 639378, 32, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{},
		found{8490, 21995, 27, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{Requests: instance.Each(3, 2)},
		found{480583, 1525952, 50, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{Requests: instance.Each(3, explore.Unbounded)},
		found{231093, 814029, 55, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: majority3, Fixed: true, NoRetry: true}, explore.Options{},
		found{1846, 4466, 20, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: majority3, Fixed: true, NoRetry: true}, explore.Options{Requests: instance.Each(3, explore.Unbounded)},
		found{8096, 24087, 31, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: majority3, Fixed: true, NoAnswerNo: true}, explore.Options{},
		found{6188, 15849, 24, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: majority3, Fixed: true, NoAnswerNo: true}, explore.Options{Requests: instance.Each(3, explore.Unbounded)},
		found{197827, 702219, 55, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 2, Quorums: singles}, explore.Options{},
		found{11377, 27513, 21, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 2, Quorums: singles, Fixed: true}, explore.Options{Requests: instance.Each(3, explore.Unbounded)},
		found{127653, 448919, 52, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 2, Quorums: uneven, Fixed: true}, explore.Options{},
		found{2993, 7730, 22, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 4, K: 2, Quorums: majority4, Fixed: true, NoRetry: true}, explore.Options{},
		found{61069, 192966, 25, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 4, K: 2, Quorums: ring4, Fixed: true, NoRetry: true}, explore.Options{},
		found{28484, 93392, 20, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 4, K: 2, Quorums: ring4, Fixed: true, NoRetry: true}, explore.Options{Requests: instance.Each(4, explore.Unbounded)},
		found{135081, 656556, 30, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{Clock: explore.Integer},
		found{163360, 324878, 31, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{Queued: true},
		found{232776, 785348, 44, findings{}},
		"holds",
	},
}

// What takes longer.
var longViolations = []claim{
	{
		Config{Variant: "printed", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{Requests: requests(2, 1, 2), Clock: explore.Integer, Check: []explore.Property{explore.DeadlockFreedom}},
		found{2310050, 4615998, 25, findings{deadlock: 24}},
		inherited,
	},
	{
		Config{Variant: "with-release-any", N: 3, K: 1, Quorums: majority3, Fixed: true}, explore.Options{Requests: requests(2, 1, 2), Clock: explore.Integer, Check: []explore.Property{explore.DeadlockFreedom}},
		found{2619355, 5295562, 25, findings{deadlock: 24}},
		inherited,
	},
	{
		Config{Variant: "with-query-refused", N: 5, K: 1, Quorums: pair}, explore.Options{Requests: requests(0, 0, 1, 2, 1), Check: []explore.Property{explore.DeadlockFreedom}},
		found{1199929, 5077912, 31, findings{deadlock: 30}},
		"the answer to an old QUERY has the new one forgotten",
	},
	{
		Config{Variant: "with-query-refused", N: 5, K: 1, Quorums: pair}, explore.Options{Requests: requests(0, 0, 1, 2, 1), Clock: explore.Integer, Check: []explore.Property{explore.DeadlockFreedom}},
		found{3709650, 11195809, 31, findings{deadlock: 30}},
		"the answer to an old QUERY has the new one forgotten",
	},
	{
		Config{Variant: "printed", N: 3, K: 1, Quorums: triple}, explore.Options{Queued: true},
		found{15347732, 60965127, 47, findings{safety: 31, defined: 23}},
		crossing + "; messages to oneself take their time, too",
	},
	{
		Config{Variant: "printed", N: 4, K: 1, Quorums: pair}, explore.Options{},
		found{1673695, 5370914, 34, findings{safety: 20, defined: 15}},
		crossing,
	},
	{
		Config{Variant: "printed", N: 3, K: 2, Quorums: singles, Fixed: true}, explore.Options{Requests: instance.Each(3, 2)},
		found{414001, 1107061, 38, findings{safety: 22, defined: 9}},
		crossing + "; " + unasked,
	},
}

var longRepaired = []claim{
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: majority3}, explore.Options{Requests: instance.Each(3, explore.Unbounded)},
		found{17297971, 66255009, 57, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 1, Quorums: majority3, NoRetry: true}, explore.Options{Requests: instance.Each(3, explore.Unbounded)},
		found{4561981, 17983662, 42, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 2, Quorums: singles}, explore.Options{Requests: instance.Each(3, explore.Unbounded)},
		found{1390790, 5279751, 54, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 3, K: 2, Quorums: uneven, Fixed: true}, explore.Options{Requests: instance.Each(3, explore.Unbounded)},
		found{1329358, 4976616, 65, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 4, K: 1, Quorums: one1}, explore.Options{Requests: instance.Each(4, explore.Unbounded)},
		found{269985, 1093206, 44, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 4, K: 1, Quorums: pair}, explore.Options{Requests: instance.Each(4, explore.Unbounded)},
		found{19330545, 94666234, 62, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 4, K: 2, Quorums: majority4, Fixed: true, NoRetry: true}, explore.Options{Requests: instance.Each(4, explore.Unbounded)},
		found{712482, 3065172, 50, findings{}},
		"holds",
	},
	{
		Config{Variant: "repaired", N: 4, K: 2, Quorums: majority4, Fixed: true}, explore.Options{},
		found{24184078, 103715344, 59, findings{}},
		"holds",
	},
}

func TestPrinted(t *testing.T)  { check(t, printedClaims) }
func TestReadings(t *testing.T) { check(t, readingClaims) }
func TestLacking(t *testing.T)  { check(t, lackingClaims) }

func TestRepaired(t *testing.T) {
	check(t, repairedClaims)
	for _, c := range slices.Concat(repairedClaims, longRepaired) {
		if c.want.findings != (findings{}) {
			t.Errorf("%s: %+v", c.name(), c.want.findings)
		}
	}
}

// Every variant but the repaired one fails somewhere.
func TestEveryVariantClaimed(t *testing.T) {
	fails := map[string]bool{}
	for _, c := range slices.Concat(printedClaims, readingClaims, lackingClaims, straightforwardClaims) {
		if c.want.findings != (findings{}) {
			fails[c.Variant] = true
		}
	}
	for _, v := range Algorithm().Variants {
		if fails[v.Name] != (v.Name != "repaired") {
			t.Errorf("%s: violated %v", v.Name, fails[v.Name])
		}
	}
}

func TestLong(t *testing.T) {
	long(t)
	check(t, longViolations)
	check(t, longRepaired)
}
