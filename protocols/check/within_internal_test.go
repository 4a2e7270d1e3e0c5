package check

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
)

// ofCounting is an instance that a search of few states leaves open; counted is the report of it, made
// once, with so many views that these prove a part.
const ofCounting = "--algorithm raymond --n 3 --k 2 --requests 2"

var once struct {
	sync.Once
	*Report
}

func counted(t *testing.T) *Report {
	t.Helper()
	once.Do(func() {
		r := reportOf(t, ofCounting)
		r.Options.MaxStates, r.Options.MaxViews = 1000, 20_000
		if err := r.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		once.Report = r
	})
	if once.Report == nil {
		t.Fatal("there is no report")
	}
	return once.Report
}

// With a limit on views, those of two processes are tried for what a search of given requests
// leaves open. They are about these requests, and the sentence says so.
func TestProvedWithinRequests(t *testing.T) {
	for _, test := range []struct {
		flags    string
		views    int
		verdicts map[explore.Property]string
		says     []string
	}{
		{"--algorithm lamport --n 3 --requests 1,1,2", 20_000,
			map[explore.Property]string{explore.Safety: "holds*", explore.WellDefined: "holds*", explore.DeadlockFreedom: "holds*"},
			[]string{"hold for lamport (printed) with 3 processes, requests (1, 1, 2) by process,", "Local views prove safety, well-defined and deadlock-freedom: ", "views of two processes are closed under the steps; confirmed by the second checker"}},
		{ofCounting, 20_000,
			map[explore.Property]string{explore.Safety: "unknown", explore.WellDefined: "holds*", explore.DeadlockFreedom: "holds*"},
			[]string{"safety was not decided for raymond", "well-defined and deadlock-freedom hold.", "Local views prove well-defined and deadlock-freedom: 12,534 views of two processes", "The search was not finished"}},
		{ofCounting, 1000, map[explore.Property]string{explore.Safety: "unknown", explore.WellDefined: "unknown", explore.DeadlockFreedom: "unknown"}, nil},
		{ofCounting, 0, map[explore.Property]string{explore.Safety: "unknown", explore.WellDefined: "unknown", explore.DeadlockFreedom: "unknown"}, nil},
		{"--n 3 --k 2 --requests 1", 2_000,
			map[explore.Property]string{explore.Safety: "holds*", explore.WellDefined: "holds*", explore.DeadlockFreedom: "holds*"},
			[]string{"requests without bound", "for any number of requests: 1,369 views are closed"}},
		{"--n 3 --k 2 --requests 1", 1000, map[explore.Property]string{explore.Safety: "unknown", explore.WellDefined: "unknown", explore.DeadlockFreedom: "unknown"}, nil},
		{"--algorithm lamport --n 4", 20_000,
			map[explore.Property]string{explore.Safety: "holds*", explore.WellDefined: "holds*", explore.DeadlockFreedom: "holds*", explore.StarvationFreedom: "unknown"},
			[]string{"requests without bound", "for any number of requests: 1,698 views of two processes"}},
		{"--algorithm lamport --n 3 --requests unbounded", 20_000,
			map[explore.Property]string{explore.Safety: "holds*", explore.WellDefined: "holds*", explore.DeadlockFreedom: "holds*", explore.StarvationFreedom: "unknown"},
			[]string{"requests without bound", "for any number of requests: 849 views of two processes"}},
		{"--algorithm mutin --n 3 --requests 2", 20_000, // views of two leave safety open
			map[explore.Property]string{explore.Safety: "holds*", explore.WellDefined: "holds*", explore.DeadlockFreedom: "holds*"},
			[]string{"2 requests of each process", "views of three processes are closed under the steps; confirmed by the second checker"}},
		{"--algorithm mutin --n 3 --requests unbounded", 1_000, // views of three are too many
			map[explore.Property]string{explore.Safety: "unknown", explore.WellDefined: "holds*", explore.DeadlockFreedom: "holds*"},
			[]string{"666 views of two processes"}},
		{"--algorithm lamport --n 2 --requests 1", 20_000, // small enough for a search
			map[explore.Property]string{explore.Safety: "holds", explore.WellDefined: "holds", explore.DeadlockFreedom: "holds"}, []string{"All states within these bounds were searched."}},
	} {
		r := counted(t)
		if test.flags != ofCounting || test.views != r.Options.MaxViews {
			r = reportOf(t, test.flags)
			r.Options.MaxStates, r.Options.MaxViews = 1000, test.views
			if err := r.search(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		got := verdicts(r)
		for p, want := range test.verdicts {
			if got[p] != want {
				t.Errorf("%s, %d views: %s: %s, not %s", test.flags, test.views, p, got[p], want)
			}
		}
		for _, want := range test.says {
			if text := r.Summary(); !strings.Contains(text, want) {
				t.Errorf("%s: %q does not say %q", test.flags, text, want)
			}
		}
		for _, a := range r.Brief().Properties {
			if (a.By == "localViews") != strings.HasSuffix(test.verdicts[explore.Property(a.Name)], "*") {
				t.Errorf("%s: in short, %+v", test.flags, a)
			}
		}
	}
}

// What a proof is about is in the report.
func TestProofDocument(t *testing.T) {
	r := counted(t)
	doc, err := r.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var file reportFile
	if err := json.Unmarshal(doc, &file); err != nil || file.Proof == nil || !file.Proof.Bounded || file.Proof.Processes != 2 || file.Limits.Views != 20_000 {
		t.Fatalf("%v, %s", err, doc)
	}
}

// Nothing that a run violates is proved within a limit on views.
func TestNoProofOfViolation(t *testing.T) {
	for _, flags := range []string{
		"--algorithm raymond --variant printed --n 3 --k 2 --requests 1,1,2",
		"--algorithm maekawa --variant without-inquire --n 3 --requests 1",
		`--algorithm jiang --variant printed --n 2 --k 1 --structure '{"kind":"k-wr-coterie","k":1,"universe":2,"write":[[1]],"read":[[1]]}' --requests 1,2`,
		`--algorithm baldoni --variant printed --n 2 --units 1,2 --m 2 --structure '{"kind":"request-sets","m":2,"universe":2,"requestSets":{"1":[1],"2":[2]}}' --requests 1,1 --self-messages queued`,
	} {
		r := reportOf(t, flags)
		r.Options.MaxViews = 10_000
		if err := r.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		violated := slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.Verdict != verdict.Violated })
		r.Proof, r.Findings, r.settled = nil, nil, nil // everything is open again
		r.prove(t.Context())
		if len(r.Proof.Results) == 0 {
			t.Errorf("%s: there is no proof of anything: %+v", flags, r.Proof)
		}
		if len(violated) == 0 {
			t.Errorf("%s: nothing is violated", flags)
		}
		for _, f := range violated {
			if r.Proof.Proved(f.Property) {
				t.Errorf("%s: %s is violated, and proved", flags, f.Property)
			}
		}
	}
}

