package structures

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties/availability"
	"qcheck/properties/search"
)

// A bestRange says where a structure is the most available.
type bestRange struct {
	Where     []between       `json:"where"`
	Best      *counts         `json:"best"`
	Structure json.RawMessage `json:"structure"`
}

// A between has the ends of an interval of probabilities; each end lies between
// two fractions, which are equal where it is one.
type between struct {
	From [2]*big.Rat `json:"from"`
	To   [2]*big.Rat `json:"to"`
}

func betweenOf(i availability.Interval) between {
	return between{[2]*big.Rat{i.Lo.Lo, i.Lo.Hi}, [2]*big.Rat{i.Hi.Lo, i.Hi.Hi}}
}

// bestRanges is "qcheck search availability --ranges".
func (o *searchOptions) bestRanges(ctx context.Context, s console.Streams, p *console.Progress) (console.ExitCode, error) {
	x, err := search.BestRanges(ctx, o.class, o.goal)
	p.End()
	if err != nil {
		return console.ExitUsage, err
	}
	doc := &bestReport{
		searchHead: o.head("availability", x.Cut, len(x.Ranges) > 0), R: o.goal.R, Failures: o.goal.Failures,
		Tried: (*counts)(&x.Among), Surviving: (*counts)(&x.Surviving),
	}
	rows, single := doc.rows(), 0
	for _, r := range x.Ranges {
		file, err := encoded(r.First)
		if err != nil {
			return console.ExitInternal, err
		}
		y := bestRange{Best: (*counts)(&r.Count), Structure: file}
		var where []string
		wide := false
		for _, i := range r.Where {
			y.Where = append(y.Where, betweenOf(i))
			where = append(where, i.String())
			wide = wide || i.Lo.Compare(i.Hi) != 0
		}
		doc.Ranges = append(doc.Ranges, y)
		if !wide {
			single++
			continue
		}
		rows = append(rows, [2]string{"best", fmt.Sprintf("for p in %s: %s, the first: %s", strings.Join(where, " and "), y.Best, r.First.Quorums)})
	}
	if single > 0 {
		rows = append(rows, [2]string{"also", fmt.Sprintf("as available for single p: %d further kinds of availability (--json lists them)", single)})
	}
	if len(x.Ranges) == 0 && x.Cut == nil {
		rows = append(rows, [2]string{"best", "none found"})
	}
	return o.print(s, doc.searchHead, doc, rows)
}
