package importer_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/importer"
	"qcheck/setsys/slow"
)

// cassandraOptions is NetworkTopologyStrategy.prepareOptions of Cassandra 4: the factor of each
// data centre, where replication_factor stands for those that are not named, and none for 0.
func cassandraOptions(options map[string]int, centres []string) map[string]int {
	factors := map[string]int{}
	for dc, n := range options {
		if dc != "replication_factor" {
			factors[dc] = n
		}
	}
	if n, ok := options["replication_factor"]; ok {
		for _, dc := range centres {
			if _, named := factors[dc]; !named {
				factors[dc] = n
			}
		}
	}
	for dc, n := range factors {
		if n == 0 {
			delete(factors, dc)
		}
	}
	return factors
}

// acknowledged reports whether a request with the level of a client in a data centre returns
// when these replicas answer: ConsistencyLevel.blockFor, and who counts (WriteResponseHandler,
// DatacenterWriteResponseHandler and DatacenterSyncWriteResponseHandler; the same of reads).
func acknowledged(level, here string, factors, answers map[string]int) bool {
	replicas, all := 0, 0
	for dc, n := range factors {
		replicas, all = replicas+n, all+answers[dc]
	}
	quorumFor, localQuorumFor := replicas/2+1, func(dc string) int { return factors[dc]/2 + 1 }
	switch level {
	case "ONE":
		return all >= 1
	case "TWO":
		return all >= 2
	case "THREE":
		return all >= 3
	case "QUORUM", "SERIAL":
		return all >= quorumFor
	case "ALL":
		return all >= replicas
	case "LOCAL_ONE":
		return answers[here] >= 1
	case "LOCAL_QUORUM", "LOCAL_SERIAL":
		return answers[here] >= localQuorumFor(here)
	case "EACH_QUORUM":
		for dc := range factors {
			if answers[dc] < localQuorumFor(dc) {
				return false
			}
		}
		return true
	}
	panic("unknown level " + level)
}

func TestCassandraRule(t *testing.T) {
	rng := slow.Random(t, 5)
	levels := []string{"ONE", "TWO", "THREE", "QUORUM", "ALL", "SERIAL", "LOCAL_ONE", "LOCAL_QUORUM", "LOCAL_SERIAL", "EACH_QUORUM"}
	several, expanded, zero := 0, 0, 0
	for range some(250) {
		simple := rng.IntN(5) == 0
		centres, options := []string{"replica"}, map[string]int{"replication_factor": 1 + rng.IntN(8)}
		flags := map[string]string{"write": levels[rng.IntN(len(levels))], "read": levels[rng.IntN(len(levels))]}
		class := "SimpleStrategy"
		if simple { // which knows no data centres: the levels about them are refused
			flags["write"], flags["read"] = levels[rng.IntN(6)], levels[rng.IntN(6)]
		} else {
			class, centres, options = "NetworkTopologyStrategy", nil, map[string]int{}
			for i := range 1 + rng.IntN(3) {
				dc := fmt.Sprintf("dc%d", i+1)
				if centres = append(centres, dc); rng.IntN(4) > 0 {
					options[dc] = rng.IntN(4)
				}
			}
			if len(options) < len(centres) || rng.IntN(5) == 0 {
				options["replication_factor"] = rng.IntN(4)
				flags["datacenters"] = strings.Join(centres, ",")
				expanded++
			}
		}
		var pairs []string
		for name, n := range options {
			pairs = append(pairs, fmt.Sprintf("'%s': '%d'", name, n))
		}
		slices.Sort(pairs)
		factors := cassandraOptions(options, centres)
		clients := slices.DeleteFunc(slices.Clone(centres), func(dc string) bool { return factors[dc] == 0 })
		if !simple && rng.IntN(2) == 0 {
			clients = []string{centres[rng.IntN(len(centres))]}
			flags["local"] = clients[0]
		}
		if len(factors) < len(centres) {
			zero++
		}
		var nodes []string
		at := map[string]string{}
		for _, dc := range centres {
			for i := range factors[dc] {
				nodes = append(nodes, fmt.Sprintf("%s-%d", dc, i+1))
				at[nodes[len(nodes)-1]] = dc
			}
		}
		config := "CREATE KEYSPACE k WITH REPLICATION = {'class': '" + class + "', " + strings.Join(pairs, ", ") + "};"
		s, err := importer.Import(t.Context(), "cassandra", "FILE", []byte(config), flags)
		rule := func(level string) func(map[string]bool) bool {
			return func(set map[string]bool) bool {
				answers := map[string]int{}
				for node := range set {
					answers[at[node]]++
				}
				return slices.ContainsFunc(clients, func(dc string) bool { return acknowledged(level, dc, factors, answers) })
			}
		}
		full := map[string]bool{}
		for _, node := range nodes {
			full[node] = true
		}
		if err != nil { // then all replicas are too few, or there are no clients where replicas are
			if rule(flags["write"])(full) && rule(flags["read"])(full) && (flags["local"] == "" || factors[flags["local"]] > 0) && len(nodes) > 0 {
				t.Fatalf("%v: %v:\n%s", err, flags, config)
			}
			continue
		}
		config = fmt.Sprint(flags, config)
		enough(t, s, s.Write, nil, config, nodes, rule(flags["write"]))
		enough(t, s, s.Read, nil, config, nodes, rule(flags["read"]))
		if len(factors) > 1 {
			several++
		}
		for _, d := range s.Domains {
			if d.Nodes.Len() != factors[d.Name] {
				t.Fatalf("domain %v, want %d:\n%s", d, factors[d.Name], config)
			}
			for v := range d.Nodes.All() {
				if at[s.Universe.Name(v)] != d.Name {
					t.Fatalf("%s is in %s", s.Universe.Name(v), d.Name)
				}
			}
		}
		if !simple && len(s.Domains) != len(factors) {
			t.Fatalf("domains %v:\n%s", s.Domains, config)
		}
	}
	slow.Reached(t, "several data centres", several, some(250), 50)
	slow.Reached(t, "replication_factor for data centres", expanded, some(250), 40)
	slow.Reached(t, "a data centre without replicas", zero, some(250), 20)
}

