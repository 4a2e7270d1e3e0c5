package drawing_test

import (
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"

	"qcheck/counterexample/drawing"
)

// odd has what XML takes for markup, and what ends an attribute.
const odd = `<a href="x">&amp; 'b' & "c" ]]>`

// A text is in a drawing as it was given, wherever a text can stand.
func TestTexts(t *testing.T) {
	d := drawing.Drawing{Width: 10, Height: 10, Title: odd}
	d.Begin("group", odd, "data-name", odd)
	d.Line(0, 0, 1, 1, "line", "data-name", odd)
	d.Rect(0, 0, 1, 1, 0, "rect", "data-name", odd)
	d.Circle(0, 0, 1, "circle", "data-name", odd)
	d.Text(0, 0, "text", odd, odd)
	d.Upwards(0, 0, "text", odd)
	d.Polyline("0,0 1,1", "line", odd)
	d.End()
	var whole strings.Builder
	if err := d.Write(&whole); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"svg aria-label", "g data-name", "g title", "line data-name", "rect data-name", "circle data-name",
		"g text", "g text", "g text", "polyline title",
	}
	for text, want := range map[string][]string{d.Inline(): want, whole.String(): slices.Insert(slices.Clone(want), 1, "svg title")} {
		var got, in []string
		for r := xml.NewDecoder(strings.NewReader(text)); ; {
			token, err := r.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			switch x := token.(type) {
			case xml.StartElement:
				in = append(in, x.Name.Local)
				for _, a := range x.Attr {
					if a.Value == odd {
						got = append(got, x.Name.Local+" "+a.Name.Local)
					}
				}
			case xml.EndElement:
				in = in[:len(in)-1]
			case xml.CharData:
				if string(x) == odd {
					got = append(got, strings.Join(in[len(in)-2:], " "))
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("it stands at %q, want %q, in\n%s", got, want, text)
		}
	}
}
