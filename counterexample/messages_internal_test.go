package counterexample

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols"
)

// recorded returns the renderings of the traces that come with the project: of all
// kinds of algorithms, also of ones that take messages from behind others.
func recorded(t *testing.T) map[string]*rendering {
	t.Helper()
	files, err := filepath.Glob("../testdata/traces/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	all := map[string]*rendering{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		trace, err := DecodeTrace(file, data)
		if err != nil {
			t.Fatal(err)
		}
		m, err := protocols.All().Open(trace.Instance, nil)
		if err != nil {
			t.Fatal(err)
		}
		run, err := m.Replay(trace.Instance.ReplayOptions(), trace.Steps)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all[filepath.Base(file)] = newRendering(trace, run)
	}
	return all
}

// A message is taken as it was sent, and those that are not taken are the ones in the
// channels at the end, in their order.
func TestMessages(t *testing.T) {
	behind := 0
	for name, r := range recorded(t) {
		n := processes(r.run)
		taken := map[int]bool{}
		left := make([][]string, n*n)
		for _, m := range r.messages() {
			if m.taken < 0 {
				left[m.from*n+m.to] = append(left[m.from*n+m.to], m.text)
				continue
			}
			move := r.run.Moves[m.taken]
			if taken[m.taken] || move.From != m.from || move.Process != m.to || m.sent >= m.taken || r.run.Moves[m.sent].Process != m.from {
				t.Errorf("%s: %+v", name, m)
			}
			if got := r.before(m.taken).show(move.Received); got != m.text {
				t.Errorf("%s: step %d takes %q, and step %d sent %q", name, m.taken+1, got, m.sent+1, m.text)
			}
			if !strings.HasPrefix(m.text, strings.Fields(m.kind + " ?")[0]) {
				t.Errorf("%s: %q is of kind %q", name, m.text, m.kind)
			}
			taken[m.taken] = true
		}
		for i, m := range r.run.Moves {
			if (m.From >= 0) != taken[i] {
				t.Errorf("%s: step %d takes a message: %t", name, i+1, !taken[i])
			}
			behind += m.Behind
		}
		end := r.run.Configs[len(r.run.Configs)-1]
		for c := range left {
			var want []string
			for _, m := range end.Channels[c] {
				want = append(want, r.labels(end).show(m))
			}
			if last := r.run.Moves[len(r.run.Moves)-1]; last.Undefined == "" && !slices.Equal(left[c], want) {
				t.Errorf("%s: %q is left from %d to %d, want %q", name, left[c], c/n+1, c%n+1, want)
			}
		}
	}
	if behind == 0 {
		t.Error("no trace has a message that is taken from behind another")
	}
}

// What a message in a cycle is in the first round, another is in the later ones: that
// which takes its place in the channel. In the round, it is sent to the same process,
// and is of the same kind.
func TestMessagesOfLaterRounds(t *testing.T) {
	others := 0
	for name, r := range recorded(t) {
		loop := r.trace.Loop
		for _, m := range r.messages() {
			open := loop >= 0 && m.sent < loop && (m.taken < 0 || m.taken >= loop)
			if !open && m.again != m.sent {
				t.Errorf("%s: %+v is sent again in step %d", name, m, m.again+1)
			}
			if !open || m.again == m.sent { // those that are never taken stay in their places
				if open && m.taken >= 0 {
					t.Errorf("%s: %+v is taken in every round, and sent once", name, m)
				}
				continue
			}
			others++
			move := r.run.Moves[m.again]
			if m.again < loop || move.Process != m.from || !slices.ContainsFunc(move.Sent, func(s obvious.Sent) bool {
				return s.To == m.to && kindOf(r.after(m.again).show(s.Msg)) == m.kind
			}) {
				t.Errorf("%s: step %d does not send %+v", name, m.again+1, m)
			}
		}
	}
	if others == 0 {
		t.Error("no cycle takes a message that was sent before it")
	}
}

