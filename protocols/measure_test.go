package protocols

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/measure"
	"qcheck/explore/obvious"
	"qcheck/protocols/baldoni"
	"qcheck/protocols/instance"
	"qcheck/protocols/jiang"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/manabetajima"
	"qcheck/protocols/mutin"
	"qcheck/protocols/raymond"
	"qcheck/protocols/ricartagrawala"
	"qcheck/setsys"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

func read(file string) (*setsys.Structure, error) {
	data, err := os.ReadFile("../corpus/testdata/" + file)
	if err != nil {
		return nil, err
	}
	return setsys.Decode(file, data, setsys.DecodeOptions{})
}

// measured makes the model that flags name, with one request each where they do
// not say.
func measured(t *testing.T, flags string) (*instance.Model, *instance.Measure, explore.Options) {
	t.Helper()
	in, err := All().Parse(flags)
	if err != nil {
		t.Fatalf("%s: %v", flags, err)
	}
	if in.Requests == nil {
		in.Requests = []int{1}
	}
	w, err := All().Open(in, read)
	if err != nil {
		t.Fatalf("%s: %v", flags, err)
	}
	m, err := w.Measure()
	if err != nil {
		t.Fatalf("%s: %v", flags, err)
	}
	o := w.Instance.Options()
	o.MaxStates = 1_000_000
	return w, m, o
}

// measures writes what is measured of an instance: for each process the least and
// the most messages in each way, and the waits.
func measures(t *testing.T, flags string) (all []string) {
	t.Helper()
	w, m, o := measured(t, flags)
	for _, process := range m.Askers.Members() {
		if w.Instance.Requests[process] == 0 {
			continue
		}
		text := fmt.Sprintf("%d:", process+1)
		for _, way := range m.Ways {
			c, err := m.Messages(t.Context(), process, way, o)
			if err != nil || c.Stopped != "" {
				t.Fatalf("%s: process %d: %v %s", flags, process+1, err, c.Stopped)
			}
			text += fmt.Sprintf(" %s %d..%d", way, c.Least, c.Most)
		}
		all = append(all, text)
	}
	return all
}

// TestMeasuredMessages pins the messages of an entry, beside the formulas.
func TestMeasuredMessages(t *testing.T) {
	for _, test := range []struct {
		reason, flags string
		want          []string
	}{
		{"2(n-1), always", "--algorithm ricart-agrawala --n 3", []string{"1: by name 4..4", "2: by name 4..4", "3: by name 4..4"}},
		{"3(n-1), always", "--algorithm lamport --n 3", []string{"1: by name 6..6", "2: by name 6..6", "3: by name 6..6"}},
		{"2(n-1), REPLYs that come late included", "--algorithm raymond --n 3 --k 2", []string{"1: by name 4..4", "2: by name 4..4", "3: by name 4..4"}},
		{"at most 3(N-1), by two answers to a REQUEST", "--algorithm raynal --n 3 --m 2", []string{"1: by name 4..6", "2: by name 4..6", "3: by name 4..6"}},
		{"3|q|, alone", "--algorithm manabe-tajima --n 3 --k 1 --requests 1,0,0", []string{"1: by cause 6..6 by name 6..6"}},
		{"3|q| to (3h+3)|q|, h = 1 and |q| = 2: all of it", "--algorithm manabe-tajima --n 3 --k 1 --quorum-choice fixed",
			[]string{"1: by cause 6..9 by name 6..9", "2: by cause 6..12 by name 6..10", "3: by cause 6..9 by name 6..9"}},
		{"h = 2 and |q| = 2: all of it; h = 1 and |q| = 3: not all", "--algorithm manabe-tajima --n 3 --k 2 --units 1,2,1",
			[]string{"1: by cause 9..15 by name 9..13", "2: by cause 6..18 by name 6..14", "3: by cause 9..15 by name 9..13"}},
		{"3|Q| to 6n = 18: the WAITs of the repair", "--algorithm kakugawa --structure majority-of-3.json --quorum-choice fixed",
			[]string{"1: by name 6..16 by cause 6..16", "2: by name 6..17 by cause 6..18", "3: by name 6..16 by cause 6..16"}},
		{"6|Q| without retrying", "--algorithm kakugawa --structure quorum-1-of-3.json --no-retry",
			[]string{"1: by name 3..4 by cause 3..4", "2: by name 3..6 by cause 3..6", "3: by name 3..6 by cause 3..6"}},
		{"2|Q| + 4 to 6n + 2|Q ∪ P| + 1", "--algorithm jiang --structure wr-majority-of-3.json --quorum-choice fixed --resource 1,2,1",
			[]string{"1: by cause 8..16 by name 8..16", "2: by cause 13..19 by name 13..17", "3: by cause 8..16 by name 8..16"}},
		{"3|Q| + 2|Q ∪ P| + 1 alone, where the paper has 2|Q| + 2|Q ∪ P| + 1 = 9", "--algorithm jiang --variant printed --structure wr-majority-of-3.json --quorum-choice fixed --resource 1 --requests 1,0,0",
			[]string{"1: by cause 11..11 by name 11..11"}},
		{"3(|R|-1) to 5(|R|-1)", "--algorithm baldoni --structure everybody-of-3-m1.json",
			[]string{"1: by name 6..9 by cause 6..9", "2: by name 6..9 by cause 6..9", "3: by name 6..9 by cause 6..9"}},
		{"Singhal's condition: no more than 3(|R|-1)", "--algorithm baldoni --structure singhal-triangle.json",
			[]string{"1: by name 3..3 by cause 3..3", "2: by name 3..3 by cause 3..3", "3: by name 3..3 by cause 3..3"}},
		{"5|Q| to 6|Q|, and 3 for the lock", "--algorithm mutin --structure majority-of-3.json --in-cs 1,2", []string{"1: by name 13..15", "2: by name 13..15"}},
	} {
		if strings.Contains(test.flags, "--units") && !slow.Tests() {
			continue // three times as long as another
		}
		if diff := cmp.Diff(test.want, measures(t, test.flags)); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", test.reason, test.flags, diff)
		}
	}
}

