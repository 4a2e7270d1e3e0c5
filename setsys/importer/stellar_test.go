package importer_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qcheck/setsys/importer"
)

// A qset is a quorum set as these tests have it: a threshold of names and qsets.
type qset struct {
	need    int
	members []any
}

// satisfied is the definition: so many members are in the set, or satisfied by it.
func (q *qset) satisfied(set map[string]bool) bool {
	count := 0
	for _, m := range q.members {
		switch m := m.(type) {
		case string:
			if set[m] {
				count++
			}
		case *qset:
			if m.satisfied(set) {
				count++
			}
		}
	}
	return count >= q.need
}

// core and beat are the two forms of a quorum set.
func (q *qset) core() map[string]any {
	members := []any{}
	for _, m := range q.members {
		if inner, ok := m.(*qset); ok {
			m = inner.core()
		}
		members = append(members, m)
	}
	return map[string]any{"t": q.need, "v": members}
}

func (q *qset) beat() map[string]any {
	validators, inner := []any{}, []any{}
	for _, m := range q.members {
		if i, ok := m.(*qset); ok {
			inner = append(inner, i.beat())
		} else {
			validators = append(validators, m)
		}
	}
	return map[string]any{"threshold": q.need, "validators": validators, "innerQuorumSets": inner}
}

// network returns the files of a network in both forms.
func network(t *testing.T, names []string, trusts map[string]*qset) (files []string) {
	t.Helper()
	core, beat := []any{}, []any{}
	for _, name := range names {
		c, b := map[string]any{"node": name, "status": "tracking"}, map[string]any{"publicKey": name, "ip": "::1"}
		if q := trusts[name]; q != nil {
			c["qset"], b["quorumSet"] = q.core(), q.beat()
		} else {
			b["quorumSet"] = nil
		}
		core, beat = append(core, c), append(beat, b)
	}
	for _, doc := range []any{map[string]any{"nodes": core}, beat} {
		text, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, string(text))
	}
	return files
}

// minimalQuorums tries all sets of nodes.
func minimalQuorums(names []string, trusts map[string]*qset) []string {
	isQuorum := make([]bool, 1<<len(names))
	for s := 1; s < 1<<len(names); s++ {
		set := map[string]bool{}
		for i, name := range names {
			set[name] = s>>i&1 == 1
		}
		isQuorum[s] = true
		for name, in := range set {
			isQuorum[s] = isQuorum[s] && (!in || trusts[name] != nil && trusts[name].satisfied(set))
		}
	}
	var all []string
	for s, is := range isQuorum {
		for r := 1; r < s && is; r++ {
			is = r&^s != 0 || !isQuorum[r]
		}
		if is && s > 0 {
			var in []string
			for i, name := range names {
				if s>>i&1 == 1 {
					in = append(in, name)
				}
			}
			all = append(all, strings.Join(in, " "))
		}
	}
	slices.Sort(all)
	return all
}

// randomQset returns a quorum set of some of the names, none twice; nil for none.
func randomQset(rng *rand.Rand, names []string) *qset {
	order := rng.Perm(len(names))
	var inner func(depth, most int) *qset
	inner = func(depth, most int) *qset {
		q := &qset{}
		for range 1 + rng.IntN(most) {
			if len(order) == 0 {
				break
			}
			if depth > 0 && rng.IntN(3) == 0 {
				if i := inner(depth-1, 3); len(i.members) > 0 {
					q.members = append(q.members, i)
				}
				continue
			}
			q.members = append(q.members, names[order[0]])
			order = order[1:]
		}
		q.need = 1 + rng.IntN(max(len(q.members), 1))
		return q
	}
	q := inner(2, len(names))
	if len(q.members) == 0 {
		return nil
	}
	return q
}

func TestStellarRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	listed, formulas, none := 0, 0, 0
	for round := range 600 {
		n := 2 + rng.IntN(6)
		var names []string
		for i := range n {
			names = append(names, string(rune('a'+i)))
		}
		random := func() *qset { return randomQset(rng, names) }
		shared := random()
		trusts := map[string]*qset{}
		for _, name := range names {
			trusts[name] = random()
			if round%3 == 0 && rng.IntN(8) > 0 {
				trusts[name] = shared
			}
			if rng.IntN(10) == 0 {
				trusts[name] = nil
			}
		}
		want := minimalQuorums(names, trusts)
		for _, file := range network(t, names, trusts) {
			if len(want) == 0 {
				none++
				if _, err := importer.Import("stellar", "FILE", []byte(file), nil); err == nil || !strings.Contains(err.Error(), "there is no quorum") {
					t.Fatalf("no quorum, but %v:\n%s", err, file)
				}
				continue
			}
			s := imported(t, "stellar", file)
			if got := quorums(s); !slices.Equal(got, want) {
				t.Fatalf("%v, want %v:\n%s", got, want, file)
			}
			if s.Name == "Stellar, one quorum set" {
				formulas++
			} else {
				listed++
			}
		}
	}
	if listed < 100 || formulas < 100 || none < 20 {
		t.Errorf("%d listed, %d formulas, %d without a quorum", listed, formulas, none)
	}
}

