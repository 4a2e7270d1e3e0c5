package command

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
)

// Five configurations as engineers write them, with what they would ask of them.
// The numbers are found by hand; the comments say how.
func TestConfigurations(t *testing.T) {
	domains := `"domains": {"dc1": ["a1","a2","a3"], "dc2": ["b1","b2","b3"], "dc3": ["c1","c2","c3"]}`
	universe := `"universe": ["a1","a2","a3","b1","b2","b3","c1","c2","c3"]`
	local := func(dc string) string { return fmt.Sprintf(`{"threshold": 2, "of": ["%[1]s1","%[1]s2","%[1]s3"]}`, dc) }
	each := `{"threshold": 3, "of": [` + local("a") + "," + local("b") + "," + local("c") + `]}`
	anywhere := `{"threshold": 1, "of": [` + local("a") + "," + local("b") + "," + local("c") + `]}`
	majority := `{"threshold": 2, "of": [` + local("a") + "," + local("b") + "," + local("c") + `]}`
	for _, c := range []struct {
		name, file        string
		checked           string
		holds, violated   []string
		loads, capacities []string // by family
	}{
		{
			"etcd, 5 members", `{"kind": "coterie", "universe": 5, "quorums": {"threshold": 3, "of": [1,2,3,4,5]}}`,
			"a valid coterie", []string{"failures>=2", "load<=3/5", "capacity>=5/3"}, []string{"failures>=3", "load<=0.599"},
			[]string{"3/5"}, []string{"5/3"},
		},
		{
			"etcd, 4 members: one may fail, as of 3", `{"kind": "coterie", "universe": 4, "quorums": {"threshold": 3, "of": [1,2,3,4]}}`,
			"a valid coterie", []string{"failures>=1"}, []string{"failures>=2"},
			[]string{"3/4"}, []string{"4/3"},
		},
		{
			// Two nodes of each of two groups: 4 of 9 nodes in all quorums, all alike.
			"ZooKeeper, three groups of three", `{"kind": "coterie", ` + universe + `, "quorums": ` + majority + `, ` + domains + `}`,
			"a valid coterie", []string{"failures>=3", "domains>=1", "load<=4/9"}, []string{"failures>=4", "domains>=2"},
			[]string{"4/9"}, []string{"9/4"},
		},
		{
			// Weight 2 and four times 1, of which 4 are needed: each node weighs its share
			// of 6, and every quorum 4/6. {2,3,4,5} once in three times loads all alike.
			"ZooKeeper, weighted servers", `{"kind": "coterie", "universe": 5, "quorums": {"construct": "weighted-voting", "votes": [2,1,1,1,1]}}`,
			"a valid coterie", []string{"failures>=1", "load<=2/3"}, []string{"failures>=2"},
			[]string{"2/3"}, []string{"3/2"},
		},
		{
			// Two data centres may be down for LOCAL_QUORUM, none for EACH_QUORUM.
			"Cassandra, LOCAL_QUORUM for both", `{"kind": "k-wr-coterie", "k": 1, ` + universe + `, "write": ` + anywhere + `, "read": ` + anywhere + `, ` + domains + `}`,
			"not a valid 1-wr coterie (write-intersection, write-read-intersection)",
			[]string{"domains>=2", "write.failures>=5"}, []string{"domains>=3", "write.failures>=6"},
			[]string{"2/9", "2/9"}, []string{"9/2", "9/2"},
		},
		{
			"Cassandra, EACH_QUORUM to write, LOCAL_QUORUM to read", `{"kind": "k-wr-coterie", "k": 1, ` + universe + `, "write": ` + each + `, "read": ` + anywhere + `, ` + domains + `}`,
			"a valid 1-wr coterie",
			[]string{"read.domains>=2", "write.failures>=1", "read.failures>=5"}, []string{"domains>=1", "write.domains>=1", "write.failures>=2"},
			[]string{"2/3", "2/9"}, []string{"3/2", "9/2"},
		},
		{
			"Flexible Paxos, phase 1 with 4 of 5, phase 2 with 2", `{"kind": "read-write", "universe": 5, "write": {"threshold": 2, "of": [1,2,3,4,5]}, "read": {"threshold": 4, "of": [1,2,3,4,5]}}`,
			"", []string{"write.failures>=3", "read.failures>=1", "write.load<=0.4"}, []string{"failures>=2", "load<=0.4"},
			[]string{"2/5", "4/5"}, []string{"5/2", "5/4"},
		},
	} {
		allowed := []string{"analyze", "--p", "0.9", "-"}
		if strings.HasPrefix(c.checked, "not ") {
			if r := qcheck(c.file, append(allowed, "--require", c.holds[0])...); r.code != console.ExitViolated {
				t.Errorf("%s: exit %d of what is %s", c.name, r.code, c.checked)
			}
			allowed = append(allowed, "--allow-broken-structure")
		}
		ask := func(requirement string) (code console.ExitCode, verdicts []string, doc analysisAnswer) {
			r := qcheck(c.file, append(allowed, "--json", "--require", requirement)...)
			if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil {
				t.Fatalf("%s: %v: %s%s", c.name, err, r.stdout, r.stderr)
			}
			for _, x := range doc.Requirements {
				verdicts = append(verdicts, x.Verdict)
			}
			return r.code, verdicts, doc
		}
		for _, requirement := range c.holds {
			if code, verdicts, _ := ask(requirement); code != console.ExitHolds || strings.Contains(fmt.Sprint(verdicts), "violated") || len(verdicts) == 0 {
				t.Errorf("%s: %s: exit %d, %v", c.name, requirement, code, verdicts)
			}
		}
		for _, requirement := range c.violated {
			if code, verdicts, _ := ask(requirement); code != console.ExitViolated || !strings.Contains(fmt.Sprint(verdicts), "violated") {
				t.Errorf("%s: %s: exit %d, %v", c.name, requirement, code, verdicts)
			}
		}
		_, _, doc := ask("failures>=0")
		for i, f := range doc.Families {
			if f.Load.Load != c.loads[i] || f.Load.Capacity != c.capacities[i] {
				t.Errorf("%s: %s has the load %s and the capacity %s", c.name, f.Family, f.Load.Load, f.Load.Capacity)
			}
		}
		if text := qcheck(c.file, allowed...).stdout; c.checked != "" && !strings.Contains(text, "  checked    "+c.checked+"\n") {
			t.Errorf("%s is not %s:\n%s", c.name, c.checked, text)
		}
	}
}

// An analysisAnswer is what these tests read of the document of an analysis.
type analysisAnswer struct {
	Families []struct {
		Family string
		Load   struct{ Load, Capacity string }
	}
	Requirements []struct{ Verdict, Reason string }
}
