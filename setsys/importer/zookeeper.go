package importer

import (
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
		read: readZooKeeper,
	}
}

// A zooServer is a line server.N.
type zooServer struct {
	id       string
	name     string // of the node
	host     string
	at       int
	observer bool
	group    int // index of its group, -1 for none
	weight   int // as given; -1: not given
}

// A zooGroup is a line group.N.
type zooGroup struct {
	id      string
	at      int
	members []zooName
}

// A zooName is the number of a server in another line.
type zooName struct {
	id string
	at int
}

// zooConfig is what a file says of quorums.
type zooConfig struct {
	source
	servers []*zooServer
	groups  []*zooGroup
	weights []zooWeight
	guesses []string
}

// A zooWeight is a line weight.N.
type zooWeight struct {
	zooName
	weight int
}

func readZooKeeper(s source) (*setsys.Structure, error) {
	lines, err := s.settings()
	if err != nil {
		return nil, err
	}
	lines, numbered := inOneLine(lines)
	z := &zooConfig{source: s}
	if numbered {
		z.guesses = []string{"The servers have no numbers: they are taken to be 1, 2 and so on, in their order."}
	}
	first := map[string]int{}
	for _, l := range lines {
		if err := z.line(l, first); err != nil {
			return nil, err
		}
	}
	if len(z.servers) == 0 {
		return nil, s.errorf(0, "no line server.N")
	}
	if err := z.resolve(); err != nil {
		return nil, err
	}
	z.name()
	return z.structure()
}

// line reads a setting. The lines of names met so far are in first.
func (z *zooConfig) line(l setting, first map[string]int) error {
	switch l.key {
	case "dynamicConfigFile":
		return z.errorf(l.at, "the servers are in the dynamic file %s: import that file", setsys.Quote(l.value))
	case "oraclePath":
		return z.errorf(l.at, "an oracle decides when votes are even, which is no structure")
	}
	word, id, dotted := strings.Cut(l.key, ".")
	words := []string{"server", "group", "weight"}
	switch {
	case slices.Contains(words, word) && dotted:
	case word == "server", strings.HasPrefix(word, "group"), strings.HasPrefix(word, "weight"):
		// ZooKeeper takes each of these for one that it should have been.
		return z.errorf(l.at, "unknown setting %s: want server.N, group.N or weight.N", setsys.Quote(l.key))
	case isNumber(id) && near.Name(word, words) != "":
		return z.errorf(l.at, "unknown setting %s%s", setsys.Quote(l.key), near.Meant(word, words))
	default:
		return nil
	}
	n, err := z.number(zooName{id, l.at + len(word) + 1}, "the number of a "+strings.Replace(word, "weight", "server", 1))
	if err != nil {
		return err
	}
	key := word + "." + n
	if line, ok := first[key]; ok {
		return z.errorf(l.at, "%s is given twice, first on line %d", key, line)
	}
	first[key] = l.line
	switch word {
	case "server":
		observer, host, err := z.role(l)
		z.servers = append(z.servers, &zooServer{id: n, host: host, at: l.at, observer: observer, group: -1, weight: -1})
		return err
	case "group":
		g := &zooGroup{id: n, at: l.at}
		z.groups = append(z.groups, g)
		at := l.valueAt
		for _, part := range strings.Split(l.value, ":") {
			id, err := z.number(zooName{part, at}, "the number of a server")
			if err != nil {
				return err
			}
			g.members = append(g.members, zooName{id, at})
			at += len(part) + 1
		}
		return nil
	}
	w, err := strconv.Atoi(l.value)
	if err != nil || w < 0 || w > setsys.MaxWeight {
		return z.errorf(l.valueAt, "want a weight of 0 to %d, found %s", setsys.MaxWeight, setsys.Quote(l.value))
	}
	z.weights = append(z.weights, zooWeight{zooName{n, l.at}, w})
	return nil
}

// number returns a number as ZooKeeper reads it, in decimal without leading zeros.
func (z *zooConfig) number(text zooName, want string) (string, error) {
	n, err := strconv.ParseInt(text.id, 10, 64)
	if err != nil || !isNumber(text.id) {
		return "", z.errorf(text.at, "want %s, found %s", want, setsys.Quote(text.id))
	}
	return strconv.FormatInt(n, 10), nil
}

func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// role reads the addresses of a server, each HOST:PORT:PORT with or without :ROLE,
// and then the client's, and reports whether it is an observer.
func (z *zooConfig) role(l setting) (observer bool, host string, err error) {
	addresses, client, _ := strings.Cut(l.value, ";")
	if port := client[strings.LastIndexByte(client, ':')+1:]; client != "" && !isNumber(strings.TrimSpace(port)) {
		return false, "", z.errorf(l.valueAt+len(addresses)+1, "want the client's PORT or HOST:PORT, found %s", setsys.Quote(client))
	}
	at := l.valueAt
	for i, address := range strings.Split(addresses, "|") {
		rest, name := address, ""
		if inner, ok := strings.CutPrefix(address, "["); ok { // an IPv6 address has colons
			name, rest, _ = strings.Cut(inner, "]")
			rest = "host" + rest
		}
		parts := strings.Split(strings.TrimSpace(rest), ":")
		if len(parts) < 3 || len(parts) > 4 || parts[0] == "" || !isNumber(parts[1]) || !isNumber(parts[2]) {
			return false, "", z.errorf(at, "want HOST:PORT:PORT or HOST:PORT:PORT:ROLE, found %s", setsys.Quote(address))
		}
		is := false
		if len(parts) == 4 {
			switch strings.ToLower(parts[3]) {
			case "observer":
				is = true
			case "participant":
			default:
				return false, "", z.errorf(at, "unknown role %s: want participant or observer", setsys.Quote(parts[3]))
			}
		}
		if i == 0 {
			if host = name; host == "" {
				host = parts[0]
			}
		}
		if i > 0 && is != observer {
			return false, "", z.errorf(at, "the addresses of %s have different roles", l.key)
		}
		observer = is
		at += len(address) + 1
	}
	return observer, host, nil
}

