package importer

import (
	"slices"
	"strings"

	"qcheck/setsys"
)

// stellar reads the quorum sets of a Stellar network, as stellar-core, stellarbeat,
// or tools for trust graphs write them.
//
// That a set of nodes is a quorum when it satisfies the quorum set of each of its
// nodes is "The Stellar Consensus Protocol" (Mazières), section 3.1, "Quorum slices";
// it is kept as a [setsys.Trust]. What stellar-core thinks of a quorum set is
// isQuorumSetSane there; the forms are those of its command "quorum", of
// stellarbeat's lists of nodes, which fbas_analyzer and MobileCoin have too, and of
// python_fbas_serializer.py in python-fbas.
func stellar() Kind {
	return Kind{
		Name: "stellar", Summary: `the quorum sets of Stellar nodes, or the configuration of one`,
		Meaning: `A node trusts a quorum set: a threshold of validators and inner quorum sets. A quorum is a set of nodes that is not empty and satisfies the quorum set of each of its nodes. The structure has this trust graph as it is; its quorums are the minimal ones.

A file of stellar-core is what "stellar-core http-command 'quorum?transitive=true&fullkeys=true'" prints, or the input of "stellar-core check-quorum-intersection": an object with the list "nodes", whose members have "node" and "qset" ("t" is the threshold, "v" the members). A file of stellarbeat is a list of nodes with "publicKey" and "quorumSet" ("threshold", "validators", "innerQuorumSets"). One of python-fbas has "validators" with the names of their "qsets". Lines of HTTP or of a log before the document, and all other keys, are passed over.

The configuration of one node is the file of stellar-core in TOML. Its quorum set is QUORUM_SET, or made of [[VALIDATORS]] and the node itself, if NODE_IS_VALIDATOR, by quality and home domain as stellar-core makes it. The quorums are those of a network in which all validators have this quorum set; whether other files say the same is not known. The home domains of [[VALIDATORS]] are failure domains. QUORUM_SET beside [[VALIDATORS]] is read with UNSAFE_QUORUM=true only. What else UNSAFE_QUORUM switches off is not checked, because it is about whether the quorum set is safe. All other keys are passed over.

A node of a list is called by its "name", or by its key where there is no name or another node has it too; one of a configuration by its name there; the node itself is called "self", unless NODE_SEED names it. Home domains are failure domains; where a node has none, its organisation is. These nodes are in no quorum, but count where others trust them: nodes whose quorum set is missing, null or empty, validators that are trusted and not listed, and nodes whose quorum set has a threshold of 0, which stellar-core refuses, or one above the number of its members.`,
		read: readStellar,
	}
}

func readStellar(s source) (*setsys.Structure, error) {
	if s = s.body(); s.isConfig() {
		return readStellarConfig(s)
	}
	v, err := s.json("list of nodes")
	if err != nil {
		return nil, err
	}
	var net network
	if v.sort == "an object" {
		if v, err = net.listIn(v); err != nil {
			return nil, err
		}
	}
	items, err := v.items("a list of nodes")
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		if err := net.add(item); err != nil {
			return nil, err
		}
	}
	if len(net.nodes) == 0 {
		return nil, v.errorf(v.at, "there is no node")
	}
	return net.structure(s)
}

// A network is the nodes with what they trust.
type network struct {
	nodes []stellarNode
	index map[string]int             // by key
	qsets value                      // of the form of python-fbas, which has them apart
	named map[string]*setsys.Formula // these, as far as they are read
	open  map[string]bool            // the names of those that are being read
	known map[string]*setsys.Formula // quorum sets by their texts
}

// A stellarNode is a node, listed or only trusted.
type stellarNode struct {
	key, name, domain string
	item              value // as listed
	qset              value // of sort "" when it is not known
	listed            bool
}

// listIn returns the list of nodes in an object.
func (n *network) listIn(v value) (value, error) {
	if nodes, ok, _ := v.get("nodes"); ok {
		return nodes, nil
	}
	validators, ok, _ := v.get("validators")
	qsets, also, _ := v.get("qsets")
	switch {
	case ok && also && !qsets.keyed():
		return v, qsets.wrong("an object with the quorum sets")
	case ok && also:
		n.qsets = qsets
		return validators, nil
	}
	if at, ok := v.first("transitive", "qset", "info"); ok {
		return v, v.errorf(at.at, `this answer of stellar-core has no quorum sets: ask for "quorum?transitive=true&fullkeys=true"`)
	}
	return v, v.errorf(v.at, `key "nodes" is missing`)
}

