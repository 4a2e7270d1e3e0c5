package counterexample_test

import (
	"encoding/xml"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"qcheck/counterexample"
	"qcheck/explore"
	"qcheck/explore/obvious"
)

// A shape is an element of a drawing.
type shape struct {
	name     string
	values   map[string]string
	text     string
	children []*shape
}

// classes reports whether the shape has a class.
func (s *shape) has(class string) bool {
	for _, c := range strings.Fields(s.values["class"]) {
		if c == class {
			return true
		}
	}
	return false
}

// all returns the shapes within this one that have a class.
func (s *shape) all(class string) []*shape {
	var found []*shape
	for _, c := range s.children {
		if c.has(class) {
			found = append(found, c)
		}
		found = append(found, c.all(class)...)
	}
	return found
}

func (s *shape) number(t *testing.T, name string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s.values[name], 64)
	if err != nil {
		t.Fatalf("%s of %v: %v", name, s.values, err)
	}
	return x
}

// parse reads a drawing, which must be well-formed XML.
func parse(t *testing.T, text string) *shape {
	t.Helper()
	root := &shape{}
	open := []*shape{root}
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if token == nil {
			if len(root.children) != 1 {
				t.Fatalf("no drawing: %v", err)
			}
			return root.children[0]
		}
		top := open[len(open)-1]
		switch x := token.(type) {
		case xml.StartElement:
			s := &shape{name: x.Name.Local, values: map[string]string{}}
			for _, a := range x.Attr {
				s.values[a.Name.Local] = a.Value
			}
			top.children = append(top.children, s)
			open = append(open, s)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			top.text += string(x)
		}
	}
}

// A pair is a message from the move that sends it to the one that takes it, -1 for
// one that is on its way at the end.
type pair struct{ from, to, sent, taken int }

// fifoPairs pairs by counting: the k-th message that a channel gives is the k-th that
// it got, as none of the examples takes messages from behind others.
func fifoPairs(run *obvious.Run) map[pair]int {
	type channel struct{ from, to int }
	got, gave := map[channel][]int{}, map[channel][]int{}
	for i, m := range run.Moves {
		if m.From >= 0 {
			c := channel{m.From, m.Process}
			gave[c] = append(gave[c], i)
		}
		for _, s := range m.Sent {
			c := channel{m.Process, s.To}
			got[c] = append(got[c], i)
		}
	}
	pairs := map[pair]int{}
	for c, sent := range got {
		for k, i := range sent {
			taken := -1
			if k < len(gave[c]) {
				taken = gave[c][k]
			}
			pairs[pair{c.from, c.to, i, taken}]++
		}
	}
	return pairs
}

