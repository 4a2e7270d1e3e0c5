package command

import (
	"fmt"
	"math/big"
	"strings"
)

// A remark is what the thesis says of its figures, and what is seen of it here.
type remark struct {
	says, here string
	seen       bool
}

// remarks compares with section 4.5. There are none unless the instances are
// those of the figures, the algorithms both, and some p small and some large.
func (e *experiment) remarks() []remark {
	if !e.figures || len(e.at) < 3 || e.cut != "" {
		return nil
	}
	last := len(e.at) - 1
	for p := range last {
		if e.at[p].Cmp(e.at[p+1]) >= 0 {
			return nil
		}
	}
	if e.at[0].Cmp(big.NewRat(1, 20)) > 0 || e.at[last].Cmp(big.NewRat(9, 10)) < 0 {
		return nil
	}
	var names []string
	for _, a := range e.options.algorithms {
		names = append(names, a.Name)
	}
	if strings.Join(names, ",") != defaultAlgorithms {
		return nil
	}
	for _, b := range e.blocks {
		for _, line := range b.cells {
			for _, c := range line {
				if c.mean.Entries == 0 {
					return nil
				}
			}
		}
	}
	return []remark{e.fewerThanRaymond(), e.shape(), e.growsWithN(), e.fallsWithK()}
}

// of returns the average for a figure, counted from 0; of kakugawa, then of
// raymond.
func (e *experiment) of(figure, p int) (kakugawa, raymond float64) {
	line := e.blocks[figure].cells[p]
	return line[0].mean.Mu, line[1].mean.Mu
}

func (e *experiment) pText(p int) string { return probabilityText(e.at[p], 4) }

func (e *experiment) fewerThanRaymond() remark {
	r := remark{says: "when p is small, kakugawa takes fewer messages than raymond (for instance figure 5)", seen: true}
	var upTo []string
	for f, b := range e.blocks {
		p := 0
		for p < len(e.at) {
			if k, r := e.of(f, p); k >= r {
				break
			}
			p++
		}
		if p == 0 {
			r.seen = false
			upTo = append(upTo, fmt.Sprintf("k = %d, n = %d: at no p", b.k, b.n))
			continue
		}
		upTo = append(upTo, fmt.Sprintf("k = %d, n = %d: up to p = %s", b.k, b.n, e.pText(p-1)))
	}
	r.here = strings.Join(upTo, "; ")
	return r
}

func (e *experiment) shape() remark {
	r := remark{says: "it rises slowly while p is small, then suddenly, and is level near p = 1", seen: true}
	last := len(e.at) - 1
	fourN := true
	var ends []string
	for f, b := range e.blocks {
		first, _ := e.of(f, 0)
		before, _ := e.of(f, last-1)
		end, _ := e.of(f, last)
		r.seen = r.seen && end > 1.5*first && end < 1.02*before && end > 0.98*before
		fourN = fourN && end > 3.95*float64(b.n) && end < 4.05*float64(b.n)
		ends = append(ends, fmt.Sprintf("n = %d: %.1f, %.1f, %.1f", b.n, first, before, end))
	}
	r.here = fmt.Sprintf("at p = %s, %s and %s: %s", e.pText(0), e.pText(last-1), e.pText(last), strings.Join(ends, "; "))
	if fourN {
		r.here += "; at the end that is 4n"
	}
	return r
}

func (e *experiment) growsWithN() remark {
	r := remark{says: "for k = 2 it grows with n (figures 1, 2 and 3)", seen: true, here: "at every p listed"}
	var not []string
	for p := range e.at {
		five, _ := e.of(0, p)
		eight, _ := e.of(1, p)
		eleven, _ := e.of(2, p)
		if five >= eight || eight >= eleven {
			r.seen = false
			not = append(not, e.pText(p))
		}
	}
	if !r.seen {
		r.here = "not at p = " + strings.Join(not, ", ")
	}
	return r
}

// fallsWithK allows for two standard errors.
func (e *experiment) fallsWithK() remark {
	r := remark{says: "when p is small, it is less for larger k, as quorums are smaller (figures 1 and 5)"}
	one, five := e.blocks[0].cells[0][0].mean, e.blocks[4].cells[0][0].mean
	r.seen = five.Mu+2*five.Error < one.Mu-2*one.Error
	r.here = fmt.Sprintf("at p = %s: %.2f with error %.2f for k = 2, n = 5; %.2f with error %.2f for k = 4, n = 9; quorums have 2 members in both",
		e.pText(0), one.Mu, one.Error, five.Mu, five.Error)
	return r
}

// besides says what the figures do not show: how many processes enter.
func (e *experiment) besides() string {
	last := len(e.at) - 1
	var kakugawa, raymond []string
	for _, b := range e.blocks {
		for i, m := range b.cells[last] {
			text := decimal(float64(m.mean.Entries) / float64(m.mean.Units))
			if i == 0 {
				kakugawa = append(kakugawa, text)
			} else {
				raymond = append(raymond, text)
			}
		}
	}
	return fmt.Sprintf("at p = %s there are %s entries in a unit with kakugawa, %s with raymond",
		e.pText(last), strings.Join(kakugawa, ", "), strings.Join(raymond, ", "))
}
