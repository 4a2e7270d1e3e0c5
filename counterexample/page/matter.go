package page

import "fmt"

// A matter is what a page or a part of one has below its title.
type matter struct {
	*Page
	prefix string // of its IDs
	part   bool
}

// label names what is one of several with this name, if the page has parts.
func (m matter) label(name string) string {
	if m.part {
		return m.Title + ": " + name
	}
	return name
}

// section begins a section with a heading, of the second rank on the page and of the
// third in a part.
func (w *writer) section(m matter, id, title string) {
	rank, labelled := 2, HTML(fmt.Sprintf(` aria-labelledby="%s"`, id))
	if m.part {
		rank, labelled = 3, ""
	}
	w.put("<section%s>\n<h%d id=\"%s\">%s</h%d>\n", labelled, rank, m.prefix+id, title, rank)
}

func (w *writer) matter(m matter) {
	if len(m.Runs) == 1 {
		w.run(m.Runs[0])
	}
	if len(m.Verdicts) > 0 {
		w.section(m, "verdicts", "Verdicts")
		label := "Table of the verdicts"
		if m.part {
			label += " on " + m.Title
		}
		w.table(label, "", "", "verdict", "property", "meaning")
		for _, v := range m.Verdicts {
			w.put(`<tr><td>%s</td><th scope="row">%s</th><td>%s`, marked(v.Verdict.String()), v.Property, v.Meaning)
			for _, detail := range v.Details {
				w.given("<br>%s", detail)
			}
			w.given(`<br><a href="#%s">the run</a>`, v.Run)
			w.put("</td></tr>\n")
		}
		w.endTable()
		w.put("</section>\n")
	}
	if len(m.Runs) > 1 {
		for _, r := range m.Runs {
			w.run(r)
		}
	}
	for i, s := range m.Sections {
		w.section(m, fmt.Sprintf("section-%d", i), s.Title)
		w.given("<p>%s</p>\n", s.Text)
		w.contents(m, s)
		w.put("</section>\n")
	}
	if len(m.Facts)+len(m.Commands) > 0 {
		w.about(m)
	}
}

// contents writes the figures, the tables and the output of a section.
func (w *writer) contents(m matter, s Section) {
	if len(s.Figures) > 0 {
		w.put("<div class=\"figures\">\n")
		for _, f := range s.Figures {
			w.put("<figure>\n")
			w.open(m.label(s.Title + ": " + f.Caption))
			w.put("%s</div>\n<figcaption>%s</figcaption>\n</figure>\n", f.Drawing, f.Caption)
		}
		w.put("</div>\n")
	}
	for _, t := range s.Tables {
		w.table(m.label(s.Title+": "+t.Caption), "", t.Caption, t.Head...)
		for _, row := range t.Rows {
			w.put("<tr>")
			for i, cell := range row {
				if i == 0 {
					w.put(`<th scope="row">%s</th>`, cell)
				} else {
					w.put("<td>%s</td>", cell)
				}
			}
			w.put("</tr>\n")
		}
		w.endTable()
	}
	w.given("<pre class=\"output\" tabindex=\"0\"><code>%s</code></pre>\n", s.Output)
}

// about says what was checked, and how to do it again.
func (w *writer) about(m matter) {
	if len(m.Facts) == 0 {
		w.section(m, "about", "The command")
	} else {
		w.section(m, "about", "What was checked")
		w.put("<dl>\n")
		for _, f := range m.Facts {
			w.given("<dt>%s</dt>", f.Label)
			w.put("<dd>%s</dd>\n", f.Value)
		}
		w.put("</dl>")
		if len(m.Commands) > 0 {
			w.put("<p>The same again:</p>\n")
		}
	}
	for _, command := range m.Commands {
		w.put("<pre class=\"command\"><code>%s</code></pre>\n", command)
	}
	w.put("</section>\n")
}
