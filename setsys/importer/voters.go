package importer

import (
	"fmt"
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

// coterie returns the structure with these quorums. The remarks are the sentences of
// its description.
func (s source) coterie(name string, v *voters, quorums *setsys.Formula, remarks []string) (*setsys.Structure, error) {
	universe, err := setsys.Named(v.names)
	if err != nil {
		return nil, s.errorf(0, "%s", err)
	}
	return &setsys.Structure{
		Name: name, Kind: setsys.Coterie, Universe: universe, Description: strings.Join(remarks, " "),
		Quorums: setsys.Unlisted(universe.Len(), quorums, setsys.DefaultMaxSets),
	}, nil
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
