package importer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"qcheck/setsys"
)

// A draft is a structure in the making.
type draft struct {
	*source
	at    int // where the file says which nodes there are
	names []string
	index map[string]int
	hosts map[string]string // by name, where it is known
	homes domains           // failure domains that the configuration names
	// said are the sentences of the description. Those guessed, which end it, are also remarks
	// of the structure: what the file does not say and is taken to be so, and what decides and
	// is not modelled.
	said, guessed []string
}

func (s *source) draft() *draft {
	return &draft{source: s, index: map[string]int{}, hosts: map[string]string{}}
}

// say adds sentences to the description, and guess remarks.
func (d *draft) say(text ...string)   { d.said = append(d.said, text...) }
func (d *draft) guess(text ...string) { d.guessed = append(d.guessed, text...) }

// node returns the node with the name, which is new or has been met before.
func (d *draft) node(name string) *setsys.Formula {
	d.step(1)
	i, ok := d.index[name]
	if !ok {
		i = len(d.names)
		d.index[name] = i
		d.names = append(d.names, name)
	}
	return setsys.OfNode(i)
}

func (d *draft) nodes(names []string) (all []*setsys.Formula) {
	for _, name := range names {
		all = append(all, d.node(name))
	}
	return all
}

// byHost returns what servers are called: by their hosts, or all by their IDs where two have one.
func (d *draft) byHost(ids, hosts []string) []string {
	names := hosts
	if len(slices.Compact(slices.Sorted(slices.Values(hosts)))) < len(hosts) {
		names = ids
	}
	for i, name := range names {
		d.hosts[name] = hosts[i]
	}
	return names
}

// majority returns the formula that more than half of the nodes, at least one, satisfy.
func (d *draft) majority(names []string) *setsys.Formula {
	return setsys.AtLeast(len(names)/2+1, d.nodes(names)...)
}

// elected is the structure in which a majority of the nodes elects.
func (d *draft) elected(title string, names []string) *setsys.Structure {
	return d.coterie(title, d.majority(names))
}

// coterie returns the structure with these quorums.
func (d *draft) coterie(title string, quorums *setsys.Formula) *setsys.Structure {
	t := d.structure(title, setsys.Coterie)
	t.Quorums = setsys.Unlisted(t.Universe.Len(), quorums, setsys.DefaultMaxSets)
	return t
}

// readWrite returns the structure with these write quorums and read quorums.
func (d *draft) readWrite(title string, write, read *setsys.Formula) *setsys.Structure {
	t := d.structure(title, setsys.ReadWrite)
	t.Write = setsys.Unlisted(t.Universe.Len(), write, setsys.DefaultMaxSets)
	t.Read = setsys.Unlisted(t.Universe.Len(), read, setsys.DefaultMaxSets)
	return t
}

// structure returns all but the quorums. A host with several nodes is a failure domain, and
// that is said: a machine is one failure, whatever the ports are.
func (d *draft) structure(title string, kind setsys.Kind) *setsys.Structure {
	universe, err := setsys.Named(d.names)
	if err != nil {
		d.refuse(d.at, "%s", err)
	}
	var machines domains
	for i, name := range d.names {
		machines.add("host ", d.hosts[name], i)
	}
	var shared []string
	for _, name := range machines.names {
		if nodes := len(machines.nodes[name]); nodes > 1 {
			shared = append(shared, fmt.Sprintf("%s has %d", strings.TrimPrefix(name, "host "), nodes))
		}
	}
	all := d.homes.over(universe.Len())
	if shared != nil {
		d.guess(remark("Several nodes are on one host, and fail together", shared)...)
		all = append(all, machines.over(universe.Len())...)
	}
	for _, text := range slices.Concat(d.names, d.homes.names, d.said, d.guessed, []string{title}) {
		if !utf8.ValidString(text) { // JSON has no others
			d.refuse(d.at, "the name of a node or a domain is not valid UTF-8, in %s", setsys.Quote(text))
		}
	}
	return &setsys.Structure{
		Name: title, Kind: kind, Universe: universe, Domains: all,
		Description: strings.Join(slices.Concat(d.said, d.guessed), " "), Remarks: d.guessed,
	}
}

// least returns the formula of members that weigh so much.
func least(need int, members []*setsys.Formula, weights []int) *setsys.Formula {
	if slices.Max(weights) == 1 && slices.Min(weights) == 1 {
		return setsys.AtLeast(need, members...)
	}
	return setsys.Weighted(need, members, weights)
}

// some returns the formula that so many members satisfy, which is the member itself if
// there is one.
func some(need int, members []*setsys.Formula) *setsys.Formula {
	if len(members) == 1 {
		return members[0]
	}
	return setsys.AtLeast(need, members...)
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

// maxNamed is how many nodes a remark names.
const maxNamed = 10

// remark returns one that names these, or the first of them, and none where there are none.
func remark(what string, names []string) []string {
	if len(names) == 0 {
		return nil
	}
	first, more := names[:min(maxNamed, len(names))], ""
	if len(names) > maxNamed {
		more = fmt.Sprintf(" and %d more", len(names)-maxNamed)
	}
	return []string{what + ": " + strings.Join(first, ", ") + more + "."}
}

// numbered returns so many names.
func numbered(name string, n int) (names []string) {
	for i := range n {
		names = append(names, name+"-"+strconv.Itoa(i+1))
	}
	return names
}

// counted returns the names that a flag gives, separated by commas, or as many as it says.
func (s *source) counted(flag, name string) []string {
	given := s.flags[flag]
	n, err := strconv.Atoi(given)
	if err != nil {
		names := strings.Split(given, ",")
		for i, x := range names {
			if names[i] = strings.TrimSpace(x); names[i] == "" || slices.Contains(names[:i], names[i]) {
				refuseFlag("--%s %s: a name is empty or given twice", flag, given)
			}
		}
		return names
	}
	if n < 1 || n > setsys.MaxNodes {
		refuseFlag("--%s %s: want 1 to %d", flag, given, setsys.MaxNodes)
	}
	return numbered(name, n)
}

// domains are failure domains in the making, in the order in which they are met.
type domains struct {
	names []string
	nodes map[string][]int
}

// add puts the node into the domain of a kind, unless that has no name.
func (g *domains) add(kind, name string, node int) {
	domain := kind + name
	if name == "" {
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