// add adds a node of the list.
func (n *network) add(item value) error {
	if !item.keyed() {
		return item.wrong("an object (a node)")
	}
	key, ok := item.first("node", "publicKey", "id")
	if !ok {
		return item.errorf(item.at, `a node without a key ("publicKey", "node" or "id")`)
	}
	name, err := key.text("a key (a string)")
	if err != nil {
		return err
	}
	t := stellarNode{key: name, item: item, listed: true}
	if q, ok := item.first("quorumSet", "qset"); ok && q.sort != "null" {
		t.qset = q
	}
	about := item
	if attrs, ok, _ := item.get("attrs"); ok && attrs.keyed() {
		about = attrs
	}
	for _, x := range []struct {
		to   *string
		keys []string
	}{{&t.name, []string{"name"}}, {&t.domain, []string{"homeDomain", "home_domain"}}} {
		if at, ok := about.first(x.keys...); ok {
			text, _ := at.token.(string)
			*x.to = strings.TrimSpace(text)
		}
	}
	if at, ok := about.first("organizationId"); ok && t.domain == "" {
		t.domain, _ = at.token.(string)
	}
	if i, ok := n.index[name]; ok {
		if n.nodes[i].qset.equal(t.qset) {
			return nil
		}
		return key.errorf(key.at, "node %s is there twice, with two quorum sets", setsys.Quote(name))
	}
	n.put(t)
	return nil
}

// put adds a node, and returns its index.
func (n *network) put(t stellarNode) int {
	if n.index == nil {
		n.index = map[string]int{}
	}
	n.index[t.key] = len(n.nodes)
	n.nodes = append(n.nodes, t)
	return len(n.nodes) - 1
}

// structure returns the structure of the network.
func (n *network) structure(s source) (*setsys.Structure, error) {
	var of []*setsys.Formula
	var unknown, never, twice, unlisted []int
	for i := 0; i < len(n.nodes); i++ { // quorum sets add nodes that are not listed
		of = append(of, nil)
		switch t := n.nodes[i]; {
		case !t.listed:
			unlisted = append(unlisted, i)
		case t.qset.sort == "":
			unknown = append(unknown, i)
		default:
			f, empty, err := n.quorumSet(t.qset)
			if err != nil {
				return nil, err
			}
			switch {
			case empty:
				unknown = append(unknown, i)
			case f == nil:
				never = append(never, i)
			case leaves(f, map[*setsys.Formula]int{}) > len(f.Nodes()):
				twice = append(twice, i)
			}
			of[i] = f
		}
	}
	names := n.names()
	universe, err := setsys.Named(names)
	if err != nil {
		return nil, s.errorf(0, "%s", err)
	}
	remark := func(what string, nodes []int) []string {
		var called []string
		for _, i := range nodes {
			called = append(called, names[i])
		}
		return list(what, called)
	}
	guesses := slices.Concat(
		remark("Nodes without a quorum set, which are in no quorum", unknown),
		remark("Validators that are not listed, which are in no quorum", unlisted),
	)
	t := &setsys.Structure{
		Name: "Stellar network", Kind: setsys.Coterie, Universe: universe, Quorums: setsys.Trusting(setsys.NewTrust(of)), Remarks: guesses,
		Description: described(slices.Concat(
			remark("Nodes whose quorum set cannot be satisfied, which are in no quorum", never),
			remark("Nodes with a validator twice in the quorum set, which counts twice here, and which stellar-core refuses", twice),
		), guesses),
	}
	var homes domains
	for i, v := range n.nodes {
		homes.add(v.domain, i)
	}
	t.Domains = homes.over(universe.Len())
	return t, nil
}

// names returns what the nodes are called: by their names, unless these are somebody
// else's too.
func (n *network) names() []string {
	count := map[string]int{}
	for _, t := range n.nodes {
		if count[t.key]++; t.name != t.key {
			count[t.name]++
		}
	}
	var names []string
	for _, t := range n.nodes {
		if t.name != "" && count[t.name] == 1 {
			names = append(names, t.name)
		} else {
			names = append(names, t.key)
		}
	}
	return names
}
