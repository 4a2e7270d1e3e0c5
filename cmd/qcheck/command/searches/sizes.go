package searches

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties/search"
	"qcheck/setsys"
)

const searchSizesHelp = `Finds sizes of quorums that cannot be lowered, by trying all.

hk-arbiter     uniform ones: for h units, all sets of t_h of the n nodes are
               quorums. It prints each list t_1, ..., t_k of which no size can
               be lowered without raising another one, and says whether the
               formula of Manabe and Tajima, floor(kn/(k+h))+1, gives one of
               them. Up to 64 nodes, and k up to 6.
request-sets   regular ones: all sets have the same size, and each node is in as
               many sets. It prints the least size, and the first request sets
               of it. Up to 8 nodes.`

// A sizesReport is what "qcheck search sizes" found.
type sizesReport struct {
	searchHead
	Choices   int             `json:"choices"`
	Minimal   [][]int         `json:"minimal,omitempty"`
	Formula   []int           `json:"formula,omitempty"`
	AtLeast   int             `json:"atLeast,omitempty"`
	Size      int             `json:"setSize,omitempty"`
	Structure json.RawMessage `json:"structure,omitempty"`
}

// sizes is "qcheck search sizes".
func (o *searchOptions) sizes(ctx context.Context, s console.Streams, p *console.Progress) (console.ExitCode, error) {
	var x *search.SizeSearch
	var err error
	regular := o.class.Kind == setsys.RequestSets
	if regular {
		x, err = search.RegularSizes(ctx, o.class.N, o.class.M, o.class.N)
	} else {
		x, err = search.UniformSizes(ctx, o.class.N, o.class.K)
	}
	p.End()
	if err != nil {
		return console.ExitUsage, err
	}
	file, err := encoded(x.Best)
	if err != nil {
		return console.ExitInternal, err
	}
	doc := &sizesReport{searchHead: o.head("sizes", x.Cut, true), Choices: x.Tried, Minimal: x.Minimal, AtLeast: x.Least, Size: x.Size, Structure: file}
	if o.structure {
		s.Out.Write(file)
		if x.Cut != nil {
			s.Warn("unknown: %v; no regular request sets were found until then", x.Cut)
		}
		return console.CodeOf(doc.Verdict), nil
	}
	rows := [][2]string{{"tried", console.Counted(x.Tried, "choice")}}
	switch {
	case !regular:
		doc.Formula = search.FormulaSizes(o.class.N, o.class.K)
		rows = append(rows, doc.uniform()...)
	case x.Best == nil:
		rows = append(rows, [2]string{"size", fmt.Sprintf("at least %d", x.Least)})
	default:
		rows = append(rows, [2]string{"size", fmt.Sprintf("%s in each set, and no fewer", console.Count(x.Size, "node"))}, [2]string{"first", x.Best.Requests.String()})
	}
	return o.print(s, doc.searchHead, doc, rows)
}

// uniform are the sizes of uniform (h,k)-arbiters.
func (r *sizesReport) uniform() (rows [][2]string) {
	text := func(sizes []int) string { return strings.Trim(fmt.Sprint(sizes), "[]") }
	for _, m := range r.Minimal {
		rows = append(rows, [2]string{"sizes", fmt.Sprintf("%s, for 1 to %d units: none can be lowered alone", text(m), r.K)})
	}
	is := "some can be lowered"
	switch {
	case slices.ContainsFunc(r.Minimal, func(m []int) bool { return slices.Equal(m, r.Formula) }):
		is = "none can be lowered alone"
	case r.Cut != "":
		is = "not found until then"
	}
	return append(rows, [2]string{"formula", text(r.Formula) + ": " + is})
}
