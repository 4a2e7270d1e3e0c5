package searches

import (
	"context"
	"encoding/json"
	"fmt"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties/search"
)

const searchSizesHelp = `Finds the least size of regular request sets, by trying all: all sets have the
same size, and each node is in as many sets. It prints the size, and the first
request sets of it. Up to 8 nodes. "qcheck patterns --n N" does the same for
uniform (h,k)-arbiters.`

// sizes is "qcheck search sizes".
func (o *searchOptions) sizes(ctx context.Context, s console.Streams, p *console.Progress) (console.ExitCode, error) {
	x, err := search.RegularSizes(ctx, o.class.N, o.class.M, o.class.N)
	p.End()
	if err != nil {
		return console.ExitUsage, err
	}
	file, err := encoded(x.Best)
	if err != nil {
		return console.ExitInternal, err
	}
	doc := struct {
		searchHead
		Choices   int             `json:"choices"`
		AtLeast   int             `json:"atLeast"`
		Size      int             `json:"setSize,omitempty"`
		Structure json.RawMessage `json:"structure,omitempty"`
	}{o.head("sizes", x.Cut, true), x.Tried, x.Least, x.Size, file}
	if o.structure {
		s.Out.Write(file)
		if x.Cut != nil {
			s.Warn("unknown: %v; no regular request sets were found until then", x.Cut)
		}
		return console.CodeOf(doc.Verdict), nil
	}
	rows := [][2]string{{"tried", console.Counted(x.Tried, "choice")}, {"size", fmt.Sprintf("at least %d", x.Least)}}
	if x.Best != nil {
		rows = append(rows[:1], [2]string{"size", fmt.Sprintf("%s in each set, and no fewer", console.Count(x.Size, "node"))}, [2]string{"first", x.Best.Requests.String()})
	}
	return o.print(s, doc.searchHead, doc, rows)
}
