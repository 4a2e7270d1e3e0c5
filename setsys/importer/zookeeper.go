package importer

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

// zooKeeper reads zoo.cfg, or the dynamic file that it names.
//
// The rules are those of ZooKeeper 3.9: QuorumPeerConfig.parseDynamicConfig, which
// takes QuorumHierarchical where any line begins with group or weight and QuorumMaj
// otherwise; their methods containsQuorum; and SyncedLearnerTracker.addAck, by which
// only participants are counted. See also "Introduction to hierarchical quorums" in
// its documentation.
func zooKeeper() Kind {
	return Kind{
		Name: "zookeeper", Summary: "zoo.cfg of ZooKeeper, or its dynamic file",
		Meaning: `The nodes are the servers N of the lines server.N, except observers, which do not vote. They are called by their hosts, or by their numbers where two have one host. Without groups, a quorum is a majority of them.

With lines group.N and weight.N, a quorum has more than half of the weight in more than half of the groups. A server without a weight weighs 1. Groups that weigh 0 do not count. Groups are failure domains. The weight of an observer in a group counts in the sum of the group, as in ZooKeeper, though it never votes.

The servers of ZOO_SERVERS, as images for Docker take them, are read from one line; without numbers they are 1, 2 and so on. All other settings are passed over. A file with dynamicConfigFile is refused, because that file has the servers, and so is one with oraclePath, because an oracle is no structure.`,
		readings: []reading{{nil, properties, zooStructure}},
	}
}

// A zooServer is a line server.N.
type zooServer struct {
	id, host string
	name     string // of the node
	at       int
	observer bool
	group    *zooGroup // nil: none
	weight   int       // 1 unless given
	weighs   bool      // that it is given
}

// A zooGroup is a line group.N.
type zooGroup struct {
	id      string
	at      int
	members []value // the numbers of servers
	servers []*zooServer
}

// zooConfig is what a file says of quorums.
type zooConfig struct {
	*draft
	servers []*zooServer
	groups  []*zooGroup
	weights []member          // the numbers of servers with what they weigh
	first   map[string]member // by name
}

func zooStructure(v value) *setsys.Structure {
	z := &zooConfig{draft: v.draft(), first: map[string]member{}}
	lines, some := inOneLine(v)
	for _, l := range lines {
		z.line(l)
	}
	if len(z.servers) == 0 {
		z.refuse(0, "no line server.N")
	}
	z.resolve()
	var participants, observers []string
	for _, s := range z.servers {
		if s.observer {
			observers = append(observers, s.name)
		} else {
			participants = append(participants, s.name)
		}
	}
	if len(participants) == 0 {
		z.refuse(0, "all servers are observers: there is no voter")
	}
	z.say(remark("Observers, which do not vote", observers)...)
	if some {
		z.guess("The servers have no numbers: they are taken to be 1, 2 and so on, in their order.")
	}
	majority := z.majority(participants)
	if len(z.groups) > 0 {
		return z.hierarchical()
	}
	return z.coterie("ZooKeeper, majority", majority)
}