// TestFormulasExceeded pins the runs that the formulas of the papers do not allow.
func TestFormulasExceeded(t *testing.T) {
	for _, test := range []struct {
		reason, flags          string
		process                int
		alone                  bool
		way                    measure.Way
		formula                string
		most, messages, length int
		long                   bool
	}{
		{"RELEASE of the permissions is not in the sum", "--algorithm jiang --variant printed --structure wr-majority-of-3.json --quorum-choice fixed --resource 1 --requests 1,0,0",
			0, true, measure.ByCause, "2|Q| + 2|Q ∪ P| + 1", 9, 11, 8, false},
		{"a WAIT of the repair, between ANSWER_RELEASE and OK, and an OK sent again", "--algorithm kakugawa --structure 2-coterie-of-3.json",
			0, false, measure.ByCause, "3|Q| to 6n", 18, 19, 34, true},
		{"a permission that is given, taken back and given again", "--algorithm kakugawa --structure majority-of-3.json",
			0, false, measure.ByName, "3|Q| to 6n", 18, 19, 38, true},
		{"a request for two units has two INQUIREs, and two YIELDs, at a member", "--algorithm baldoni --n 4 --m 2 --units 2,1,1,1 --requests 1,1,1,0",
			0, false, measure.ByName, "3(|R|-1) to 5(|R|-1)", 15, 17, 45, true},
		{"a permission at each of two members is sent again", "--algorithm baldoni --variant printed --structure baldoni-figure-1.json --requests 1,0,0,0,1,0,1",
			0, false, measure.ByCause, "3⌈N^(M/(M+1))-1⌉ to 5⌈N^(M/(M+1))-1⌉", 10, 12, 30, false},
		{"two permissions at a member are sent again", "--algorithm baldoni --structure everybody-of-3-m2.json --units 2,1,1",
			0, false, measure.ByCause, "3⌈N^(M/(M+1))-1⌉ to 5⌈N^(M/(M+1))-1⌉", 10, 12, 30, false},
	} {
		if test.long && !slow.Tests() {
			continue
		}
		w, m, o := measured(t, test.flags)
		f := w.MessageFormulas(test.process, test.alone)[0]
		if f.Text != test.formula || f.Most != test.most || f.Allows(test.messages) {
			t.Errorf("%s: formula %s", test.reason, f)
		}
		c, err := m.Messages(t.Context(), test.process, test.way, o)
		if err != nil || c.Stopped != "" || c.Most != test.messages {
			t.Errorf("%s: %d messages, %v %s", test.reason, c.Most, err, c.Stopped)
		}
		steps, err := m.Run(t.Context(), test.process, test.way, test.messages, o)
		if err != nil || len(steps) != test.length {
			t.Errorf("%s: a run of %d steps, want %d: %v", test.reason, len(steps), test.length, err)
		}
		if _, err := w.Replay(w.Instance.ReplayOptions(), steps); err != nil {
			t.Errorf("%s: %v", test.reason, err)
		}
	}
}

