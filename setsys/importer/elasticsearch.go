package importer

import (
	"strings"

	"qcheck/setsys"
)

// elasticsearch reads the cluster state, or as much of it as has the voting
// configurations.
//
// The format and the majority are those of CoordinationMetadata and its
// VotingConfiguration.hasQuorum in Elasticsearch 8; that both configurations must
// agree is CoordinationState.isElectionQuorum and isPublishQuorum. See also "Voting
// configurations" in its documentation.
func elasticsearch() Kind {
	return Kind{
		Name: "elasticsearch", Summary: `"GET /_cluster/state" of Elasticsearch, or elasticsearch.yml`,
		Meaning: `The nodes are those of the voting configurations last_committed_config and last_accepted_config, in metadata.cluster_coordination. A quorum has a majority of each. They differ only while the configuration changes; where the file has only the first, a quorum is a majority of that.

A node is called by its name where the file has "nodes" with its ID, else by its ID. Nodes that are excluded from voting stay until the configuration changes. That voting-only nodes are not elected is not part of the structure. All other keys of the cluster state are passed over. This request gets what is read:

  GET /_cluster/state?filter_path=metadata.cluster_coordination,nodes.*.name

Before a cluster runs, elasticsearch.yml is read: a quorum is a majority of cluster.initial_master_nodes, from version 7 on, and in OpenSearch of cluster.initial_cluster_manager_nodes; before 7, as many nodes as discovery.zen.minimum_master_nodes says, or 1, of those of discovery.zen.ping.unicast.hosts or --masters. All other keys are passed over.`,
		Flags: []Flag{{"masters", "N|A,B,...", "for elasticsearch.yml, the nodes that can be the master, or how many; those of the file unless given", nil}},
		readings: []reading{
			{func(text string) bool { return text == "" || begins("{[")(text) }, inJSON, esState},
			{nil, yaml, esSettings},
		},
	}
}

// committed and accepted are the keys of the two configurations.
const (
	committed = "last_committed_config"
	accepted  = "last_accepted_config"
)

func esState(v value) *setsys.Structure {
	answered(v)
	at := v.needed("metadata").needed("cluster_coordination").only("cluster_coordination", "term", committed, accepted, "voting_config_exclusions")
	known := esNodesOf(v)
	d := v.draft()
	ids := known.configuration(at.needed(committed))
	quorums := d.majority(ids)
	if x, ok := at.first("voting_config_exclusions"); ok {
		var names []string
		for _, item := range x.items("a list of exclusions") {
			item.only("an exclusion", "node_id", "node_name")
			names = append(names, item.needed("node_name").text("a string"))
			item.needed("node_id").text("a string")
		}
		d.say(remark("Nodes that are excluded from the next configurations", names)...)
	}
	if second, ok := at.first(accepted); !ok {
		d.guess("The file does not have " + accepted + ": it is taken to be the same, as it is while the configuration does not change.")
	} else if others := known.configuration(second); !same(ids, others) {
		return d.coterie("Elasticsearch, majorities of two configurations", setsys.All(quorums, d.majority(others)))
	}
	return d.coterie("Elasticsearch, majority", quorums)
}

// esNodes are the nodes that are known by a name: the IDs by name, and the names by
// ID.
type esNodes struct{ ids, names map[string]string }

// add makes the name stand for the node.
func (n esNodes) add(name, id string, v value) {
	if other, ok := n.ids[name]; ok && other != id {
		v.bad("nodes %s and %s are both called %s", setsys.Quote(other), setsys.Quote(id), setsys.Quote(name))
	}
	n.ids[name], n.names[id] = id, name
}

// esNodesOf reads the part "nodes" of the cluster state, which may be missing.
func esNodesOf(v value) esNodes {
	known := esNodes{map[string]string{}, map[string]string{}}
	nodes, ok := v.get("nodes")
	if ok {
		nodes.object("an object with the nodes")
	}
	for _, m := range nodes.members {
		name, ok := m.value.get("name")
		if !ok {
			continue
		}
		text := name.text("a name (a string)")
		if text == "" {
			name.bad("the name of node %s is empty", setsys.Quote(m.key))
		}
		known.add(text, m.key, name)
	}
	return known
}

// configuration returns what the nodes of a voting configuration are called.
func (n esNodes) configuration(v value) (names []string) {
	items := v.items("a list of node IDs")
	if len(items) == 0 {
		v.bad("the configuration is empty: the node belongs to no cluster yet")
	}
	met := map[string]bool{}
	for _, item := range items {
		id := item.text("a node ID (a string)")
		switch {
		case id == "":
			item.bad("a node ID is empty")
		case id == "_must_join_elected_master_" || strings.HasPrefix(id, "{bootstrap-placeholder}"):
			item.bad("%s stands for a node that has not joined the cluster yet", setsys.Quote(id))
		case n.names[id] == "":
			n.add(id, id, item)
		}
		name := n.names[id]
		if met[name] {
			item.bad("node %s is in the configuration twice", setsys.Quote(name))
		}
		met[name] = true
		names = append(names, name)
	}
	return names
}