// line reads a setting.
func (z *zooConfig) line(l member) {
	switch text := l.value.plain(); l.key {
	case "dynamicConfigFile":
		z.refuse(l.keyAt, "the servers are in the dynamic file %s: import that file", setsys.Quote(text))
	case "oraclePath":
		z.refuse(l.keyAt, "an oracle decides when votes are even, which is no structure")
	}
	word, id, dotted := strings.Cut(l.key, ".")
	words := []string{"server", "group", "weight"}
	switch {
	case slices.Contains(words, word) && dotted:
	case word == "server", strings.HasPrefix(word, "group"), strings.HasPrefix(word, "weight"):
		// ZooKeeper takes each of these for one that it should have been.
		z.refuse(l.keyAt, "unknown setting %s: want server.N, group.N or weight.N", setsys.Quote(l.key))
	case isNumber(id) && near.Name(word, words) != "":
		z.refuse(l.keyAt, "unknown setting %s%s", setsys.Quote(l.key), near.Meant(word, words))
	default:
		return
	}
	n := zooNumber(z.leaf(id, l.keyAt+len(word)+1), "the number of a "+strings.Replace(word, "weight", "server", 1))
	key := word + "." + n
	if m, ok := z.first[key]; ok {
		z.refuse(l.keyAt, "%s is given twice, first on line %d", key, 1+bytes.Count(z.data[:m.keyAt], []byte("\n")))
	}
	z.first[key] = l
	switch word {
	case "server":
		observer, host := z.role(l)
		z.servers = append(z.servers, &zooServer{id: n, host: host, at: l.keyAt, observer: observer, weight: 1})
	case "group":
		g := &zooGroup{id: n, at: l.keyAt}
		for _, part := range l.value.split(":") {
			part.token = zooNumber(part, "the number of a server")
			g.members = append(g.members, part)
		}
		z.groups = append(z.groups, g)
	default:
		l.value.token = l.value.count(0, setsys.MaxWeight, fmt.Sprint("a weight of 0 to ", setsys.MaxWeight))
		z.weights = append(z.weights, member{n, l.keyAt, l.value})
	}
}

// zooNumber returns a number as ZooKeeper reads it, in decimal without leading zeros.
func zooNumber(v value, want string) string {
	n, err := strconv.ParseInt(v.plain(), 10, 64)
	if err != nil || !isNumber(v.plain()) {
		v.bad("want %s, found %s", want, setsys.Quote(v.plain()))
	}
	return strconv.FormatInt(n, 10)
}

func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// zooAddress matches one; of IPv6, it has colons.
var zooAddress = regexp.MustCompile(`^\s*(?:\[([^\]]+)\]|([^:]+)):[0-9]+:[0-9]+(:[^:]*)?\s*$`)

// role reads the addresses of a server, each HOST:PORT:PORT with or without :ROLE,
// and then the client's, and reports whether it is an observer.
func (z *zooConfig) role(l member) (observer bool, host string) {
	addresses, client, _ := strings.Cut(l.value.plain(), ";")
	if port := client[strings.LastIndexByte(client, ':')+1:]; client != "" && !isNumber(strings.TrimSpace(port)) {
		z.refuse(l.value.at+len(addresses)+1, "want the client's PORT or HOST:PORT, found %s", setsys.Quote(client))
	}
	for i, address := range z.leaf(addresses, l.value.at).split("|") {
		m := zooAddress.FindStringSubmatch(address.plain())
		if m == nil {
			address.bad("want HOST:PORT:PORT or HOST:PORT:PORT:ROLE, found %s", setsys.Quote(address.plain()))
		}
		role := strings.ToLower(m[3])
		is := role == ":observer"
		if role != "" && !is && role != ":participant" {
			address.bad("unknown role %s: want participant or observer", setsys.Quote(m[3][1:]))
		}
		if i == 0 {
			host, observer = cmp.Or(m[1], m[2]), is
		} else if is != observer {
			address.bad("the addresses of %s have different roles", l.key)
		}
	}
	return observer, host
}

