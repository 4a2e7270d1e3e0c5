package telling

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qcheck/counterexample/trace"
	"qcheck/protocols"
)

// recorded returns the renderings of the traces that come with the project: of all
// kinds of algorithms, also of ones that take messages from behind others.
func recorded(t *testing.T) map[string]*Reading {
	t.Helper()
	files, err := filepath.Glob("../../testdata/traces/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	all := map[string]*Reading{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		trace, err := trace.Decode(file, data)
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
		all[filepath.Base(file)] = Read(trace, run)
	}
	return all
}

// A message is taken as it was sent, and those that are not taken are the ones in the
// channels at the end, in their order.
func TestMessages(t *testing.T) {
	behind := 0
	for name, r := range recorded(t) {
		n := Processes(r.Run)
		taken := map[int]bool{}
		left := make([][]string, n*n)
		for _, m := range r.Messages() {
			if m.Taken < 0 {
				left[m.From*n+m.To] = append(left[m.From*n+m.To], m.Text)
				continue
			}
			move := r.Run.Moves[m.Taken]
			if taken[m.Taken] || move.From != m.From || move.Process != m.To || m.Sent >= m.Taken || r.Run.Moves[m.Sent].Process != m.From {
				t.Errorf("%s: %+v", name, m)
			}
			if got := r.Before(m.Taken).Show(move.Received); got != m.Text {
				t.Errorf("%s: step %d takes %q, and step %d sent %q", name, m.Taken+1, got, m.Sent+1, m.Text)
			}
			if !strings.HasPrefix(m.Text, strings.Fields(m.Kind + " ?")[0]) {
				t.Errorf("%s: %q is of kind %q", name, m.Text, m.Kind)
			}
			taken[m.Taken] = true
		}
		for i, m := range r.Run.Moves {
			if (m.From >= 0) != taken[i] {
				t.Errorf("%s: step %d takes a message: %t", name, i+1, !taken[i])
			}
			behind += m.Behind
		}
		end := r.Run.Configs[len(r.Run.Configs)-1]
		for c := range left {
			var want []string
			for _, m := range end.Channels[c] {
				want = append(want, r.Labels(end).Show(m))
			}
			if last := r.Run.Moves[len(r.Run.Moves)-1]; last.Undefined == "" && !slices.Equal(left[c], want) {
				t.Errorf("%s: %q is left from %d to %d, want %q", name, left[c], c/n+1, c%n+1, want)
			}
		}
	}
	if behind == 0 {
		t.Error("no trace has a message that is taken from behind another")
	}
}

func TestKindOf(t *testing.T) {
	for text, want := range map[string]string{
		"REQUEST 2a": "REQUEST", "REQUEST(2a)": "REQUEST", "RELEASE": "RELEASE", "ANSWER_RELEASE": "ANSWER_RELEASE", "R-GRANT(1)": "R-GRANT",
		"the answer": "the answer", "REQUEST 2a Units=1": "REQUEST", "OK Units=1": "OK", "Query ReqCnt=1": "Query",
		"mx Mx=(REQUEST 2a)": "mx REQUEST", "mx Mx=GRANT": "mx GRANT", "kmex Kmex=(mx Mx=(REQUEST 1a))": "kmex mx REQUEST",
		"Count=2": "", "7": "", "lmin Lmin=(Response Holder=p1)": "lmin Response", "Anfrage für 2a": "Anfrage für",
	} {
		if got := KindOf(text); got != want {
			t.Errorf("%q is of kind %q, want %q", text, got, want)
		}
	}
}
