package importer

import (
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

// list returns a remark that names these, and nothing where there are none.
func list(what string, names []string) []string {
	if len(names) == 0 {
		return nil
	}
	return []string{what + ": " + strings.Join(names, ", ") + "."}
}