// TestMeasuredDelays pins the waits, beside the formulas.
func TestMeasuredDelays(t *testing.T) {
	for _, test := range []struct {
		reason, flags     string
		process           int
		alone             bool
		least, most, ends int // ends: in so many phases
		formula           string
		exceeded          bool
	}{
		{"a lock, and the chain of four messages", "--algorithm mutin --structure majority-of-3.json --in-cs 1,2 --requests 0,1,0", 1, true, 6, 6, 1, "7", false},
		{"mx is not free: Lemma 4 has no one else at it", "--algorithm mutin --structure majority-of-3.json --in-cs 1,2", 1, false, 6, 12, 1, "7", true},
		{"the same with Maekawa's algorithm", "--algorithm mutin --mutex maekawa --structure majority-of-3.json --in-cs 1,2", 1, false, 6, 14, 1, "7", true},
		{"both objects in turn", "--algorithm gcs --k 3 --l 1 --structure quorum-1-of-3.json --in-cs 1,2", 1, false, 6, 16, 2, "9", true},
		{"|Q ∪ P| + 3, alone", "--algorithm jiang --structure wr-majority-of-3.json --quorum-choice fixed --resource 1 --requests 1,0,0 --self-messages queued", 0, true, 5, 5, 1, "|Q ∪ P| + 3", false},
		{"3 for a follower", "--algorithm jiang --structure wr-1-of-2.json --resource 1 --self-messages queued", 1, false, 3, 6, 1, "3", false},
	} {
		w, m, _ := measured(t, test.flags)
		r := m.Delays(t.Context(), test.process, w.Instance.ReplayOptions(), 0)
		if r.Stopped != "" || len(r.Most) != test.ends || r.Least[0].Time != test.least || r.Most[0].Time != test.most {
			t.Errorf("%s: %d phases, %d to %d, want %d to %d %s", test.reason, len(r.Most), r.Least[0].Time, r.Most[0].Time, test.least, test.most, r.Stopped)
			continue
		}
		f := w.DelayFormulas(test.process, test.alone, w.Instance.Queued)[0]
		if got := !f.Allows(test.most) || !f.Allows(test.least); f.Text != test.formula || got != test.exceeded {
			t.Errorf("%s: exceeded %t: %s", test.reason, got, f)
		}
		for _, wait := range append(r.Least, r.Most...) {
			if _, err := w.Replay(w.Instance.ReplayOptions(), wait.Steps); err != nil {
				t.Errorf("%s: %v", test.reason, err)
			}
		}
	}
}

// endings returns the numbers of messages with which runs end, found by the
// obvious explorer: a goal for each number, which is that no run ends so.
func endings[L, M comparable](t *testing.T, p explore.Protocol[L, M], r measure.Rule[L, M], process int, way measure.Way, o obvious.Options) (all []int) {
	t.Helper()
	w := measure.Wrap(p, r, process, way)
	for messages := range 40 {
		w.Goals = append(w.Goals, explore.Goal{Name: explore.Property(fmt.Sprint(messages)), Unmet: func(all []explore.Observation) string {
			sum := 0
			for _, o := range all {
				sum += int(o.Units)
			}
			if sum == messages && all[process].Resource == 1 {
				return "so it ends"
			}
			return ""
		}})
	}
	found := obvious.Explore(w, o)
	for messages := range 40 {
		if _, ok := found.Violations[fmt.Sprint(messages)]; ok {
			all = append(all, messages)
		}
	}
	return all
}

