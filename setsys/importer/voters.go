package importer

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/setsys"
)

// voters are the nodes of a structure in the making, by name.
type voters struct {
	names []string
	index map[string]int
}

// add returns the node with the name, which is new or has been met before.
func (v *voters) add(name string) *setsys.Formula {
	i, ok := v.index[name]
	if !ok {
		if v.index == nil {
			v.index = map[string]int{}
		}
		i = len(v.names)
		v.index[name] = i
		v.names = append(v.names, name)
	}
	return setsys.OfNode(i)
}

// majority returns the formula that more than half of the nodes, at least one,
// satisfy.
func (v *voters) majority(names []string) *setsys.Formula {
	var members []*setsys.Formula
	for _, name := range names {
		members = append(members, v.add(name))
	}
	return setsys.AtLeast(len(members)/2+1, members...)
}

// coterie returns the structure with these quorums. The sentences are those of its
// description; the guesses, which end it, are also remarks of the structure: what the
// file does not say and is taken to be so, and what decides and is not modelled.
func (s source) coterie(name string, v *voters, quorums *setsys.Formula, sentences []string, guesses ...string) (*setsys.Structure, error) {
	universe, err := setsys.Named(v.names)
	if err != nil {
		return nil, s.errorf(0, "%s", err)
	}
	return &setsys.Structure{
		Name: name, Kind: setsys.Coterie, Universe: universe, Description: described(sentences, guesses), Remarks: guesses,
		Quorums: setsys.Unlisted(universe.Len(), quorums, setsys.DefaultMaxSets),
	}, nil
}

// readWrite is coterie for write quorums and read quorums.
func (s source) readWrite(name string, v *voters, write, read *setsys.Formula, sentences []string, guesses ...string) (*setsys.Structure, error) {
	t, err := s.coterie(name, v, write, sentences, guesses...)
	if err == nil {
		t.Kind, t.Write, t.Quorums = setsys.ReadWrite, t.Quorums, setsys.Family{}
		t.Read = setsys.Unlisted(t.Universe.Len(), read, setsys.DefaultMaxSets)
	}
	return t, err
}

// onHosts makes hosts failure domains where several nodes have one, and says so: a machine
// is one failure, whatever the ports are. The host of a node is that of its address.
func onHosts(t *setsys.Structure, err error, hosts map[string]string) (*setsys.Structure, error) {
	if err != nil {
		return nil, err
	}
	var machines domains
	for i := range t.Universe.Len() {
		if h := hosts[t.Universe.Name(i)]; h != "" {
			machines.add("host "+h, i)
		}
	}
	var shared []string
	for _, name := range machines.names {
		if nodes := len(machines.nodes[name]); nodes > 1 {
			shared = append(shared, fmt.Sprintf("%s has %d", strings.TrimPrefix(name, "host "), nodes))
		}
	}
	if said := list("Several nodes are on one host, and fail together", shared); said != nil {
		t.Domains = append(t.Domains, machines.over(t.Universe.Len())...)
		t.Remarks = append(t.Remarks, said...)
		t.Description = strings.TrimSpace(t.Description + " " + said[0])
	}
	return t, nil
}

// hostOf returns the host of an address or a URL, without its port.
func hostOf(address string) string {
	if _, after, ok := strings.Cut(address, "://"); ok {
		address = after
	}
	address, _, _ = strings.Cut(address, "/")
	if inner, ok := strings.CutPrefix(address, "["); ok {
		address, _, _ = strings.Cut(inner, "]")
	} else if strings.Count(address, ":") == 1 {
		address, _, _ = strings.Cut(address, ":")
	}
	return address
}

func described(sentences, guesses []string) string {
	return strings.Join(slices.Concat(sentences, guesses), " ")
}

// maxNamed is how many nodes a remark names.
const maxNamed = 10

// list returns a remark that names these, or the first of them, and nothing where
// there are none.
func list(what string, names []string) []string {
	if len(names) == 0 {
		return nil
	}
	text := what + ": "
	if more := len(names) - maxNamed; more > 0 {
		return []string{fmt.Sprintf("%s%s and %d more.", text, strings.Join(names[:maxNamed], ", "), more)}
	}
	return []string{text + strings.Join(names, ", ") + "."}
}

// domains are failure domains in the making, in the order in which they are met.
type domains struct {
	names []string
	nodes map[string][]int
}

// add puts the node into the domain, unless that has no name.
func (g *domains) add(domain string, node int) {
	if domain == "" {
		return
	}
	if g.nodes == nil {
		g.nodes = map[string][]int{}
	}
	if g.nodes[domain] == nil {
		g.names = append(g.names, domain)
	}
	g.nodes[domain] = append(g.nodes[domain], node)
}

// over returns the domains over n nodes.
func (g *domains) over(n int) (all []setsys.Domain) {
	for _, name := range g.names {
		all = append(all, setsys.Domain{Name: name, Nodes: setsys.NewNodeSet(n, g.nodes[name]...)})
	}
	return all
}
