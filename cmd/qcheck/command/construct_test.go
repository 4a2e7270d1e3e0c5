package command

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties"
	"qcheck/protocols"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/importer"
)

// Flags of every type reach the construction as arguments: the file printed is
// that of the structure built in Go.
func TestConstructPassesItsFlags(t *testing.T) {
	read := func(name string) *setsys.Structure {
		text, err := os.ReadFile(data(name))
		if err != nil {
			t.Fatal(err)
		}
		s, err := setsys.Decode(name, text, setsys.DecodeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		reason string
		flags  string
		args   map[string]any
	}{
		{"integers", "torus --rows 3 --columns 2 --k 2", map[string]any{"rows": 3, "columns": 2, "k": 2}},
		{"an option that is 0", "torus --rows=3 --columns=2 --k=2 --following=0", map[string]any{"rows": 3, "columns": 2, "k": 2, "following": 0}},
		{"a list", "weighted-voting --votes 3,1,1,2", map[string]any{"votes": []int{3, 1, 1, 2}}},
		{"a list, flag by flag", "weighted-voting --votes 3 --votes 1 --votes 1,2", map[string]any{"votes": []int{3, 1, 1, 2}}},
		{"a choice", "majority-split --n 4 --c1 all", map[string]any{"n": 4, "c1": "all"}},
		{"a structure", "contraction --of " + data("thesis-3-coterie.json") + " --r 2", map[string]any{"of": read("thesis-3-coterie.json"), "r": 2}},
		{"a node", "join --left " + data("majority-5.json") + " --right " + data("majority-5.json") + " --node 5",
			map[string]any{"left": read("majority-5.json"), "right": read("majority-5.json"), "node": "5"}},
		{"a named node", "join --left " + data("regions.json") + " --right " + data("majority-5.json") + " --node iad-2",
			map[string]any{"left": read("regions.json"), "right": read("majority-5.json"), "node": "iad-2"}},
		{"another form", "grid --n 4 --as request-sets", map[string]any{"n": 4, "as": "request-sets"}},
	} {
		words := strings.Fields(c.flags)
		s, err := construct.Build(words[0], c.args, setsys.DefaultMaxSets)
		if err != nil {
			t.Errorf("%s: %v", c.reason, err)
			continue
		}
		var want strings.Builder
		if err := setsys.Encode(&want, s); err != nil {
			t.Fatal(err)
		}
		got := qcheck("", append([]string{"construct"}, words...)...)
		if diff := cmp.Diff(want.String(), got.stdout); diff != "" || got.code != console.ExitHolds || got.stderr != "" {
			t.Errorf("%s: exit %d, stderr %q, (-want +got):\n%s", c.reason, got.code, got.stderr, diff)
		}
	}
}

func TestConstructReadsStdin(t *testing.T) {
	wheel := qcheck("", "construct", "wheel", "--n", "4")
	got := qcheck(wheel.stdout, "construct", "copies", "--of", "-", "--t", "2")
	if got.code != console.ExitHolds || !strings.Contains(got.stdout, `"kind": "k-coterie"`) {
		t.Errorf("exit %d: %s%s", got.code, got.stdout, got.stderr)
	}
}

// Each construction describes itself: its help names each parameter, its kind,
// its claim and its source, and what explains it says the same.
func TestEveryConstructionIsDescribed(t *testing.T) {
	index := qcheck("", "list", "constructions").stdout
	for _, c := range construct.All() {
		help := qcheck("", "construct", c.Name, "--help")
		alone := qcheck("", "explain", c.Name)
		if help.code != console.ExitHolds || help.stderr != "" || alone.code != console.ExitHolds {
			t.Errorf("%s: help exits with %d, explain with %d: %s", c.Name, help.code, alone.code, help.stderr)
		}
		if !strings.Contains(index, "\n  "+c.Name+" ") {
			t.Errorf("%s is not in the index", c.Name)
		}
		want := []string{string(c.Kind), c.Claim, c.Source, c.Summary[1:]}
		for _, p := range c.Params {
			want = append(want, "--"+p.Name+" ", p.Doc)
		}
		for _, text := range want {
			if text == "" || !strings.Contains(strings.Join(strings.Fields(help.stdout), " "), strings.TrimSpace(text)) || !strings.Contains(alone.stdout, text) {
				t.Errorf("%s: %q is not said", c.Name, text)
			}
		}
		if as := strings.Contains(help.stdout, "--as "); as != c.RequestSets {
			t.Errorf("%s: --as is described: %v", c.Name, as)
		}
	}
}

func TestListJSON(t *testing.T) {
	r := qcheck("", "list", "--json")
	doc := object(t, []byte(r.stdout), "schema", "constructions", "kinds", "protocols", "configurations")
	if string(doc["schema"]) != `"qcheck/list/v1"` || r.code != console.ExitHolds {
		t.Errorf("schema %s, exit %d", doc["schema"], r.code)
	}
	constructions := array(t, doc["constructions"])
	if len(constructions) != len(construct.All()) {
		t.Errorf("%d constructions of %d", len(constructions), len(construct.All()))
	}
	configurations := array(t, doc["configurations"])
	if len(configurations) != len(importer.Kinds()) {
		t.Errorf("%d configurations of %d", len(configurations), len(importer.Kinds()))
	}
	for i, k := range importer.Kinds() {
		found := object(t, configurations[i], "name", "summary", "parameters")
		if string(found["name"]) != fmt.Sprintf("%q", k.Name) || len(array(t, found["parameters"])) != len(k.Flags) {
			t.Errorf("configuration %d is %s, want %s", i, found, k.Name)
		}
	}
	for i, c := range construct.All() {
		found := object(t, constructions[i], "name", "kind", "summary", "source", "claim", "requestSets", "parameters")
		if string(found["name"]) != fmt.Sprintf("%q", c.Name) {
			t.Errorf("construction %d is %s, want %s", i, found["name"], c.Name)
		}
		parameters := array(t, found["parameters"])
		if len(parameters) != len(c.Params) {
			t.Errorf("%s: %d parameters of %d", c.Name, len(parameters), len(c.Params))
		}
		for _, p := range parameters {
			object(t, p, "name", "doc", "type", "required", "default?", "choices?", "kinds?", "min?", "max?")
		}
	}
	kinds := array(t, doc["kinds"])
	for i, k := range setsys.Kinds() {
		var found struct {
			Name               setsys.Kind
			Required, Optional []struct {
				Name    properties.ID
				Meaning string
			}
		}
		if err := json.Unmarshal(kinds[i], &found); err != nil {
			t.Fatal(err)
		}
		if found.Name != k || len(found.Required) != len(properties.Required(k)) || len(found.Optional) != len(properties.Optional(k)) {
			t.Errorf("kind %s: %+v", k, found)
		}
	}
}

// Each algorithm describes itself, with its variants.
func TestEveryAlgorithmIsDescribed(t *testing.T) {
	index := qcheck("", "list").stdout
	var doc struct {
		Protocols []json.RawMessage
	}
	if err := json.Unmarshal([]byte(qcheck("", "list", "--json").stdout), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Protocols) != len(protocols.All()) {
		t.Fatalf("%d algorithms of %d", len(doc.Protocols), len(protocols.All()))
	}
	for i, a := range protocols.All() {
		alone := qcheck("", "explain", a.Name)
		if alone.code != console.ExitHolds {
			t.Errorf("%s: explain exits with %d", a.Name, alone.code)
		}
		if !strings.Contains(index, "\n  "+a.Name+" ") {
			t.Errorf("%s is not in the index", a.Name)
		}
		want := []string{a.Summary, a.Source, "default " + a.Default}
		for _, k := range a.Kinds() {
			want = append(want, string(k))
		}
		for _, v := range a.Variants {
			want = append(want, "    "+v.Name+" ", v.Summary)
		}
		for _, text := range want {
			if text == "" || !strings.Contains(alone.stdout, text) {
				t.Errorf("%s: %q is not said", a.Name, text)
			}
		}
		_, hasK := a.Param(instance.K)
		if said := strings.Contains(alone.stdout, "--k N"); said != hasK {
			t.Errorf("%s: --k is described: %v", a.Name, said)
		}
		found := object(t, doc.Protocols[i], "name", "summary", "source", "variants", "default", "goals", "hasK", "parameters", "kinds", "fixedQuorums", "quorums?")
		variants := array(t, found["variants"])
		if string(found["name"]) != fmt.Sprintf("%q", a.Name) || len(variants) != len(a.Variants) {
			t.Errorf("algorithm %d is %s with %d variants, want %s with %d", i, found["name"], len(variants), a.Name, len(a.Variants))
		}
		for _, v := range variants {
			object(t, v, "name", "summary")
		}
	}
}
