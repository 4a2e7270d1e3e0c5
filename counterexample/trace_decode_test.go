package counterexample_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/counterexample"
	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// A trace that is written in one of the two ways is read as it was.
func TestTraceRoundTrip(t *testing.T) {
	for name, s := range examples(t) {
		run, err := s.trace.Confirm(s.replayer())
		if err != nil {
			t.Fatal(err)
		}
		if name == "deadlock" {
			structure, err := setsys.Decode("s.json", []byte(`{"kind": "coterie", "universe": 1, "quorums": [[1]]}`), setsys.DecodeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			s.trace.Process, s.trace.Instance = 1, s.trace.Instance.With(instance.K, "3")
			s.trace.Instance.Quorums.Choice, s.trace.Instance.Quorums.Structure = "any", structure
		}
		var file bytes.Buffer
		if err := counterexample.RenderJSON(&file, s.trace, run); err != nil {
			t.Fatal(err)
		}
		line, err := json.Marshal(s.trace)
		if err != nil {
			t.Fatal(err)
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, file.Bytes()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(line), compact.String()); diff != "" {
			t.Errorf("%s: the file is not what MarshalJSON writes (-line +file):\n%s", name, diff)
		}
		found, err := trace.Decode("t.json", file.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		var again trace.Trace
		if err := json.Unmarshal(line, &again); err != nil {
			t.Fatal(err)
		}
		for _, u := range []*trace.Trace{found, &again} {
			if diff := cmp.Diff(s.trace, u, structuresByText); diff != "" {
				t.Errorf("%s (-written +read):\n%s", name, diff)
			}
		}
	}
}

// structuresByText compares structures by their files.
var structuresByText = cmp.Transformer("file", func(s *setsys.Structure) string {
	if s == nil {
		return ""
	}
	var b bytes.Buffer
	if err := setsys.Encode(&b, s); err != nil {
		return err.Error()
	}
	return b.String()
})

// An error in the structure is where it is in the file.
func TestTraceStructurePosition(t *testing.T) {
	text := strings.Replace(validTrace, `"n": 2,`, "\"n\": 2, \"quorumChoice\": \"any\",\n  \"structure\": {\"kind\":\n  1},", 1)
	_, err := trace.Decode("t.json", []byte(text))
	line := 1 + strings.Count(text[:strings.Index(text, "\n  1}")+1], "\n")
	if want := fmt.Sprintf("t.json:%d:3: ", line); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

const validTrace = `{
  "schema": "qcheck/trace/v2",
  "algorithm": "a",
  "variant": "v",
  "n": 2,
  "requests": [1, "unbounded"],
  "clock": "causal",
  "selfMessages": "call",
  "property": "starvation-freedom",
  "detail": "d",
  "process": 2,
  "shortest": false,
  "loop": 1,
  "steps": [
    {"process": 1, "from": 2, "step": "s", "alternative": 1, "place": 3}
  ]
}
`

// A trace file says which version wrote it, or does not; a run is the same either way.
func TestTraceVersion(t *testing.T) {
	const version = `"version": "v1.2.3",`
	with := strings.Replace(validTrace, `"algorithm"`, version+"\n  "+`"algorithm"`, 1)
	for file, want := range map[string]string{validTrace: "", with: "v1.2.3"} {
		u, err := trace.Decode("t.json", []byte(file))
		if err != nil || u.Version != want {
			t.Fatalf("%+v, %v", u, err)
		}
		var b strings.Builder
		if err := counterexample.RenderJSON(&b, u, nil); err != nil || strings.Contains(b.String(), version) != (want != "") {
			t.Errorf("%v\n%s", err, b.String())
		}
	}
	for bad, want := range map[string]string{`""`: "version is empty", `7`: "want version"} {
		if _, err := trace.Decode("t.json", []byte(strings.Replace(with, `"v1.2.3"`, bad, 1))); err == nil || !strings.HasPrefix(err.Error(), "t.json:3:14: "+want) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestDecodeTrace(t *testing.T) {
	want := &trace.Trace{
		Instance: instance.Instance{Algorithm: "a", Variant: "v", N: 2, Requests: []int{1, explore.Unbounded}},
		Property: explore.StarvationFreedom, Detail: "d", Process: 1, Loop: 0,
		Steps: []explore.TraceStep{{Process: 0, From: 1, Name: "s", Outcome: 1, Place: 3}},
	}
	earlier := strings.Replace(validTrace, "trace/v2", "trace/v1", 1)
	short := strings.NewReplacer(`"starvation-freedom"`, `"starvation"`)
	for _, file := range []string{validTrace, earlier, short.Replace(validTrace), short.Replace(earlier)} {
		u, err := trace.Decode("t.json", []byte(file))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, u); diff != "" {
			t.Errorf("%s\n(-want +got):\n%s", file, diff)
		}
	}
}

// Each change makes the file an error, at this place.
func TestDecodeTraceRejects(t *testing.T) {
	for _, c := range []struct{ reason, old, new, want string }{
		{"another schema", `"qcheck/trace/v2"`, `"qcheck/trace/v3"`, `2:13: schema must be qcheck/trace/v2 or qcheck/trace/v1, not "qcheck/trace/v3"`},
		{"another schema, with other keys", `"qcheck/trace/v2",
  "algorithm"`, `"qcheck/trace/v3",
  "protocol"`, `2:13: schema must be qcheck/trace/v2 or qcheck/trace/v1, not "qcheck/trace/v3"`},
		{"a schema that is no string", `"qcheck/trace/v2"`, `1`, `2:13: want schema (a string), found the number 1`},
		{"no schema", `  "schema": "qcheck/trace/v2",`, ``, `1:1: the trace has no "schema"`},
		{"an unknown key", `"n": 2`, `"nodes": 2`, `5:3: unknown key "nodes"`},
		{"a key in capitals", `"n": 2`, `"N": 2`, `5:3: unknown key "N"`},
		{"a long unknown key", `"n": 2`, `"` + strings.Repeat("n", 100) + `": 2`, `5:3: unknown key "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"...`},
		{"a key twice", `"n": 2`, `"variant": "v"`, `5:3: key "variant" is given twice, first on line 4`},
		{"a key twice in a step", `"from": 2`, `"process": 2`, `15:20: key "process" is given twice, first on line 15`},
		{"an unknown key in a step", `"from": 2`, `"to": 2`, `15:20: unknown key "to"`},
		{"no process in a step", `"process": 1, `, ``, `15:5: number 1 of steps has no "process"`},
		{"no step in a step", `"step": "s", `, ``, `15:5: number 1 of steps has no "step"`},
		{"a step that is no object", `{"process": 1, "from": 2, "step": "s", "alternative": 1, "place": 3}`, `[]`, `15:5: want number 1 of steps (an object), found a list`},
		{"steps that are no list", "\"steps\": [\n    {\"process\": 1, \"from\": 2, \"step\": \"s\", \"alternative\": 1, \"place\": 3}\n  ]", "\"steps\": {}", `14:12: want steps (a list), found an object`},
		{"n that is a string", `"n": 2`, `"n": "2"`, `5:8: want n (an integer), found a string`},
		{"n that is no integer", `"n": 2`, `"n": 2.5`, `5:8: want an integer without fraction and exponent, found 2.5`},
		{"parameters that are no texts", `"n": 2`, `"n": 2, "parameters": {"l": 1}`, `5:31: want l (a string), found the number 1`},
		{"k among the parameters", `"n": 2`, `"n": 2, "parameters": {"k": "1"}`, `5:31: k is a key of the trace`},
		{"a parameter of nothing", `"n": 2`, `"n": 2, "parameters": {"l": ""}`, `5:31: l is empty`},
		{"n of 0", `"n": 2`, `"n": 0`, `5:8: n must be an integer of at least 1, not 0`},
		{"a huge n", `"n": 2`, `"n": 99999999999999999999`, `5:8: n must be an integer of at least 1, not 9223372036854775807`},
		{"k of 0", `"n": 2`, `"n": 2, "k": 0`, `5:16: k must be an integer of at least 1, not 0`},
		{"negative requests", `[1, "unbounded"]`, `[-1, "unbounded"]`, `6:15: requests are integers of at least 0, or "unbounded"`},
		{"requests in other words", `"unbounded"`, `"many"`, `6:15: requests are integers of at least 0, or "unbounded"`},
		{"requests that are no list", `[1, "unbounded"]`, `1`, `6:15: want requests (a list), found the number 1`},
		{"another clock", `"causal"`, `"vector"`, `7:12: clock must be causal or integer, not "vector"`},
		{"clockMax of 0", `"clock": "causal"`, `"clock": "integer", "clockMax": 0`, `7:35: clockMax must be an integer of at least 1, not 0`},
		{"selfMessages otherwise", `"call"`, `"later"`, `8:19: selfMessages must be call or queued, not "later"`},
		{"no property", `"starvation-freedom"`, `""`, `9:15: property is empty`},
		{"an empty detail", `"d"`, `""`, `10:13: detail is empty`},
		{"process 0", `"process": 2,`, `"process": 0,`, `11:14: process must be an integer of at least 1, not 0`},
		{"shortest that is no boolean", `false`, `0`, `12:15: want shortest (true or false), found the number 0`},
		{"a loop behind the steps", `"loop": 1`, `"loop": 2`, `13:11: loop is 2, but there are 1 steps`},
		{"loop 0", `"loop": 1`, `"loop": 0`, `13:11: loop must be an integer of at least 1, not 0`},
		{"from nobody", `"from": 2`, `"from": 0`, `15:28: from must be an integer of at least 1, not 0`},
		{"a negative alternative", `"alternative": 1`, `"alternative": -1`, `15:59: alternative must be an integer of at least 0, not -1`},
		{"place 0", `"place": 3`, `"place": 0`, `15:71: place is 0: places count from 1`},
		{"quorumChoice otherwise", `"n": 2`, `"n": 2, "quorumChoice": "best"`, `5:27: quorumChoice must be any or fixed, not "best"`},
		{"a structure that is a list", `"n": 2`, `"n": 2, "structure": []`, `5:24: want a structure (an object), found a list`},
		{"null", `"n": 2`, `"n": null`, `5:8: want n (an integer), found null`},
		{"something behind", "]\n}\n", "]\n}\n{}", `18:1: no JSON: invalid character '{' after top-level value`},
		{"no JSON", `"n": 2`, `"n": two`, `5:9: no JSON: invalid character 'w' in literal true (expecting 'r')`},
		{"a comma too many", `"d",`, `"d",,`, `10:17: no JSON: invalid character ',' looking for beginning of object key string`},
		{"cut off", "]\n}\n", "", `16:2: no JSON: unexpected end of JSON input`},
	} {
		text := strings.Replace(validTrace, c.old, c.new, 1)
		if text == validTrace {
			t.Fatalf("%s: nothing was changed", c.reason)
		}
		_, err := trace.Decode("t.json", []byte(text))
		if err == nil || err.Error() != "t.json:"+c.want {
			t.Errorf("%s: %v, want %q", c.reason, err, c.want)
		}
	}
	for text, want := range map[string]string{
		"":                          "t.json:1:1: the file is empty",
		" \n ":                      "t.json:1:1: the file is empty",
		"\xef\xbb\xbf" + validTrace: "t.json:1:1: the file starts with a byte-order mark: save it as UTF-8 without one",
		"{\n \"\xff\"}":             "t.json:2:3: invalid UTF-8: byte 0xff",
		"[]":                        "t.json:1:1: want the trace (an object), found a list",
		"{}":                        `t.json:1:1: the trace has no "schema"`,
		"\x00":                      `t.json:1:1: no JSON: invalid character '\x00' looking for beginning of value`,
		"{\"a\"":                    "t.json:1:4: no JSON: unexpected end of JSON input",
		"{\"a\":1}":                 "t.json:1:2: unknown key \"a\"",
	} {
		if _, err := trace.Decode("t.json", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// What is read can be written and read again, whatever it is.
func FuzzDecodeTrace(f *testing.F) {
	f.Add([]byte(validTrace))
	files, _ := filepath.Glob("testdata/*.json")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		u, err := trace.Decode("t.json", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "t.json:") || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q", err)
			}
			return
		}
		var b bytes.Buffer
		if err := counterexample.RenderJSON(&b, u, nil); err != nil {
			t.Fatal(err)
		}
		v, err := trace.Decode("t.json", b.Bytes())
		if err != nil {
			t.Fatalf("%v of %s", err, b.String())
		}
		if diff := cmp.Diff(u, v, structuresByText); diff != "" {
			t.Errorf("(-read +again):\n%s", diff)
		}
	})
}
