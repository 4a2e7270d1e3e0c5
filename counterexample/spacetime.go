package counterexample

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"qcheck/counterexample/drawing"
	"qcheck/counterexample/telling"
	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/obvious"
)

// The measures of space-time diagrams.
const (
	laneGap    = 150.0 // between lifelines
	laneGapMax = 200.0
	laneLeft   = 40.0 // left of the first lifeline
	loopLeft   = 44.0 // for the arrow of a cycle
	stepRadius = 10.0
	rowPadding = 24.0
	rowLeast   = 44.0
	topHeight  = 56.0 // the names, and the state at the start
	wayHeight  = 22.0 // for each message that is on its way at the end
	barWidth   = 12.0
	labelGap   = 8.0
	headLength = 6.0
)

// A spacetime is a diagram of a run: processes are columns, time runs downwards. A
// step is a circle with its number, a message a line from the step that sends it to
// the step that takes it, so that a late one crosses those that overtake it.
type spacetime struct {
	*telling.Reading
	drawing.Drawing
	messages []telling.Message
	gap      float64
	left     float64
	tops     []float64 // where the row of each move begins; one more for the end
	labels   [][]string
	bottom   float64 // of the lifelines
}

// A band is where a configuration is in the diagram: the row of the move that leads
// to it.
type band struct{ Y, Height float64 }

func newSpacetime(r *telling.Reading) *spacetime {
	s := &spacetime{Reading: r, messages: r.Messages()}
	s.Class = "spacetime"
	s.Title = fmt.Sprintf("Space-time diagram of %s of %s", r.Trace.Form(), r.Trace.Instance.Algorithm)
	if r.Trace.Property != trace.Nothing {
		s.Title += ": " + r.Violation()
	}
	s.layOut()
	s.draw()
	return s
}

// layOut decides where everything is.
func (s *spacetime) layOut() {
	n := telling.Processes(s.Run)
	longest := 0.0
	for p := range n {
		longest = max(longest, drawing.TextWidth(s.Participant(p)))
	}
	s.gap = min(max(laneGap, longest+20), laneGapMax)
	s.left = laneLeft
	if s.Trace.Loop >= 0 {
		s.left += loopLeft
	}
	y := topHeight
	for i := range s.Run.Moves {
		var lines []string
		for _, text := range s.says(i) {
			lines = append(lines, drawing.Lines(text, s.gap-stepRadius-labelGap-headLength-4)...)
		}
		s.labels = append(s.labels, lines)
		s.tops = append(s.tops, y)
		y += max(rowLeast, rowPadding+float64(len(lines))*drawing.LineHeight)
	}
	s.tops = append(s.tops, y)
	s.bottom = y + 10
	for _, m := range s.messages {
		if m.Taken < 0 {
			s.bottom += wayHeight
		}
	}
	s.Width = s.left + float64(n)*s.gap + 12
}

func (s *spacetime) x(p int) float64 { return s.left + float64(p)*s.gap }

// y is the height of move i.
func (s *spacetime) y(i int) float64 { return s.tops[i] + rowLeast/2 }

// bands returns the rows, first that of the start.
func (s *spacetime) bands() []band {
	all := []band{{topHeight - 24, 24}}
	for i := range s.Run.Moves {
		all = append(all, band{s.tops[i], s.tops[i+1] - s.tops[i]})
	}
	return all
}

// says is what stands beside move i: what it is, and what the process said to
// itself within it.
func (s *spacetime) says(i int) []string {
	m := s.Run.Moves[i]
	what := m.Name
	switch {
	case m.Fault != "" && m.From >= 0:
		what = s.Before(i).Show(m.Received) + " " + m.Name
	case m.Told > 0:
		what = fmt.Sprintf("is told that %s has crashed: %s", s.Processes.Of(m.Told-1), m.Name)
	case m.From >= 0:
		received := s.Before(i).Show(m.Received)
		what = received + telling.Outcome(m.Name, received)
	}
	if stamp := s.Stamped(i); stamp != "" {
		what += ", " + stamp
	}
	all := append([]string{what}, s.Own(i, " to itself")...)
	if m.Undefined != "" {
		all = append(all, "not defined")
	}
	return all
}

// endsBroken reports whether the last state is the one that violates the property.
func (s *spacetime) endsBroken() bool { return s.Trace.Loop < 0 && s.Trace.Property != trace.Nothing }

func (s *spacetime) draw() {
	for i, b := range s.bands() {
		class := "row"
		if s.endsBroken() && i == len(s.Run.Moves) {
			class += " broken"
		}
		s.Rect(s.left-laneLeft+4, b.Y, s.Width-s.left+laneLeft-8, b.Height, 4, class, "data-state", strconv.Itoa(i))
	}
	s.drawLives()
	for _, m := range s.messages {
		if m.Taken >= 0 {
			s.drawMessage(m)
		}
	}
	s.drawWays()
	s.drawReports()
	for i := range s.Run.Moves {
		s.drawStep(i)
	}
	s.drawLoop()
	s.drawEnd()
}

// drawLives draws the lifelines with the times of waiting and of being inside.
func (s *spacetime) drawLives() {
	for p := range telling.Processes(s.Run) {
		s.Begin("process", "", "data-process", strconv.Itoa(p))
		name := drawing.Lines(s.Participant(p), s.gap-10)
		s.Text(s.x(p), 22, "strong middle", name[0])
		for _, up := range s.lives(p) {
			s.Line(s.x(p), up[0], s.x(p), up[1], "life")
		}
		s.End()
	}
	s.drawStays("waiting", explore.Waiting)
	s.drawStays("inside", explore.Inside)
}

