package importer

import (
	"context"
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
// errors are those of an unknown kind or a value that does not fit the file, a
// [setsys.FileError] that calls the file as given, or an [input.Interrupted] after the
// context has ended.
func Import(ctx context.Context, kind, file string, data []byte, flags map[string]string) (t *setsys.Structure, err error) {
	i := slices.IndexFunc(Kinds(), func(k Kind) bool { return k.Name == kind })
	if i < 0 {
		return nil, Unknown(kind)
	}
	k := Kinds()[i]
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		f := slices.IndexFunc(k.Flags, func(f Flag) bool { return f.Name == name })
		switch value := flags[name]; {
		case f < 0:
			return nil, fmt.Errorf("%s has no flag --%s", kind, name)
		case k.Flags[f].Words != nil && !slices.Contains(k.Flags[f].Words, value):
			return nil, fmt.Errorf("--%s %s: unknown value%s", name, value, near.Hint(value, k.Flags[f].Words))
		}
	}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case refusal:
			t, err = nil, p.err
		default:
			panic(p)
		}
	}()
	s := &source{ctx: ctx, file: file, data: data, flags: flags, summary: k.Summary}
	return s.structure(k.readings), nil
}
