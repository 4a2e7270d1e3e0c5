package counterexample_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/counterexample"
	"qcheck/explore"
	"qcheck/explore/obvious"
)

var update = flag.Bool("update", false, "write the output found into the files of testdata")

// examples returns one trace of every form.
func examples(t *testing.T) map[string]shown {
	return map[string]shown{
		"safety":       once("safety", func() shown { return tooMany(t, explore.Causal) }),
		"integers":     once("integers", func() shown { return tooMany(t, explore.Integer) }),
		"deadlock":     once("deadlock", func() shown { return allWait(t) }),
		"well-defined": once("well-defined", func() shown { return undefined(t) }),
		"starvation":   once("starvation", func() shown { return passedOver(t, 2) }),
		"begun":        once("begun", func() shown { return begun(t) }),
	}
}

// The files of testdata show every form of every example. "go test
// ./counterexample -update" rewrites them, for a reviewer to read the
// difference.
func TestRenderersGolden(t *testing.T) {
	endings := map[string]string{"text": ".txt", "json": ".json", "itf": ".itf.json", "svg": ".svg"}
	for name, s := range examples(t) {
		run, err := s.trace.Confirm(s.replayer())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, r := range counterexample.Renderers() {
			var found bytes.Buffer
			if err := r.Render(&found, s.trace, run); err != nil {
				t.Errorf("%s as %s: %v", name, r.Name, err)
			}
			file := filepath.Join("testdata", name+endings[r.Name])
			if *update {
				if err := os.WriteFile(file, found.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), found.String()); diff != "" {
				t.Errorf("%s differs (-file +found):\n%s", file, diff)
			}
		}
	}
}

// What a renderer writes is known as a trace, and other files are not.
func TestIsTrace(t *testing.T) {
	for name, s := range examples(t) {
		run, err := s.trace.Confirm(s.replayer())
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range counterexample.Renderers() {
			var b bytes.Buffer
			if err := r.Render(&b, s.trace, run); err != nil {
				t.Fatal(err)
			}
			if !counterexample.IsTrace(b.Bytes()[:min(b.Len(), 80)]) {
				t.Errorf("%s as %s is no trace: %q", name, r.Name, b.Bytes()[:64])
			}
		}
		line, err := json.Marshal(s.trace)
		if err != nil || !counterexample.IsTrace(line) {
			t.Errorf("%s on a line is no trace: %v", name, err)
		}
	}
	for _, text := range []string{
		"", "{}", "[]", "notes\n", "step by step", `{"schema":"qcheck/protocol/v1"}`, `{"kind": "coterie", "universe": 2, "quorums": [[1]]}`,
		`{"#meta": {"format":"ITF"}}`,
	} {
		if counterexample.IsTrace([]byte(text)) {
			t.Errorf("%q is a trace", text)
		}
	}
}

func TestRenderersAreNamed(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range counterexample.Renderers() {
		found, ok := counterexample.LookupRenderer(r.Name)
		if !ok || found.Summary != r.Summary || r.Summary == "" || seen[r.Name] {
			t.Errorf("renderer %q: found %v, summary %q", r.Name, ok, r.Summary)
		}
		seen[r.Name] = true
	}
	if _, ok := counterexample.LookupRenderer("pdf"); ok {
		t.Error("there is a renderer pdf")
	}
}

// itf is a trace in the Informal Trace Format.
type itf struct {
	Meta   map[string]any `json:"#meta"`
	Vars   []string
	States []map[string]any
	Loop   *int
}

