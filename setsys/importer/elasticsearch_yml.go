package importer

import (
	"cmp"
	"fmt"
	"math"
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

// esSettings is the structure of elasticsearch.yml.
func esSettings(v value) *setsys.Structure {
	d := v.draft()
	var masters []string
	if d.flags["masters"] != "" {
		masters = d.counted("masters", "master")
	}
	minimum, before := v.member(zenMinimum)
	for _, key := range initialMasters {
		k, ok := v.member(key)
		if !ok {
			continue
		}
		nodes := namesIn(k.value)
		if masters != nil {
			nodes = masters
		}
		if len(nodes) == 0 {
			d.refuse(k.keyAt, "%s is empty: the node joins a cluster that is there", key)
		}
		d.guess("The nodes are those of the first voting configuration, " + key + ": it changes as nodes join and leave.")
		if len(nodes) == 1 {
			d.guess("One node is named: a node whose file names another one, or itself, starts a cluster of its own.")
		}
		if before {
			d.guess(zenMinimum + " is ignored from version 7 on.")
		}
		return d.masters("Elasticsearch, majority", nodes, len(nodes)/2+1, k.keyAt)
	}
	if k, ok := v.member("discovery.type"); ok && k.value.plain() == "single-node" {
		d.guess("discovery.type is single-node: the node is a cluster of its own, whatever other nodes there are.")
		return d.masters("Elasticsearch, a single node", []string{"node"}, 1, k.keyAt)
	}
	hosts, named := v.member(zenHosts)
	if !before && !named {
		d.refuse(0, "neither %s nor %s says which nodes decide", initialMasters[0], zenMinimum)
	}
	nodes, text := namesIn(hosts.value), "The nodes of "+zenHosts+" are taken to be those that can be the master, and no others."
	if masters != nil {
		nodes, text = masters, "The nodes that can be the master are those of --masters."
	}
	need, at := 1, hosts.keyAt
	if before {
		at = minimum.keyAt
	}
	if len(nodes) == 0 {
		d.refuse(at, "the file does not say which nodes can be the master: give them, or their number, with --masters")
	}
	if before {
		need = d.leaf(minimum.value.joined(), at).count(1, math.MaxInt, "a number of nodes (1 or more) for "+zenMinimum)
	} else {
		text += " " + zenMinimum + " is not in the file: the default, 1, is assumed."
	}
	d.guess(text)
	return d.masters(fmt.Sprintf("Elasticsearch before 7, minimum_master_nodes %d", need), nodes, need, at)
}

// joined returns a text, or the texts of a list with commas between.
func (v value) joined() string {
	var all []string
	for _, item := range v.list {
		all = append(all, item.plain())
	}
	return strings.Join(all, ",")
}

// namesIn returns the names of a list, or of a text with commas between.
func namesIn(v value) (all []string) {
	for part := range strings.SplitSeq(v.joined(), ",") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// masters is the structure in which need of the nodes decide.
func (d *draft) masters(title string, nodes []string, need, at int) *setsys.Structure {
	for i, name := range nodes {
		d.hosts[name] = hostOf(name)
		if d.node(name); len(d.names) <= i {
			d.refuse(at, "node %s is there twice", setsys.Quote(name))
		}
	}
	if need > len(nodes) {
		d.refuse(at, "%d nodes are needed, and there are %d: there is never a master", need, len(nodes))
	}
	return d.coterie(title, setsys.AtLeast(need, d.nodes(nodes)...))
}

// answered refuses an answer of Elasticsearch that is no cluster state.
func answered(v value) {
	if e, ok := v.first("error"); ok {
		text := cmp.Or(e.plain(), e.sort)
		if e.keyed() {
			text = cmp.Or(e.textAt("type"), text)
			if reason := e.textAt("reason"); reason != "" {
				text += ": " + reason
			}
		}
		if status, ok := v.first("status"); ok {
			text += fmt.Sprintf(" (status %v)", status.token)
		}
		e.bad("this is an error that Elasticsearch answered, and no cluster state: %s", setsys.Printable(text))
	}
	_, state := v.first("metadata")
	if _, other := v.first("cluster_name", "nodes", "number_of_nodes"); other && !state {
		v.bad(`this answer of Elasticsearch has no voting configurations (key "metadata"): ask for GET /_cluster/state`)
	}
}