// resolve names the servers, and finds those that groups and weights name.
func (z *zooConfig) resolve() {
	var ids, hosts []string
	byID := map[string]*zooServer{}
	for _, s := range z.servers {
		byID[s.id], ids, hosts = s, append(ids, s.id), append(hosts, s.host)
	}
	for i, name := range z.byHost(ids, hosts) {
		z.servers[i].name = name
	}
	for _, w := range z.weights {
		s := byID[w.key]
		if s == nil {
			z.refuse(w.keyAt, "a weight of server %s, but there is no server.%s", w.key, w.key)
		}
		s.weight, s.weighs = w.value.token.(int), true
	}
	for _, g := range z.groups {
		for _, m := range g.members {
			s := byID[m.plain()]
			switch {
			case s == nil:
				m.bad("group %s has server %s, but there is no server.%s", g.id, m.plain(), m.plain())
			case s.group == g:
				m.bad("server %s is in group %s twice", s.id, g.id)
			case s.group != nil:
				m.bad("server %s is in group %s and in group %s", s.id, s.group.id, g.id)
			case s.observer && !s.weighs:
				m.bad("observer %s in group %s needs a line weight.%s", s.id, g.id, s.id)
			}
			s.group = g
		}
	}
	for _, s := range z.servers {
		if s.group != nil {
			s.group.servers = append(s.group.servers, s)
		} else if !s.observer && len(z.groups)+len(z.weights) > 0 {
			z.refuse(s.at, "server %s is in no group, which each server needs where there are groups or weights", s.id)
		}
	}
}

// hierarchical is the structure of groups, which are failure domains.
func (z *zooConfig) hierarchical() *setsys.Structure {
	var groups []*setsys.Formula
	var weightless, silent []string
	for _, g := range z.groups {
		var members []*setsys.Formula
		var weights []int
		total, ofVoters := 0, 0
		for _, s := range g.servers {
			total += s.weight
			if !s.observer {
				ofVoters += s.weight
				members, weights = append(members, z.node(s.name)), append(weights, s.weight)
			}
		}
		switch {
		case total == 0:
			weightless = append(weightless, g.id)
		case ofVoters < total/2+1:
			silent = append(silent, g.id)
		default:
			groups = append(groups, least(total/2+1, members, weights))
		}
	}
	counted := len(groups) + len(silent)
	if len(groups) < counted/2+1 {
		z.refuse(z.groups[0].at, "no set of servers is a quorum: %d groups have a weight, in %d of them the participants have more than half of it", counted, len(groups))
	}
	z.say(remark("Groups of weight 0, which are not counted", weightless)...)
	z.say(remark("Groups that are counted, but in which observers have half of the weight or more", silent)...)
	for _, s := range z.servers {
		if s.group != nil && !s.observer {
			z.homes.add("group ", s.group.id, z.index[s.name])
		}
	}
	return z.coterie("ZooKeeper, hierarchical quorums", setsys.AtLeast(counted/2+1, groups...))
}

// inOneLine returns the settings with those apart that images for Docker take in one
// variable: ZOO_SERVERS has server.1=... server.2=... with spaces between, or addresses
// without numbers with commas or spaces between, which are numbered in turn. In a file
// that the image would write, a line server.N has one server. It reports whether servers
// have no numbers.
func inOneLine(v value) (all []member, some bool) {
	for _, l := range v.members {
		key, text, at := strings.TrimLeft(l.key, "-"), l.value.plain(), l.value.at
		if name, value, ok := strings.Cut(text, "="); key == "" && ok && strings.Trim(name, `"' `) == "ZOO_SERVERS" {
			key, text, at = "ZOO_SERVERS", value, at+len(name)+1 // an item of a list in YAML
		}
		switch {
		case strings.EqualFold(key, "ZOO_SERVERS"):
		case strings.HasPrefix(l.key, "server.") && strings.Contains(text, " server."):
			text, at = l.key+"="+text, at-len(l.key)-1
		default:
			all = append(all, l)
			continue
		}
		for i, part := range v.leaf(text, at).fields(" \t,\"'") {
			key, value, ok := strings.Cut(part.plain(), "=")
			if !ok {
				key, value = "", part.plain()
				if address, id, is := strings.Cut(value, "::"); is && isNumber(id) {
					key, value = "server."+id, address
				}
			}
			at := part.at + strings.Index(part.plain(), value)
			if key == "" {
				key, some = "server."+strconv.Itoa(i+1), true
			}
			all = append(all, member{key, part.at, v.leaf(value, at)})
		}
	}
	return all, some
}
