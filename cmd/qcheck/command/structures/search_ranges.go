package structures

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties/availability"
	"qcheck/properties/search"
	"qcheck/setsys"
)

// A rangeJSON says where a structure is the most available.
type rangeJSON struct {
	Where     []betweenJSON   `json:"where"`
	Best      *countJSON      `json:"best"`
	Structure json.RawMessage `json:"structure"`
}

// A betweenJSON has the ends of an interval of probabilities; each end lies between
// two fractions, which are equal where it is one.
type betweenJSON struct {
	From [2]string `json:"from"`
	To   [2]string `json:"to"`
}

func betweenOf(i availability.Interval) betweenJSON {
	end := func(r availability.Root) [2]string { return [2]string{r.Lo.RatString(), r.Hi.RatString()} }
	return betweenJSON{end(i.Lo), end(i.Hi)}
}

// bestRanges is "qcheck search availability --ranges".
func (o *searchOptions) bestRanges(ctx context.Context, s console.Streams, p *console.Progress) (console.ExitCode, error) {
	x, err := search.BestRanges(ctx, o.class, o.goal)
	p.End()
	if err != nil {
		return console.ExitUsage, err
	}
	v := verdict.Holds
	switch {
	case x.Cut != nil:
		v = verdict.Unknown
	case len(x.Ranges) == 0:
		v = verdict.Violated
	}
	if o.json {
		doc := o.document("availability", v, x.Cut)
		doc.bestJSON = &bestJSON{R: o.goal.R, Failures: o.goal.Failures, Tried: jsonOfCount(&x.Among), Surviving: jsonOfCount(&x.Surviving)}
		for _, r := range x.Ranges {
			var file bytes.Buffer
			if err := setsys.Encode(&file, r.First); err != nil {
				return console.ExitInternal, console.Internal(err)
			}
			y := rangeJSON{Best: jsonOfCount(&r.Count), Structure: file.Bytes()}
			for _, i := range r.Where {
				y.Where = append(y.Where, betweenOf(i))
			}
			doc.Ranges = append(doc.Ranges, y)
		}
		return console.CodeOf(v), console.WriteJSON(s.Out, doc)
	}
	tried := countText(x.Among)
	if o.class.Kind == setsys.Coterie {
		tried = "nondominated ones: " + tried
	}
	rows := [][2]string{o.of(), {"tried", tried}, {"survive", fmt.Sprintf("%s: %s", console.Counted(int64(o.goal.Failures), "failure"), countText(x.Surviving))}}
	single := 0
	for _, r := range x.Ranges {
		var where []string
		wide := false
		for _, i := range r.Where {
			where = append(where, i.String())
			wide = wide || i.Lo.Compare(i.Hi) != 0
		}
		if !wide {
			single++
			continue
		}
		rows = append(rows, [2]string{"best", fmt.Sprintf("for p in %s: %s, the first: %s", strings.Join(where, " and "), countText(r.Count), r.First.Quorums)})
	}
	if single > 0 {
		rows = append(rows, [2]string{"also", fmt.Sprintf("as available for single p: %d further kinds of availability (--json lists them)", single)})
	}
	if len(x.Ranges) == 0 && x.Cut == nil {
		rows = append(rows, [2]string{"best", "none found"})
	}
	console.WriteFacts(s, cutRow(rows, x.Cut))
	return console.CodeOf(v), nil
}
