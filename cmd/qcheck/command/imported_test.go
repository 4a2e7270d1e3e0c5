package command

import (
	"path/filepath"
	"strings"
	"testing"

	"qcheck/cmd/qcheck/command/console"
)

// The configurations that an engineer has, as the systems write them: imported,
// verified, and judged. The numbers are found by hand; the comments say how.
func TestImportedConfigurations(t *testing.T) {
	for _, c := range []struct {
		reason          string
		args            []string
		valid           string
		holds, violated []string
	}{
		// 5 members, a majority of 3.
		{"etcd", []string{"etcd", "etcd.json"}, "holds: a valid coterie", []string{"failures>=2", "load<=3/5"}, []string{"failures>=3"}},
		// Two servers of each of two groups: 4 of 9 nodes, all alike; a group may go, and a
		// server of each of the others.
		{"ZooKeeper, three groups of three", []string{"zookeeper", "groups.cfg"}, "holds: a valid coterie", []string{"failures>=3", "load<=4/9"}, []string{"failures>=4"}},
		// The weights 2, 1, 1, 1, 1, of which 4 are more than half.
		{"ZooKeeper, weights", []string{"zookeeper", "weights.cfg"}, "holds: a valid coterie", []string{"failures>=1", "load<=2/3"}, []string{"failures>=2"}},
		// Clients of two data centres do not see each other's writes.
		{
			"Cassandra, local quorums", []string{"cassandra", "--write", "LOCAL_QUORUM", "--read", "LOCAL_QUORUM", "shop.cql"},
			"violated: not a valid read-write quorum system (write-read-intersection)", []string{"domains>=2"}, []string{"domains>=3"},
		},
		{
			"Cassandra, writes in each data centre", []string{"cassandra", "--write", "EACH_QUORUM", "--read", "LOCAL_QUORUM", "shop.cql"},
			"holds: a valid read-write quorum system", []string{"read.domains>=2", "write.failures>=1"}, []string{"write.domains>=1", "write.failures>=2"},
		},
		// 5 of 9 replicas, wherever they are: 4 may fail, so any data centre.
		{"Cassandra, quorums", []string{"cassandra", "shop.cql"}, "holds: a valid read-write quorum system", []string{"domains>=1", "failures>=4"}, []string{"domains>=2", "failures>=5"}},
		// Three organisations and two nodes that trust only each other.
		{"Stellar", []string{"stellar", "stellar.json"}, "violated: not a valid coterie (intersection)", []string{"failures>=2"}, nil},
		// Two of three nodes of three organisations of four, the last of which has one node.
		{"Stellar, a configuration", []string{"stellar", "stellar.cfg"}, "holds: a valid coterie", []string{"failures>=2", "domains>=1"}, []string{"failures>=3", "domains>=2"}},
	} {
		last := len(c.args) - 1
		args := append([]string{"import"}, c.args[:last]...)
		r := qcheck("", append(args, data(filepath.Join("configurations", c.args[last])))...)
		if r.code != console.ExitHolds || r.stderr != "" {
			t.Errorf("%s: exit %d: %s", c.reason, r.code, r.stderr)
			continue
		}
		if text := qcheck(r.stdout, "structure", "-").stdout; !strings.HasPrefix(text, "<stdin>: "+c.valid+"\n") {
			t.Errorf("%s is not %q:\n%s", c.reason, c.valid, text)
		}
		allowed := []string{"analyze", "-"}
		if strings.HasPrefix(c.valid, "violated") {
			if a := qcheck(r.stdout, "analyze", "--require", c.holds[0], "-"); a.code != console.ExitViolated {
				t.Errorf("%s: exit %d of what is %s", c.reason, a.code, c.valid)
			}
			allowed = append(allowed, "--allow-broken-structure")
		}
		for _, requirement := range c.holds {
			if a := qcheck(r.stdout, append(allowed, "--require", requirement)...); a.code != console.ExitHolds {
				t.Errorf("%s: %s: exit %d\n%s", c.reason, requirement, a.code, a.stdout+a.stderr)
			}
		}
		for _, requirement := range c.violated {
			if a := qcheck(r.stdout, append(allowed, "--require", requirement)...); a.code != console.ExitViolated {
				t.Errorf("%s: %s: exit %d\n%s", c.reason, requirement, a.code, a.stdout+a.stderr)
			}
		}
	}
}
