package drawing

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
)

// A shape is what was drawn, for other writers than that of SVG.
type shape struct {
	element string // the name that SVG has for it
	class   string
	within  []string // the classes of the groups around it, from the outermost
	numbers []float64
	text    string // what is written, or the data of a path
}

// note keeps a shape.
func (d *Drawing) note(element, class, text string, numbers ...float64) {
	d.shapes = append(d.shapes, shape{element, class, slices.Clone(d.groups), numbers, text})
}

// pointsPerUnit is how many points of TeX a unit is: there are 96 units in an inch.
const pointsPerUnit = 72.27 / 96

// WriteTikZ writes the drawing for LaTeX, as a picture of TikZ that \input reads. It has
// the shapes, places and colours of the SVG; what shows under a pointer is left out.
func (d *Drawing) WriteTikZ(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%% %s\n", strings.Join(strings.Fields(d.Title), " "))
	b.WriteString("% \\input reads this file in a document with \\usepackage{tikz}.\n")
	b.WriteString("\\begingroup\n")
	for _, m := range variables.FindAllStringSubmatch(blocks.FindString(style), -1) {
		fmt.Fprintf(&b, "\\definecolor{qcheck%s}{HTML}{%s}\n", strings.TrimPrefix(m[1], "-"), strings.ToUpper(strings.TrimPrefix(m[2], "#")))
	}
	fmt.Fprintf(&b, "\\begin{tikzpicture}[x=%[1]spt,y=-%[1]spt,line cap=round]\n", points(1))
	fmt.Fprintf(&b, "\\useasboundingbox (0,0) rectangle (%s,%s);\n", number(math.Ceil(d.Width)), number(math.Ceil(d.Height)))
	for _, s := range d.shapes {
		b.WriteString(s.tikz())
	}
	b.WriteString("\\end{tikzpicture}%\n\\endgroup\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// tikz is the shape as a statement; empty if nothing of it is to be seen.
func (s shape) tikz() string {
	look := lookOf(s)
	place := func(i int) string { return "(" + number(s.numbers[i]) + "," + number(s.numbers[i+1]) + ")" }
	if s.element == "text" {
		return fmt.Sprintf("\\node[%s] at %s {%s};\n", strings.Join(look.ofText(len(s.numbers) > 2), ","), place(0), TeX(s.text))
	}
	options := look.ofShape()
	if options == nil {
		return ""
	}
	path := ""
	switch s.element {
	case "line":
		path = place(0) + " -- " + place(2)
	case "rect":
		if s.numbers[4] > 0 {
			options = append(options, "rounded corners="+points(s.numbers[4])+"pt")
		}
		path = fmt.Sprintf("%s rectangle (%s,%s)", place(0), number(s.numbers[0]+s.numbers[2]), number(s.numbers[1]+s.numbers[3]))
	case "circle":
		path = fmt.Sprintf("%s circle[radius=%spt]", place(0), points(s.numbers[2]))
	case "path":
		path = tikzPath(s.text)
	}
	return fmt.Sprintf("\\path[%s] %s;\n", strings.Join(options, ","), path)
}

var pathParts = regexp.MustCompile(`[A-Z]|-?[0-9.]+`)

// tikzPath writes the data of a path of SVG, with absolute coordinates, as TikZ has it.
func tikzPath(data string) string {
	type point struct{ x, y float64 }
	write := func(p point) string { return "(" + number(p.x) + "," + number(p.y) + ")" }
	var b strings.Builder
	var at point
	parts := pathParts.FindAllString(data, -1)
	next := func() float64 {
		x, _ := strconv.ParseFloat(parts[0], 64)
		parts = parts[1:]
		return x
	}
	pair := func() point { x := next(); return point{x, next()} }
	for len(parts) > 0 {
		verb := parts[0]
		parts = parts[1:]
		switch verb {
		case "M":
			at = pair()
			b.WriteString(write(at))
			continue
		case "Z":
			b.WriteString(" -- cycle")
			continue
		case "C":
			first, second := pair(), pair()
			fmt.Fprintf(&b, " .. controls %s and %s ..", write(first), write(second))
			at = pair()
		case "Q": // TikZ has cubic curves only
			middle, end := pair(), pair()
			towards := func(from point) point {
				return point{from.x + 2*(middle.x-from.x)/3, from.y + 2*(middle.y-from.y)/3}
			}
			fmt.Fprintf(&b, " .. controls %s and %s ..", write(towards(at)), write(towards(end)))
			at = end
		default:
			b.WriteString(" --")
			switch verb {
			case "H":
				at.x = next()
			case "V":
				at.y = next()
			default:
				at = pair()
			}
		}
		b.WriteString(" " + write(at))
	}
	return b.String()
}

// points is a length in points of TeX.
func points(units float64) string {
	return strconv.FormatFloat(math.Round(units*pointsPerUnit*1000)/1000, 'f', -1, 64)
}

// A look is what the style sheet says of a shape.
type look map[string]string

// A rule is one of the style sheet.
type rule struct {
	selector []string // one for the shape, the last, and those before for groups around it
	says     look
}

var (
	ruleText    = regexp.MustCompile(`(?m)^\.drawing ([^{}]+?) \{ (.*) \}$`)
	declaration = regexp.MustCompile(`([a-z-]+): ([^;]+);`)
)

// rules are those of the style sheet for shapes, the most particular last.
var rules = func() []rule {
	var all []rule
	for _, m := range ruleText.FindAllStringSubmatch(style, -1) {
		r := rule{strings.Fields(m[1]), look{}}
		for _, d := range declaration.FindAllStringSubmatch(m[2], -1) {
			r.says[d[1]] = d[2]
		}
		all = append(all, r)
	}
	classes := func(r rule) int { return strings.Count(strings.Join(r.selector, ""), ".") }
	sort.SliceStable(all, func(i, j int) bool { return classes(all[i]) < classes(all[j]) })
	return all
}()

// lookOf is what the style sheet says of a shape.
func lookOf(s shape) look {
	l := look{}
	for _, r := range rules {
		if !selects(r.selector[len(r.selector)-1], s.element, s.class) {
			continue
		}
		groups, before := s.within, r.selector[:len(r.selector)-1]
		for len(before) > 0 && len(groups) > 0 {
			if selects(before[0], "g", groups[0]) {
				before = before[1:]
			}
			groups = groups[1:]
		}
		if len(before) == 0 {
			for property, value := range r.says {
				l[property] = value
			}
		}
	}
	return l
}

// selects reports whether a part of a selector, such as text.label, is for an element
// with these classes.
func selects(part, element, classes string) bool {
	names := strings.Split(part, ".")
	if names[0] != "" && names[0] != element {
		return false
	}
	for _, name := range names[1:] {
		if !slices.Contains(strings.Fields(classes), name) {
			return false
		}
	}
	return true
}

// colour is the name of a colour of the sheet, empty for none.
func colour(value string) string {
	if m := uses.FindStringSubmatch(value); m != nil {
		return "qcheck" + strings.TrimPrefix(m[1], "-")
	}
	return ""
}

// ofShape are the options of a shape that is filled or has a line, nil for one that has
// neither.
func (l look) ofShape() []string {
	var options []string
	if c := colour(l["fill"]); c != "" {
		options = append(options, "fill="+c)
	}
	if c := colour(l["stroke"]); c != "" {
		width, _ := strconv.ParseFloat(cmp.Or(l["stroke-width"], "1"), 64)
		options = append(options, "draw="+c, "line width="+points(width)+"pt")
		if dashes := strings.Fields(l["stroke-dasharray"]); len(dashes) > 0 {
			pattern := ""
			for i, dash := range dashes {
				length, _ := strconv.ParseFloat(dash, 64)
				pattern += []string{"on ", " off "}[i%2] + points(length) + "pt"
			}
			options = append(options, "line cap=butt", "dash pattern="+pattern)
		}
	}
	return options
}

// ofText are the options of a text, which may be written upwards. What has a seam in the
// sheet, to be read on lines, has paper behind it.
func (l look) ofText(upwards bool) []string {
	size, _ := strconv.ParseFloat(strings.TrimSuffix(cmp.Or(l["font-size"], "12px"), "px"), 64)
	font := fmt.Sprintf(`\sffamily\fontsize{%s}{%s}\selectfont`, points(size), points(1.25*size))
	if l["font-weight"] == "700" {
		font += `\bfseries`
	}
	anchor := map[string]string{"": "base west", "middle": "base", "end": "base east"}[l["text-anchor"]]
	options := []string{"anchor=" + anchor, "text=" + colour(l["fill"]), "font={" + font + "}"}
	if upwards {
		options = append(options, "rotate=90")
	}
	if l["paint-order"] != "" {
		return append(options, "fill="+colour(l["stroke"]), "fill opacity=0.8", "text opacity=1", "inner sep=0.5pt")
	}
	return append(options, "inner sep=0pt")
}

var teX = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `%`, `\%`, `_`, `\_`,
	`^`, `\textasciicircum{}`, `~`, `\textasciitilde{}`, `<`, `\textless{}`, `>`, `\textgreater{}`, `|`, `\textbar{}`,
	`--`, `-{}-{}`, `''`, `'{}'{}`, "``", "`{}`{}", // which would be one letter
)

// TeX writes a text as LaTeX has it. Control characters become question marks.
func TeX(text string) string {
	return teX.Replace(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return '?'
		}
		return c
	}, text))
}
