package command

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math/big"

	"qcheck/properties/availability"
	"qcheck/setsys"
)

// The plot's measures, in units of the drawing.
const (
	plotLeft, plotTop = 60, 48
	plotSide          = 400 // of the square that has both axes
	plotHeight        = plotTop + plotSide + 60
	plotLegend        = plotLeft + plotSide + 20
	plotLetter        = 8   // no letter is wider, about
	plotSteps         = 200 // straight pieces of a curve
)

// plotColours are told apart also by those who do not tell all colours apart
// (the palette of Okabe and Ito); where there are more curves than colours, they
// differ by their dashes.
var (
	plotColours = []string{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"}
	plotDashes  = []string{"", "7 3", "2 3", "9 3 2 3"}
)

// A curve is the availability for one r.
type curve struct {
	name   string
	counts availability.Vector
}

// plot draws the availability for each r against p, as an SVG document. The
// coordinates are rounded to hundredths of a unit.
func plot(a *analysis) []byte {
	var curves []curve
	for i, f := range a.families {
		if f.cut != nil {
			continue
		}
		for _, row := range f.Rows {
			name := fmt.Sprintf("r = %d", row.R)
			if len(a.families) > 1 {
				name = fmt.Sprintf("%s, %s", familyName(a.structure, i), name)
			}
			curves = append(curves, curve{name, row.Counts})
		}
	}
	title := a.structure.Name
	if title == "" {
		title = displayName(a.file)
	}
	height := max(plotHeight, plotTop+20*len(curves)+20)
	width := plotLegend + 60
	for _, c := range curves {
		width = max(width, plotLegend+38+plotLetter*len(c.name)+12)
	}
	heading := []rune(setsys.Printable(title))
	if most := (width - plotLeft - 12) / plotLetter; len(heading) > most {
		heading = append(heading[:most-1], '…')
	}
	var b bytes.Buffer
	out := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	out(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13" role="img">`,
		width, height, width, height)
	out(`<title>Availability of %s</title>`, escape(title))
	out(`<rect width="%d" height="%d" fill="white"/>`, width, height)
	out(`<text x="%d" y="28" font-size="15">%s</text>`, plotLeft, escape(string(heading)))
	for i := range int64(11) {
		tick := big.NewRat(i, 10)
		x, y := plotX(tick), plotY(tick)
		out(`<path d="M%s %d v%d M%d %s h%d" stroke="#ddd" fill="none"/>`, x, plotTop, plotSide, plotLeft, y, plotSide)
		out(`<text x="%s" y="%d" text-anchor="middle">%s</text>`, x, plotTop+plotSide+18, tick.FloatString(1))
		out(`<text x="%d" y="%s" text-anchor="end" dy="4">%s</text>`, plotLeft-8, y, tick.FloatString(1))
	}
	out(`<text x="%d" y="%d" text-anchor="middle">p, the probability that a node is up</text>`, plotLeft+plotSide/2, plotTop+plotSide+44)
	out(`<text transform="translate(20 %d) rotate(-90)" text-anchor="middle">availability</text>`, plotTop+plotSide/2)
	for i, c := range curves {
		colour, dashes := plotColours[i%len(plotColours)], plotDashes[i/len(plotColours)%len(plotDashes)]
		style := fmt.Sprintf(`fill="none" stroke="%s" stroke-width="2"`, colour)
		if dashes != "" {
			style += fmt.Sprintf(` stroke-dasharray="%s"`, dashes)
		}
		b.WriteString(`<polyline ` + style + ` points="`)
		for step := range int64(plotSteps + 1) {
			p := big.NewRat(step, plotSteps)
			fmt.Fprintf(&b, " %s,%s", plotX(p), plotY(c.counts.At(p)))
		}
		out(`"><title>%s</title></polyline>`, escape(c.name))
		y := plotTop + 10 + 20*i
		out(`<path d="M%d %d h30" %s/>`, plotLegend, y, style)
		out(`<text x="%d" y="%d" dy="4">%s</text>`, plotLegend+38, y, escape(c.name))
	}
	out(`<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="black"/>`, plotLeft, plotTop, plotSide, plotSide)
	out(`</svg>`)
	return b.Bytes()
}

// plotX and plotY place a number from 0 to 1 on an axis.
func plotX(p *big.Rat) string { return coordinate(p, plotLeft, plotSide) }

func plotY(p *big.Rat) string { return coordinate(p, plotTop+plotSide, -plotSide) }

func coordinate(p *big.Rat, from, length int64) string {
	x := new(big.Rat).Mul(p, big.NewRat(length, 1))
	return x.Add(x, big.NewRat(from, 1)).FloatString(2)
}

func escape(text string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err) // a buffer does not fail
	}
	return b.String()
}
