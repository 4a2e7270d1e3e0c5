package importer_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qcheck/setsys/importer"
	"qcheck/setsys/slow"
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

// fbas is the form of python-fbas: a name for each quorum set.
func (q *qset) fbas(sets map[string]any) string {
	members := []any{}
	for _, m := range q.members {
		if inner, ok := m.(*qset); ok {
			m = inner.fbas(sets)
		}
		members = append(members, m)
	}
	name := fmt.Sprintf("_q%d", len(sets))
	sets[name] = map[string]any{"threshold": q.need, "members": members}
	return name
}

// network returns the files of a network in three forms.
func network(t *testing.T, names []string, trusts map[string]*qset) (files []string) {
	t.Helper()
	core, beat, fbas, sets := []any{}, []any{}, []any{}, map[string]any{}
	for _, name := range names {
		c, b := map[string]any{"node": name, "status": "tracking"}, map[string]any{"publicKey": name, "ip": "::1"}
		f := map[string]any{"id": name, "qset": nil, "attrs": map[string]any{}}
		if q := trusts[name]; q != nil {
			f["qset"] = q.fbas(sets)
			c["qset"], b["quorumSet"] = q.core(), q.beat()
		} else {
			b["quorumSet"] = nil
		}
		core, beat, fbas = append(core, c), append(beat, b), append(fbas, f)
	}
	for _, doc := range []any{map[string]any{"nodes": core}, beat, map[string]any{"validators": fbas, "qsets": sets}} {
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

// Random networks, with thresholds above the number of members, and validators that are
// trusted and not listed.
func TestStellarRandom(t *testing.T) {
	rng := slow.Random(t, 4)
	some, none := 0, 0
	for round := range 600 {
		n := 2 + rng.IntN(6)
		var names []string
		for i := range n {
			names = append(names, string(rune('a'+i)))
		}
		random := func() *qset {
			q := randomQset(rng, names)
			if q != nil && rng.IntN(6) == 0 {
				q.need += rng.IntN(3)
			}
			return q
		}
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
		listed := names
		if last := n - 1; n > 2 && rng.IntN(3) == 0 {
			listed = names[:last]
			delete(trusts, names[last])
		}
		want := minimalQuorums(names, trusts)
		for _, file := range network(t, listed, trusts) {
			if got := quorums(imported(t, "stellar", file)); !slices.Equal(got, want) {
				t.Fatalf("%v, want %v:\n%s", got, want, file)
			}
		}
		if some++; len(want) == 0 {
			some, none = some-1, none+1
		}
	}
	if some < 100 || none < 20 {
		t.Errorf("%d with a quorum, %d without", some, none)
	}
}

// What real files have beside their quorum sets: names and home domains, keys that say
// nothing of quorums, lines before the document.
func TestStellarFiles(t *testing.T) {
	set := `{"threshold":2,"validators":["GA","GB","GC"],"hashKey":"x","hash":1}`
	node := func(key, name, home string) string {
		return fmt.Sprintf(`{"publicKey":"%s","name":"%s","homeDomain":"%s","index":0.1,"quorumSet":%s}`, key, name, home, set)
	}
	for _, c := range []struct{ reason, config, universe, domains, description string }{
		{"names and home domains", "[" + node("GA", "alpha one", "a") + "," + node("GB", "alpha two", "a") + "," + node("GC", "beta", "b") + "]", "alpha one,alpha two,beta", "a:2 b:1", ""},
		{"a name twice, and one that is a key", "[" + node("GA", "x", "a") + "," + node("GB", "x", "") + "," + node("GC", "GA", "") + "]", "GA,GB,GC", "a:1", ""},
		{"without some validators", "[" + node("GA", "", "") + "," + node("GB", " ", "") + "]", "GA,GB,GC", "", "Validators that are not listed, which are in no quorum: GC."},
		{"a node twice", "[" + node("GA", "", "") + "," + node("GA", "", "") + "]", "GA,GB,GC", "", "Validators that are not listed, which are in no quorum: GB, GC."},
		{"headers of HTTP", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[" + node("GA", "", "") + "]", "GA,GB,GC", "", "Validators that are not listed, which are in no quorum: GB, GC."},
		{"the log of stellar-core", "2024-01-05T10:11:12.123 [default INFO] Connecting\n{\"nodes\":[{\"node\":\"GA\",\"qset\":" + set + "}]}", "GA,GB,GC", "", "Validators that are not listed, which are in no quorum: GB, GC."},
		{"an organisation", `[{"publicKey":"GA","organizationId":"o","quorumSet":{"threshold":1,"validators":["GA"]}}]`, "GA", "o:1", ""},
		{"the largest number of JavaScript", `[{"publicKey":"GA","quorumSet":{"threshold":9007199254740991,"validators":["GA"]}}]`, "GA", "", "Nodes whose quorum set cannot be satisfied, which are in no quorum: GA."},
		{"a threshold of no sort of integer", `[{"publicKey":"GA","quorumSet":{"threshold":99999999999999999999,"validators":["GA"]}}]`, "GA", "", "Nodes whose quorum set cannot be satisfied, which are in no quorum: GA."},
		{"the threshold 0", `{"nodes":[{"node":"GA","qset":{"t":0,"v":["GA"]}}]}`, "GA", "", "Nodes whose quorum set cannot be satisfied, which are in no quorum: GA."},
		{"a validator twice", `{"nodes":[{"node":"GA","qset":{"t":2,"v":["GA",{"t":1,"v":["GA"]}]}}]}`, "GA", "", "Nodes with a validator twice in the quorum set, which counts twice here, and which stellar-core refuses: GA."},
		{"an inner quorum set without members", `{"nodes":[{"node":"GA","qset":{"t":1,"v":["GA",{"t":1,"v":[]}]}}]}`, "GA", "", ""},
		{"no quorum set", `[{"publicKey":"GA","quorumSet":{"threshold":1,"validators":[]}},{"publicKey":"GB","quorumSet":null}]`, "GA,GB", "", "Nodes without a quorum set, which are in no quorum: GA, GB."},
	} {
		s, err := importer.Import(t.Context(), "stellar", "FILE", []byte(c.config), nil)
		if err != nil {
			t.Errorf("%s: %v", c.reason, err)
			continue
		}
		var names, domains []string
		for i := range s.Universe.Len() {
			names = append(names, s.Universe.Name(i))
		}
		for _, d := range s.Domains {
			domains = append(domains, fmt.Sprintf("%s:%d", d.Name, d.Nodes.Len()))
		}
		if got := strings.Join(names, ","); got != c.universe || s.Description != c.description || strings.Join(domains, " ") != c.domains {
			t.Errorf("%s: %s, %q, %v", c.reason, got, s.Description, domains)
		}
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
		{`[3]`, `FILE:1:2: want an object (a node), found the number 3`},
		{`[{"key":"a"}]`, `FILE:1:2: a node without a key ("publicKey", "node" or "id")`},
		{`[{"publicKey":3}]`, `FILE:1:15: want a key (a string), found the number 3`},
		{`[{"publicKey":"a"},{"publicKey":"a","quorumSet":{}}]`, `FILE:1:33: node "a" is there twice, with two quorum sets`},
		{`{"nodes":[{"node":"a","qset":{"v":["a"]}}]}`, `FILE:1:30: a quorum set without a threshold ("threshold" or "t")`},
		{`{"nodes":[{"node":"a","qset":{"t":-1,"v":["a"]}}]}`, `FILE:1:35: want a threshold (0 or more), found the number -1`},
		{`{"nodes":[{"node":"a","qset":{"t":1.5,"v":["a"]}}]}`, `FILE:1:35: want a threshold (0 or more), found the number 1.5`},
		{`{"nodes":[{"node":"a","qset":{"treshold":1,"v":["a"]}}]}`, `FILE:1:31: unknown key "treshold" in a quorum set: did you mean "threshold"?`},
		{`{"nodes":[{"node":"a","qset":{"t":1,"v":[3]}}]}`, `FILE:1:42: want an object (a quorum set), found the number 3`},
		{`{"nodes":[{"node":"a","qset":{"t":1,"v":"a"}}]}`, `FILE:1:41: want a list of validators or quorum sets, found a string`},
		{`{"nodes":[{"node":"a","qset":"q"}]}`, `FILE:1:30: "q" is no quorum set of the file`},
		{`{"validators":[{"id":"a","qset":"q"}],"qsets":{"q":{"threshold":1,"members":["r"]},"r":{"threshold":1,"members":["q"]}}}`, `FILE:1:114: quorum set "q" is in itself`},
		{`{"validators":[],"qsets":[]}`, `FILE:1:26: want an object with the quorum sets, found a list`},
		{`{"node":"a","qset":{"agree":3},"transitive":{"intersection":true}}`, `FILE:1:45: this answer of stellar-core has no quorum sets: ask for "quorum?transitive=true&fullkeys=true"`},
		{`[{"publicKey":"","quorumSet":{"threshold":1,"validators":[""]}}]`, `FILE:1:1: node 1 has an empty name`},
	} {
		_, err := importer.Import(t.Context(), "stellar", "FILE", []byte(c.config), nil)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s\n  %v, want\n  %s", c.config, err, c.want)
		}
	}
}
