package importer

import (
	"encoding/json"
	"slices"
	"strconv"
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
		read: readConsul,
	}
}

// A raftServer is a server of a list.
type raftServer struct {
	id, node, address string
	voter             bool
	at                int
}

func readConsul(s source) (*setsys.Structure, error) {
	text := strings.TrimSpace(string(s.body().data))
	if strings.HasPrefix(text, "Node ") {
		servers, err := s.raftTable()
		if err != nil {
			return nil, err
		}
		return s.raftStructure(servers)
	}
	v, err := s.json("list of servers")
	if err != nil {
		return nil, err
	}
	if !v.keyed() {
		return nil, v.wrong("an object")
	}
	if n, ok := v.first("bootstrap_expect"); ok {
		return s.bootstrap(n)
	}
	for _, key := range []string{"data", "config"} { // of Vault
		if x, ok, _ := v.get(key); ok && x.keyed() {
			v = x
		}
	}
	list, ok := v.first("Servers", "servers")
	if !ok {
		return nil, v.errorf(v.at, `neither a list of servers (key "Servers") nor bootstrap_expect`)
	}
	items, err := list.items("a list of servers")
	if err != nil {
		return nil, err
	}
	var servers []raftServer
	for _, item := range items {
		if !item.keyed() {
			return nil, item.wrong("an object (a server)")
		}
		r := raftServer{at: item.at}
		for _, x := range []struct {
			to   *string
			keys []string
		}{{&r.id, []string{"ID", "node_id", "id"}}, {&r.node, []string{"Node"}}, {&r.address, []string{"Address", "address"}}} {
			if at, ok := item.first(x.keys...); ok {
				if *x.to, err = at.text("a string"); err != nil {
					return nil, err
				}
			}
		}
		voter, ok := item.first("Voter", "voter")
		if r.voter, _ = voter.token.(bool); !ok || voter.sort != "true" && voter.sort != "false" {
			return nil, item.errorf(item.at, `a server without "Voter", true or false`)
		}
		servers = append(servers, r)
	}
	return s.raftStructure(servers)
}

// raftTable reads the table of list-peers, by the places of its columns.
func (s source) raftTable() (servers []raftServer, err error) {
	at, node, id, voter := 0, 0, 0, 0
	for line := range strings.Lines(string(s.data)) {
		start := at
		at += len(line)
		line = strings.TrimRight(line, " \t\r\n")
		cell := func(from int) string {
			if from >= len(line) {
				return ""
			}
			word, _, _ := strings.Cut(line[from:], "  ")
			return strings.TrimSpace(word)
		}
		switch {
		case line == "":
		case strings.HasPrefix(line, "Node "):
			id, voter = strings.Index(line, "ID "), strings.Index(line, "Voter")
			if id < 0 || voter < 0 {
				return nil, s.errorf(start, `want the columns "Node", "ID" and "Voter"`)
			}
		default:
			// Without padding, as in a page that was copied, the columns are words.
			words := strings.Fields(line)
			r := raftServer{node: cell(node), id: cell(id), at: start}
			if len(words) >= 5 {
				r.address = words[2]
			}
			value := cell(voter)
			if value != "true" && value != "false" && len(words) >= 5 {
				r.node, r.id, value = words[0], words[1], words[4]
			}
			if value != "true" && value != "false" {
				return nil, s.errorf(start, "want a server with true or false as Voter, found %s", setsys.Quote(line))
			}
			r.voter = value == "true"
			servers = append(servers, r)
		}
	}
	return servers, nil
}

func (s source) raftStructure(servers []raftServer) (*setsys.Structure, error) {
	count := map[string]int{}
	for _, r := range servers {
		count[r.node]++
	}
	var names, others []string
	hosts := map[string]string{}
	for _, r := range servers {
		name := r.node
		if name == "" || name == "(unknown)" || count[name] > 1 {
			name = r.id
		}
		if name == "" || slices.Contains(names, name) || slices.Contains(others, name) {
			return nil, s.errorf(r.at, "a server without a name or an ID of its own")
		}
		if r.voter {
			names, hosts[name] = append(names, name), hostOf(r.address)
		} else {
			others = append(others, name)
		}
	}
	if len(names) == 0 {
		return nil, s.errorf(0, "no server votes")
	}
	var v voters
	t, err := s.coterie("raft, majority of the servers", &v, v.majority(names), list("Servers that do not vote", others))
	return onHosts(t, err, hosts)
}

// bootstrap is the structure of a configuration that expects so many servers.
func (s source) bootstrap(n value) (*setsys.Structure, error) {
	number, _ := n.token.(json.Number)
	count, err := strconv.Atoi(number.String())
	if err != nil || count < 1 || count > setsys.MaxNodes {
		return nil, n.wrong("a number of servers (1 or more)")
	}
	var names []string
	for i := range count {
		names = append(names, "server-"+strconv.Itoa(i+1))
	}
	var v voters
	return s.coterie("raft, majority of the servers", &v, v.majority(names), nil,
		"The servers are a guess: those that bootstrap_expect waits for. Others that join vote too, and each part that has so many when it starts without the others is a cluster of its own.")
}
