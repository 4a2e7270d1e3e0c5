package setsys_test

import (
	"bytes"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

func TestEncodeText(t *testing.T) {
	for _, row := range []struct {
		reason string
		s      setsys.Structure
		want   string
	}{
		{
			"a description, properties, no k",
			setsys.Structure{Description: "d", Kind: setsys.ReadWrite, Properties: []string{"b", "a"}, Universe: must(setsys.Numbered(2)), Write: family(2, []int{1, 2}), Read: family(2)},
			`{
  "description": "d",
  "kind": "read-write",
  "properties": ["b", "a"],
  "universe": 2,
  "write": [
    [1, 2]
  ],
  "read": []
}
`,
		},
		{
			"every key; quorums in the order given, members in that of the universe",
			setsys.Structure{Name: "n", Source: "s <1>", Kind: setsys.KWRCoterie, K: 2, Universe: must(setsys.Numbered(12)), Write: family(12, []int{10, 3}, []int{1}), Read: family(12, []int{1, 3})},
			`{
  "name": "n",
  "source": "s <1>",
  "kind": "k-wr-coterie",
  "k": 2,
  "universe": 12,
  "write": [
    [3, 10],
    [1]
  ],
  "read": [
    [1, 3]
  ]
}
`,
		},
		{
			"names, an empty set",
			setsys.Structure{Kind: setsys.Coterie, Universe: must(setsys.Named([]string{"b", "a", `"`})), Quorums: family(3, []int{1, 2, 3}, []int{})},
			`{
  "kind": "coterie",
  "universe": ["b", "a", "\""],
  "quorums": [
    ["b", "a", "\""],
    []
  ]
}
`,
		},
		{
			"families by units, one of them empty",
			setsys.Structure{Kind: setsys.HKArbiter, K: 2, Universe: must(setsys.Numbered(2)), ByUnits: []setsys.Family{family(2), family(2, []int{1, 2})}},
			`{
  "kind": "hk-arbiter",
  "k": 2,
  "universe": 2,
  "quorums": {
    "1": [],
    "2": [
      [1, 2]
    ]
  }
}
`,
		},
		{
			"sets by process",
			setsys.Structure{Kind: setsys.RequestSets, M: 3, Universe: must(setsys.Named([]string{"x", "é\n"})), Requests: family(2, []int{1, 2}, []int{})},
			`{
  "kind": "request-sets",
  "m": 3,
  "universe": ["x", "é\n"],
  "requestSets": {
    "x": ["x", "é\n"],
    "é\n": []
  }
}
`,
		},
		{
			"domains in their order, reliabilities",
			setsys.Structure{
				Kind: setsys.Coterie, Universe: must(setsys.Numbered(2)), Quorums: family(2, []int{1}),
				Domains:       []setsys.Domain{{Name: "west", Nodes: setsys.NewNodeSet(2, 0, 1)}, {Name: "\"", Nodes: setsys.NewNodeSet(2, 1)}},
				Reliabilities: []*big.Rat{big.NewRat(1, 4), big.NewRat(1, 1)},
			},
			`{
  "kind": "coterie",
  "universe": 2,
  "quorums": [
    [1]
  ],
  "domains": {
    "west": [1, 2],
    "\"": [2]
  },
  "reliabilities": {
    "1": 0.25,
    "2": 1
  }
}
`,
		},
		{
			"capacities, one for both and two",
			setsys.Structure{
				Kind: setsys.ReadWrite, Universe: must(setsys.Numbered(2)), Write: family(2, []int{1}), Read: family(2, []int{1}),
				Capacities: []setsys.Capacity{{Read: big.NewRat(5, 2), Write: big.NewRat(5, 2)}, {Read: big.NewRat(200, 1), Write: big.NewRat(100, 1)}},
			},
			`{
  "kind": "read-write",
  "universe": 2,
  "write": [
    [1]
  ],
  "read": [
    [1]
  ],
  "capacities": {
    "1": 2.5,
    "2": {"read": 200, "write": 100}
  }
}
`,
		},
		{
			"an empty family",
			setsys.Structure{Kind: setsys.KArbiter, K: 1, Universe: must(setsys.Numbered(1)), Quorums: family(1)},
			`{
  "kind": "k-arbiter",
  "k": 1,
  "universe": 1,
  "quorums": []
}
`,
		},
	} {
		t.Run(row.reason, func(t *testing.T) {
			var b bytes.Buffer
			if err := setsys.Encode(&b, &row.s); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(row.want, b.String()); d != "" {
				t.Error(d)
			}
			if d := differ(decode(t, b.String()), &row.s); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestEncodeReadsBack(t *testing.T) {
	rng := slow.Random(t, 12)
	for i := range rounds(400, 8000) {
		s := randomStructure(rng, []int{1, 2, 5, 20, 64, 65, 130}[rng.IntN(7)])
		var b, again bytes.Buffer
		if err := setsys.Encode(&b, s); err != nil {
			t.Fatal(err)
		}
		got := decode(t, b.String())
		if d := differ(got, s); d != "" {
			t.Fatalf("%s\n%s", d, b.String())
		}
		if err := setsys.Encode(&again, got); err != nil || again.String() != b.String() {
			t.Fatalf("%v, or another text:\n%s\n%s", err, b.String(), again.String())
		}
		if i%8 > 0 { // the schema's validator is slow
			continue
		}
		if err := validateSchema(b.Bytes()); err != nil {
			t.Fatalf("the schema rejects it: %v\n%s", err, b.String())
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	one := must(setsys.Numbered(1))
	for _, row := range []struct {
		reason string
		s      setsys.Structure
		want   string
	}{
		{"no kind", setsys.Structure{Universe: one, Quorums: family(1)}, `unknown kind ""`},
		{"no universe", setsys.Structure{Kind: setsys.Coterie}, "the universe has no nodes"},
		{"no k", setsys.Structure{Kind: setsys.KCoterie, Universe: one, Quorums: family(1)}, "kind k-coterie needs k of 1 to 1000000, not 0"},
		{"a k that could not be read", setsys.Structure{Kind: setsys.KCoterie, K: setsys.MaxCount + 1, Universe: one, Quorums: family(1)}, "kind k-coterie needs k of 1 to 1000000, not 1000001"},
		{"a name that is not UTF-8", setsys.Structure{Name: "\xff", Kind: setsys.Coterie, Universe: one, Quorums: family(1)}, "the name, the source, the description, a remark or a property of the structure is not valid UTF-8"},
		{"a source that is not UTF-8", setsys.Structure{Source: "\xff", Kind: setsys.Coterie, Universe: one, Quorums: family(1)}, "the name, the source, the description, a remark or a property of the structure is not valid UTF-8"},
		{"a description that is not UTF-8", setsys.Structure{Description: "\xff", Kind: setsys.Coterie, Universe: one, Quorums: family(1)}, "the name, the source, the description, a remark or a property of the structure is not valid UTF-8"},
		{"a property that is not UTF-8", setsys.Structure{Properties: []string{"a", "\xff"}, Kind: setsys.Coterie, Universe: one, Quorums: family(1)}, "the name, the source, the description, a remark or a property of the structure is not valid UTF-8"},
		{"a node that is not UTF-8", setsys.Structure{Kind: setsys.Coterie, Universe: must(setsys.Named([]string{"a\xff"})), Quorums: family(1)}, `the name of node "a\xff" is not valid UTF-8`},
		{"a domain that is not UTF-8", setsys.Structure{Kind: setsys.Coterie, Universe: one, Quorums: family(1), Domains: []setsys.Domain{{"\xff", setsys.NewNodeSet(1, 0)}}}, `the name of domain "\xff" is not valid UTF-8`},
		{"a domain without a name", setsys.Structure{Kind: setsys.Coterie, Universe: one, Quorums: family(1), Domains: []setsys.Domain{{"", setsys.NewNodeSet(1, 0)}}}, "a domain has an empty name"},
		{"a domain twice", setsys.Structure{Kind: setsys.Coterie, Universe: one, Quorums: family(1), Domains: []setsys.Domain{{"a", setsys.NewNodeSet(1, 0)}, {"a", setsys.NewNodeSet(1, 0)}}}, `domain "a" is named twice`},
		{"a domain without nodes", setsys.Structure{Kind: setsys.Coterie, Universe: one, Quorums: family(1), Domains: []setsys.Domain{{"a", setsys.NewNodeSet(1)}}}, `domain "a" has no node`},
		{"a domain over other nodes", setsys.Structure{Kind: setsys.Coterie, Universe: one, Quorums: family(1), Domains: []setsys.Domain{{"a", setsys.NewNodeSet(2, 0)}}}, `domain "a" is over 2 nodes, the universe has 1`},
		{"a reliability too many", setsys.Structure{Kind: setsys.Coterie, Universe: one, Quorums: family(1), Reliabilities: []*big.Rat{new(big.Rat), new(big.Rat)}}, "2 reliabilities of 1 nodes"},
		{"a reliability above 1", setsys.Structure{Kind: setsys.Coterie, Universe: one, Quorums: family(1), Reliabilities: []*big.Rat{big.NewRat(3, 2)}}, "the reliability of node 1 is no probability"},
		{"a reliability that is no decimal number", setsys.Structure{Kind: setsys.Coterie, Universe: one, Quorums: family(1), Reliabilities: []*big.Rat{big.NewRat(1, 3)}}, "the reliability of node 1 is not a decimal number of at most 20 characters"},
		{"a capacity too many", setsys.Structure{Kind: setsys.Coterie, Universe: one, Quorums: family(1), Capacities: make([]setsys.Capacity, 2)}, "2 capacities of 1 nodes"},
		{"no capacity", setsys.Structure{Kind: setsys.Coterie, Universe: one, Quorums: family(1), Capacities: make([]setsys.Capacity, 1)}, "the capacity of node 1 is not more than 0"},
		{"a capacity of 0", setsys.Structure{Kind: setsys.ReadWrite, Universe: one, Write: family(1), Read: family(1), Capacities: []setsys.Capacity{{Read: new(big.Rat), Write: big.NewRat(1, 1)}}}, "the capacity of node 1 is not more than 0"},
		{"a capacity to write of 0", setsys.Structure{Kind: setsys.ReadWrite, Universe: one, Write: family(1), Read: family(1), Capacities: []setsys.Capacity{{Read: big.NewRat(1, 1), Write: new(big.Rat)}}}, "the capacity of node 1 is not more than 0"},
		{"two capacities without reads", setsys.Structure{Kind: setsys.Coterie, Universe: one, Quorums: family(1), Capacities: []setsys.Capacity{{Read: big.NewRat(2, 1), Write: big.NewRat(1, 1)}}}, "node 1 has two capacities, and kind coterie no reads and writes"},
		{"a capacity that is no decimal number", setsys.Structure{Kind: setsys.Coterie, Universe: one, Quorums: family(1), Capacities: []setsys.Capacity{{Read: big.NewRat(1, 3), Write: big.NewRat(1, 3)}}}, "a capacity of node 1 is not a decimal number of at most 20 characters"},
	} {
		var b bytes.Buffer
		err := setsys.Encode(&b, &row.s)
		if err == nil || err.Error() != row.want || b.Len() > 0 {
			t.Errorf("%s: %v and %d bytes", row.reason, err, b.Len())
		}
	}
}

type fullDisk struct{ room int }

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.room -= len(p); d.room < 0 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

func TestEncodeReportsErrorsOfTheWriter(t *testing.T) {
	s := &setsys.Structure{Kind: setsys.Coterie, Name: strings.Repeat("n", 10_000), Universe: must(setsys.Numbered(1)), Quorums: family(1)}
	for _, room := range []int{0, 5000} {
		if err := setsys.Encode(&fullDisk{room}, s); err == nil || err.Error() != "disk full" {
			t.Errorf("room for %d bytes: %v", room, err)
		}
	}
}

// checkUnlisted reads the file, which decodes as s, with families that stay
// formulas. They stand for the same sets.
func checkUnlisted(t *testing.T, data []byte, s *setsys.Structure) {
	t.Helper()
	lazy, err := setsys.Decode("f", data, setsys.DecodeOptions{MaxSets: 200, MaxListed: 1, Construct: builder, Formula: noFormula})
	if err != nil {
		t.Fatalf("decodes, but not with formulas: %v", err)
	}
	var b bytes.Buffer
	if err := setsys.Encode(&b, lazy); err != nil {
		t.Fatal(err)
	}
	again, err := setsys.Decode("f", b.Bytes(), setsys.DecodeOptions{MaxSets: 200})
	if errors.As(err, new(setsys.ErrTooMany)) {
		return // a step on the way may have more sets in another order
	}
	if err != nil {
		t.Fatalf("with formulas, it does not read back: %s\n%s", err, b.String())
	}
	if d := differ(s, again); d != "" {
		t.Fatalf("with formulas: %s", d)
	}
}

func FuzzDecode(f *testing.F) {
	for _, row := range malformedFiles {
		if len(row.text) < 5000 {
			f.Add([]byte(row.text))
		}
	}
	for _, text := range goodFiles() {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := setsys.Decode("f", data, setsys.DecodeOptions{MaxSets: 200, Construct: builder})
		if err != nil {
			var fe *setsys.FileError
			if !errors.As(err, &fe) || fe.Line < 1 || fe.Column < 1 || fe.Line > 1+bytes.Count(data, []byte("\n")) || strings.ContainsAny(err.Error(), "\n\r\x1b") {
				t.Fatalf("%q", err)
			}
			return
		}
		if err := s.Validate(); err != nil {
			t.Fatalf("decodes, and is not valid: %s", err)
		}
		if err := validateSchema(data); err != nil {
			t.Fatalf("decodes, and the schema rejects it: %v", err)
		}
		var b, again bytes.Buffer
		if err := setsys.Encode(&b, s); err != nil {
			t.Fatal(err)
		}
		got, err := setsys.Decode("f", b.Bytes(), setsys.DecodeOptions{})
		if err != nil {
			t.Fatalf("does not read back: %s\n%s", err, b.String())
		}
		if d := differ(s, got); d != "" {
			t.Fatalf("does not read back: %s", d)
		}
		if err := setsys.Encode(&again, got); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Fatalf("%v, or another text", err)
		}
		checkUnlisted(t, data, s)
	})
}

// rounds is how many random inputs there are, more with QCHECK_LONG.
func rounds(short, long int) int {
	if slow.Tests() {
		return long
	}
	return short
}