// ends returns the first and the last point of an arrow.
func ends(t *testing.T, arrow *shape) (x1, y1, x2, y2 float64) {
	t.Helper()
	if arrow.name == "line" {
		return arrow.number(t, "x1"), arrow.number(t, "y1"), arrow.number(t, "x2"), arrow.number(t, "y2")
	}
	var all []float64
	for _, digits := range regexp.MustCompile(`-?[\d.]+`).FindAllString(arrow.values["d"], -1) {
		x, err := strconv.ParseFloat(digits, 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	return all[0], all[1], all[len(all)-2], all[len(all)-1]
}

// Each message is an arrow from the circle of the step that sends it to that of the
// step that takes it, or dashed to no circle; circles stand in the columns of their
// processes, later ones lower; there is a bar for each stay inside.
func TestSpacetime(t *testing.T) {
	for name, s := range examples(t) {
		run, err := s.trace.Confirm(s.replayer())
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := counterexample.RenderSVG(&b, s.trace, run); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "var(") {
			t.Errorf("%s: a drawing by itself has variables of CSS", name)
		}
		root := parse(t, b.String())
		width, height := root.number(t, "width"), root.number(t, "height")

		lives := root.all("life")
		if len(lives) != len(run.Configs[0].Locals) {
			t.Fatalf("%s: %d lifelines", name, len(lives))
		}
		steps := root.all("step")
		if len(steps) != len(run.Moves) {
			t.Fatalf("%s: %d circles for %d steps", name, len(steps), len(run.Moves))
		}
		for i, c := range steps {
			if x := lives[run.Moves[i].Process].number(t, "x1"); c.number(t, "cx") != x {
				t.Errorf("%s: step %d is at %s, its process at %v", name, i+1, c.values["cx"], x)
			}
			if i > 0 && c.number(t, "cy") < steps[i-1].number(t, "cy")+20 {
				t.Errorf("%s: step %d is not below the one before it", name, i+1)
			}
			if end := i == len(steps)-1 && s.trace.Loop < 0; c.has("broken") != end {
				t.Errorf("%s: step %d is marked as the violation: %t", name, i+1, !end)
			}
		}

		pairs := fifoPairs(run)
		own := 0
		for _, m := range run.Moves {
			if len(m.Own) > 0 {
				own++
			}
		}
		messages := root.all("message")
		if want := len(pairs) + own; len(messages) != want { // no example sends twice to the same process in a step
			t.Errorf("%s: %d arrows, want %d", name, len(messages), want)
		}
		for _, m := range messages {
			arrow := m.all("arrow")[0]
			x1, y1, x2, y2 := ends(t, arrow)
			if _, ok := m.values["data-sent"]; !ok { // to itself, within a step
				own--
				continue
			}
			p := pair{int(m.number(t, "data-from")), int(m.number(t, "data-to")), int(m.number(t, "data-sent")) - 1, -1}
			if !m.has("way") {
				p.taken = int(m.number(t, "data-taken")) - 1
			}
			if pairs[p] == 0 {
				t.Errorf("%s: an arrow for no message: %+v", name, p)
				continue
			}
			pairs[p]--
			near := func(x, y float64, step int) bool {
				return math.Hypot(x-steps[step].number(t, "cx"), y-steps[step].number(t, "cy")) < 11
			}
			if !near(x1, y1, p.sent) {
				t.Errorf("%s: %+v begins at %v, %v", name, p, x1, y1)
			}
			switch {
			case p.taken >= 0 && !near(x2, y2, p.taken):
				t.Errorf("%s: %+v ends at %v, %v", name, p, x2, y2)
			case p.taken < 0 && (math.Abs(x2-lives[p.to].number(t, "x1")) > 20 || y2 < steps[len(steps)-1].number(t, "cy")):
				t.Errorf("%s: %+v, which is on its way, ends at %v, %v", name, p, x2, y2)
			}
		}
		for p, n := range pairs {
			if n != 0 {
				t.Errorf("%s: no arrow for %+v", name, p)
			}
		}
		if own != 0 {
			t.Errorf("%s: %d steps with messages to oneself are not shown", name, own)
		}

		inside, broken := 0, 0
		for _, bar := range root.all("bar") {
			if bar.has("inside") {
				inside++
			}
			if bar.has("broken") {
				broken++
			}
		}
		if want := entries(run); inside != want {
			t.Errorf("%s: %d bars for %d stays inside", name, inside, want)
		}
		last, guilty := run.Configs[len(run.Configs)-1], 0
		for p, o := range last.Observations {
			switch s.trace.Property {
			case explore.Safety:
				guilty += one(o.Phase == explore.Inside)
			case explore.DeadlockFreedom, explore.StarvationFreedom:
				guilty += one(o.Phase == explore.Waiting && (s.trace.Process < 0 || s.trace.Process == p))
			}
		}
		if broken != guilty {
			t.Errorf("%s: %d bars are marked as violating, want %d", name, broken, guilty)
		}
		if got, want := len(root.all("lasso")), one(s.trace.Loop >= 0); got != want {
			t.Errorf("%s: %d cycles", name, got)
		}
		for _, text := range root.all("label") {
			if x := text.number(t, "x"); x < 0 || x > width || text.number(t, "y") > height {
				t.Errorf("%s: %q is outside", name, text.text)
			}
		}
		violation := ""
		for _, line := range root.all("bad") {
			violation += " " + line.text
		}
		for _, word := range strings.Fields(s.trace.Detail) {
			if !strings.Contains(violation, word) {
				t.Errorf("%s: %q does not say %q", name, violation, word)
			}
		}
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Names are those of the structure's nodes.
func TestSpacetimeHasNames(t *testing.T) {
	s := examples(t)["begun"]
	run, err := s.trace.Confirm(s.replayer())
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"svg", "itf", "text"} {
		r, _ := counterexample.LookupRenderer(form)
		var b strings.Builder
		if err := r.Render(&b, s.trace, run); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "p1 waiting") || !strings.Contains(b.String(), "Genf") || !strings.Contains(b.String(), "Zürich") {
			t.Errorf("%s has no names:\n%s", form, b.String())
		}
	}
}
