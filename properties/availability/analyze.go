package availability

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"qcheck/explore/yield"
	"qcheck/setsys"
	symbolic "qcheck/setsys/diagram"
	"qcheck/setsys/words"
)

// An Analysis has the exact availability of a family of quorums when nodes fail.
type Analysis struct {
	Nodes int

	// Packing are as many pairwise disjoint quorums as there are, in canonical
	// order; of all such choices the first, and for a formula some choice.
	Packing []setsys.NodeSet

	// Rows[r-1] is about r pairwise disjoint quorums.
	Rows []Row
}

// A Row is the part of an [Analysis] for one r.
type Row struct {
	R      int
	Counts Vector // Counts[s]: how many sets of s nodes contain R pairwise disjoint quorums

	// Survives is how many nodes may fail, whichever they are, with R pairwise
	// disjoint quorums left; -1 where there are none even when no node fails.
	// Fatal is a smallest set of nodes whose failure leaves fewer, and of these
	// the first in canonical order.
	Survives int
	Fatal    setsys.NodeSet
}

// Options bound an analysis.
type Options struct {
	// Rows is how many rows there are at least: for r greater than the number
	// of disjoint quorums they say that no set is r-available. There is at least
	// one.
	Rows int

	// MaxVertices bounds the memory of the analysis of more than MaxBitmap nodes:
	// the vertices of the diagrams and the pairs of them that are remembered,
	// about 50 bytes each; 0 means DefaultMaxVertices.
	MaxVertices int
}

// DefaultMaxVertices is the limit if Options.MaxVertices is 0.
const DefaultMaxVertices = 20_000_000

// ErrEmptyQuorum says that a family has an empty quorum, for which availability
// is not defined: it would be available to any number of processes with no node
// up.
var ErrEmptyQuorum = errors.New("a quorum is empty")

// errTooLarge says that the limit was hit.
type errTooLarge struct{ limit int }

func (e errTooLarge) Error() string {
	return fmt.Sprintf("the node sets that contain disjoint quorums have too little structure: they take more than %d vertices", e.limit)
}

// errTooLong says that counting would take more than maxCounts.
type errTooLong struct{ nodes int }

func (e errTooLong) Error() string {
	return fmt.Sprintf("the numbers of sets of %d nodes would take more than %d GB to count", e.nodes, maxCounts>>30)
}

// Levels are the r-available sets for r from 0 on; at first those for r = 0,
// which are all sets.
type levels interface {
	// extend finds them for the next r, and reports whether there are any.
	extend() bool
	// has reports whether the set is r-available.
	has(r int, set []uint64) bool
	// vector returns how many r-available sets of each size there are.
	vector(r int) Vector
	// fatal returns a smallest set of nodes without which the rest is not
	// r-available, of these the first in canonical order; r is not 0.
	fatal(r int) setsys.NodeSet
}

// Analyze finds the sets of nodes that contain r pairwise disjoint quorums of f,
// for every r. Quorums that contain others, or are listed twice, change nothing.
// The error is ErrEmptyQuorum, the cause for which ctx ended, or says that a
// limit was hit.
//
// It is done on diagrams, which take milliseconds for families with structure of
// any number of nodes. Where they grow beyond what bitmaps of all node sets take,
// and the nodes are no more than MaxBitmap, bitmaps take over.
//
// For a family that is a formula no quorum is listed, unless the diagrams become
// too large and the quorums are not too many.
func Analyze(ctx context.Context, f setsys.Family, o Options) (*Analysis, error) {
	limit := cmp.Or(o.MaxVertices, DefaultMaxVertices)
	if f.Formula() != nil {
		a, err := analyze(ctx, f, o, func() levels { return newDiagrams(ctx, f, limit) })
		if errors.As(err, new(errTooLarge)) {
			if list, many := List(ctx, f); many == nil {
				return Analyze(ctx, list, o)
			}
		}
		return a, err
	}
	f, err := minimal(ctx, f)
	if err != nil {
		return nil, err
	}
	if f.Nodes() <= MaxBitmap {
		limit = min(limit, cheapVertices)
	}
	a, err := analyze(ctx, f, o, func() levels { return newDiagrams(ctx, f, limit) })
	if errors.As(err, new(errTooLarge)) && f.Nodes() <= MaxBitmap {
		a, err = analyze(ctx, f, o, func() levels { return newBitmaps(ctx, f) })
	}
	return a, err
}

// List is the method of the family until ctx ends; the error is the cause then.
func List(ctx context.Context, f setsys.Family) (listed setsys.Family, err error) {
	defer yield.Caught(&err)
	return f.List(yield.NewWatch(ctx).Step)
}

// minimal returns the minimal quorums of a family that is listed.
func minimal(ctx context.Context, f setsys.Family) (least setsys.Family, err error) {
	defer yield.Caught(&err)
	if least = f.Minimal(yield.NewWatch(ctx).Step); least.Len() > 0 && words.Empty(least.Words(0)) {
		err = ErrEmptyQuorum
	}
	return least, err
}

// cheapVertices are tried first, if bitmaps can follow; they take a second.
const cheapVertices = 500_000

// caught, deferred, makes the panic of a computation that must end the error that says why.
func caught(err *error) {
	switch p := recover().(type) {
	case nil:
	case yield.Cut:
		*err = p.Err
	case symbolic.TooLarge:
		*err = errTooLarge{p.Limit}
	default:
		panic(p)
	}
}

func analyze(ctx context.Context, f setsys.Family, o Options, begin func() levels) (_ *Analysis, err error) {
	defer caught(&err)
	yield.NewWatch(ctx).Look()
	l := begin()
	a := &Analysis{Nodes: f.Nodes()}
	most := 0
	for r := 1; ; r++ {
		if l.extend() {
			most = r
		} else if r > max(o.Rows, 1) {
			break
		}
		fatal := l.fatal(r)
		a.Rows = append(a.Rows, Row{R: r, Counts: l.vector(r), Survives: fatal.Len() - 1, Fatal: fatal})
	}
	if formula := f.Formula(); formula != nil {
		a.Packing = l.(*diagrams).packing(formula, most)
	} else {
		a.Packing = packing(f, l, most)
	}
	return a, nil
}

// packing returns the first choice of r disjoint quorums: quorum by quorum the
// first that leaves enough for the rest. F is minimal, and so in canonical
// order.
func packing(f setsys.Family, l levels, r int) []setsys.NodeSet {
	free, rest := words.Full(f.Nodes()), make([]uint64, words.Of(f.Nodes()))
	var chosen []setsys.NodeSet
	for i := 0; len(chosen) < r; i++ {
		words.AndNot(rest, free, f.Words(i))
		if words.Subset(f.Words(i), free) && l.has(r-len(chosen)-1, rest) {
			chosen = append(chosen, f.At(i))
			copy(free, rest)
		}
	}
	return chosen
}