// Every state has just the variables that are declared; maps, tuples and sets
// are of the format's form; phases and channels are those of the run; a loop
// leads from the last state to one that has the state before it as it is.
func TestITF(t *testing.T) {
	for name, s := range examples(t) {
		run, err := s.trace.Confirm(s.replayer())
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := counterexample.RenderITF(&b, s.trace, run); err != nil {
			t.Fatal(err)
		}
		var doc itf
		d := json.NewDecoder(&b)
		d.DisallowUnknownFields()
		if err := d.Decode(&doc); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if doc.Meta["format"] != "ITF" {
			t.Errorf("%s: format %v", name, doc.Meta["format"])
		}
		states := len(run.Configs)
		if s.trace.Loop >= 0 {
			states--
			if doc.Loop == nil || *doc.Loop != s.trace.Loop || *doc.Loop >= states {
				t.Errorf("%s: loop %v, want %d", name, doc.Loop, s.trace.Loop)
			}
		} else if doc.Loop != nil {
			t.Errorf("%s: loop %d", name, *doc.Loop)
		}
		if len(doc.States) != states {
			t.Fatalf("%s: %d states, want %d", name, len(doc.States), states)
		}
		for i, state := range doc.States {
			var vars []string
			for key, value := range state {
				if key == "#meta" {
					continue
				}
				vars = append(vars, key)
				wellFormed(t, value)
			}
			slices.Sort(vars)
			if want := slices.Sorted(slices.Values(doc.Vars)); !slices.Equal(vars, want) {
				t.Errorf("%s: variables %v, want %v", name, vars, want)
			}
			if at := state["#meta"].(map[string]any)["index"]; at != float64(i) {
				t.Errorf("%s: state %d has index %v", name, i, at)
			}
			c := run.Configs[i]
			for p, phase := range pairs(state["phase"]) {
				if phase[0] != float64(p+1) || phase[1] != c.Observations[p].Phase.String() {
					t.Errorf("%s: state %d: phase %v", name, i, phase)
				}
			}
			full := map[string]int{}
			for j, channel := range c.Channels {
				if len(channel) > 0 {
					full[fmt.Sprint([]any{float64(j/len(c.Locals) + 1), float64(j%len(c.Locals) + 1)})] = len(channel)
				}
			}
			for _, channel := range pairs(state["channels"]) {
				key := fmt.Sprint(channel[0].(map[string]any)["#tup"])
				if got := len(channel[1].([]any)); got != full[key] {
					t.Errorf("%s: state %d: %d messages in channel %s, want %d", name, i, got, key, full[key])
				}
				delete(full, key)
			}
			if len(full) > 0 {
				t.Errorf("%s: state %d: channels %v are missing", name, i, full)
			}
		}
	}
}

// pairs returns the pairs of a function.
func pairs(v any) (list [][]any) {
	for _, p := range v.(map[string]any)["#map"].([]any) {
		list = append(list, p.([]any))
	}
	return list
}

// wellFormed checks the special forms within a value.
func wellFormed(t *testing.T, v any) {
	t.Helper()
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			wellFormed(t, x)
		}
	case map[string]any:
		for key, x := range v {
			if special := strings.HasPrefix(key, "#"); special && len(v) > 1 {
				t.Errorf("%s among other keys", key)
			}
			switch list, ok := x.([]any); {
			case key == "#map":
				for _, p := range list {
					if pair, isPair := p.([]any); !isPair || len(pair) != 2 {
						t.Errorf("%v in a map", p)
					}
				}
			case key == "#tup", key == "#set":
				if !ok {
					t.Errorf("%s of %v", key, x)
				}
			case key == "#bigint":
				if _, isText := x.(string); !isText {
					t.Errorf("%s of %v", key, x)
				}
			case strings.HasPrefix(key, "#"):
				t.Errorf("unknown form %s", key)
			}
			wellFormed(t, x)
		}
	case string, bool, float64:
	default:
		t.Errorf("%T in a state", v)
	}
}

// entries counts how often a process enters the critical section, or begins in
// it.
func entries(run *obvious.Run) int {
	n := 0
	for i, c := range run.Configs {
		for p, o := range c.Observations {
			if o.Phase == explore.Inside && (i == 0 || run.Configs[i-1].Observations[p].Phase != explore.Inside) {
				n++
			}
		}
	}
	return n
}

// odd is a protocol of one process, whose states are no structs and whose texts
// are hard to draw.
func odd() explore.Protocol[uint8, int16] {
	type step = explore.Step[uint8, int16]
	return explore.Protocol[uint8, int16]{
		Name: "odd", N: 1, Steps: []string{"ask;#<", "more"},
		Init: func(int) uint8 { return 0 },
		Actions: func(_ int, l uint8) []step {
			if l > 0 {
				return nil
			}
			return []step{{Name: "ask;#<", Kind: explore.Ask, Next: 1}, {Name: "more", Next: 2}}
		},
		Deliver: func(int, uint8, int, int16) []step { return nil },
		Exclusion: explore.Exclusion[uint8]{
			Observe: func(_ int, l uint8) explore.Observation { return explore.Observation{Phase: explore.Phase(l)} },
			Safe: func(all []explore.Observation) string {
				if all[0].Phase == explore.Waiting {
					return "#1 < 2; >\nend"
				}
				return ""
			},
		},
	}
}

// A text says of plain values what they are.
func TestTextOfPlainValues(t *testing.T) {
	s := find(t, odd(), explore.Options{}, explore.Safety)
	run, err := s.trace.Confirm(s.replayer())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := counterexample.RenderText(&b, s.trace, run); err != nil {
		t.Fatal(err)
	}
	want := "step  what happens  becomes  then\n" +
		"   1  p1: ask;#<    state=1  p1 waiting\n" +
		"      safety is violated: #1 < 2; > end\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
