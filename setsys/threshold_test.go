package setsys_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// obviousThreshold returns the minimal sets of a threshold over nodes 1..n, in
// canonical order: those of all 2^n that satisfy it, and without any member do
// not.
func obviousThreshold(n int, text string) setsys.Family {
	var root any
	if err := json.Unmarshal([]byte(text), &root); err != nil {
		panic(err)
	}
	var satisfied func(part any, set uint) bool
	satisfied = func(part any, set uint) bool {
		if v, ok := part.(float64); ok {
			return set>>(int(v)-1)&1 != 0
		}
		t := part.(map[string]any)
		if on, ok := t["on"]; ok { // a pair: {{1,2},{1,3}}
			has := func(i int) bool { return satisfied(on.([]any)[i], set) }
			return has(0) && (has(1) || has(2))
		}
		weights, weighted := t["weights"].([]any)
		votes := 0
		for i, p := range t["of"].([]any) {
			if satisfied(p, set) {
				if weighted {
					votes += int(weights[i].(float64))
				} else {
					votes++
				}
			}
		}
		return votes >= int(t["threshold"].(float64))
	}
	var sets []setsys.NodeSet
	for set := range uint(1) << n {
		minimal := satisfied(root, set)
		var nodes []int
		for v := range n {
			if set>>v&1 != 0 {
				nodes = append(nodes, v)
				minimal = minimal && !satisfied(root, set&^(1<<v))
			}
		}
		if minimal {
			sets = append(sets, setsys.NewNodeSet(n, nodes...))
		}
	}
	return setsys.NewFamily(n, sets...).Canonical()
}

func checkThreshold(t *testing.T, n int, text string) {
	t.Helper()
	s := decode(t, fmt.Sprintf(`{"kind": "coterie", "universe": %d, "quorums": %s}`, n, text))
	if want := obviousThreshold(n, text); !s.Quorums.Equal(want) {
		t.Fatalf("%s over %d nodes\n got %s\nwant %s", text, n, s.Quorums, want)
	}
}

// checkFormula reads the threshold as a formula, which must be satisfied by the
// sets that contain one of its minimal sets, and be read again as it is written.
func checkFormula(t *testing.T, n int, text string) {
	t.Helper()
	file := fmt.Sprintf(`{"kind": "coterie", "universe": %d, "quorums": %s}`, n, text)
	opts := setsys.DecodeOptions{MaxListed: 1, Construct: builder, Formula: noFormula}
	s, err := setsys.Decode("f", []byte(file), opts)
	if err != nil {
		t.Fatal(err)
	}
	want := obviousThreshold(n, text)
	if s.Quorums.Formula() == nil {
		if !s.Quorums.Equal(want) {
			t.Fatalf("%s is not listed right", text)
		}
		return
	}
	var b strings.Builder
	if err := setsys.Encode(&b, s); err != nil {
		t.Fatal(err)
	}
	again, err := setsys.Decode("f", []byte(b.String()), setsys.DecodeOptions{})
	if err != nil || !again.Quorums.Equal(want) {
		t.Fatalf("%s is written as %s: %v", text, b.String(), err)
	}
	listed, err := s.List()
	if err != nil || !listed.Quorums.Equal(want) {
		t.Fatalf("%s is not listed right: %v", text, err)
	}
	f := s.Quorums.Formula()
	for set := range uint64(1) << n {
		satisfied, minimal := false, false
		for _, q := range want.All() {
			satisfied = satisfied || q.Words()[0]&^set == 0
			minimal = minimal || q.Words()[0] == set
		}
		row := []uint64{set}
		if f.Satisfied(row) != satisfied || f.IsMinimal(row) != minimal {
			t.Fatalf("%s: set %b", text, set)
		}
		if satisfied {
			if q := f.Reduce(row); q[0]&^set != 0 || !f.IsMinimal(q) {
				t.Fatalf("%s: %b has the quorum %b", text, set, q)
			}
		}
	}
}

func noFormula(string, map[string]any, int) (*setsys.Structure, error) { return nil, nil }

// Every threshold of up to five members, each a node of three or a threshold of
// one of them, in every order, and so with every repetition.
func TestFlatThresholds(t *testing.T) {
	var extend func(of []string)
	extend = func(of []string) {
		for need := 1; need <= len(of); need++ {
			checkThreshold(t, 3, fmt.Sprintf(`{"threshold": %d, "of": [%s]}`, need, strings.Join(of, ",")))
		}
		if len(of) < 5 {
			for v := 1; v <= 3; v++ {
				member := fmt.Sprint(v)
				if slices.Contains(of, member) {
					member = single(v)
				}
				extend(append(of[:len(of):len(of)], member))
			}
		}
	}
	extend(nil)
}

// single is a threshold that is satisfied as the node is; unlike the node it may
// stand more than once in a threshold.
func single(v int) string { return fmt.Sprintf(`{"threshold": 1, "of": [%d]}`, v) }