// A counter recounts the messages of a run, by tables of the names of their kinds,
// each between blanks: those sent for their receiver, for the sender of the
// message that was taken, and what answers the latter. Others are sent for the
// node that they name, or for their sender.
type counter struct {
	receiver, inquiry, answer string
	permit, back              string
	own                       bool // messages to oneself count
	byCause                   bool
}

var named = regexp.MustCompile(`node (\d+)`)

func kind(m any) string {
	name, _, _ := strings.Cut(fmt.Sprint(m), "(")
	return " " + strings.Trim(strings.Fields(name)[0], "{}") + " "
}

// recount returns the messages sent for a process in a run in which messages to
// oneself go through channels.
func (c counter) recount(run *obvious.Run, process int) int {
	n := len(run.Configs[0].Locals)
	owners := make([][]int, n*n) // of the messages in each channel
	again := map[[2]int]int{}    // for whom the next permit of a process to another is
	asked := map[[2]int]int{}    // for whom the last inquiry to a process by another was
	sum := 0
	for _, m := range run.Moves {
		of := -1
		if m.Received != nil {
			channel := &owners[m.From*n+m.Process]
			of, *channel = (*channel)[0], (*channel)[1:]
			if strings.Contains(c.inquiry, kind(m.Received)) {
				asked[[2]int{m.Process, m.From}] = of
			}
			if c.byCause && strings.Contains(c.back, kind(m.Received)) {
				again[[2]int{m.Process, m.From}] = of + 1
			}
		}
		for _, s := range m.Sent {
			k, owner := kind(s.Msg), m.Process
			switch {
			case c.byCause && strings.Contains(c.permit, k):
				if owner = s.To; again[[2]int{m.Process, s.To}] != 0 {
					owner = again[[2]int{m.Process, s.To}] - 1
					delete(again, [2]int{m.Process, s.To})
				}
			case strings.Contains(c.receiver, k):
				owner = s.To
			case strings.Contains(c.inquiry, k):
				owner = m.From
			case strings.Contains(c.answer, k):
				owner = asked[[2]int{m.Process, s.To}]
			default:
				if node := named.FindStringSubmatch(fmt.Sprint(s.Msg)); node != nil {
					owner = int(node[1][0] - '1')
				}
			}
			owners[m.Process*n+s.To] = append(owners[m.Process*n+s.To], owner)
			if owner == process && (c.own || s.To != m.Process) {
				sum++
			}
		}
	}
	return sum
}

// compare compares what is measured of a process with the obvious explorer, and
// the runs that show it with a recount.
func compare[L, M comparable](t *testing.T, p explore.Protocol[L, M], err error, r measure.Rule[L, M], c counter, requests []int) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for process := range p.N {
		if process != p.N-1 && !slow.Tests() {
			continue
		}
		for _, way := range []measure.Way{measure.ByName, measure.ByCause} {
			c.byCause = way == measure.ByCause
			o := explore.Options{Requests: slices.Clone(requests), Queued: true, MaxStates: 500_000}
			o.Requests[process] = 1
			again := obvious.Options{Requests: o.Requests, Queued: true}
			got, err := measure.Of(p, r).Messages(t.Context(), process, way, o)
			if err != nil || got.Stopped != "" {
				t.Fatalf("%s: %v %s", p.Name, err, got.Stopped)
			}
			if want := endings(t, p, r, process, way, again); !slices.Equal(got.Totals, want) || len(want) == 0 {
				t.Errorf("%s, process %d, %s: %v messages; the obvious explorer has %v", p.Name, process+1, way, got.Totals, want)
			}
			for _, messages := range got.Totals {
				steps, err := measure.Of(p, r).Run(t.Context(), process, way, messages, o)
				if err != nil {
					t.Errorf("%s, process %d, %s: %v", p.Name, process+1, way, err)
					continue
				}
				run, err := obvious.Replay(p, again, steps)
				if err != nil {
					t.Errorf("%s, process %d, %s: %v", p.Name, process+1, way, err)
					continue
				}
				if counted := c.recount(run, process); counted != messages {
					t.Errorf("%s, process %d, %s: a run with %d messages has %d", p.Name, process+1, way, messages, counted)
				}
			}
		}
	}
}