// drawStays draws the times in which processes are in a phase as bars.
func (s *spacetime) drawStays(class string, phase explore.Phase) {
	for _, at := range s.broken(phase) {
		from, to := topHeight-14, s.bottom
		if at.From > 0 {
			from = s.y(at.From - 1)
		}
		if !at.LastsToEnd {
			to = s.y(at.To)
		}
		c := "bar " + class
		if at.is {
			c += " broken"
		}
		width := barWidth
		if phase == explore.Waiting && !at.is {
			width /= 2
		}
		s.Begin("process", fmt.Sprintf("%s: %s", s.Processes.Of(at.Process), phaseWords(phase)), "data-process", strconv.Itoa(at.Process))
		s.Rect(s.x(at.Process)-width/2, from, width, to-from, 2, c)
		s.End()
	}
}

func phaseWords(p explore.Phase) string {
	if p == explore.Inside {
		return "in the critical section"
	}
	return p.String()
}

// A marked stay is or is not what the violation consists of.
type marked struct {
	telling.Stay
	is bool
}

// broken returns the stays in a phase, with those marked that violate the property:
// at the end, or of the process that starves.
func (s *spacetime) broken(phase explore.Phase) []marked {
	var all []marked
	for _, at := range telling.Stays(s.Run, phase) {
		is := false
		switch s.Trace.Property {
		case explore.Safety:
			is = at.LastsToEnd && phase == explore.Inside
		case explore.DeadlockFreedom, explore.StarvationFreedom:
			is = at.LastsToEnd && phase == explore.Waiting && (s.Trace.Process < 0 || s.Trace.Process == at.Process)
		}
		all = append(all, marked{at, is})
	}
	return all
}

// drawStep draws move i: its circle, and what stands beside it.
func (s *spacetime) drawStep(i int) {
	m := s.Run.Moves[i]
	x, y := s.at(i), s.y(i)
	s.Begin("event process", "step "+strconv.Itoa(i+1)+": "+s.Happens(i), "data-process", strconv.Itoa(m.Process), "data-state", strconv.Itoa(i+1))
	class := "step"
	if s.endsBroken() && i == len(s.Run.Moves)-1 {
		class += " broken"
	}
	if len(m.Own) > 0 { // a message to itself, taken at once
		s.Begin("message", strings.Join(s.Own(i, " to itself"), "; "), "data-from", strconv.Itoa(m.Process), "data-to", strconv.Itoa(m.Process), "data-kind", telling.KindOf(s.During(i).Show(m.Own[0].Msg)))
		s.Path("arrow", "M%v %vC%v %v %v %v %v %v", x-4, y-9, x-8, y-30, x-34, y-14, x-10, y-2)
		s.Head(x-20, y-7, x-10, y-2, "head")
		s.End()
	}
	s.mark(i, class)
	s.Text(x, y+4, "small middle strong", strconv.Itoa(i+1))
	if x = s.x(m.Process); m.From > m.Process {
		x += max(headLength, s.at(i)-x) // leaves the head of the arrow free
	}
	s.Text(x+stepRadius+labelGap, y+4, "label", s.labels[i]...)
	s.End()
}

// drawLoop draws the way back from the end of a cycle to its beginning.
func (s *spacetime) drawLoop() {
	if s.Trace.Loop < 0 {
		return
	}
	top, bottom := s.tops[s.Trace.Loop]+4, s.tops[len(s.Run.Moves)]
	x := s.left - laneLeft - 2
	s.Begin("lasso", fmt.Sprintf("after step %d the run goes on with step %d, from the same state as before it", len(s.Run.Moves), s.Trace.Loop+1))
	s.Path("loop", "M%v %vH%vQ%v %v %v %vV%vQ%v %v %v %vH%v", x+10, bottom, x-8, x-16, bottom, x-16, bottom-8, top+8, x-16, top, x-8, top, x+4)
	s.Head(x-8, top, x+12, top, "loop-head")
	s.Upwards(x-22, (top+bottom)/2, "small middle bad", "again and again")
	s.End()
}

// drawEnd says what the run shows, if anything, below it.
func (s *spacetime) drawEnd() {
	if s.Trace.Property == trace.Nothing {
		s.Height = s.bottom + 8
		return
	}
	y := s.bottom + 8
	s.Line(s.left-laneLeft+4, y, s.Width-4, y, "rule")
	lines := drawing.Lines(s.Violation(), (s.Width-s.left+laneLeft-24)*0.86) // bold
	s.Text(s.left-laneLeft+8, y+20, "bad strong", lines...)
	s.Height = y + 20 + float64(len(lines))*drawing.LineHeight
}

// towards returns the point that lies so far from the first towards the second.
func towards(x1, y1, x2, y2, by float64) (x, y float64) {
	length := math.Hypot(x2-x1, y2-y1)
	if length == 0 {
		return x1, y1
	}
	return x1 + (x2-x1)*by/length, y1 + (y2-y1)*by/length
}

// RenderSVG draws the run as a space-time diagram: a line for each process, with
// time running downwards; a circle for each step, with its number; a line for each
// message from the step that sends it to the step that takes it, so that late ones
// cross others. A narrow bar beside a lifeline is a time of waiting, a wide one a
// time in the critical section. Dashed arrows are messages on their way at the end.
// A cycle is an arrow from its end to its beginning. A step in which something goes wrong is no circle: see
// spacetime_faults.go.
func RenderSVG(w io.Writer, t *trace.Trace, run *obvious.Run) error {
	return newSpacetime(telling.Read(t, run)).Write(w)
}