func TestKindOf(t *testing.T) {
	for text, want := range map[string]string{
		"REQUEST 2a": "REQUEST", "REQUEST(2a)": "REQUEST", "RELEASE": "RELEASE", "ANSWER_RELEASE": "ANSWER_RELEASE", "R-GRANT(1)": "R-GRANT",
		"the answer": "the answer", "REQUEST 2a Units=1": "REQUEST", "OK Units=1": "OK", "Query ReqCnt=1": "Query",
		"mx Mx=(REQUEST 2a)": "mx REQUEST", "mx Mx=GRANT": "mx GRANT", "kmex Kmex=(mx Mx=(REQUEST 1a))": "kmex mx REQUEST",
		"Count=2": "", "7": "", "lmin Lmin=(Response Holder=p1)": "lmin Response", "Anfrage für 2a": "Anfrage für",
	} {
		if got := kindOf(text); got != want {
			t.Errorf("%q is of kind %q, want %q", text, got, want)
		}
	}
}

// At every time, each wait is of a process that waits and has sent that message; an
// answer came from the process asked. In a deadlock a cycle is one, and lies in no
// other state.
func TestWaits(t *testing.T) {
	cycles := 0
	for name, r := range recorded(t) {
		sent := r.messages()
		for i, c := range r.run.Configs {
			next := map[int]int{}
			for _, w := range r.waits(i) {
				if c.Observations[w.process].Phase != explore.Waiting || w.process == w.on {
					t.Errorf("%s: after step %d: %s", name, i, w.says(r.processes))
				}
				asked := slices.IndexFunc(sent, func(m message) bool {
					return m.from == w.process && m.to == w.on && m.text == w.asked && m.sent < i
				})
				if asked < 0 {
					t.Errorf("%s: after step %d, nobody has seen %s", name, i, w.says(r.processes))
				}
				if w.answer != "" && !slices.ContainsFunc(sent, func(m message) bool {
					return m.from == w.on && m.to == w.process && m.text == w.answer && m.taken >= 0 && m.taken < i && m.taken > sent[asked].sent
				}) {
					t.Errorf("%s: after step %d, nobody has taken the answer of %s", name, i, w.says(r.processes))
				}
				if w.cycle {
					if _, twice := next[w.process]; twice {
						t.Errorf("%s: two arrows of the cycle leave %d", name, w.process+1)
					}
					next[w.process] = w.on
				}
			}
			if len(next) == 0 {
				continue
			}
			cycles++
			if len(c.Enabled) > 0 {
				t.Errorf("%s: a cycle after step %d, where %s can be taken", name, i, c.Enabled[0])
			}
			for start := range next {
				at := start
				for range next {
					at = next[at]
				}
				if at != start {
					t.Errorf("%s: no cycle: %v", name, next)
				}
			}
		}
	}
	if cycles == 0 {
		t.Error("no trace has a cycle")
	}
}

// A shortest cycle is found among those with the fewest answers, and none where there
// is none.
func TestMarkCycle(t *testing.T) {
	silent := func(p, q int) wait { return wait{process: p, on: q, asked: "R"} }
	heard := func(p, q int) wait { return wait{process: p, on: q, asked: "R", answer: "A"} }
	for _, c := range []struct {
		reason string
		waits  []wait
		want   string
	}{
		{"three in a ring", []wait{silent(0, 1), silent(1, 2), silent(2, 0)}, "0-1 1-2 2-0"},
		{"the shorter of two", []wait{silent(0, 1), silent(1, 2), silent(2, 0), silent(2, 1)}, "1-2 2-1"},
		{"an answer closes it", []wait{silent(0, 1), silent(1, 2), heard(2, 0)}, "0-1 1-2 2-0"},
		{"fewer answers before fewer steps", []wait{heard(0, 1), heard(1, 0), silent(2, 3), silent(3, 4), silent(4, 2)}, "2-3 3-4 4-2"},
		{"who has no answer waits for that", []wait{silent(0, 1), heard(0, 2), silent(2, 0)}, ""},
		{"no cycle", []wait{silent(0, 1), silent(1, 2), silent(0, 2)}, ""},
		{"nobody waits", nil, ""},
	} {
		markCycle(c.waits, 5)
		var found []string
		for _, w := range c.waits {
			if w.cycle {
				found = append(found, w.arrow().id())
			}
		}
		if got := strings.Join(found, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.reason, got, c.want)
		}
	}
}
