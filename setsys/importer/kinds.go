package importer

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

// Kinds returns the kinds, in the order in which they are listed to users.
func Kinds() []Kind {
	return []Kind{zooKeeper(), etcd(), elasticsearch(), stellar(), cassandra(), mongodb(), kafka(), corosync(), sentinel(), consul()}
}

// others are names of systems, in lower case, that configurations of a kind are of too.
var others = map[string]string{
	"opensearch": "elasticsearch", "elastic": "elasticsearch", "es": "elasticsearch",
	"scylla": "cassandra", "scylladb": "cassandra", "cql": "cassandra", "dse": "cassandra", "datastax": "cassandra",
	"kraft": "kafka", "redpanda": "kafka", "redis": "sentinel", "valkey": "sentinel", "redis-sentinel": "sentinel",
	"mongo": "mongodb", "mongod": "mongodb", "pacemaker": "corosync", "votequorum": "corosync", "pcs": "corosync",
	"nomad": "consul", "vault": "consul", "openbao": "consul", "raft": "etcd", "kubernetes": "etcd", "k8s": "etcd", "kubeadm": "etcd",
	"zk": "zookeeper", "keeper": "zookeeper", "clickhouse": "zookeeper",
	"stellar-core": "stellar", "stellarbeat": "stellar", "fbas": "stellar", "python-fbas": "stellar", "mobilecoin": "stellar",
}

// Unknown is the error for a name that is no kind of configuration. It leads to the kind
// that was probably meant.
func Unknown(kind string) error {
	var names []string
	for _, k := range Kinds() {
		names = append(names, k.Name)
	}
	hint := near.Hint(kind, names)
	if of, ok := others[strings.ToLower(kind)]; ok {
		hint = fmt.Sprintf(": %q reads it (known: %s)", of, strings.Join(names, ", "))
	}
	return fmt.Errorf("unknown kind of configuration %q%s", kind, hint)
}

// Import returns the structure that the configuration means, with the values of
// flags by name; those that are not given have the values that their usage says. The
// errors are those of an unknown kind or a value that does not fit the file, or a
// [setsys.FileError] that calls the file as given.
func Import(kind, file string, data []byte, flags map[string]string) (*setsys.Structure, error) {
	i := slices.IndexFunc(Kinds(), func(k Kind) bool { return k.Name == kind })
	if i < 0 {
		return nil, Unknown(kind)
	}
	known := Kinds()[i].Flags
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		f := slices.IndexFunc(known, func(f Flag) bool { return f.Name == name })
		switch value := flags[name]; {
		case f < 0:
			return nil, fmt.Errorf("%s has no flag --%s", kind, name)
		case known[f].Words != nil && !slices.Contains(known[f].Words, value):
			return nil, fmt.Errorf("--%s %s: unknown value%s", name, value, near.Hint(value, known[f].Words))
		}
	}
	return Kinds()[i].read(source{file, data, flags, Kinds()[i].Summary})
}
