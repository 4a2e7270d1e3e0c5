package importer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/importer"
	"qcheck/setsys/slow"
)

// answered reports whether the replicas that answered, by data centre, are enough for
// the level: Cassandra's rule, counted request by request. here is the data centre of
// the client.
func answered(level, here string, factors, answers map[string]int) bool {
	replicas, all := 0, 0
	each := true
	for dc, n := range answers {
		all += n
		each = each && n >= factors[dc]/2+1
	}
	for _, f := range factors {
		replicas += f
	}
	switch level {
	case "ONE":
		return all >= 1
	case "TWO":
		return all >= 2
	case "THREE":
		return all >= 3
	case "QUORUM":
		return all >= replicas/2+1
	case "ALL":
		return all == replicas
	case "LOCAL_ONE":
		return answers[here] >= 1
	case "LOCAL_QUORUM":
		return answers[here] >= factors[here]/2+1
	case "EACH_QUORUM":
		return each
	}
	panic("unknown level " + level)
}

func TestCassandraRandom(t *testing.T) {
	rng := slow.Random(t, 5)
	levels := []string{"ONE", "TWO", "THREE", "QUORUM", "ALL", "LOCAL_ONE", "LOCAL_QUORUM", "EACH_QUORUM"}
	checked := 0
	for range some(400) {
		factors := map[string]int{}
		var dcs, options []string
		total := 0
		for i := range 1 + rng.IntN(3) {
			dc := fmt.Sprintf("dc%d", i+1)
			factors[dc] = 1 + rng.IntN(3)
			total += factors[dc]
			dcs, options = append(dcs, dc), append(options, fmt.Sprintf("'%s': '%d'", dc, factors[dc]))
		}
		config := "CREATE KEYSPACE k WITH REPLICATION = {'class': 'NetworkTopologyStrategy', " + strings.Join(options, ", ") + "};"
		flags := map[string]string{"write": levels[rng.IntN(8)], "read": levels[rng.IntN(8)]}
		clients := dcs
		if rng.IntN(2) == 0 {
			clients = []string{dcs[rng.IntN(len(dcs))]}
			flags["local"] = clients[0]
		}
		need := map[string]int{"TWO": 2, "THREE": 3}
		s, err := importer.Import("cassandra", "FILE", []byte(config), flags)
		if few := need[flags["write"]] > total || need[flags["read"]] > total; few != (err != nil) {
			t.Fatalf("%s %v: %v", config, flags, err)
		}
		if err != nil {
			continue
		}
		if s.Universe.Len() != total || s.Kind != setsys.ReadWrite {
			t.Fatalf("%d nodes of kind %s for %s", s.Universe.Len(), s.Kind, config)
		}
		for set := range uint64(1) << total {
			answers := map[string]int{}
			for _, dc := range dcs {
				answers[dc] = 0
			}
			for v := range total {
				if set>>v&1 == 1 {
					answers[strings.Split(s.Universe.Name(v), "-")[0]]++
				}
			}
			for flag, f := range map[string]setsys.Family{"write": s.Write, "read": s.Read} {
				want := slices.ContainsFunc(clients, func(dc string) bool { return answered(flags[flag], dc, factors, answers) })
				if got := f.Formula().Satisfied([]uint64{set}); got != want {
					t.Fatalf("%v for --%s %s, clients in %v, is %v:\n%s", answers, flag, flags[flag], clients, got, config)
				}
				checked++
			}
		}
		if len(s.Domains) != len(dcs) {
			t.Fatalf("domains %v", s.Domains)
		}
		for i, d := range s.Domains {
			if d.Name != dcs[i] || d.Nodes.Len() != factors[dcs[i]] {
				t.Fatalf("domain %v, want %s with %d", d, dcs[i], factors[dcs[i]])
			}
			for v := range d.Nodes.All() {
				if !strings.HasPrefix(s.Universe.Name(v), d.Name+"-") {
					t.Fatalf("%s is in %s", s.Universe.Name(v), d.Name)
				}
			}
		}
	}
	if checked == 0 {
		t.Error("nothing checked")
	}
}

// What is written in many ways means the same.
func TestCassandraForms(t *testing.T) {
	const plain = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': '3'};"
	want, err := importer.Import("cassandra", "FILE", []byte(plain), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, config := range []string{
		"create keyspace if not exists k with durable_writes = false and replication = {'class':'SimpleStrategy','replication_factor':3}",
		"-- a comment\n// another\n/* a third;\n CREATE KEYSPACE z */" + plain + "\nCREATE TABLE k.t (create int PRIMARY KEY) WITH comment = 'it''s; CREATE KEYSPACE';",
		strings.Replace(plain, "SimpleStrategy", "org.apache.cassandra.locator.SimpleStrategy", 1),
		strings.Replace(plain, "KEYSPACE k", `KEYSPACE "k"`, 1),
	} {
		got, err := importer.Import("cassandra", "FILE", []byte(config), map[string]string{"write": "QUORUM"})
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
		{simple(two), "", "c", `--local c: the keyspace has no replicas there (known: a, b)`},
	} {
		flags := map[string]string{}
		if c.write != "" {
			flags["write"] = c.write
		}
		if c.local != "" {
			flags["local"] = c.local
		}
		_, err := importer.Import("cassandra", "FILE", []byte(c.config), flags)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s\n  %v, want\n  %s", c.config, err, c.want)
		}
	}
	if _, err := importer.Import("etcd", "FILE", nil, map[string]string{"write": "ONE"}); err == nil || err.Error() != "etcd has no flag --write" {
		t.Error(err)
	}
}
