package setsys

// A Vertex is a vertex of the diagram of an [Index], for searches that walk
// several diagrams, or one diagram several times, at once. A vertex stands for
// a family over the nodes from some node on: those parts of sets that complete
// what leads to it to a set of the index.
type Vertex int32

// The two vertices that every diagram ends in.
const (
	NoSet    Vertex = Vertex(none)  // stands for the empty family
	EmptySet Vertex = Vertex(empty) // stands for the family of the empty set alone
)

// Root returns the vertex that stands for the whole family.
func (ix *Index) Root() Vertex { return Vertex(ix.root) }

// Node returns the node that decides at v, and Nodes() for the two ends: the
// sets below v have no lower one.
func (ix *Index) Node(v Vertex) int { return int(ix.vertex[v].node) }

// With and Without return the vertex to which the sets below v with, and
// without, the node of v lead. V must not be one of the two ends.
func (ix *Index) With(v Vertex) Vertex { return Vertex(ix.vertex[v].with) }

// Without is documented at [Index.With].
func (ix *Index) Without(v Vertex) Vertex { return Vertex(ix.vertex[v].without) }

// Least returns the size of a smallest set below v, and Nodes()+1 when there
// is none.
func (ix *Index) Least(v Vertex) int { return int(ix.vertex[v].min) }
