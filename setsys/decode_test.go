package setsys_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

func decode(t *testing.T, text string) *setsys.Structure {
	t.Helper()
	s, err := setsys.Decode("f", []byte(text), setsys.DecodeOptions{Construct: builder})
	if err != nil {
		t.Fatalf("%s\n%s", err, text)
	}
	if err := s.Validate(); err != nil {
		t.Fatalf("not valid: %s\n%s", err, text)
	}
	return s
}

var abc = must(setsys.Named([]string{"a", "b", "c"}))

// Good files, and the structures they hold.
var decodeRows = []struct {
	reason, text string
	want         setsys.Structure
}{
	{
		"every key, and a quorum listed twice",
		`{"name": "n", "source": "s", "kind": "k-coterie", "k": 2, "universe": 4, "quorums": [[2,1],[3],[3]]}`,
		setsys.Structure{Name: "n", Source: "s", Kind: setsys.KCoterie, K: 2, Universe: must(setsys.Numbered(4)), Quorums: family(4, []int{1, 2}, []int{3}, []int{3})},
	},
	{
		"the universe after the families, escapes in keys and in names",
		`{"\u0071uorums": [["b","\u0061"]], "kind": "coterie", "universe": ["a","\u0062","c"]}`,
		setsys.Structure{Kind: setsys.Coterie, Universe: abc, Quorums: family(3, []int{1, 2})},
	},
	{
		"a name that looks like another one escaped",
		`{"kind": "coterie", "universe": ["ab","a\\u0062"], "quorums": [["a\u0062"],["a\\u0062"]]}`,
		setsys.Structure{Kind: setsys.Coterie, Universe: must(setsys.Named([]string{"ab", `a\u0062`})), Quorums: family(2, []int{1}, []int{2})},
	},
	{
		"an empty family",
		`{"kind": "k-arbiter", "k": 1, "universe": 3, "quorums": []}`,
		setsys.Structure{Kind: setsys.KArbiter, K: 1, Universe: must(setsys.Numbered(3)), Quorums: family(3)},
	},
	{
		"an empty quorum; names may be empty, nodes' names not",
		`{"name": "", "kind": "coterie", "universe": 3, "quorums": [[], [1]]}`,
		setsys.Structure{Kind: setsys.Coterie, Universe: must(setsys.Numbered(3)), Quorums: family(3, []int{}, []int{1})},
	},
	{
		"families by units in any order",
		`{"kind": "hk-arbiter", "k": 2, "universe": 3, "quorums": {"2": [[1,2,3]], "1": [[1,2]]}}`,
		setsys.Structure{Kind: setsys.HKArbiter, K: 2, Universe: must(setsys.Numbered(3)), ByUnits: []setsys.Family{family(3, []int{1, 2}), family(3, []int{1, 2, 3})}},
	},
	{
		"write and read",
		`{"kind": "k-wr-coterie", "k": 2, "universe": 3, "read": [[1,2]], "write": [[1],[2]]}`,
		setsys.Structure{Kind: setsys.KWRCoterie, K: 2, Universe: must(setsys.Numbered(3)), Write: family(3, []int{1}, []int{2}), Read: family(3, []int{1, 2})},
	},
	{
		"write and read without a k, and what every kind may have",
		`{"$schema": "./structure.schema.json", "description": "d\n", "kind": "read-write", "properties": ["write-read-intersection", "b"], "universe": 3, "read": [[1,2]], "write": [[1],[2]]}`,
		setsys.Structure{Description: "d\n", Kind: setsys.ReadWrite, Properties: []string{"write-read-intersection", "b"}, Universe: must(setsys.Numbered(3)), Write: family(3, []int{1}, []int{2}), Read: family(3, []int{1, 2})},
	},
	{
		"sets by process in any order",
		`{"kind": "request-sets", "m": 3, "universe": ["a","b","c"], "requestSets": {"c": ["a"], "a": [], "b": ["b","c"]}}`,
		setsys.Structure{Kind: setsys.RequestSets, M: 3, Universe: abc, Requests: family(3, []int{}, []int{2, 3}, []int{1})},
	},
	{
		"processes named like a construction and a threshold",
		`{"kind": "request-sets", "m": 1, "universe": ["construct","threshold"], "requestSets": {"construct": ["construct"], "threshold": ["construct"]}}`,
		setsys.Structure{Kind: setsys.RequestSets, M: 1, Universe: must(setsys.Named([]string{"construct", "threshold"})), Requests: family(2, []int{1}, []int{1})},
	},
	{
		"a nested threshold",
		`{"kind": "coterie", "universe": 5, "quorums": {"threshold": 3, "of": [1,2,3,{"threshold": 1, "of": [4,5]}]}}`,
		setsys.Structure{Kind: setsys.Coterie, Universe: must(setsys.Numbered(5)), Quorums: family(5,
			[]int{1, 2, 3}, []int{1, 2, 4}, []int{1, 2, 5}, []int{1, 3, 4}, []int{1, 3, 5}, []int{2, 3, 4}, []int{2, 3, 5})},
	},
	{
		"thresholds of names, in families by units",
		`{"kind": "hk-arbiter", "k": 2, "universe": ["a","b","c"], "quorums": {"1": {"threshold": 2, "of": ["c","a"]}, "2": {"of": ["a","b","c"], "threshold": 3}}}`,
		setsys.Structure{Kind: setsys.HKArbiter, K: 2, Universe: abc, ByUnits: []setsys.Family{family(3, []int{1, 3}), family(3, []int{1, 2, 3})}},
	},
	{
		"thresholds in write and read",
		`{"kind": "k-wr-coterie", "k": 1, "universe": 2, "write": {"threshold": 1, "of": [1,2]}, "read": {"threshold": 2, "of": [1,2]}}`,
		setsys.Structure{Kind: setsys.KWRCoterie, K: 1, Universe: must(setsys.Numbered(2)), Write: family(2, []int{1}, []int{2}), Read: family(2, []int{1, 2})},
	},
	{
		"a node in a threshold and in one within it",
		`{"kind": "coterie", "universe": 3, "quorums": {"threshold": 2, "of": [1,{"threshold": 1, "of": [1]},2,3]}}`,
		setsys.Structure{Kind: setsys.Coterie, Universe: must(setsys.Numbered(3)), Quorums: family(3, []int{1}, []int{2, 3})},
	},
	{
		"a construction over fewer nodes, with names",
		`{"kind": "coterie", "universe": ["w","x","y","z"], "quorums": {"construct": "pair", "n": 3}}`,
		setsys.Structure{Kind: setsys.Coterie, Universe: must(setsys.Named([]string{"w", "x", "y", "z"})), Quorums: family(4, []int{1, 2}, []int{1, 3})},
	},
	{
		"weights: a member of 2 and three of 1",
		`{"kind": "coterie", "universe": 4, "quorums": {"threshold": 3, "weights": [2,1,1,0], "of": [1,2,3,4]}}`,
		setsys.Structure{Kind: setsys.Coterie, Universe: must(setsys.Numbered(4)), Quorums: family(4, []int{1, 2}, []int{1, 3})},
	},
	{
		"a construction on other nodes, one of them a threshold",
		`{"kind": "coterie", "universe": ["a","b","c"], "quorums": {"construct": "pair", "n": 3, "on": ["c", "a", {"threshold": 2, "of": ["a","b"]}]}}`,
		setsys.Structure{Kind: setsys.Coterie, Universe: abc, Quorums: family(3, []int{1, 3})},
	},
	{
		"a construction in a threshold",
		`{"kind": "coterie", "universe": 4, "quorums": {"threshold": 2, "of": [4, {"construct": "pair", "n": 3}]}}`,
		setsys.Structure{Kind: setsys.Coterie, Universe: must(setsys.Numbered(4)), Quorums: family(4, []int{1, 2, 4}, []int{1, 3, 4})},
	},
	{
		"a construction over fewer words",
		`{"kind": "coterie", "universe": 130, "quorums": {"n": 65, "construct": "ends"}}`,
		setsys.Structure{Kind: setsys.Coterie, Universe: must(setsys.Numbered(130)), Quorums: family(130, []int{1, 65})},
	},
	{
		"a construction of a structure with families by units",
		`{"kind": "hk-arbiter", "k": 2, "universe": 3, "quorums": {"construct": "units"}}`,
		setsys.Structure{Kind: setsys.HKArbiter, K: 2, Universe: must(setsys.Numbered(3)), ByUnits: []setsys.Family{family(3, []int{1, 2}), family(3, []int{1, 2, 3})}},
	},
	{
		"the same, and one of a single family, each for one number of units",
		`{"kind": "hk-arbiter", "k": 2, "universe": 3, "quorums": {"2": {"construct": "units"}, "1": {"construct": "pair", "n": 3}}}`,
		setsys.Structure{Kind: setsys.HKArbiter, K: 2, Universe: must(setsys.Numbered(3)), ByUnits: []setsys.Family{family(3, []int{1, 2}, []int{1, 3}), family(3, []int{1, 2, 3})}},
	},
	{
		"write and read of a construction",
		`{"kind": "k-wr-coterie", "k": 2, "universe": 3, "write": {"construct": "write-read"}, "read": {"construct": "write-read"}}`,
		setsys.Structure{Kind: setsys.KWRCoterie, K: 2, Universe: must(setsys.Numbered(3)), Write: family(3, []int{1}, []int{2}), Read: family(3, []int{1, 2})},
	},
	{
		"a construction of a single family lends it to write and read",
		`{"kind": "k-wr-coterie", "k": 2, "universe": 3, "write": [[1]], "read": {"construct": "pair", "n": 3}}`,
		setsys.Structure{Kind: setsys.KWRCoterie, K: 2, Universe: must(setsys.Numbered(3)), Write: family(3, []int{1}), Read: family(3, []int{1, 2}, []int{1, 3})},
	},
	{
		"a construction of request sets",
		`{"kind": "request-sets", "m": 4, "universe": ["a","b"], "requestSets": {"construct": "sets"}}`,
		setsys.Structure{Kind: setsys.RequestSets, M: 4, Universe: must(setsys.Named([]string{"a", "b"})), Requests: family(2, []int{1, 2}, []int{2})},
	},
	{
		"arguments: a construction in a construction",
		`{"kind": "coterie", "universe": 3, "quorums": {"construct": "same", "as": {"construct": "same", "as": {"construct": "pair", "n": 3}}}}`,
		setsys.Structure{Kind: setsys.Coterie, Universe: must(setsys.Numbered(3)), Quorums: family(3, []int{1, 2}, []int{1, 3})},
	},
	{
		"arguments: a structure with a universe of its own",
		`{"kind": "coterie", "universe": ["a","b","c"], "quorums": {"construct": "same", "as": {"name": "x", "kind": "k-coterie", "k": 1, "universe": 2, "quorums": {"threshold": 1, "of": [1,2]}}}}`,
		setsys.Structure{Kind: setsys.Coterie, Universe: abc, Quorums: family(3, []int{1}, []int{2})},
	},
	{
		"arguments: a list, an empty list and a text",
		`{"kind": "k-wr-coterie", "k": 1, "universe": 9, "write": {"construct": "numbers", "list": [9, 1]}, "read": {"construct": "numbers", "list": []}}`,
		setsys.Structure{Kind: setsys.KWRCoterie, K: 1, Universe: must(setsys.Numbered(9)), Write: family(9, []int{1, 9}), Read: family(9, []int{})},
	},
	{
		"arguments: a text",
		`{"kind": "coterie", "universe": 2, "quorums": {"construct": "text", "what": "all"}}`,
		setsys.Structure{Kind: setsys.Coterie, Universe: must(setsys.Numbered(2)), Quorums: family(2, []int{1, 2})},
	},
	{
		"the largest numbers",
		`{"kind": "k-coterie", "k": 1000000, "universe": 4096, "quorums": [[4096]]}`,
		setsys.Structure{Kind: setsys.KCoterie, K: setsys.MaxCount, Universe: must(setsys.Numbered(setsys.MaxNodes)), Quorums: family(4096, []int{4096})},
	},
	{
		"white space of every sort around everything",
		" \r\n\t{ \"kind\" :\t\"coterie\"\r\n, \"universe\" : 2 , \"quorums\" : [ [ 1 ,\n2 ] , [ ] ] }\n\n",
		setsys.Structure{Kind: setsys.Coterie, Universe: must(setsys.Numbered(2)), Quorums: family(2, []int{1, 2}, []int{})},
	},
}