// TestMeasureAgainstObvious compares, on tiny instances, what is measured with the
// obvious explorer, and each number of messages with a recount of its run.
func TestMeasureAgainstObvious(t *testing.T) {
	one := []explore.Set{explore.SetOf(0)}
	both := []explore.Set{explore.SetOf(0, 1)}
	queries := counter{receiver: " OK WAIT ", inquiry: " QUERY ", answer: " ANSWER_RELEASE ANSWER_NO ", permit: " OK ", back: " ANSWER_RELEASE ", own: true}
	k, err := kakugawa.New(kakugawa.Config{N: 2, K: 1, Quorums: both})
	compare(t, k, err, kakugawa.MessageRule().Rule, queries, []int{1, 1})
	k, err = kakugawa.New(kakugawa.Config{N: 3, K: 1, Quorums: one})
	compare(t, k, err, kakugawa.MessageRule().Rule, queries, []int{0, 1, 1})
	cancels := counter{receiver: " OK ", inquiry: " cancel ", answer: " cancelled ", permit: " OK ", back: " cancelled ", own: true}
	m, err := manabetajima.New(manabetajima.Config{N: 2, K: 1, Quorums: [][]explore.Set{both}})
	compare(t, m, err, manabetajima.MessageRule().Rule, cancels, []int{1, 1})
	inquires := counter{receiver: " GRANT FAILED ", inquiry: " INQUIRE ", answer: " YIELD RELINQUISH ", permit: " GRANT ", back: " YIELD RELINQUISH "}
	b, err := baldoni.New(baldoni.Config{N: 2, M: 1, Units: []int{1, 1}, Variant: "asks-itself"})
	compare(t, b, err, baldoni.MessageRule().Rule, inquires, []int{1, 1})
	q, err := maekawa.New(maekawa.Config{N: 2, Quorums: [][]explore.Set{both, both}})
	compare(t, q, err, maekawa.MessageRule().Rule, inquires, []int{1, 1})
	follows := counter{receiver: " GRANT NOTICE SUCCESS FAIL R-GRANT CLEARED ", inquiry: " PREEMPT ", answer: " YIELD ", permit: " GRANT ", back: " YIELD ", own: true}
	for _, resource := range [][]int{{1, 2}, {1, 1}} {
		if resource[0] == resource[1] && !slow.Tests() {
			continue // takes 6 seconds for each process
		}
		j, err := jiang.New(jiang.Config{N: 2, K: 1, Write: both, Read: both, Resources: 2, Resource: resource})
		compare(t, j, err, jiang.MessageRule().Rule, follows, []int{1, 1})
	}
}

// timed adds the time at each process to a protocol, and runs that are no runs in
// time get stuck: a process takes a message one unit after it was sent, no
// earlier than what it did before, and after all local steps that it can take.
type timed[L comparable] struct {
	Local    L
	Time     uint8
	Asked    uint8 // when, if Waits
	Waits    bool
	Waited   uint8 // how long it has, increased by one; 0: not yet
	Received int8  // less those sent
}

type stamped[M comparable] struct {
	Msg  M
	Sent uint8
}

const horizon = 7

func inTime[L, M comparable](p explore.Protocol[L, M]) explore.Protocol[timed[L], stamped[M]] {
	run := func(i int, s timed[L], steps []explore.Step[L, M]) (all []explore.Step[timed[L], stamped[M]]) {
		for _, step := range steps {
			from, to := s.Time, s.Time
			if step.Kind == explore.Ask {
				to = horizon
			}
			for at := from; at <= to; at++ {
				next := s
				next.Local, next.Time = step.Next, at
				phase := p.Observe(i, step.Next).Phase
				if step.Kind == explore.Ask {
					next.Waits, next.Asked = true, at
				}
				if next.Waits && phase != explore.Waiting {
					next.Waits, next.Waited, next.Asked = false, at-next.Asked+1, 0
				}
				t := explore.Step[timed[L], stamped[M]]{Name: step.Name, Kind: step.Kind, Next: next, Undefined: step.Undefined}
				if t.Kind == explore.Leave {
					t.Kind = explore.Plain
				}
				for _, o := range step.Send {
					t.Send = append(t.Send, explore.Out[stamped[M]]{To: o.To, Msg: stamped[M]{o.Msg, at}})
					t.Next.Received--
				}
				all = append(all, t)
			}
		}
		return all
	}
	return explore.Protocol[timed[L], stamped[M]]{
		Name: p.Name, N: p.N, Clock: p.Clock, Steps: p.Steps,
		Init:    func(i int) timed[L] { return timed[L]{Local: p.Init(i)} },
		Actions: func(i int, s timed[L]) []explore.Step[timed[L], stamped[M]] { return run(i, s, p.Actions(i, s.Local)) },
		Deliver: func(i int, s timed[L], from int, m stamped[M]) []explore.Step[timed[L], stamped[M]] {
			at := m.Sent + 1
			must := slices.ContainsFunc(p.Actions(i, s.Local), func(x explore.Step[L, M]) bool { return x.Kind != explore.Ask })
			if at < s.Time || at > s.Time && must {
				return nil
			}
			s.Time = at
			s.Received++
			return run(i, s, p.Deliver(i, s.Local, from, m.Msg))
		},
		Exclusion: explore.Exclusion[timed[L]]{
			Observe: func(i int, s timed[L]) explore.Observation {
				return explore.Observation{Units: s.Waited, Resource: uint8(s.Received + 100)}
			},
		},
	}
}

