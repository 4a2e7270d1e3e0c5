package drawing_test

import (
	"encoding/xml"
	"io"
	"regexp"
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

// oddTeX has what LaTeX takes for a command, and what becomes one letter of several.
const oddTeX = `\input{x} $5 & #1 50% a_b ^~ <a|b> -- --- '' "` + "``\t"

// A picture for LaTeX closes what it opens, has each text once, and nothing in a text
// that LaTeX would take for a command.
func TestTikZ(t *testing.T) {
	d := drawing.Drawing{Width: 10, Height: 10.2, Title: oddTeX + "\n\\end{document}"}
	d.Begin("message way", oddTeX)
	d.Path("arrow", "M%v %vQ%v %v %v %v", 0, 0, 3, 3, 6, 0)
	d.Head(0, 0, 9, 0, "head")
	d.End()
	d.Begin("process", "")
	d.Path("loop", "M%v %vH%vV%vC%v %v %v %v %v %vZ", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
	d.Line(0, 1, 2, 3, "life")
	d.Rect(0, 0, 4, 5, 2, "bar inside broken")
	d.Rect(0, 0, 4, 5, 2, "row")
	d.Rect(0, 0, 4, 5, 0, "row broken")
	d.Circle(1, 2, 3, "step")
	d.Text(1, 2, "small middle strong", oddTeX, "", "more")
	d.Text(1, 2, "label", "on lines")
	d.Upwards(3, 4, "bad", "upwards")
	d.Polyline("0,1 2,3 4,5", "curve colour-0 dash-1", "")
	d.End()
	var b strings.Builder
	if err := d.WriteTikZ(&b); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(b.String()) {
		if line = strings.TrimSuffix(line, "\n"); !strings.HasPrefix(line, `\definecolor{qcheck-`) {
			lines = append(lines, line)
		}
	}
	want := []string{
		`% \input{x} $5 & #1 50% a_b ^~ <a|b> -- --- '' "` + "``" + ` \end{document}`,
		`% \input reads this file in a document with \usepackage{tikz}.`,
		`\begingroup`,
		`\begin{tikzpicture}[x=0.753pt,y=-0.753pt,line cap=round]`,
		`\useasboundingbox (0,0) rectangle (10,11);`,
		`\path[draw=qcheck-accent,line width=1.205pt,line cap=butt,dash pattern=on 3.764pt off 3.011pt] (0,0) .. controls (2,2) and (4,2) .. (6,0);`,
		`\path[fill=qcheck-paper,draw=qcheck-accent,line width=1.054pt] (9,0) -- (0,4) -- (0,-4) -- cycle;`,
		`\path[draw=qcheck-bad,line width=1.506pt] (1,2) -- (3,2) -- (3,4) .. controls (5,6) and (7,8) .. (9,10) -- cycle;`,
		`\path[draw=qcheck-line,line width=0.903pt] (0,1) -- (2,3);`,
		`\path[fill=qcheck-inside-fill,draw=qcheck-bad,line width=2.258pt,rounded corners=1.506pt] (0,0) rectangle (4,5);`,
		`\path[fill=qcheck-bad-fill] (0,0) rectangle (4,5);`,
		`\path[fill=qcheck-paper,draw=qcheck-ink,line width=1.054pt] (1,2) circle[radius=2.258pt];`,
		`\node[anchor=base,text=qcheck-ink,font={\sffamily\fontsize{8.281}{10.351}\selectfont\bfseries},inner sep=0pt] at (1,2) {\textbackslash{}input\{x\} \$5 \& \#1 50\% a\_b \textasciicircum{}\textasciitilde{} \textless{}a\textbar{}b\textgreater{} -{}-{} -{}-{}- '{}'{} "` + "`{}`{}?};",
		`\node[anchor=base,text=qcheck-ink,font={\sffamily\fontsize{8.281}{10.351}\selectfont\bfseries},inner sep=0pt] at (1,32) {more};`,
		`\node[anchor=base west,text=qcheck-ink,font={\sffamily\fontsize{9.034}{11.292}\selectfont},fill=qcheck-paper,fill opacity=0.8,text opacity=1,inner sep=0.5pt] at (1,2) {on lines};`,
		`\node[anchor=base west,text=qcheck-bad,font={\sffamily\fontsize{9.034}{11.292}\selectfont},rotate=90,inner sep=0pt] at (3,4) {upwards};`,
		`\path[draw=qcheck-curve-blue,line width=1.656pt,line cap=butt,dash pattern=on 5.27pt off 2.258pt] (0,1) -- (2,3) -- (4,5);`,
		`\end{tikzpicture}%`,
		`\endgroup`,
	}
	for i := range max(len(want), len(lines)) {
		if i >= len(want) || i >= len(lines) || lines[i] != want[i] {
			t.Errorf("line %d of\n%s\nwant\n%s", i+1, strings.Join(lines, "\n"), strings.Join(want, "\n"))
			break
		}
	}
	// Every colour that is used is defined, and the braces are closed.
	for _, m := range regexp.MustCompile(`=(qcheck-[a-z-]+)`).FindAllStringSubmatch(b.String(), -1) {
		if !strings.Contains(b.String(), `\definecolor{`+m[1]+`}{HTML}{`) {
			t.Errorf("%s is not defined", m[1])
		}
	}
	code := regexp.MustCompile(`(?m)^% .*|\\[{}]`).ReplaceAllString(b.String(), "")
	if strings.Count(code, "{") != strings.Count(code, "}") {
		t.Errorf("braces in\n%s", code)
	}
}