func TestDecode(t *testing.T) {
	for _, row := range decodeRows {
		t.Run(row.reason, func(t *testing.T) {
			if d := differ(decode(t, row.text), &row.want); d != "" {
				t.Errorf("%s\n%s", d, row.text)
			}
			if err := validateSchema([]byte(row.text)); err != nil {
				t.Errorf("the schema rejects it: %v", err)
			}
		})
	}
}

func goodFiles() (texts []string) {
	for _, row := range decodeRows {
		texts = append(texts, row.text)
	}
	return texts
}

// obviousDecode reads a structure whose families are lists with the standard
// library, believing everything.
func obviousDecode(text []byte) (*setsys.Structure, error) {
	var doc struct {
		Name, Source         string
		Description          string
		Properties           []string
		Kind                 setsys.Kind
		K, M                 int
		Universe             any
		Quorums, Write, Read any
		RequestSets          map[string][]any
		Domains              map[string][]any
		Reliabilities        map[string]any
		Capacities           map[string]any
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, err
	}
	s := &setsys.Structure{Name: doc.Name, Source: doc.Source, Description: doc.Description, Properties: doc.Properties, Kind: doc.Kind, K: doc.K, M: doc.M}
	node := make(map[string]int)
	switch u := doc.Universe.(type) {
	case float64:
		s.Universe = must(setsys.Numbered(int(u)))
		for i := range int(u) {
			node[fmt.Sprint(i+1)] = i
		}
	case []any:
		var names []string
		for i, name := range u {
			names = append(names, name.(string))
			node[name.(string)] = i
		}
		s.Universe = must(setsys.Named(names))
	}
	n := s.Universe.Len()
	set := func(v any) setsys.NodeSet {
		var nodes []int
		for _, m := range v.([]any) {
			nodes = append(nodes, node[fmt.Sprint(m)])
		}
		return setsys.NewNodeSet(n, nodes...)
	}
	list := func(v any) setsys.Family {
		b := setsys.NewFamilyBuilder(n)
		for _, q := range v.([]any) {
			b.Add(set(q))
		}
		return b.Family()
	}
	switch s.Kind {
	case setsys.HKArbiter:
		for h := 1; h <= s.K; h++ {
			s.ByUnits = append(s.ByUnits, list(doc.Quorums.(map[string]any)[fmt.Sprint(h)]))
		}
	case setsys.KWRCoterie, setsys.ReadWrite:
		s.Write, s.Read = list(doc.Write), list(doc.Read)
	case setsys.RequestSets:
		b := setsys.NewFamilyBuilder(n)
		for i := range n {
			b.Add(set(doc.RequestSets[s.Universe.Name(i)]))
		}
		s.Requests = b.Family()
	default:
		s.Quorums = list(doc.Quorums)
	}
	for name, nodes := range doc.Domains {
		s.Domains = append(s.Domains, setsys.Domain{Name: name, Nodes: set([]any(nodes))})
	}
	for i := range n {
		number := func(v any) *big.Rat {
			x, _ := new(big.Rat).SetString(strconv.FormatFloat(v.(float64), 'f', -1, 64))
			return x
		}
		if v, ok := doc.Capacities[s.Universe.Name(i)]; ok {
			both, ok := v.(map[string]any)
			if !ok {
				both = map[string]any{"read": v, "write": v}
			}
			s.Capacities = append(s.Capacities, setsys.Capacity{Read: number(both["read"]), Write: number(both["write"])})
		}
		if v, ok := doc.Reliabilities[s.Universe.Name(i)]; ok {
			s.Reliabilities = append(s.Reliabilities, number(v))
		}
	}
	return s, nil
}