// What is written in many ways means the same.
func TestCassandraForms(t *testing.T) {
	const plain = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': '3'};"
	want, err := importer.Import(t.Context(), "cassandra", "FILE", []byte(plain), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, config := range []string{
		"create keyspace if not exists k with durable_writes = false and replication = {'class':'SimpleStrategy','replication_factor':3}",
		"-- a comment\n// another\n/* a third;\n CREATE KEYSPACE z */" + plain + "\nCREATE TABLE k.t (create int PRIMARY KEY) WITH comment = 'it''s; CREATE KEYSPACE';",
		strings.Replace(plain, "SimpleStrategy", "org.apache.cassandra.locator.SimpleStrategy", 1),
		strings.Replace(plain, "KEYSPACE k", `KEYSPACE "k"`, 1),
	} {
		got, err := importer.Import(t.Context(), "cassandra", "FILE", []byte(config), map[string]string{"write": "QUORUM"})
		if err != nil {
			t.Errorf("%v\n%s", err, config)
			continue
		}
		if got.Name != want.Name || len(got.Remarks) != 1 || len(want.Remarks) != 2 || got.Domains != nil || got.Universe.Len() != 3 || len(got.Domains) > 0 {
			t.Errorf("%+v\n%s", got, config)
		}
		for set := range uint64(8) {
			quorum := set == 3 || set > 4
			for _, f := range []setsys.Family{got.Write, got.Read, want.Write} {
				if f.Formula().Satisfied([]uint64{set}) != quorum {
					t.Errorf("%03b: want %v", set, quorum)
				}
			}
		}
	}
}

// Where clients are is nothing that blockFor of other levels than LOCAL_... asks: each of them is what it is for clients elsewhere. That of
// LOCAL_QUORUM is 0 / 2 + 1 where there are no replicas.
func TestClientsWithoutReplicas(t *testing.T) {
	keyspace := []byte("CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'a': 3, 'b': 2};")
	for _, write := range []string{"ONE", "QUORUM", "ALL", "EACH_QUORUM", "SERIAL"} {
		got, err := importer.Import(t.Context(), "cassandra", "FILE", keyspace, map[string]string{"write": write, "read": "ONE", "local": "c"})
		if err != nil {
			t.Fatal(err)
		}
		want, err := importer.Import(t.Context(), "cassandra", "FILE", keyspace, map[string]string{"write": write, "read": "ONE", "local": "a"})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Write, want.Write) || !slices.ContainsFunc(got.Remarks, func(r string) bool { return strings.Contains(r, "no replicas there") }) {
			t.Errorf("%s: %v, want %v; %q", write, got.Write, want.Write, got.Remarks)
		}
	}
}

