package importer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
)

// stellar reads the quorum sets of a Stellar network, as stellar-core or stellarbeat
// write them.
//
// That a set of nodes is a quorum when it satisfies the quorum set of each of its
// nodes is "The Stellar Consensus Protocol" (Mazières), section 3.1, "Quorum slices".
// The check of quorum sets is isQuorumSetSane of stellar-core. A minimal quorum lies
// in one strongly connected component, in which the search below stays: nodes of a
// quorum from which others of it are reached that do not reach back can be left out.
// That two disjoint quorums are hard to find in general shows Lachowski, "Complexity
// of the quorum intersection property of the Federated Byzantine Agreement System".
func stellar() Kind {
	return Kind{
		Name: "stellar", Summary: `the quorum sets of Stellar nodes, or the configuration of one`,
		Meaning: `A node trusts a quorum set: a threshold of validators and inner quorum sets. A quorum is a set of nodes that is not empty and satisfies the quorum set of each of its nodes. The quorums of the structure are the minimal ones, found by search; where all nodes that can be in one have the same quorum set, that is the formula of the quorums.

A file of stellar-core is what "stellar-core http-command 'quorum?transitive=true&fullkeys=true'" prints, or the input of "stellar-core check-quorum-intersection": an object with the list "nodes", whose members have "node" and "qset" ("t" is the threshold, "v" the members). A file of stellarbeat is a list of nodes with "publicKey" and "quorumSet" ("threshold", "validators", "innerQuorumSets"). All other keys of nodes are passed over.

The configuration of one node is the file of stellar-core in TOML. Its quorum set is QUORUM_SET, or made of [[VALIDATORS]] and the node itself, if NODE_IS_VALIDATOR, by quality and home domain as stellar-core makes it. The quorums are those of a network in which all validators have this quorum set; whether other files say the same is not known. The home domains of [[VALIDATORS]] are failure domains. QUORUM_SET beside [[VALIDATORS]] is read with UNSAFE_QUORUM=true only. What else UNSAFE_QUORUM switches off is not checked, because it is about whether the quorum set is safe. All other keys are passed over.

A node of a list is called by its key, one of a configuration by its name there; the node itself is called "self", unless NODE_SEED names it. A node of a list whose quorum set is missing, null or empty is in no quorum. More than 100,000 minimal quorums are an error.`,
		read: readStellar,
	}
}

// maxMinimal is the most minimal quorums that are listed.
const maxMinimal = 100_000

// A trust is a node of the network.
type trust struct {
	name  string
	qset  value           // of sort "" when it is not known
	slice *setsys.Formula // nil when the node is in no quorum
	count *threshold      // the same
	same  string          // equal for equal quorum sets
}

func readStellar(s source) (*setsys.Structure, error) {
	if s.isConfig() {
		return readStellarConfig(s)
	}
	v, err := s.json("list of nodes")
	if err != nil {
		return nil, err
	}
	form := stellarbeat
	if v.sort == "an object" {
		form = stellarCore
		nodes, ok, _ := v.get("nodes")
		if !ok {
			return nil, v.errorf(v.at, `key "nodes" is missing`)
		}
		v = nodes
	}
	items, err := v.items("a list of nodes")
	if err != nil {
		return nil, err
	}
	var net network
	for _, item := range items {
		if err := net.add(item, form); err != nil {
			return nil, err
		}
	}
	if len(net.trusts) == 0 {
		return nil, v.errorf(v.at, "there is no node")
	}
	var unknown []string
	for i := range net.trusts {
		t := &net.trusts[i]
		if t.qset.sort == "" {
			unknown = append(unknown, t.name)
			continue
		}
		if t.slice, t.same, err = net.quorumSet(t.qset, form, map[string]bool{}); err != nil {
			return nil, err
		}
		if t.slice == nil {
			unknown = append(unknown, t.name)
			continue
		}
		t.count = countOf(t.slice, len(net.trusts))
	}
	universe, err := setsys.Named(net.names())
	if err != nil {
		return nil, s.errorf(0, "%s", err)
	}
	quorums, name, err := net.quorums()
	if err != nil {
		return nil, v.errorf(v.at, "%s", err)
	}
	return &setsys.Structure{
		Name: name, Kind: setsys.Coterie, Universe: universe, Quorums: quorums,
		Description: strings.Join(list("Nodes without a quorum set, which are in no quorum", unknown), " "),
	}, nil
}