// scramble writes a JSON document again with its keys and the members of its
// sets in another order, and other white space.
func scramble(rng *rand.Rand, text []byte) []byte {
	var b bytes.Buffer
	space := func() {
		for range rng.IntN(3) {
			b.WriteByte(" \t\r\n"[rng.IntN(4)])
		}
	}
	dec := func(raw json.RawMessage, v any) {
		if err := json.Unmarshal(raw, v); err != nil {
			panic(err)
		}
	}
	var write func(raw json.RawMessage, set bool)
	write = func(raw json.RawMessage, set bool) {
		space()
		switch raw[0] {
		case '{':
			var members map[string]json.RawMessage
			dec(raw, &members)
			b.WriteByte('{')
			keys := slices.Sorted(maps.Keys(members))
			rng.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
			for i, key := range keys {
				if i > 0 {
					b.WriteByte(',')
				}
				space()
				b.Write(must(json.Marshal(key)))
				space()
				b.WriteByte(':')
				write(members[key], set && key != "universe" && key != "properties")
			}
			space()
			b.WriteByte('}')
		case '[':
			var items []json.RawMessage
			dec(raw, &items)
			if set && len(items) > 0 && items[0][0] != '[' {
				rng.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
			}
			b.WriteByte('[')
			for i, v := range items {
				if i > 0 {
					b.WriteByte(',')
				}
				write(v, set)
			}
			space()
			b.WriteByte(']')
		default:
			b.Write(raw)
		}
		space()
	}
	write(text, true)
	return b.Bytes()
}

