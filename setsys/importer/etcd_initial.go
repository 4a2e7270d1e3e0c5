package importer

import (
	"regexp"
	"slices"
	"strings"

	"qcheck/setsys"
)

// The members at the start of a cluster, before there is one: --initial-cluster in a
// command, a unit or a compose file, ETCD_INITIAL_CLUSTER in an environment, or
// initial-cluster in etcd's file in YAML. Its value is NAME=URL, separated by commas;
// a name may be there with several URLs (types.NewURLsMap in etcd's client/pkg). All of
// them vote.
var initialCluster = regexp.MustCompile(`(?:--?initial-cluster|ETCD_INITIAL_CLUSTER|(?m:^[ \t-]*)["']?initial-cluster)["']?(?:[ \t]*[:=,][ \t]*|,?\s*-?\s+(?:value:\s*)?)["']?([^\s"'#=,\\][^\s"'#\\]*=[^\s"'#\\]*)`)

// printed matches what etcdctl prints for people: lists, tables and fields.
var printed = regexp.MustCompile(`^(?:[0-9a-f]{1,16}(?:\[[a-z]+\])?[:,] |\+-|\| |"ClusterID")`)

// readInitialCluster reads a file that is no JSON.
func (s source) readInitialCluster() (*setsys.Structure, error) {
	text := string(s.data)
	if printed.MatchString(strings.TrimLeft(text, " \t\r\n")) {
		return nil, s.errorf(len(text)-len(strings.TrimLeft(text, " \t\r\n")), `this is the table that etcdctl prints: use "etcdctl member list -w json"`)
	}
	// Comments go, and lines that a backslash continues are one.
	plain := regexp.MustCompile(`,\\\r?\n[ \t]*`).ReplaceAllString(s.uncommented(), ",")
	var found []string
	hosts := map[string]string{}
	for _, m := range initialCluster.FindAllStringSubmatchIndex(plain, -1) {
		value := plain[m[2]:m[3]]
		at := min(strings.Index(text, value[:min(len(value), 20)]), len(text))
		names, err := s.initialMembers(value, max(at, 0), hosts)
		if err != nil {
			return nil, err
		}
		if found != nil && !same(found, names) {
			return nil, s.errorf(max(at, 0), "two different clusters: the members %s, and before %s", strings.Join(names, ", "), strings.Join(found, ", "))
		}
		found = names
	}
	if found == nil {
		return nil, s.errorf(0, `neither JSON nor an initial cluster: what is read here is %s`, s.summary)
	}
	var v voters
	t, err := s.coterie("etcd, majority", &v, v.majority(found), nil, "The members are those with which the cluster starts: others that were added since vote too.")
	return onHosts(t, err, hosts)
}

// initialMembers returns the names of NAME=URL,NAME=URL, and puts their hosts into the map.
func (s source) initialMembers(value string, at int, hosts map[string]string) (names []string, err error) {
	for part := range strings.SplitSeq(strings.TrimRight(value, ",;)]}"), ",") {
		name, url, ok := strings.Cut(strings.TrimSpace(part), "=")
		if name = strings.TrimSpace(name); !ok || name == "" || url == "" {
			return nil, s.errorf(at, "want NAME=URL, found %s", setsys.Quote(part))
		}
		if !slices.Contains(names, name) {
			names, hosts[name] = append(names, name), hostOf(url)
		}
	}
	return names, nil
}
