package drawing

import (
	_ "embed"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

//go:embed style.css
var style string

// Style returns the style sheet of drawings, for pages that have them in line.
// It defines the colours of the page, too, as variables.
func Style() string { return style }

// letterWidth is how wide a letter of a text of the usual size is, about.
const letterWidth = 6.6

// LineHeight is the distance between lines of text.
const LineHeight = 15.0

// A Drawing is an SVG document in the making.
// The zero value is an empty one.
type Drawing struct {
	Width, Height float64
	Title         string // what it shows, for those who cannot see it
	Class         string
	body          strings.Builder
}

// element writes a shape with its content; more are further attributes, as pairs of a name and a value.
func (d *Drawing) element(name, class, content string, more []string, attributes ...any) {
	var pairs []string
	for _, x := range attributes {
		text, ok := x.(string)
		if !ok {
			text = number(x.(float64))
		}
		pairs = append(pairs, text)
	}
	d.open(name, class, append(pairs, more...))
	if content == "" {
		d.body.WriteString("/>\n")
		return
	}
	d.body.WriteString(">" + content + "</" + name + ">\n")
}

// open writes the beginning of an element, with the attributes that are not empty.
func (d *Drawing) open(name, class string, pairs []string) {
	d.body.WriteString("<" + name)
	pairs = append([]string{"class", class}, pairs...)
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			fmt.Fprintf(&d.body, ` %s="%s"`, pairs[i], escape(pairs[i+1]))
		}
	}
}

// Begin opens a group of shapes, which End closes. The title appears under the
// pointer.
func (d *Drawing) Begin(class, title string, more ...string) {
	d.open("g", class, more)
	d.body.WriteString(">")
	if title != "" {
		d.body.WriteString("<title>" + escape(title) + "</title>")
	}
	d.body.WriteString("\n")
}

// End closes a group.
func (d *Drawing) End() {
	d.body.WriteString("</g>\n")
}

// Line draws a straight line.
func (d *Drawing) Line(x1, y1, x2, y2 float64, class string, more ...string) {
	d.element("line", class, "", more, "x1", x1, "y1", y1, "x2", x2, "y2", y2)
}

// Rect draws a rectangle, with corners of that radius.
func (d *Drawing) Rect(x, y, width, height, radius float64, class string, more ...string) {
	d.element("rect", class, "", more, "x", x, "y", y, "width", width, "height", height, "rx", radius)
}

// Circle draws a circle.
func (d *Drawing) Circle(x, y, radius float64, class string, more ...string) {
	d.element("circle", class, "", more, "cx", x, "cy", y, "r", radius)
}

// Text writes lines of text, the first one on the given height.
func (d *Drawing) Text(x, y float64, class string, lines ...string) {
	for i, line := range lines {
		if line != "" {
			d.element("text", class, escape(line), nil, "x", x, "y", y+float64(i)*LineHeight)
		}
	}
}

// Upwards writes a text from below to above, about its middle.
func (d *Drawing) Upwards(x, y float64, class, text string) {
	d.element("text", class, escape(text), nil, "transform", fmt.Sprintf("translate(%s %s) rotate(-90)", number(x), number(y)))
}

// Polyline draws straight lines between points, which are written as SVG has them.
// The title appears under the pointer.
func (d *Drawing) Polyline(points, class, title string) {
	d.element("polyline", class, "<title>"+escape(title)+"</title>", nil, "points", points)
}

// Path draws a path. Its data are a format with numbers in it, as %v.
func (d *Drawing) Path(class, data string, numbers ...float64) {
	d.element("path", class, "", nil, "d", fill(data, numbers))
}

// fill puts numbers into the format of a path.
func fill(data string, numbers []float64) string {
	var args []any
	for _, x := range numbers {
		args = append(args, number(x))
	}
	return fmt.Sprintf(data, args...)
}

// Head draws the head of an arrow that comes from a point and ends in another.
func (d *Drawing) Head(fromX, fromY, x, y float64, class string) {
	const length, half = 9, 4
	dx, dy := x-fromX, y-fromY
	size := math.Hypot(dx, dy)
	if size == 0 {
		return
	}
	dx, dy = dx/size, dy/size
	bx, by := x-length*dx, y-length*dy
	d.Path(class, "M%v %vL%v %vL%v %vZ", x, y, bx-half*dy, by+half*dx, bx+half*dy, by-half*dx)
}

// Inline returns the drawing for a page that has the style sheet. It says how wide it
// is, so that the page can make it smaller within bounds.
func (d *Drawing) Inline() string {
	return d.text("", fmt.Sprintf(" style=\"--natural: %spx\"", number(math.Ceil(d.Width))))
}

// Write writes the drawing as a document of its own.
func (d *Drawing) Write(w io.Writer) error {
	_, err := io.WriteString(w, d.text("<title>"+escape(d.Title)+"</title>\n<style>\n"+light()+"</style>\n"+
		fmt.Sprintf("<rect class=\"paper\" width=\"%s\" height=\"%s\"/>\n", number(d.Width), number(d.Height)), ""))
	return err
}

func (d *Drawing) text(before, more string) string {
	width, height := number(math.Ceil(d.Width)), number(math.Ceil(d.Height))
	class := "drawing"
	if d.Class != "" {
		class += " " + d.Class
	}
	return fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"%s\" width=\"%s\" height=\"%s\" viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\"%s>\n",
		class, width, height, width, height, escape(d.Title), more) + before + d.body.String() + "</svg>\n"
}

var (
	variables = regexp.MustCompile(`(--[a-z-]+):\s*([^;]+);`)
	uses      = regexp.MustCompile(`var\((--[a-z-]+)\)`)
	blocks    = regexp.MustCompile(`(?ms)^(?::root|@media)[^{]*\{.*?^\}\n`)
)

// light returns the style sheet without variables: those of its first block are put
// in.
func light() string {
	values := map[string]string{}
	for _, m := range variables.FindAllStringSubmatch(blocks.FindString(style), -1) {
		values[m[1]] = m[2]
	}
	return uses.ReplaceAllStringFunc(blocks.ReplaceAllString(style, ""), func(use string) string {
		return values[uses.FindStringSubmatch(use)[1]]
	})
}

// number writes a coordinate.
func number(x float64) string {
	text := strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64)
	if text == "-0" {
		return "0"
	}
	return text
}

// escape writes a text as XML has it. Characters that XML does not know become
// U+FFFD.
func escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err) // a builder does not fail
	}
	return b.String()
}

// TextWidth is how wide a text of the usual size is, about.
func TextWidth(text string) float64 { return letterWidth * float64(utf8.RuneCountInString(text)) }

// Lines breaks a text into lines that are about as wide as that, at most: see [Break].
func Lines(text string, width float64) []string { return Break(text, max(int(width/letterWidth), 4)) }

// Break breaks a text into lines of at most so many characters, between words or, where a word is longer,
// behind a comma in it, if it can.
func Break(text string, most int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > most {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
		for utf8.RuneCountInString(line) > most {
			cut := string([]rune(line)[:most])
			if comma := strings.LastIndex(cut, ","); comma >= 0 {
				cut = cut[:comma+1]
			}
			lines, line = append(lines, cut), line[len(cut):]
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
