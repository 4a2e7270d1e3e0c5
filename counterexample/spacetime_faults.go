package counterexample

import (
	"fmt"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// What goes wrong has shapes of its own. A crash and a restart are squares, and between them there is no lifeline; below the crash
// is a cross. What happens to a message on its way is a lozenge beside the lifeline that it does not reach: behind one that is lost,
// or that comes to nobody, is a cross; from one that is copied the copy goes on. A dashed arrow from a crash leads to who is told of it.

// away is how far from the lifeline of its receiver something happens to a message.
const away = 30.0

// inNetwork reports whether a move is of a message on its way, and of no process.
func inNetwork(m obvious.Move) bool { return m.Fault != "" && m.From >= 0 }

// at returns where move i is.
func (s *spacetime) at(i int) float64 {
	m := s.Run.Moves[i]
	switch x := s.x(m.Process); {
	case !inNetwork(m):
		return x
	case m.From <= m.Process:
		return x - away
	default:
		return x + away
	}
}

// lives returns from where to where a process has a lifeline.
func (s *spacetime) lives(p int) [][2]float64 {
	from := 30.0
	var all [][2]float64
	for i, m := range s.Run.Moves {
		if m.Process != p {
			continue
		}
		switch m.Fault {
		case explore.Crashes:
			all = append(all, [2]float64{from, s.y(i)})
			from = -1
		case explore.Restarts:
			from = s.y(i)
		}
	}
	if from >= 0 {
		all = append(all, [2]float64{from, s.bottom})
	}
	return all
}

// mark draws the shape of move i.
func (s *spacetime) mark(i int, class string) {
	m := s.Run.Moves[i]
	x, y := s.at(i), s.y(i)
	const r = stepRadius
	switch {
	case m.Fault == explore.Crashes:
		s.Rect(x-r, y-r, 2*r, 2*r, 2, class)
		s.cross(x, y+r+7)
	case m.Fault == explore.Restarts:
		s.Rect(x-r, y-r, 2*r, 2*r, 2, class)
	case inNetwork(m):
		s.Path(class, "M%v %vL%v %vL%v %vL%v %vZ", x-r-2, y, x, y-r-2, x+r+2, y, x, y+r+2)
		if m.Fault != explore.Copies {
			side := 1.0
			if m.From > m.Process {
				side = -1
			}
			s.cross(x+side*(r+8), y)
		}
	default:
		s.Circle(x, y, r, class)
	}
}

// cross draws a cross about a point.
func (s *spacetime) cross(x, y float64) {
	const r = 4
	s.Line(x-r, y-r, x+r, y+r, "rule")
	s.Line(x-r, y+r, x+r, y-r, "rule")
}

// drawReports draws how those are told of a crash that are.
func (s *spacetime) drawReports() {
	crash := map[int]int{} // the last one, by process
	for i, m := range s.Run.Moves {
		if m.Fault == explore.Crashes {
			crash[m.Process] = i
		}
		if m.Told == 0 {
			continue
		}
		q, p := m.Told-1, m.Process
		s.Begin("report way", fmt.Sprintf("%s is told in step %d that %s has crashed in step %d", s.Processes.Of(p), i+1, s.Processes.Of(q), crash[q]+1))
		s.arrow(s.x(q), s.y(crash[q]), s.x(p), s.y(i), stepRadius, 0)
		s.End()
	}
}
