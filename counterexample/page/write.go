package page

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"

	"qcheck/counterexample/drawing"
)

// A writer writes markup. It is not html/template, which calls methods by their names, so
// that the linker would have to keep every method of everything in qcheck.
type writer struct{ strings.Builder }

// put writes markup, with values as fmt has them. It escapes the texts of all that are neither markup nor numbers.
func (w *writer) put(markup string, values ...any) {
	for i, v := range values {
		switch v.(type) {
		case HTML, int:
		default:
			values[i] = html.EscapeString(strings.ReplaceAll(fmt.Sprint(v), "\x00", "\uFFFD"))
		}
	}
	fmt.Fprintf(w, markup, values...)
}

// given writes markup with a text, if there is a text.
func (w *writer) given(markup, text string) {
	if text != "" {
		w.put(markup, text)
	}
}

// open begins what is scrolled by itself where it is too wide.
func (w *writer) open(label string) {
	w.put("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\">\n", label)
}

// table begins a table that is scrolled, with the headings of its columns.
func (w *writer) table(label, attributes, caption string, head ...string) {
	w.open(label)
	w.put("<table%s>\n", HTML(attributes))
	w.given("<caption>%s</caption>\n", caption)
	w.put("<thead><tr>")
	for _, column := range head {
		w.put(`<th scope="col">%s</th>`, column)
	}
	w.put("</tr></thead>\n<tbody>\n")
}

// endTable ends it.
func (w *writer) endTable() { w.put("</tbody>\n</table>\n</div>\n") }

// lead writes the paragraph below the title.
func (w *writer) lead(p *Page) {
	if p.Lead != "" {
		w.put(`<p class="lead">`)
		if p.Verdict != "" {
			w.put(`<strong class="verdict %s">%s</strong> `, p.Verdict, p.Verdict)
		}
		w.put("%s</p>\n", p.Lead)
	}
}

// Write writes the page.
func Write(out io.Writer, p *Page) error {
	w, text := &writer{}, "\n"+script+"\n"
	ran := sha256.Sum256([]byte(text)) // the one script that may run
	w.put("%s%s\">", HTML(start), p.Content)
	w.put(`
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-%s'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="generator" content="qcheck">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>%s</title>
<style>
%s
%s
</style>
</head>
<body>
<header>
<h1>%s</h1>
`, HTML(base64.StdEncoding.EncodeToString(ran[:])), p.Title, HTML(drawing.Style()), HTML(style), p.Title)
	w.lead(p)
	w.put("</header>\n<main>\n")
	if len(p.Parts) > 0 {
		w.put("<nav aria-label=\"Parts of this page\">\n")
		w.table("Table of the parts", "", "", "verdict", "part", "what was found")
		for i, part := range p.Parts {
			verdict := HTML("none")
			if part.Verdict != "" {
				verdict = marked(part.Verdict)
			}
			w.put("<tr><td>%s</td><th scope=\"row\"><a href=\"#part-%d\">%s</a></th><td>%s</td></tr>\n", verdict, i+1, part.Title, part.Lead)
		}
		w.endTable()
		w.put("</nav>\n")
	}
	w.matter(matter{Page: p})
	for i, part := range p.Parts {
		w.put("<section class=\"part\" id=\"part-%d\" aria-labelledby=\"part-%d-title\">\n<h2 id=\"part-%d-title\">%s</h2>\n", i+1, i+1, i+1, part.Title)
		w.lead(part)
		w.matter(matter{part, fmt.Sprintf("part-%d-", i+1), true})
		w.put("</section>\n")
	}
	w.put("</main>\n")
	if len(p.Runs) > 0 {
		w.put("<script>%s</script>\n", HTML(text))
	}
	w.put("</body>\n</html>\n")
	_, err := io.WriteString(out, w.String())
	return err
}

// marked is a verdict in its colour.
func marked(verdict string) HTML {
	w := &writer{}
	w.put(`<span class="verdict %s">%s</span>`, verdict, verdict)
	return HTML(w.String())
}