func TestCassandraErrors(t *testing.T) {
	simple := func(options string) string { return "CREATE KEYSPACE k WITH replication = {" + options + "};" }
	const one = "'class': 'SimpleStrategy', 'replication_factor': 1"
	const two = "'class': 'NetworkTopologyStrategy', 'a': 1, 'b': 2"
	for _, c := range []struct {
		config, write, local, want string
	}{
		{"", "", "", `FILE:1:1: there is no CREATE KEYSPACE statement`},
		{"CREATE TABLE t;", "", "", `FILE:1:1: there is no CREATE KEYSPACE statement`},
		{simple(one) + " " + simple(one), "", "", `FILE:1:92: a second keyspace: each needs a structure of its own`},
		{"CREATE KEYSPACE k;", "", "", `FILE:1:18: want "WITH", found ";"`},
		{"CREATE KEYSPACE IF EXISTS k", "", "", `FILE:1:20: want "IF NOT EXISTS", found "EXISTS"`},
		{"CREATE KEYSPACE k WITH replicaton = {}", "", "", `FILE:1:24: want an option such as replication, found "replicaton"`},
		{"CREATE KEYSPACE k WITH replication {", "", "", `FILE:1:36: want "=", found "{"`},
		{"CREATE KEYSPACE k WITH durable_writes = true;", "", "", `FILE:1:45: a keyspace without replication`},
		{"CREATE KEYSPACE k WITH durable_writes = 3;", "", "", `FILE:1:42: a keyspace without replication`},
		{"CREATE KEYSPACE k WITH replication = {", "", "", `FILE:1:39: want a name in single quotes, found ""`},
		{"CREATE KEYSPACE k", "", "", `FILE:1:18: want "WITH", found the end of the file`},
		{simple(""), "", "", `FILE:1:39: want a name in single quotes, found "}"`},
		{simple("'class' 'SimpleStrategy'"), "", "", `FILE:1:47: want ":", found "SimpleStrategy"`},
		{simple("'class': 'SimpleStrategy' 'x': 3"), "", "", `FILE:1:65: want "," or "}", found "x"`},
		{simple("'a': 3"), "", "", `FILE:1:39: the replication has no "class"`},
		{simple("'class': 'LocalStrategy'"), "", "", `FILE:1:48: want SimpleStrategy or NetworkTopologyStrategy, found "LocalStrategy"`},
		{simple("'class': 'SimpleStrategy'"), "", "", `FILE:1:39: the keyspace has no replicas`},
		{simple("'class': 'SimpleStrategy', 'a': 3"), "", "", `FILE:1:66: unknown option "a" of SimpleStrategy (known: class, replication_factor)`},
		{simple("'class': 'NetworkTopologyStrategy', 'a': 3, 'a': 2"), "", "", `FILE:1:83: "a" is given twice`},
		{simple("'class': 'NetworkTopologyStrategy', 'a': '3/1'"), "", "", `FILE:1:80: transient replication ("3/1") is not modelled`},
		{simple("'class': 'NetworkTopologyStrategy', 'a': 0"), "", "", `FILE:1:39: the keyspace has no replicas`},
		{simple("'class': 'NetworkTopologyStrategy', 'a': 4096, 'b': 4096"), "", "", `FILE:1:39: a universe has 1 to 4096 nodes, not 8192`},
		{"CREATE KEYSPACE k WITH replication = {" + one + "} AND replication = {" + one + "}", "", "", `FILE:1:95: replication is given twice`},
		{"CREATE KEYSPACE k WITH replication = {" + one + "} OR x", "", "", `FILE:1:91: want "AND" or ";", found "OR"`},
		{"/* x", "", "", `FILE:1:1: a comment without an end`},
		{"CREATE 'x", "", "", `FILE:1:8: a string without an end`},
		{simple(one), "MOST", "", `--write MOST: unknown value (known: ONE, TWO, THREE, QUORUM, ALL, LOCAL_ONE, LOCAL_QUORUM, EACH_QUORUM, SERIAL, LOCAL_SERIAL, ANY, NODE_LOCAL)`},
		{simple(one), "LOCAL_ONE", "", `--write LOCAL_ONE: with SimpleStrategy, no data centres are known`},
		{simple(one), "TWO", "", `--write TWO: too few replicas: 1`},
		{simple(one), "", "a", `--local a: with SimpleStrategy, no data centres are known`},
		{simple(two), "LOCAL_QUORUM", "c", `--local c: the keyspace has no replicas there (known: a, b), and Cassandra refuses each request whose level is LOCAL_..., for which it wants one of them`},
		{simple(two), "LOCAL_ONE", "c", `--local c: the keyspace has no replicas there (known: a, b), and Cassandra refuses each request whose level is LOCAL_..., for which it wants one of them`},
	} {
		flags := map[string]string{}
		if c.write != "" {
			flags["write"] = c.write
		}
		if c.local != "" {
			flags["local"] = c.local
		}
		_, err := importer.Import(t.Context(), "cassandra", "FILE", []byte(c.config), flags)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s\n  %v, want\n  %s", c.config, err, c.want)
		}
	}
	if _, err := importer.Import(t.Context(), "etcd", "FILE", nil, map[string]string{"write": "ONE"}); err == nil || err.Error() != "etcd has no flag --write" {
		t.Error(err)
	}
}