// name names the servers by their hosts, unless two have one.
func (z *zooConfig) name() {
	count := map[string]int{}
	for _, s := range z.servers {
		count[s.host]++
	}
	for _, s := range z.servers {
		if s.name = s.host; len(count) < len(z.servers) {
			s.name = s.id
		}
	}
}

// resolve finds the servers that groups and weights name.
func (z *zooConfig) resolve() error {
	byID := map[string]*zooServer{}
	for _, s := range z.servers {
		byID[s.id] = s
	}
	for _, w := range z.weights {
		s := byID[w.id]
		if s == nil {
			return z.errorf(w.at, "a weight of server %s, but there is no server.%s", w.id, w.id)
		}
		s.weight = w.weight
	}
	for i, g := range z.groups {
		for _, m := range g.members {
			s := byID[m.id]
			switch {
			case s == nil:
				return z.errorf(m.at, "group %s has server %s, but there is no server.%s", g.id, m.id, m.id)
			case s.group == i:
				return z.errorf(m.at, "server %s is in group %s twice", m.id, g.id)
			case s.group >= 0:
				return z.errorf(m.at, "server %s is in group %s and in group %s", m.id, z.groups[s.group].id, g.id)
			case s.observer && s.weight < 0:
				return z.errorf(m.at, "observer %s in group %s needs a line weight.%s", m.id, g.id, m.id)
			}
			s.group = i
		}
	}
	if len(z.groups)+len(z.weights) == 0 {
		return nil
	}
	for _, s := range z.servers {
		if !s.observer && s.group < 0 {
			return z.errorf(s.at, "server %s is in no group, which each server needs where there are groups or weights", s.id)
		}
	}
	return nil
}

func (z *zooConfig) structure() (*setsys.Structure, error) {
	var v voters
	var participants, observers []string
	hosts := map[string]string{}
	for _, s := range z.servers {
		hosts[s.name] = s.host
		if s.observer {
			observers = append(observers, s.name)
			continue
		}
		v.add(s.name)
		participants = append(participants, s.name)
	}
	if len(participants) == 0 {
		return nil, z.errorf(0, "all servers are observers: there is no voter")
	}
	remarks := list("Observers, which do not vote", observers)
	if len(z.groups) == 0 {
		t, err := z.coterie("ZooKeeper, majority", &v, v.majority(participants), remarks, z.guesses...)
		return onHosts(t, err, hosts)
	}
	var groups []*setsys.Formula
	var weightless, silent []string
	counted := 0
	for i, g := range z.groups {
		formula, total := z.group(i, &v)
		switch {
		case total == 0:
			weightless = append(weightless, g.id)
			continue
		case formula == nil:
			silent = append(silent, g.id)
		default:
			groups = append(groups, formula)
		}
		counted++
	}
	if len(groups) < counted/2+1 {
		return nil, z.errorf(z.groups[0].at, "no set of servers is a quorum: %d groups have a weight, in %d of them the participants have more than half of it", counted, len(groups))
	}
	remarks = append(remarks, list("Groups of weight 0, which are not counted", weightless)...)
	remarks = append(remarks, list("Groups that are counted, but in which observers have half of the weight or more", silent)...)
	t, err := z.coterie("ZooKeeper, hierarchical quorums", &v, setsys.AtLeast(counted/2+1, groups...), remarks, z.guesses...)
	if err != nil {
		return nil, err
	}
	var racks domains
	for _, s := range z.servers {
		if s.group >= 0 && !s.observer {
			racks.add("group "+z.groups[s.group].id, v.index[s.name])
		}
	}
	t.Domains = racks.over(t.Universe.Len())
	return onHosts(t, nil, hosts)
}

// group returns more than half of the weight of a group, nil where the participants
// do not have that, and the weight.
func (z *zooConfig) group(i int, v *voters) (*setsys.Formula, int) {
	var members []*setsys.Formula
	var weights []int
	total, ofVoters := 0, 0
	for _, s := range z.servers {
		if s.group != i {
			continue
		}
		w := s.weight
		if w < 0 {
			w = 1
		}
		total += w
		if s.observer {
			continue
		}
		ofVoters += w
		members, weights = append(members, v.add(s.name)), append(weights, w)
	}
	need := total/2 + 1
	switch {
	case ofVoters < need:
		return nil, total
	case slices.Max(weights) == 1 && slices.Min(weights) == 1:
		return setsys.AtLeast(need, members...), total
	}
	return setsys.Weighted(need, members, weights), total
}
