package structures

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/counterexample/drawing"
	"qcheck/counterexample/page"
	"qcheck/properties/property"
	"qcheck/setsys"
)

// What a picture of a family has at most.
const (
	pictureNodes   = 64
	pictureQuorums = 200
)

// structuresPage is a page on several files, or on the one that there is. It is nil if
// none could be read.
func structuresPage(results []fileResult, command string) *page.Page {
	all := &page.Page{Content: page.Structure, Title: console.Count(len(results), "structure file"), Lead: summary(results), Commands: []string{command}}
	read := 0
	for _, r := range results {
		if r.err != nil {
			all.Parts = append(all.Parts, &page.Page{Title: console.DisplayName(r.file), Lead: setsys.Printable(r.err.Error())})
			continue
		}
		read++
		part := structurePage(r, command)
		if len(results) == 1 {
			return part
		}
		if part.Commands = nil; r.report.Structure.Name != "" {
			part.Title = console.DisplayName(r.file) + ": " + part.Title
		}
		all.Parts = append(all.Parts, part)
	}
	if read == 0 {
		return nil
	}
	return all
}

// structurePage is a page on the report on one structure: the verdicts, the quorums of
// each family, and each witness.
func structurePage(r fileResult, command string) *page.Page {
	s := r.report.Structure
	title := s.Name
	if title == "" {
		title = console.DisplayName(r.file)
	}
	p := &page.Page{
		Content: page.Structure, Title: setsys.Printable(title), Verdict: r.report.Verdict.String(), Lead: conclusion(r.report, r.asked),
		Facts: console.PageFacts(facts(r.report)), Verdicts: verdictsOf(r.report), Commands: []string{command},
	}
	var witnesses []*property.Witness
	for _, result := range r.report.Results {
		if w := result.Witness; w != nil {
			witnesses = append(witnesses, w)
			p.Sections = append(p.Sections, witnessSection(w))
		}
	}
	for i, f := range s.Families() {
		name := familyName(s, i)
		if len(s.Families()) == 1 {
			name = "The quorums"
			if f.Role == setsys.RequestsRole {
				name = "The request sets"
			}
		}
		if section, ok := familySection(s, f, name, witnesses); ok {
			p.Sections = append(p.Sections, section)
		}
	}
	for _, remark := range r.remark {
		p.Sections = append(p.Sections, page.Section{Title: "Remark", Text: remark.Text})
	}
	return p
}

// A line is a set of nodes in a picture.
type line struct {
	label   string
	set     setsys.NodeSet
	witness bool
}

// lineOf is the set of a witness.
func lineOf(s *setsys.Structure, m property.Member, label string) line {
	switch {
	case m.Process >= 0:
		label = s.Universe.Name(m.Process)
	case label == "" && len(s.Families()) > 1:
		label = string(m.Role)
	}
	return line{label, m.Set, true}
}

// witnessSection shows a witness: its quorums, and those that are to be added.
func witnessSection(w *property.Witness) page.Section {
	section := page.Section{Title: "Witness against " + string(w.Property)}
	var lines []line
	for _, m := range w.Members {
		lines = append(lines, lineOf(w.Structure, m, ""))
	}
	for _, m := range w.Added {
		lines = append(lines, lineOf(w.Structure, m, "added"))
	}
	text := console.Capital(w.Text()) + "."
	if len(lines) == 0 || w.Structure.Universe.Len() > pictureNodes {
		section.Text = text
		return section
	}
	section.Figures = append(section.Figures, page.Figure{Drawing: page.Draw(incidence(w.Structure, section.Title, lines)), Caption: text})
	return section
}

// familySection shows the quorums of a family, those of witnesses marked. There is
// none for a family whose quorums are not listed.
func familySection(s *setsys.Structure, f setsys.RoleFamily, name string, witnesses []*property.Witness) (page.Section, bool) {
	if !f.Family.IsListed() || f.Family.Len() == 0 {
		return page.Section{}, false
	}
	noun := "quorum"
	if f.Role == setsys.RequestsRole {
		noun = "request set"
	}
	caption := fmt.Sprintf("Each row is a %s, each column a node.", noun)
	var lines []line
	left := 0
	for i, q := range f.Family.All() {
		marked := slices.ContainsFunc(witnesses, func(w *property.Witness) bool {
			return slices.ContainsFunc(w.Members, func(m property.Member) bool {
				return m.Role == f.Role && (m.Process < 0 || m.Process == i) && m.Set.Equal(q)
			})
		})
		if len(lines) >= pictureQuorums && !marked {
			left++
			continue
		}
		label := fmt.Sprint(i + 1)
		if f.Role == setsys.RequestsRole {
			label = s.Universe.Name(i)
		}
		lines = append(lines, line{label, q, marked})
	}
	if slices.ContainsFunc(lines, func(l line) bool { return l.witness }) {
		caption += " Those of a witness are red."
	}
	if left > 0 {
		caption += fmt.Sprintf(" %s more, of %d, are not shown.", console.Count(left, noun), f.Family.Len())
	}
	if s.Universe.Len() > pictureNodes {
		table := page.Table{Caption: caption, Head: []string{noun, "nodes"}}
		for _, l := range lines {
			table.Rows = append(table.Rows, []string{l.label, l.set.Format(s.Universe)})
		}
		return page.Section{Title: console.Capital(name), Tables: []page.Table{table}}, true
	}
	return page.Section{Title: console.Capital(name), Figures: []page.Figure{{Drawing: page.Draw(incidence(s, name, lines)), Caption: caption}}}, true
}

// The measures of pictures of sets.
const (
	columnWidth = 20.0
	lineHeight  = 18.0
	memberSize  = 6.0
)

// incidence draws sets of nodes as rows of dots.
func incidence(s *setsys.Structure, title string, lines []line) *drawing.Drawing {
	n := s.Universe.Len()
	var names []string
	left, top := 0.0, 0.0
	for node := range n {
		name := setsys.Printable(s.Universe.Name(node))
		names = append(names, name)
		top = max(top, drawing.TextWidth(name))
	}
	for _, l := range lines {
		left = max(left, drawing.TextWidth(setsys.Printable(l.label)))
	}
	upright := top > columnWidth // names that are wider than their column
	if !upright {
		top = drawing.LineHeight
	}
	left, top = left+24, top+16
	x := func(node int) float64 { return left + columnWidth*(float64(node)+.5) }
	var said []string
	for _, l := range lines {
		said = append(said, l.set.Format(s.Universe))
	}
	d := &drawing.Drawing{
		Class: "incidence", Title: setsys.Printable(title + ": " + strings.Join(said, ", ")),
		Width: x(n-1) + columnWidth, Height: top + lineHeight*float64(len(lines)) + 8,
	}
	for node, name := range names {
		d.Line(x(node), top-4, x(node), d.Height-4, "column")
		if upright {
			d.Upwards(x(node)+4, top-8, "", name)
		} else {
			d.Text(x(node), top-8, "middle", name)
		}
	}
	for i, l := range lines {
		y := top + lineHeight*(float64(i)+.5)
		class := "set"
		if l.witness {
			class += " witness"
		}
		d.Begin(class, setsys.Printable(l.set.Format(s.Universe)))
		d.Rect(4, y-lineHeight/2+1, d.Width-8, lineHeight-2, 3, "back")
		d.Text(left-8, y+4, "end faint", setsys.Printable(l.label))
		if members := l.set.Nodes(); len(members) > 0 {
			d.Line(x(members[0]), y, x(members[len(members)-1]), y, "span")
			for _, node := range members {
				d.Circle(x(node), y, memberSize, "member")
			}
		}
		d.End()
	}
	return d
}
