package diagram

import (
	"qcheck/setsys"
	"qcheck/setsys/memo"
)

// A Listed joins listed sets with the families of a diagram that asks about the nodes in their order.
type Listed struct {
	*Diagram
	Index *setsys.Index
	known memo.Table
}

// Join returns the sets that contain a listed one such that the rest is in g. It walks the listed
// sets alone, which are fewer than those that contain one.
func (l *Listed) Join(g Family) Family { return l.join(l.Index.Root(), g) }

func (l *Listed) join(v setsys.Vertex, g Family) Family {
	switch least := l.Index.Least(v); {
	case g == None || least > l.n: // there is none
		return None
	case least == 0: // the rest of the empty set
		return g
	}
	if s := l.known.At(int32(v)+1, int32(g), 0); s.A != 0 {
		return Family(s.Value)
	}
	l.step()
	asked := int32(l.Index.Node(v))
	place := min(asked, l.vertices[g].place)
	g0, g1 := l.at(g, place)
	var c Family
	if asked > place {
		without := l.join(v, g0)
		c = l.vertexOf(place, without, l.join(v, g1))
	} else {
		v0, v1 := l.Index.Without(v), l.Index.With(v)
		without := l.join(v0, g0)
		with := l.join(v0, g1)
		c = l.vertexOf(place, without, l.Union(with, l.join(v1, g0)))
	}
	if l.known.Len() > l.limit {
		panic(TooLarge{l.limit})
	}
	l.known.Put(int32(v)+1, int32(g), 0, int32(c))
	return c
}