// Of a limit in time, the search has half, and what is left is for views.
func TestTimeForViews(t *testing.T) {
	in := reportOf(t, "--algorithm maekawa --n 4 --requests 2").Model.Instance
	r, err := Protocol(t.Context(), in, Options{Timeout: 1500 * time.Millisecond, MaxViews: 50_000})
	if err != nil {
		t.Fatal(err)
	}
	if r.Result.Complete || r.Verdict() != verdict.Holds || !strings.Contains(r.Result.Stopped, "half of the time was over") {
		t.Errorf("%v, %v", r.Result.Stopped, r.Findings)
	}
}

// Where no process ever enters, a proof is of nothing, and the verdict is not that it holds.
func TestNothingProved(t *testing.T) {
	type state struct{ Waits, Enters, Inside bool }
	type step = explore.Step[state, uint8]
	for _, enters := range []bool{false, true} {
		p := explore.Protocol[state, uint8]{
			Name: "ping", N: 2,
			Exclusion: explore.Exclusion[state]{
				Safe: explore.AtMost(2),
				Observe: func(_ int, l state) (o explore.Observation) {
					switch {
					case l.Inside:
						o.Phase = explore.Inside
					case l.Waits:
						o.Phase = explore.Waiting
					}
					return o
				},
			},
			Init: func(int) state { return state{Enters: enters} },
			Actions: func(p int, l state) []step {
				if l.Waits || l.Inside {
					return nil
				}
				l.Waits = true
				return []step{{Name: "ask", Kind: explore.Ask, Next: l, Send: []explore.Out[uint8]{{To: 1 - p}}}}
			},
			Deliver: func(p int, l state, from int, m uint8) []step {
				if l.Enters && l.Waits && m > 0 {
					l.Waits, l.Inside = false, true
				}
				return []step{{Name: "back", Next: l, Send: []explore.Out[uint8]{{To: from, Msg: 1}}}}
			},
		}
		m, err := instance.Of(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		m.Instance.Requests = []int{1, 1}
		r := newReport(m, Options{MaxStates: 2, MaxViews: 1000})
		if err := r.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := verdict.Unknown
		if enters {
			want = verdict.Holds
		}
		if r.Result.Complete || r.Verdict() != want || !enters && !strings.Contains(r.Proof.Refused, "nothing to judge") {
			t.Errorf("a process enters: %t, and the verdict is %v: %+v", enters, r.Findings, r.Proof)
		}
	}
}
