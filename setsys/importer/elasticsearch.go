package importer

import (
	"slices"
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
		read:  readElasticsearch,
	}
}

// committed and accepted are the keys of the two configurations.
const (
	committed = "last_committed_config"
	accepted  = "last_accepted_config"
)

func readElasticsearch(s source) (*setsys.Structure, error) {
	if text := strings.TrimLeft(string(s.body().data), " \t\r\n"); text != "" && text[0] != '{' && text[0] != '[' {
		return s.readElasticsearchYML()
	}
	v, err := s.json("cluster state")
	if err != nil {
		return nil, err
	}
	if err := answered(v); err != nil {
		return nil, err
	}
	at := v
	for _, key := range []string{"metadata", "cluster_coordination"} {
		next, ok, err := at.get(key)
		switch {
		case err != nil:
			return nil, err
		case !ok:
			return nil, at.errorf(at.at, "key %q is missing", key)
		}
		at = next
	}
	if err := at.only("cluster_coordination", "term", committed, accepted, "voting_config_exclusions"); err != nil {
		return nil, err
	}
	known, err := nodesByName(v)
	if err != nil {
		return nil, err
	}
	first, ok, err := at.get(committed)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, at.errorf(at.at, "key %q is missing", committed)
	}
	ids, err := votingConfiguration(first, known)
	if err != nil {
		return nil, err
	}
	var nodes voters
	quorums := nodes.majority(ids)
	remarks, err := exclusions(at)
	if err != nil {
		return nil, err
	}
	second, ok, _ := at.get(accepted)
	if !ok {
		return s.coterie("Elasticsearch, majority", &nodes, quorums, remarks,
			"The file does not have "+accepted+": it is taken to be the same, as it is while the configuration does not change.")
	}
	others, err := votingConfiguration(second, known)
	if err != nil {
		return nil, err
	}
	if same(ids, others) {
		return s.coterie("Elasticsearch, majority", &nodes, quorums, remarks)
	}
	quorums = setsys.All(quorums, nodes.majority(others))
	return s.coterie("Elasticsearch, majorities of two configurations", &nodes, quorums, remarks)
}

// same reports whether two lists without repeats have the same members.
func same(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// esNodes are the nodes that are known by a name: the IDs by name, and the names by
// ID.
type esNodes struct{ ids, names map[string]string }

// add makes the name stand for the node.
func (n esNodes) add(name, id string, v value) error {
	if other, ok := n.ids[name]; ok && other != id {
		return v.errorf(v.at, "nodes %s and %s are both called %s", setsys.Quote(other), setsys.Quote(id), setsys.Quote(name))
	}
	n.ids[name], n.names[id] = id, name
	return nil
}

// nodesByName reads the part "nodes" of the cluster state, which may be missing.
func nodesByName(v value) (esNodes, error) {
	known := esNodes{map[string]string{}, map[string]string{}}
	nodes, ok, err := v.get("nodes")
	if err != nil || !ok {
		return known, err
	}
	if nodes.sort != "an object" {
		return known, nodes.wrong("an object with the nodes")
	}
	for _, m := range nodes.members {
		name, ok, err := m.value.get("name")
		if err != nil {
			return known, err
		}
		if !ok {
			continue
		}
		text, err := name.text("a name (a string)")
		if err != nil {
			return known, err
		}
		if text == "" {
			return known, name.errorf(name.at, "the name of node %s is empty", setsys.Quote(m.key))
		}
		if err := known.add(text, m.key, name); err != nil {
			return known, err
		}
	}
	return known, nil
}

// votingConfiguration returns what the nodes of a configuration are called.
func votingConfiguration(v value, known esNodes) ([]string, error) {
	items, err := v.items("a list of node IDs")
	if err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return nil, v.errorf(v.at, "the configuration is empty: the node belongs to no cluster yet")
	}
	var names []string
	for _, item := range items {
		id, err := item.text("a node ID (a string)")
		switch {
		case err != nil:
			return nil, err
		case id == "":
			return nil, item.errorf(item.at, "a node ID is empty")
		case id == "_must_join_elected_master_" || strings.HasPrefix(id, "{bootstrap-placeholder}"):
			return nil, item.errorf(item.at, "%s stands for a node that has not joined the cluster yet", setsys.Quote(id))
		}
		if known.names[id] == "" {
			if err := known.add(id, id, item); err != nil {
				return nil, err
			}
		}
		name := known.names[id]
		if slices.Contains(names, name) {
			return nil, item.errorf(item.at, "node %s is in the configuration twice", setsys.Quote(name))
		}
		names = append(names, name)
	}
	return names, nil
}

// exclusions returns a remark on the nodes that are to be excluded from voting.
func exclusions(v value) ([]string, error) {
	x, ok, _ := v.get("voting_config_exclusions")
	if !ok {
		return nil, nil
	}
	items, err := x.items("a list of exclusions")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, item := range items {
		if err := item.only("an exclusion", "node_id", "node_name"); err != nil {
			return nil, err
		}
		for _, key := range []string{"node_name", "node_id"} {
			n, ok, _ := item.get(key)
			if !ok {
				return nil, item.errorf(item.at, "key %q is missing", key)
			}
			text, err := n.text("a string")
			if err != nil {
				return nil, err
			}
			if key == "node_name" {
				names = append(names, text)
			}
		}
	}
	return list("Nodes that are excluded from the next configurations", names), nil
}