// The examples of "The Stellar Consensus Protocol": figure 2, of which {v2,v3,v4} is
// the smallest quorum; figure 3, three tiers; and figures 6 and 7, without quorum
// intersection and with a node between the two halves that trusts itself alone.
func TestStellarPaper(t *testing.T) {
	of := func(need int, members ...any) *qset { return &qset{need, members} }
	all := func(names string) *qset {
		var members []any
		for _, name := range strings.Fields(names) {
			members = append(members, name)
		}
		return of(len(members), members...)
	}
	tiers := map[string]*qset{}
	for i := range 4 {
		tiers[fmt.Sprintf("v%d", i+1)] = of(3, "v1", "v2", "v3", "v4")
		tiers[fmt.Sprintf("v%d", i+5)] = of(2, fmt.Sprintf("v%d", i+5), of(2, "v1", "v2", "v3", "v4"))
	}
	for _, v := range []string{"v9", "v10"} {
		tiers[v] = of(2, v, of(2, "v5", "v6", "v7", "v8"))
	}
	halves := map[string]*qset{}
	between := map[string]*qset{"v7": all("v7")}
	for i := 1; i <= 6; i++ {
		half := "v1 v2 v3"
		if i > 3 {
			half = "v4 v5 v6"
		}
		v := fmt.Sprintf("v%d", i)
		halves[v], between[v] = all(half), all(half+" v7")
	}
	for _, c := range []struct {
		reason string
		trusts map[string]*qset
		want   string
	}{
		{"figure 2", map[string]*qset{"v1": all("v1 v2 v3"), "v2": all("v2 v3 v4"), "v3": all("v2 v3 v4"), "v4": all("v2 v3 v4")}, "v2 v3 v4"},
		{"three tiers", tiers, "v1 v2 v3, v1 v2 v4, v1 v3 v4, v2 v3 v4"},
		{"two halves", halves, "v1 v2 v3, v4 v5 v6"},
		{"a node between them", between, "v7"},
	} {
		var names []string
		for i := range len(c.trusts) {
			names = append(names, fmt.Sprintf("v%d", i+1))
		}
		for _, file := range network(t, names, c.trusts) {
			if got := strings.Join(quorums(imported(t, "stellar", file)), ", "); got != c.want {
				t.Errorf("%s: %s, want %s", c.reason, got, c.want)
			}
		}
	}
}

func TestStellarErrors(t *testing.T) {
	for _, c := range []struct{ config, want string }{
		{`[]`, `FILE:1:1: there is no node`},
		{`{}`, `FILE:1:1: key "nodes" is missing`},
		{`3`, `FILE:1:1: want a list of nodes, found the number 3`},
		{`[3]`, `FILE:1:2: want an object, found the number 3`},
		{`[{"node":"a"}]`, `FILE:1:2: a node without the key "publicKey"`},
		{`[{"publicKey":3}]`, `FILE:1:15: want a key (a string), found the number 3`},
		{`[{"publicKey":"a"},{"publicKey":"a"}]`, `FILE:1:33: node "a" is there twice`},
		{`[{"publicKey":"a"}]`, `FILE:1:1: there is no quorum: no set of nodes satisfies the quorum sets of all its nodes`},
		{`{"nodes":[{"node":"a","qset":{"t":1,"v":["b"]}}]}`, `FILE:1:42: validator "b" is no node of the list`},
		{`{"nodes":[{"node":"a","qset":{"t":1,"v":["a","a"]}}]}`, `FILE:1:46: validator "a" is in the quorum set twice`},
		{`{"nodes":[{"node":"a","qset":{"t":1,"v":["a",{"t":1,"v":["a"]}]}}]}`, `FILE:1:58: validator "a" is in the quorum set twice`},
		{`{"nodes":[{"node":"a","qset":{"t":2,"v":["a"]}}]}`, `FILE:1:35: want a threshold of 1 to 1, the number of members, found the number 2`},
		{`{"nodes":[{"node":"a","qset":{"t":0,"v":["a"]}}]}`, `FILE:1:35: want a threshold of 1 to 1, the number of members, found the number 0`},
		{`{"nodes":[{"node":"a","qset":{"v":["a"]}}]}`, `FILE:1:30: a quorum set without the key "t"`},
		{`{"nodes":[{"node":"a","qset":{"t":1,"v":["a"],"w":1}}]}`, `FILE:1:47: unknown key "w" in a quorum set (known: t, v)`},
		{`{"nodes":[{"node":"a","qset":{"t":1,"v":["a",{"t":1,"v":[]}]}}]}`, `FILE:1:46: an inner quorum set without members`},
		{`{"nodes":[{"node":"a","qset":{"t":1,"v":[3]}}]}`, `FILE:1:42: want an object (a quorum set), found the number 3`},
		{`[{"publicKey":"a","quorumSet":{"threshold":1,"validators":"a"}}]`, `FILE:1:59: want a list of validators or quorum sets, found a string`},
		{`[{"publicKey":"","quorumSet":{"threshold":1,"validators":[""]}}]`, `FILE:1:1: node 1 has an empty name`},
	} {
		_, err := importer.Import("stellar", "FILE", []byte(c.config), nil)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s\n  %v, want\n  %s", c.config, err, c.want)
		}
	}
}