func TestDecodeAgreesWithStandardLibraryOnRandomStructures(t *testing.T) {
	rng := slow.Random(t, 4)
	for range rounds(300, 6000) {
		s := randomStructure(rng, []int{1, 2, 5, 9, 63, 64, 65, 130}[rng.IntN(8)])
		var b bytes.Buffer
		if err := setsys.Encode(&b, s); err != nil {
			t.Fatal(err)
		}
		text := scramble(rng, b.Bytes())
		got := decode(t, string(text))
		want := must(obviousDecode(text))
		if d := differ(got, want); d != "" {
			t.Fatalf("%s\n%s", d, text)
		}
		if d := differ(got, s); d != "" {
			t.Fatalf("%s\n%s", d, text)
		}
	}
}

func TestDecodeLimit(t *testing.T) {
	const ten = `{"kind": "coterie", "universe": 5, "quorums": {"threshold": 2, "of": [1,2,3,4,5]}}`
	if _, err := setsys.Decode("f", []byte(ten), setsys.DecodeOptions{MaxSets: 10}); err != nil {
		t.Error(err)
	}
	_, err := setsys.Decode("f", []byte(ten), setsys.DecodeOptions{MaxSets: 9})
	var tooMany setsys.ErrTooMany
	if !errors.As(err, &tooMany) || tooMany.Limit != 9 {
		t.Errorf("%v is not an ErrTooMany of 9", err)
	}
	if err.Error() != "f:1:47: the threshold is too large to expand: more than 9 sets" {
		t.Error(err)
	}
	_, err = setsys.Decode("f", []byte(`{"kind": "coterie", "universe": 5, "quorums": {"construct": "many"}}`), setsys.DecodeOptions{Construct: builder})
	if !errors.As(err, &tooMany) || tooMany.Limit != setsys.DefaultMaxSets {
		t.Errorf("%v is not an ErrTooMany of %d", err, setsys.DefaultMaxSets)
	}
	// A family that is listed has no limit.
	if _, err := setsys.Decode("f", []byte(`{"kind": "coterie", "universe": 5, "quorums": [[1],[2],[3]]}`), setsys.DecodeOptions{MaxSets: 2}); err != nil {
		t.Error(err)
	}
}

