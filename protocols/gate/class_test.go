package gate_test

import (
	"go/types"
	"path"
	"slices"
)

// A class says what may be done with values of a type. What is in no other class may not be there at all.
type class int

const (
	other class = iota
	plain       // numbers, truth values and names
	peer        // of types of roles
	stamp
	peers
	by
	set       // of members
	record    // a struct
	list      // of what is sent or done, or of names
	quorums   // of the configuration
	pointer   // to a struct of the package
	requests  // that a member has noted
	group     // of requests
	structure // which answers for the quorums of the configuration
	choices   // of quorums
)

var classes = map[string]class{
	"roles.Peer": peer, "roles.Stamp": stamp, "roles.Peers": peers, "roles.By": by, "protocol.Set": set,
	"roles.Act": record, "roles.To": record, "roles.Reply": record, "roles.Answer": record, "protocol.Observation": record,
	"roles.Protocol": record, "roles.Requester": record, "roles.Member": record, "roles.Account": record, "roles.Wire": record, "protocol.ClockRule": record,
	"roles.Noted": requests, "roles.Group": group, "roles.Request": record, "roles.Query": record,
	"roles.Structure": structure, "roles.Choices": choices, "roles.Retry": record,
	"roles.StampUse": plain, "protocol.Phase": plain, "protocol.StepKind": plain, "protocol.Attach": plain,
}

// known are the packages that a package of handlers may import, besides those that are in queries, by their paths: none of
// them makes another protocol, or changes one.
var known = []string{
	"cmp", "fmt", "math", "slices", "embed", "qcheck/explore", "qcheck/explore/measure", "qcheck/explore/roles",
	"qcheck/protocols/instance", "qcheck/protocols/variant", "qcheck/setsys", "qcheck/setsys/construct",
}

// name returns the name of a type that is not of the package, with that of its own.
func (c *checker) name(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg() == c.p.Types {
		return ""
	}
	return path.Base(n.Obj().Pkg().Path()) + "." + n.Obj().Name()
}

func (c *checker) class(t types.Type) class {
	if t == nil {
		return other
	}
	if name := c.name(t); name != "" {
		return classes[name]
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&(types.IsBoolean|types.IsInteger|types.IsString) != 0 && u.Kind() != types.Uintptr {
			return plain
		}
	case *types.Struct:
		return record
	case *types.Slice:
		switch k := c.class(u.Elem()); {
		case k == record && c.name(u.Elem()) != "", types.Identical(u.Elem(), types.Typ[types.String]):
			return list
		case k == set, k == quorums:
			return quorums
		}
	case *types.Pointer:
		if c.class(u.Elem()) == record {
			return pointer
		}
	}
	return other
}

// foreign returns a part of a type that is in none of some classes, nil if there is none.
func (c *checker) foreign(t types.Type, of ...class) types.Type {
	k := c.class(t)
	if k == by && slices.Contains(of, by) {
		return c.foreign(types.Unalias(t).(*types.Named).TypeArgs().At(0), plain, stamp)
	}
	if s, ok := t.Underlying().(*types.Struct); ok && k == record {
		for f := range s.Fields() {
			if x := c.foreign(f.Type(), of...); x != nil {
				return x
			}
		}
		return nil
	}
	if slices.Contains(of, k) {
		return nil
	}
	return t
}
