package counterexample

import (
	"fmt"
	"math"
	"strconv"

	"qcheck/counterexample/drawing"
	"qcheck/counterexample/telling"
	"qcheck/explore"
)

func (s *spacetime) drawMessage(m telling.Message) {
	s.Begin("message", s.passage(m, s.fate(m)), s.attributes(m)...)
	x1, y1, x2, y2 := s.begins(m), s.y(m.Sent), s.at(m.Taken), s.y(m.Taken)
	if m.From == m.To {
		s.bow(x1, y1, y2)
	} else {
		s.arrow(x1, y1, x2, y2, stepRadius, s.bend(m))
	}
	s.End()
}

// bend returns how far the middle of a message's line has to be moved down such that
// it touches no step of the lifelines that it crosses: otherwise it would look like
// two messages.
func (s *spacetime) bend(m telling.Message) float64 {
	const (
		room = stepRadius + 4
		most = 96.0
	)
	x1, y1, x2, y2 := s.begins(m), s.y(m.Sent), s.at(m.Taken), s.y(m.Taken)
	touches := func(by float64) bool {
		for i := m.Sent + 1; i < m.Taken; i++ {
			x, y := s.at(i), s.y(i)
			t := (x - x1) / (x2 - x1)
			if t <= 0 || t >= 1 {
				continue
			}
			if at := y1 + t*(y2-y1) + 2*t*(1-t)*by; math.Abs(at-y) < room {
				return true
			}
		}
		return false
	}
	for by := 0.0; by <= most; by += 8 {
		for _, signed := range []float64{by, -by} {
			if !touches(signed) {
				return signed
			}
		}
	}
	return 0
}

func (s *spacetime) attributes(m telling.Message) []string {
	list := []string{"data-from", strconv.Itoa(m.From), "data-to", strconv.Itoa(m.To), "data-kind", m.Kind, "data-sent", strconv.Itoa(m.Sent + 1)}
	if m.Taken >= 0 {
		list = append(list, "data-taken", strconv.Itoa(m.Taken+1))
	}
	return list
}

// arrow draws an arrow between two points, which it keeps away from by the
// radius of a step at its beginning, and by another at its end; bent downwards, if
// bend is not 0.
func (s *spacetime) arrow(x1, y1, x2, y2, end, bend float64) {
	mx, my := (x1+x2)/2, (y1+y2)/2+bend
	x1, y1 = towards(x1, y1, mx, my, stepRadius)
	x2, y2 = towards(x2, y2, mx, my, end)
	if bend == 0 {
		s.Line(x1, y1, x2, y2, "arrow")
	} else {
		s.Path("arrow", "M%v %vQ%v %v %v %v", x1, y1, mx, my, x2, y2)
	}
	s.Head(mx, my, x2, y2, "head")
}

// bow draws a message to oneself that goes through a channel, on the left of the
// lifeline, from one step to a later one.
func (s *spacetime) bow(x, y1, y2 float64) {
	const out = 26
	s.Path("arrow", "M%v %vC%v %v %v %v %v %v", x-stepRadius, y1, x-out, y1+6, x-out, y2-6, x-stepRadius, y2)
	s.Head(x-stepRadius-8, y2-4, x-stepRadius, y2, "head")
}

// drawWays draws the messages that nobody has taken by the end.
func (s *spacetime) drawWays() {
	y := s.tops[len(s.Run.Moves)] + wayHeight/2 + 4
	for _, m := range s.messages {
		if m.Taken >= 0 {
			continue
		}
		s.Begin("message way", s.passage(m, "still on its way"), s.attributes(m)...)
		x := s.x(m.To) - 16
		if m.From > m.To {
			x = s.x(m.To) + 16
		}
		if m.From == m.To {
			s.bow(s.x(m.To), s.y(m.Sent), y)
		} else {
			s.arrow(s.begins(m), s.y(m.Sent), x, y, 0, 0)
		}
		text := drawing.Lines(m.Text, s.gap-stepRadius-labelGap-8)[0]
		if m.From > m.To { // the arrow comes from above, on the right
			s.Text(x+6, y+12, "label small", text)
		} else {
			s.Text(s.x(m.To)+labelGap, y+4, "label small", text)
		}
		s.End()
		y += wayHeight
	}
}

// begins returns where a message begins.
func (s *spacetime) begins(m telling.Message) float64 {
	if m.Copy {
		return s.at(m.Sent)
	}
	return s.x(m.From)
}

// fate says what becomes of a message that is on its way no more.
func (s *spacetime) fate(m telling.Message) string {
	what := "taken"
	switch s.Run.Moves[m.Taken].Fault {
	case explore.Loses:
		what = "lost"
	case explore.Drops:
		what = "dropped"
	}
	return fmt.Sprintf("%s in step %d", what, m.Taken+1)
}

// passage says where a message begins, and what becomes of it.
func (s *spacetime) passage(m telling.Message, fate string) string {
	sent := "sent"
	if m.Copy {
		sent = "copied"
	}
	return fmt.Sprintf("%s from %s to %s, %s in step %d, %s", m.Text, s.Processes.Of(m.From), s.Processes.Of(m.To), sent, m.Sent+1, fate)
}