func TestNestedThresholds(t *testing.T) {
	rng := slow.Random(t, 8)
	for round := range rounds(1800, 30_000) {
		n := 1 + rng.IntN(7)
		unused := rng.Perm(n)
		repeats := round%2 == 0
		leaf := func() string {
			if repeats {
				return fmt.Sprint(1 + rng.IntN(n))
			}
			v := unused[0]
			unused = unused[1:]
			return fmt.Sprint(1 + v)
		}
		var tree func(depth int) string
		tree = func(depth int) string {
			var of []string
			for range 1 + rng.IntN(4) {
				if !repeats && len(unused) == 0 {
					break
				}
				if depth > 0 && rng.IntN(3) == 0 {
					of = append(of, tree(depth-1))
				} else {
					member := leaf()
					if slices.Contains(of, member) {
						member = fmt.Sprintf(`{"threshold": 1, "of": [%s]}`, member)
					}
					of = append(of, member)
				}
			}
			if round%3 == 0 && len(of) == 3 && rng.IntN(2) == 0 {
				return fmt.Sprintf(`{"construct": "pair", "n": 3, "on": [%s]}`, strings.Join(of, ","))
			}
			if round%3 == 1 {
				total, weights := 0, make([]string, len(of))
				for i := range weights {
					w := rng.IntN(4)
					total, weights[i] = total+w, fmt.Sprint(w)
				}
				if total > 0 {
					return fmt.Sprintf(`{"threshold": %d, "of": [%s], "weights": [%s]}`, 1+rng.IntN(total), strings.Join(of, ","), strings.Join(weights, ","))
				}
			}
			return fmt.Sprintf(`{"threshold": %d, "of": [%s]}`, 1+rng.IntN(len(of)), strings.Join(of, ","))
		}
		text := tree(3)
		checkThreshold(t, n, text)
		checkFormula(t, n, text)
	}
}

// The limit is on the sets, and is exact where no node occurs twice.
func TestThresholdLimitIsExact(t *testing.T) {
	rng := slow.Random(t, 10)
	for range 300 {
		var text string
		var n int
		for rest := 2 + rng.IntN(6); rest > 0; rest-- { // 1 of, 2 of, ... of nodes and the threshold so far
			of := []string{}
			if text != "" {
				of = append(of, text)
			}
			for range 1 + rng.IntN(2) {
				n++
				of = append(of, fmt.Sprint(n))
			}
			text = fmt.Sprintf(`{"threshold": %d, "of": [%s]}`, 1+rng.IntN(len(of)), strings.Join(of, ","))
		}
		want := obviousThreshold(n, text).Len()
		file := []byte(fmt.Sprintf(`{"kind": "coterie", "universe": %d, "quorums": %s}`, n, text))
		for limit := max(1, want-1); limit <= want+1; limit++ {
			_, err := setsys.Decode("f", file, setsys.DecodeOptions{MaxSets: limit})
			if (err == nil) != (want <= limit) {
				t.Fatalf("limit %d, %d sets: %v\n%s", limit, want, err, text)
			}
		}
	}
}

func TestThresholdsOfManyNodes(t *testing.T) {
	for _, row := range []struct {
		reason, file string
		sets         int
	}{
		{"all of 4096: one set, though half of them have more subsets than there are atoms", `{"kind": "coterie", "universe": 4096, "quorums": {"threshold": 4096, "of": [` + numbers(4096) + `]}}`, 1},
		{"all but one of 130", `{"kind": "coterie", "universe": 130, "quorums": {"threshold": 129, "of": [` + numbers(130) + `]}}`, 130},
		{"the majority of 17", `{"kind": "coterie", "universe": 17, "quorums": {"threshold": 9, "of": [` + numbers(17) + `]}}`, 24_310},
		{"node 1 has two votes: with it 5 more of 11, otherwise 7 of 11", `{"kind": "coterie", "universe": 12, "quorums": {"threshold": 7, "of": [` + single(1) + `,` + numbers(12) + `]}}`, 462 + 330},
	} {
		t.Run(row.reason, func(t *testing.T) {
			if got := decode(t, row.file).Quorums.Len(); got != row.sets {
				t.Errorf("%d sets, want %d", got, row.sets)
			}
		})
	}
}

// The limit is on what is held at a time, not on what was held in turn.
func TestThresholdLimitCountsWhatIsHeld(t *testing.T) {
	inner := strings.TrimSuffix(strings.Repeat(`{"threshold": 2, "of": [1, {"threshold": 1, "of": [1]}]}, `, 20), ", ")
	file := `{"kind": "coterie", "universe": 1, "quorums": {"threshold": 1, "of": [` + inner + `]}}`
	s, err := setsys.Decode("f", []byte(file), setsys.DecodeOptions{MaxSets: 30})
	if err != nil || !s.Quorums.Equal(family(1, []int{1})) {
		t.Error(err)
	}
}