// A dialect has the keys of one of the two forms.
type dialect struct {
	node, qset string
	threshold  string
	members    []string // keys of lists of members
	known      []string // all keys of a quorum set
}

var (
	stellarCore = dialect{node: "node", qset: "qset", threshold: "t", members: []string{"v"}, known: []string{"t", "v"}}
	stellarbeat = dialect{
		node: "publicKey", qset: "quorumSet", threshold: "threshold", members: []string{"validators", "innerQuorumSets"},
		known: []string{"hashKey", "threshold", "validators", "innerQuorumSets"},
	}
)

// A network is the nodes with what they trust.
type network struct {
	trusts []trust
	index  map[string]int
}

func (n *network) names() []string {
	var names []string
	for _, t := range n.trusts {
		names = append(names, t.name)
	}
	return names
}

// add adds a node of the list.
func (n *network) add(item value, form dialect) error {
	key, ok, err := item.get(form.node)
	if err != nil {
		return err
	}
	if !ok {
		return item.errorf(item.at, "a node without the key %q", form.node)
	}
	name, err := key.text("a key (a string)")
	if err != nil {
		return err
	}
	if _, ok := n.index[name]; ok {
		return key.errorf(key.at, "node %s is there twice", setsys.Quote(name))
	}
	t := trust{name: name}
	if q, ok, _ := item.get(form.qset); ok && q.sort != "null" {
		t.qset = q
	}
	if n.index == nil {
		n.index = map[string]int{}
	}
	n.index[name] = len(n.trusts)
	n.trusts = append(n.trusts, t)
	return nil
}

// quorumSet returns the formula of a quorum set, nil for one without members, and a
// text that is equal for equal ones. No node may be in it twice.
func (n *network) quorumSet(v value, form dialect, seen map[string]bool) (*setsys.Formula, string, error) {
	if err := v.only("a quorum set", form.known...); err != nil {
		return nil, "", err
	}
	var members []*setsys.Formula
	var texts []string
	for _, key := range form.members {
		x, ok, _ := v.get(key)
		if !ok {
			continue
		}
		items, err := x.items("a list of validators or quorum sets")
		if err != nil {
			return nil, "", err
		}
		for _, item := range items {
			m, text, err := n.member(item, form, seen)
			if err != nil {
				return nil, "", err
			}
			members, texts = append(members, m), append(texts, text)
		}
	}
	if len(members) == 0 {
		return nil, "", nil
	}
	x, ok, _ := v.get(form.threshold)
	if !ok {
		return nil, "", v.errorf(v.at, "a quorum set without the key %q", form.threshold)
	}
	number, _ := x.token.(json.Number)
	need, err := strconv.Atoi(number.String())
	if err != nil || need < 1 || need > len(members) {
		return nil, "", x.wrong(fmt.Sprintf("a threshold of 1 to %d, the number of members", len(members)))
	}
	slices.Sort(texts)
	return setsys.AtLeast(need, members...), fmt.Sprintf("%d(%s)", need, strings.Join(texts, ",")), nil
}

// member returns a validator or an inner quorum set.
func (n *network) member(item value, form dialect, seen map[string]bool) (*setsys.Formula, string, error) {
	name, isName := item.token.(string)
	if !isName {
		m, text, err := n.quorumSet(item, form, seen)
		if err == nil && m == nil {
			err = item.errorf(item.at, "an inner quorum set without members")
		}
		return m, text, err
	}
	i, ok := n.index[name]
	if !ok {
		return nil, "", item.errorf(item.at, "validator %s is no node of the list", setsys.Quote(name))
	}
	if seen[name] {
		return nil, "", item.errorf(item.at, "validator %s is in the quorum set twice", setsys.Quote(name))
	}
	seen[name] = true
	return setsys.OfNode(i), fmt.Sprintf("n%d", i), nil
}