// Every prefix of a file, and every file with one byte changed, is an error or
// a structure, and never a panic.
func TestDecodeDamagedFiles(t *testing.T) {
	const text = `{"name": "n\u00e9", "kind": "hk-arbiter", "k": 2, "universe": ["a", "b", "é"],
"quorums": {"1": {"threshold": 1, "of": ["a", {"threshold": 2, "of": ["b", "é"]}]}, "2": {"construct": "same", "as":
{"kind": "coterie", "universe": 1, "quorums": [[1]]}}}}`
	decode(t, text)
	damaged := func(text string) {
		t.Helper()
		s, err := setsys.Decode("f", []byte(text), setsys.DecodeOptions{Construct: builder, MaxSets: 100})
		var fe *setsys.FileError
		switch {
		case err == nil && s.Validate() != nil:
			t.Errorf("%s: decodes, and is not valid: %s", text, s.Validate())
		case err != nil && !errors.As(err, &fe):
			t.Errorf("%s: %T", text, err)
		case err != nil && (fe.Line < 1 || fe.Line > 4 || fe.Column < 1 || fe.Column > len(text)+1 || strings.Contains(fe.Msg, "\n")):
			t.Errorf("%s: %s", text, err)
		}
	}
	for i := range text {
		damaged(text[:i])
		for c := range 256 {
			damaged(text[:i] + string([]byte{byte(c)}) + text[i+1:])
		}
	}
}

