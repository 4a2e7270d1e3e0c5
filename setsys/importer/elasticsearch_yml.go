package importer

import (
	"fmt"
	"strconv"
	"strings"

	"qcheck/setsys"
)

// The keys of elasticsearch.yml that say which nodes decide, and how many. Before
// version 7, a master needs discovery.zen.minimum_master_nodes of the nodes that can be
// one, 1 unless set ("Discovery settings" in the documentation of 6.x). From 7 on,
// cluster.initial_master_nodes are the first voting configuration, of which a
// majority decides, and the other key is ignored ("Bootstrapping a cluster",
// "Voting configurations"). OpenSearch has the same under
// cluster.initial_cluster_manager_nodes.
const (
	zenMinimum = "discovery.zen.minimum_master_nodes"
	zenHosts   = "discovery.zen.ping.unicast.hosts"
)

var initialMasters = []string{"cluster.initial_master_nodes", "cluster.initial_cluster_manager_nodes"}

// readElasticsearchYML reads elasticsearch.yml.
func (s source) readElasticsearchYML() (*setsys.Structure, error) {
	keys, err := s.yaml()
	if err != nil {
		return nil, err
	}
	by := map[string]*yamlKey{}
	for _, k := range keys {
		by[k.name] = k
	}
	list := func(names ...string) (*yamlKey, []string) {
		for _, name := range names {
			if k := by[name]; k != nil {
				var all []string
				for _, v := range k.values {
					for part := range strings.SplitSeq(v, ",") {
						if part = strings.TrimSpace(part); part != "" {
							all = append(all, part)
						}
					}
				}
				return k, all
			}
		}
		return nil, nil
	}
	given, masters := "", []string(nil)
	if given = s.flags["masters"]; given != "" {
		if masters, err = counted("masters", given, "master"); err != nil {
			return nil, err
		}
	}
	var v voters
	if k, initial := list(initialMasters...); k != nil {
		if given != "" {
			initial = masters
		}
		if len(initial) == 0 {
			return nil, s.errorf(k.at, "%s is empty: the node joins a cluster that is there", k.name)
		}
		guesses := []string{"The nodes are those of the first voting configuration, " + k.name + ": it changes as nodes join and leave."}
		if len(initial) == 1 {
			guesses = append(guesses, "One node is named: a node whose file names another one, or itself, starts a cluster of its own.")
		}
		if by[zenMinimum] != nil {
			guesses = append(guesses, zenMinimum+" is ignored from version 7 on.")
		}
		return s.elected("Elasticsearch, majority", &v, initial, len(initial)/2+1, k.at, guesses)
	}
	if k := by["discovery.type"]; k != nil && len(k.values) == 1 && k.values[0] == "single-node" {
		return s.elected("Elasticsearch, a single node", &v, []string{"node"}, 1, k.at, []string{"discovery.type is single-node: the node is a cluster of its own, whatever other nodes there are."})
	}
	minimum, hosts := by[zenMinimum], by[zenHosts]
	if minimum == nil && hosts == nil {
		return nil, s.errorf(0, "neither %s nor %s says which nodes decide", initialMasters[0], zenMinimum)
	}
	_, nodes := list(zenHosts)
	text := "The nodes of " + zenHosts + " are taken to be those that can be the master, and no others."
	if given != "" {
		nodes, text = masters, "The nodes that can be the master are those of --masters."
	}
	if len(nodes) == 0 {
		return nil, s.errorf(minimum.at, "the file does not say which nodes can be the master: give them, or their number, with --masters")
	}
	need, at := 1, 0
	if minimum != nil {
		at = minimum.at
		if need, err = strconv.Atoi(strings.Join(minimum.values, ",")); err != nil || need < 1 {
			return nil, s.errorf(at, "want a number of nodes (1 or more) for %s, found %s", zenMinimum, setsys.Quote(strings.Join(minimum.values, ",")))
		}
	} else {
		at, text = hosts.at, text+" "+zenMinimum+" is not in the file: the default, 1, is assumed."
	}
	return s.elected(fmt.Sprintf("Elasticsearch before 7, minimum_master_nodes %d", need), &v, nodes, need, at, []string{text})
}

// elected is the structure in which need of the nodes decide.
func (s source) elected(name string, v *voters, nodes []string, need, at int, guesses []string) (*setsys.Structure, error) {
	var members []*setsys.Formula
	hosts := map[string]string{}
	for i, node := range nodes {
		hosts[node] = hostOf(node)
		if members = append(members, v.add(node)); len(v.names) <= i {
			return nil, s.errorf(at, "node %s is there twice", setsys.Quote(node))
		}
	}
	if need > len(nodes) {
		return nil, s.errorf(at, "%d nodes are needed, and there are %d: there is never a master", need, len(nodes))
	}
	t, err := s.coterie(name, v, setsys.AtLeast(need, members...), nil, guesses...)
	return onHosts(t, err, hosts)
}

// answered is the error that the file is an answer of Elasticsearch that is no cluster
// state, if it is one.
func answered(v value) error {
	if !v.keyed() {
		return nil
	}
	if e, ok := v.first("error"); ok {
		text := e.sort
		if t, isText := e.token.(string); isText {
			text = t
		}
		if e.keyed() {
			for _, key := range []string{"type", "reason"} {
				x, _ := e.first(key)
				if t, isText := x.token.(string); isText && key == "type" {
					text = t
				} else if isText {
					text += ": " + t
				}
			}
		}
		if status, ok := v.first("status"); ok {
			text += fmt.Sprintf(" (status %v)", status.token)
		}
		return e.errorf(e.at, "this is an error that Elasticsearch answered, and no cluster state: %s", setsys.Printable(text))
	}
	if _, ok := v.first("metadata"); !ok {
		if _, ok := v.first("cluster_name", "nodes", "number_of_nodes"); ok {
			return v.errorf(v.at, `this answer of Elasticsearch has no voting configurations (key "metadata"): ask for GET /_cluster/state`)
		}
	}
	return nil
}
