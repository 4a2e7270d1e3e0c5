package structures

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
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

// A sizesJSON is what "qcheck search sizes --json" prints.
type sizesJSON struct {
	Schema    string          `json:"schema"`
	Question  string          `json:"question"`
	Kind      setsys.Kind     `json:"kind"`
	Nodes     int             `json:"nodes"`
	K         int             `json:"k,omitempty"`
	M         int             `json:"m,omitempty"`
	Verdict   verdict.Verdict `json:"verdict"`
	Cut       string          `json:"cut,omitempty"`
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
		x, err = search.RegularSizes(ctx, o.class.N, o.class.M)
	} else {
		x, err = search.UniformSizes(ctx, o.class.N, o.class.K)
	}
	p.End()
	if err != nil {
		return console.ExitUsage, err
	}
	v := verdict.Holds
	if x.Cut != nil {
		v = verdict.Unknown
	}
	var file bytes.Buffer
	if x.Best != nil {
		if err := setsys.Encode(&file, x.Best); err != nil {
			return console.ExitInternal, console.Internal(err)
		}
	}
	if o.structure {
		s.Out.Write(file.Bytes())
		if x.Cut != nil {
			s.Warn("unknown: %v; no regular request sets were found until then", x.Cut)
		}
		return console.CodeOf(v), nil
	}
	if o.json {
		doc := &sizesJSON{
			Schema: "qcheck/search/v1", Question: "sizes", Kind: o.class.Kind, Nodes: o.class.N, K: o.class.K, M: o.class.M, Verdict: v,
			Choices: x.Tried, Minimal: x.Minimal, AtLeast: x.Least, Size: x.Size, Structure: file.Bytes(),
		}
		if x.Cut != nil {
			doc.Cut = x.Cut.Error()
		}
		if !regular {
			doc.Formula = search.FormulaSizes(o.class.N, o.class.K)
		}
		return console.CodeOf(v), console.WriteJSON(s.Out, doc)
	}
	rows := append([][2]string{o.of()}, [2]string{"tried", console.Counted(int64(x.Tried), "choice")})
	if regular {
		rows = append(rows, o.regularRows(x)...)
	} else {
		rows = append(rows, o.uniformRows(x)...)
	}
	console.WriteFacts(s, cutRow(rows, x.Cut))
	return console.CodeOf(v), nil
}

// uniformRows are the sizes of uniform (h,k)-arbiters.
func (o *searchOptions) uniformRows(x *search.SizeSearch) (rows [][2]string) {
	text := func(sizes []int) string { return strings.Trim(fmt.Sprint(sizes), "[]") }
	for _, m := range x.Minimal {
		rows = append(rows, [2]string{"sizes", fmt.Sprintf("%s, for 1 to %d units: none can be lowered alone", text(m), o.class.K)})
	}
	formula := search.FormulaSizes(o.class.N, o.class.K)
	is := "some can be lowered"
	switch {
	case slices.ContainsFunc(x.Minimal, func(m []int) bool { return slices.Equal(m, formula) }):
		is = "none can be lowered alone"
	case x.Cut != nil:
		is = "not found until then"
	}
	return append(rows, [2]string{"formula", text(formula) + ": " + is})
}

// regularRows are the least regular request sets.
func (o *searchOptions) regularRows(x *search.SizeSearch) [][2]string {
	if x.Best == nil {
		return [][2]string{{"size", fmt.Sprintf("at least %d", x.Least)}}
	}
	return [][2]string{
		{"size", fmt.Sprintf("%s in each set, and no fewer", console.Count(x.Size, "node"))},
		{"first", x.Best.Requests.String()},
	}
}
