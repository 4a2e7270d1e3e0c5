package importer

import (
	"slices"
	"strings"

	"qcheck/setsys"
)

// consul reads the servers of Consul, and of Nomad and Vault, which have the same raft.
//
// The form is that of "Raft Operator HTTP API" in Consul's documentation; that a quorum is
// a majority of the voters is quorumSize in hashicorp/raft. What bootstrap_expect means is
// in "Agents configuration" there.
func consul() Kind {
	return Kind{
		Name: "consul", Summary: "the raft peers of Consul, Nomad or Vault, or bootstrap_expect",
		Meaning: `The nodes are the servers that vote; a quorum is a majority of them. What is read is the answer to GET /v1/operator/raft/configuration, of Vault that of "vault operator raft list-peers -format=json", or the table that "consul operator raft list-peers" prints. A server is called by its node, or where another has the same name, by its ID.

A configuration in JSON with bootstrap_expect stands for as many servers, called server-1 and so on. All other keys are passed over.`,
		readings: []reading{
			{func(text string) bool { return strings.HasPrefix(text, "Node ") }, table, raftTable},
			{nil, inJSON, raftConfiguration},
		},
	}
}

// raftServers are the servers of a configuration of raft.
var raftServers = roster{
	title: "raft, majority of the servers", one: "server",
	id: []string{"ID", "node_id", "id"}, name: []string{"Node"}, none: "(unknown)", host: []string{"Address", "address"}, votes: []string{"Voter", "voter"},
	others: "Servers that do not vote",
}

func raftConfiguration(v value) *setsys.Structure {
	v.object("an object")
	if n, ok := v.first("bootstrap_expect"); ok {
		count := n.whole(1, setsys.MaxNodes, "a number of servers (1 or more)")
		d := v.draft()
		d.guess("The servers are a guess: those that bootstrap_expect waits for. Others that join vote too, and each part that has so many when it starts without the others is a cluster of its own.")
		return d.elected(raftServers.title, numbered("server", count))
	}
	for _, key := range []string{"data", "config"} { // of Vault
		if x, ok := v.first(key); ok && x.keyed() {
			v = x
		}
	}
	list, ok := v.first("Servers", "servers")
	if !ok {
		v.bad(`neither a list of servers (key "Servers") nor bootstrap_expect`)
	}
	return raftServers.structure(list)
}

// raftTable reads the table of list-peers.
func raftTable(v value) *setsys.Structure {
	columns := []string{"Node", "ID", "Address", "State", "Voter"}
	if given := strings.Fields(v.plain()); !slices.Contains(given, "ID") || !slices.Contains(given, "Voter") {
		v.bad(`want the columns "Node", "ID" and "Voter"`)
	}
	for i, row := range v.list {
		voter, _ := row.first("Voter")
		if text := voter.plain(); text != "true" && text != "false" && len(row.list) >= len(columns) {
			// Without padding, as in a page that was copied, the columns are words.
			for j, name := range columns {
				row.members = append(row.members, member{name, row.at, row.list[j]})
			}
			voter = row.list[4]
		}
		if voter.plain() != "true" && voter.plain() != "false" {
			row.bad("want a server with true or false as Voter, found %s", setsys.Quote(row.plain()))
		}
		voter.token = voter.plain() == "true"
		v.list[i].members = append(row.members, member{"Voter", row.at, voter})
	}
	return raftServers.structure(v)
}
