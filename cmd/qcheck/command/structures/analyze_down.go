package structures

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/near"
)

// nodesNamed returns the nodes that a list names: nodes, or failure domains for theirs. Names with
// commas or with blanks at the ends are in double quotes; node: and domain: tell apart what has one name.
func nodesNamed(s *setsys.Structure, list string) (setsys.NodeSet, error) {
	n := s.Universe.Len()
	down := setsys.NewNodeSet(n)
	quoted := csv.NewReader(strings.NewReader(list))
	quoted.TrimLeadingSpace, quoted.LazyQuotes = true, true
	lines, err := quoted.ReadAll()
	if err != nil || len(lines) != 1 {
		lines = [][]string{{list}}
	}
	for _, name := range lines[0] {
		if _, ok := s.Universe.Index(name); !ok {
			name = strings.TrimSpace(name)
		}
		kind, plain, _ := strings.Cut(name, ":")
		v, isNode := s.Universe.Index(name)
		if !isNode && kind == "node" {
			v, isNode = s.Universe.Index(plain)
		}
		called := func(name string) int {
			return slices.IndexFunc(s.Domains, func(d setsys.Domain) bool { return d.Name == name })
		}
		i := called(name)
		if i < 0 && kind == "domain" {
			i = called(plain)
		}
		switch node := setsys.NewNodeSet(n, max(v, 0)); {
		case isNode && i >= 0 && !node.Equal(s.Domains[i].Nodes):
			return down, fmt.Errorf("%s is both a node and a failure domain: say %s or %s", setsys.Quote(name), setsys.Quote("node:"+name), setsys.Quote("domain:"+name))
		case isNode:
			down = down.Union(node)
			continue
		case i < 0:
			var known []string
			for _, d := range s.Domains {
				known = append(known, d.Name)
			}
			for v := range n {
				known = append(known, s.Universe.Name(v))
			}
			hint := ""
			if of := near.Name(name, known); of != "" {
				hint = fmt.Sprintf(": did you mean %s?", setsys.Quote(of))
			}
			if hint == "" && len(s.Domains) > 0 && len(s.Domains) <= 10 {
				hint = "; the domains are " + strings.Join(known[:len(s.Domains)], ", ")
			}
			return down, fmt.Errorf("%s is neither a node nor a failure domain%s", setsys.Quote(name), hint)
		}
		down = down.Union(s.Domains[i].Nodes)
	}
	return down, nil
}

// without returns the structure that is left when the nodes are down: the quorums of the
// other nodes, and the domains without those.
func without(s *setsys.Structure, down setsys.NodeSet) (*setsys.Structure, error) {
	if s.Kind == setsys.RequestSets {
		return nil, fmt.Errorf("--down is for structures with quorums to choose from")
	}
	up := down.Complement()
	t := properties.Mapped(s, func(_ int, f setsys.Family) setsys.Family { return f.Within(up) })
	t.Domains = nil
	for _, d := range s.Domains {
		if left := d.Nodes.Difference(down); !left.IsEmpty() {
			t.Domains = append(t.Domains, setsys.Domain{Name: d.Name, Nodes: left})
		}
	}
	return t, nil
}

// answer says in a line what the analysis found: for each family, how many domains and nodes
// may fail, and of the only family the load.
func (a *analysis) answer() string {
	var parts, none []string
	for i, f := range a.Families {
		name := ""
		if len(a.Families) > 1 {
			name = familyName(a.structure, i) + " "
		}
		if f.family.IsListed() && f.family.Len() == 0 {
			none = append(none, name+"quorum")
			continue
		}
		var found []string
		if f.Domains != nil && f.spreadErr == nil && f.Domains.Failures >= 0 {
			which := "no domain"
			if n := f.Domains.Failures; n > 0 {
				which = "any " + console.Count(n, "domain")
			}
			found = append(found, which+" may go down")
		}
		switch {
		case len(f.Rows) == 0:
			found = append(found, f.Note)
		case f.Rows[0].Failures == 0:
			found = append(found, "no node may fail")
		default:
			found = append(found, fmt.Sprintf("any %s may fail", console.Count(f.Rows[0].Failures, "node")))
		}
		if f.Load != nil && name == "" {
			found = append(found, "load "+f.Load.Load.RatString())
		}
		text := strings.Join(found, ", ")
		if name != "" {
			text = strings.TrimSuffix(name, " ") + ": " + text
		}
		parts = append(parts, text)
	}
	is, left := "there is ", ""
	if a.Down != nil {
		is, left = "", " is left without "+console.Count(a.Down.Len(), "node")
	}
	switch {
	case none != nil:
		parts = append([]string{is + "no " + strings.Join(none, " and no ") + left}, parts...)
	case a.Down != nil:
		text := "a quorum" + left
		if r := a.demanded(); r.Verdict == verdict.Violated {
			text += ", though " + conclusion(r, a.structure.Properties != nil)
		}
		parts = append([]string{text}, parts...)
	}
	return strings.Join(parts, "; ")
}

// lost reports whether a family has no quorum.
func (a *analysis) lost() bool {
	return slices.ContainsFunc(a.structure.Families(), func(f setsys.RoleFamily) bool {
		return f.Family.IsListed() && f.Family.Len() == 0
	})
}