// bigFile is a structure file of all quorums of 11 of 21 nodes: 352,716, with
// the universe at the end. It writes node v as the format says.
func bigFile(universe, format string) []byte {
	var b bytes.Buffer
	b.WriteString(`{"kind":"coterie","quorums":[`)
	sep := ""
	for x := uint(0); x < 1<<21; x++ {
		if setBits(x) != 11 {
			continue
		}
		b.WriteString(sep + "[")
		sep = ""
		for v := range 21 {
			if x>>v&1 != 0 {
				fmt.Fprintf(&b, "%s"+format, sep, v+1)
				sep = ","
			}
		}
		b.WriteString("]")
		sep = ",\n"
	}
	b.WriteString(`],"universe":` + universe + `}`)
	return b.Bytes()
}

func setBits(x uint) (n int) {
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}

func BenchmarkDecode(b *testing.B) {
	var names []string
	for v := range 21 {
		names = append(names, fmt.Sprintf(`"node %d"`, v+1))
	}
	for _, row := range []struct {
		name string
		text []byte
	}{
		{"numbered", bigFile("21", "%d")},
		{"named", bigFile("["+strings.Join(names, ",")+"]", `"node %d"`)},
	} {
		b.Run(row.name, func(b *testing.B) {
			b.SetBytes(int64(len(row.text)))
			for b.Loop() {
				s, err := setsys.Decode("f", row.text, setsys.DecodeOptions{})
				if err != nil || s.Quorums.Len() != 352_716 {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(352_716*b.N)/b.Elapsed().Seconds(), "quorums/s")
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	s, err := setsys.Decode("f", bigFile("21", "%d"), setsys.DecodeOptions{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := setsys.Encode(io.Discard, s); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(352_716*b.N)/b.Elapsed().Seconds(), "quorums/s")
}

func BenchmarkExpandThreshold(b *testing.B) {
	text := []byte(`{"kind":"coterie","universe":21,"quorums":{"threshold":11,"of":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21]}}`)
	for b.Loop() {
		s, err := setsys.Decode("f", text, setsys.DecodeOptions{})
		if err != nil || s.Quorums.Len() != 352_716 {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(352_716*b.N)/b.Elapsed().Seconds(), "quorums/s")
}
