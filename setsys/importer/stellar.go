package importer

import (
	"cmp"
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
		readings: []reading{
			{isConfig, inTOML, stellarConfiguration},
			{nil, inJSON, stellarNetwork},
		},
	}
}

func stellarNetwork(v value) *setsys.Structure {
	n := &network{draft: v.draft(), index: map[string]int{}, known: map[string]*setsys.Formula{}, leaves: map[*setsys.Formula]int{}, named: map[string]*setsys.Formula{}, open: map[string]bool{}}
	if v.keyed() {
		v = n.listIn(v)
	}
	for _, item := range v.items("a list of nodes") {
		n.add(item)
	}
	if len(n.nodes) == 0 {
		v.bad("there is no node")
	}
	return n.structure()
}

// A network is the nodes with what they trust.
type network struct {
	*draft
	nodes []stellarNode
	index map[string]int             // by key
	qsets map[string]value           // of the form of python-fbas, which has them apart
	named map[string]*setsys.Formula // these, as far as they are read
	open  map[string]bool            // the names of those that are being read
	known map[string]*setsys.Formula // quorum sets by their texts
	// leaves are how often nodes stand in formulas, each time that their members are used; no
	// more than any structure has nodes and one.
	leaves map[*setsys.Formula]int
}

// A stellarNode is a node, listed or only trusted.
type stellarNode struct {
	key, name, domain string
	qset              value // of sort "" when it is not known
	listed            bool
}

// listIn returns the list of nodes in an object.
func (n *network) listIn(v value) value {
	if nodes, ok := v.first("nodes"); ok {
		return nodes
	}
	validators, ok := v.first("validators")
	if qsets, also := v.first("qsets"); ok && also {
		n.qsets = map[string]value{}
		for _, m := range qsets.object("an object with the quorum sets").members {
			n.qsets[m.key] = m.value
		}
		return validators
	}
	if at, ok := v.first("transitive", "qset", "info"); ok {
		at.bad(`this answer of stellar-core has no quorum sets: ask for "quorum?transitive=true&fullkeys=true"`)
	}
	return v.needed("nodes")
}

// add adds a node of the list.
func (n *network) add(item value) {
	key, ok := item.object("an object (a node)").first("node", "publicKey", "id")
	if !ok {
		item.bad(`a node without a key ("publicKey", "node" or "id")`)
	}
	t := stellarNode{key: key.text("a key (a string)"), listed: true}
	if q, ok := item.first("quorumSet", "qset"); ok && q.sort != "null" {
		t.qset = q
	}
	about := item
	if attrs, ok := item.first("attrs"); ok && attrs.keyed() {
		about = attrs
	}
	t.name = strings.TrimSpace(about.textAt("name"))
	t.domain = cmp.Or(strings.TrimSpace(about.textAt("homeDomain", "home_domain")), about.textAt("organizationId"))
	if i, ok := n.index[t.key]; !ok {
		n.put(t)
	} else if !n.nodes[i].qset.equal(t.qset) {
		key.bad("node %s is there twice, with two quorum sets", setsys.Quote(t.key))
	}
}

// put adds a node, and returns its index.
func (n *network) put(t stellarNode) int {
	n.index[t.key] = len(n.nodes)
	n.nodes = append(n.nodes, t)
	return len(n.nodes) - 1
}

// structure returns the structure of the network.
func (n *network) structure() *setsys.Structure {
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
			f, empty := n.quorumSet(t.qset)
			switch {
			case empty:
				unknown = append(unknown, i)
			case f == nil:
				never = append(never, i)
			case n.repeats(f):
				twice = append(twice, i)
			}
			of[i] = f
		}
	}
	n.name()
	called := func(nodes []int) (names []string) {
		for _, i := range nodes {
			names = append(names, n.names[i])
		}
		return names
	}
	n.say(remark("Nodes whose quorum set cannot be satisfied, which are in no quorum", called(never))...)
	n.say(remark("Nodes with a validator twice in the quorum set, which counts twice here, and which stellar-core refuses", called(twice))...)
	n.guess(remark("Nodes without a quorum set, which are in no quorum", called(unknown))...)
	n.guess(remark("Validators that are not listed, which are in no quorum", called(unlisted))...)
	t := n.draft.structure("Stellar network", setsys.Coterie)
	t.Quorums = setsys.Trusting(setsys.NewTrust(of))
	return t
}

// name names the nodes: by their names, unless these are somebody else's too.
func (n *network) name() {
	count := map[string]int{}
	for _, t := range n.nodes {
		if count[t.key]++; t.name != t.key {
			count[t.name]++
		}
	}
	for i, t := range n.nodes {
		n.homes.add("", t.domain, i)
		if t.name == "" || count[t.name] > 1 {
			t.name = t.key
		}
		n.names = append(n.names, t.name)
	}
}
