// Package importer reads the configurations of other systems as structures: what
// decides there which servers are a quorum, and nothing else.
//
// Each kind of file has a Go file, whose comment says what the configuration means
// as a structure and where that is written. All of them follow these rules:
//
//   - A node is a server that votes, or a replica. Its name is the one that the configuration
//     gives it. Servers that do not vote are no nodes; the description of the
//     structure names them.
//   - The quorums are a formula ([setsys.Formula]): thresholds with weights as the
//     system counts them, not a list, unless the system has no such form.
//   - A voter that weighs nothing stays a node, and stays in the formula with the
//     weight 0.
//   - A name that is unknown or given twice, and a value that the system would not
//     read, is an error with its place, even where the system itself goes on. Keys
//     that have nothing to do with quorums are passed over only where the kind says so.
//
// The structures claim to be coteries, or read-write quorum systems, because that is
// what these systems need to be safe. That they are is for package properties to
// decide.
package importer

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

// A Kind is a kind of configuration that can be read.
type Kind struct {
	Name    string // as users write it
	Summary string // which file it is, in a few words
	Meaning string // what it means as a structure; plain text in paragraphs
	Flags   []Flag // what the file does not say
	read    func(source) (*setsys.Structure, error)
}

// A Flag is a choice that the file does not say, because clients make it.
type Flag struct {
	Name, Value, Usage string
	Words              []string // the values it may have; nil for any
}

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

// A source is a file to import.
type source struct {
	file  string
	data  []byte
	flags map[string]string
	// summary is that of the kind.
	summary string
}

func (s source) errorf(at int, format string, args ...any) error {
	return setsys.ErrorAt(s.file, s.data, at, format, args...)
}
