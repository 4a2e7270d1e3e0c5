package structures

import (
	"bufio"
	"fmt"
	"math/big"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample/drawing"
	"qcheck/counterexample/page"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/availability"
	"qcheck/setsys"
)

// analysisPage is a page on an analysis: the curves, what was required, and what the
// command prints.
func analysisPage(a *analysis, command string) *page.Page {
	p := &page.Page{
		Content: page.Analysis, Title: "Analysis of " + setsys.Printable(a.title()),
		Facts: console.PageFacts(facts(a.report)), Commands: []string{command},
	}
	for _, r := range a.claim.Results {
		if r.Verdict != verdict.Holds {
			p.Verdicts = append(p.Verdicts, page.Verdict{Verdict: r.Verdict, Property: string(r.Property), Meaning: properties.Meaning(r.Property, a.claim.Structure)})
		}
	}
	p.Verdicts = append(p.Verdicts, judgements(a)...)
	if len(a.curves()) > 0 {
		p.Sections = append(p.Sections, page.Section{Title: "Availability", Figures: []page.Figure{{
			Drawing: page.Draw(plot(a)),
			Caption: "The probability that the nodes that are up contain r pairwise disjoint quorums, when each is up with probability p, independently of the others.",
		}}})
	}
	var b strings.Builder
	s := console.Streams{Out: bufio.NewWriter(&b)}
	writeAnalysis(s, a)
	writeConclusion(s, a)
	s.Out.Flush()
	p.Sections = append(p.Sections, page.Section{Title: "The whole analysis", Output: b.String()})
	return p
}

// The plot's measures, in units of the drawing.
const (
	plotLeft, plotTop = 60, 48
	plotSide          = 400 // of the square that has both axes
	plotHeight        = plotTop + plotSide + 60
	plotLegend        = plotLeft + plotSide + 20
	plotLetter        = 8   // no letter is wider, about
	plotSteps         = 200 // straight pieces of a curve
	plotColours       = 7   // that the style sheet has; more curves differ by their dashes
	plotDashes        = 4
)

// A curve is the availability for one r.
type curve struct {
	name   string
	counts availability.Vector
}

// curves returns those of all families that were counted.
func (a *analysis) curves() []curve {
	var all []curve
	for i, f := range a.Families {
		for _, row := range f.Rows {
			name := fmt.Sprintf("r = %d", row.R)
			if len(a.Families) > 1 {
				name = fmt.Sprintf("%s, %s", familyName(a.structure, i), name)
			}
			all = append(all, curve{name, row.Sets})
		}
	}
	return all
}

// title is what a picture of the structure is called.
func (a *analysis) title() string {
	if a.structure.Name != "" {
		return a.structure.Name
	}
	return console.DisplayName(a.File)
}

// plot draws the availability for each r against p. The coordinates of the curves are
// rounded to hundredths of a unit.
func plot(a *analysis) *drawing.Drawing {
	curves := a.curves()
	d := &drawing.Drawing{Class: "plot", Title: "Availability of " + a.title()}
	d.Height = float64(max(plotHeight, plotTop+20*len(curves)+20))
	width := plotLegend + 60
	for _, c := range curves {
		width = max(width, plotLegend+38+plotLetter*len(c.name)+12)
	}
	d.Width = float64(width)
	heading := []rune(setsys.Printable(a.title()))
	if most := (width - plotLeft - 12) / plotLetter; len(heading) > most {
		heading = append(heading[:most-1], '…')
	}
	d.Text(plotLeft, 28, "title", string(heading))
	for i := range int64(11) {
		at := float64(i) * plotSide / 10
		x, y := plotLeft+at, plotTop+plotSide-at
		d.Line(x, plotTop, x, plotTop+plotSide, "grid")
		d.Line(plotLeft, y, plotLeft+plotSide, y, "grid")
		tick := big.NewRat(i, 10).FloatString(1)
		d.Text(x, plotTop+plotSide+18, "middle", tick)
		d.Text(plotLeft-8, y+4, "end", tick)
	}
	d.Text(plotLeft+plotSide/2, plotTop+plotSide+44, "middle", "p, the probability that a node is up")
	d.Upwards(20, plotTop+plotSide/2, "middle", "availability")
	for i, c := range curves {
		class := fmt.Sprintf("curve colour-%d dash-%d", i%plotColours, i/plotColours%plotDashes)
		var points []string
		for step := range int64(plotSteps + 1) {
			p := big.NewRat(step, plotSteps)
			points = append(points, plotX(p)+","+plotY(c.counts.At(p)))
		}
		d.Polyline(strings.Join(points, " "), class, c.name)
		y := float64(plotTop + 10 + 20*i)
		d.Line(plotLegend, y, plotLegend+30, y, class)
		d.Text(plotLegend+38, y+4, "", c.name)
	}
	d.Rect(plotLeft, plotTop, plotSide, plotSide, 0, "frame")
	return d
}

// plotX and plotY place a number from 0 to 1 on an axis.
func plotX(p *big.Rat) string { return coordinate(p, plotLeft, plotSide) }

func plotY(p *big.Rat) string { return coordinate(p, plotTop+plotSide, -plotSide) }

func coordinate(p *big.Rat, from, length int64) string {
	x := new(big.Rat).Mul(p, big.NewRat(length, 1))
	return x.Add(x, big.NewRat(from, 1)).FloatString(2)
}