// TestDelaysAgainstTimes compares the waits found in rounds with those of all
// interleavings that have a time for each step.
func TestDelaysAgainstTimes(t *testing.T) {
	r, err := ricartagrawala.New(ricartagrawala.Config{N: 2})
	compareTimes(t, r, err, []int{1, 1})
	r, err = ricartagrawala.New(ricartagrawala.Config{N: 2})
	compareTimes(t, r, err, []int{2, 1})
	y, err := raymond.New(raymond.Config{N: 2, K: 1})
	compareTimes(t, y, err, []int{1, 1})
	k, err := kakugawa.New(kakugawa.Config{N: 2, K: 1, Quorums: []explore.Set{explore.SetOf(0)}})
	compareTimes(t, k, err, []int{1, 1})
	m, err := manabetajima.New(manabetajima.Config{N: 2, K: 1, Quorums: [][]explore.Set{{explore.SetOf(1)}}})
	compareTimes(t, m, err, []int{1, 1})
	l, err := mutin.NewWithLock(mutin.Config{N: 2, L: 0, InCS: explore.SetOf(0, 1), Quorums: []explore.Set{explore.SetOf(1), explore.SetOf(1)}})
	l.Obliged = false
	compareTimes(t, l, err, []int{1, 1})
}

func compareTimes[L, M comparable](t *testing.T, p explore.Protocol[L, M], err error, requests []int) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	process := p.N - 1
	o := obvious.Options{Requests: requests, Queued: true}
	w := inTime(p)
	for waited := range uint8(20) {
		w.Goals = append(w.Goals, explore.Goal{Name: explore.Property(fmt.Sprint(waited)), Unmet: func(all []explore.Observation) string {
			balance := 0
			for _, o := range all {
				balance += int(o.Resource) - 100
			}
			if balance == 0 && all[process].Units == waited+1 {
				return "so long it waits"
			}
			return ""
		}})
	}
	found := obvious.Explore(w, o)
	least, most := -1, -1
	for waited := range 20 {
		if _, ok := found.Violations[fmt.Sprint(waited)]; ok {
			if most = waited; least < 0 {
				least = waited
			}
		}
	}
	got := obvious.Of(p, &explore.Met{}).Rounds(t.Context(), o, process, 0)
	if len(got.Most) != 1 || got.Least[0].Time != least || got.Most[0].Time != most || got.Stopped != "" || least < 0 {
		t.Errorf("%s: waits %+v to %+v, %s; by times %d to %d", p.Name, got.Least, got.Most, got.Stopped, least, most)
		return
	}
	for _, wait := range []obvious.Wait{got.Least[0], got.Most[0]} {
		run, err := obvious.Replay(p, o, wait.Steps)
		if err != nil {
			t.Errorf("%s: the wait of %d does not replay: %v", p.Name, wait.Time, err)
		} else if last := run.Configs[len(run.Configs)-1]; last.Observations[process].Phase != wait.End {
			t.Errorf("%s: after the wait of %d the process is %s, not %s", p.Name, wait.Time, last.Observations[process].Phase, wait.End)
		}
	}
}
