package counterexample

import (
	"cmp"
	"math"
	"strconv"

	"qcheck/counterexample/drawing"
	"qcheck/counterexample/telling"
)

// The measures of the graph of who waits for whom.
const (
	nodeRadius   = 22.0
	nodeDistance = 74.0
	arrowBend    = 14.0
)

// drawWaits draws the processes in a circle, with the arrows of these lists; nil when there
// are none. They are drawn as in the last list; those that are not in it are hidden.
func drawWaits(r *telling.Reading, lists [][]telling.Arrow) *drawing.Drawing {
	n := telling.Processes(r.Run)
	shown := map[string]bool{}
	for _, list := range lists {
		for _, a := range list {
			shown[a.ID()] = true
		}
	}
	if len(shown) == 0 {
		return nil
	}
	last := map[string]string{}
	for _, a := range lists[len(lists)-1] {
		last[a.ID()] = a.Class
	}
	radius := max(70, nodeDistance*float64(n)/(2*math.Pi))
	middle, lowest := radius+nodeRadius+40, 0.0
	place := func(p int) (x, y float64) {
		angle := 2*math.Pi*float64(p)/float64(n) - math.Pi/2
		return middle + radius*math.Cos(angle), nodeRadius + 8 + radius*(1+math.Sin(angle))
	}
	for p := range n {
		_, y := place(p)
		lowest = max(lowest, y)
	}
	d := &drawing.Drawing{Width: 2 * middle, Height: lowest + nodeRadius + 24, Class: "waits", Title: "Which process waits for which one; the list below says more"}
	for p := range n {
		for q := range n {
			id := telling.Arrow{From: p, To: q}.ID()
			if !shown[id] {
				continue
			}
			d.Begin(cmp.Or(last[id], "wait hidden"), "", "data-wait", id)
			x1, y1 := place(p)
			x2, y2 := place(q)
			mx, my := (x1+x2)/2, (y1+y2)/2
			length := math.Hypot(x2-x1, y2-y1)
			mx, my = mx-(y2-y1)/length*arrowBend, my+(x2-x1)/length*arrowBend
			x1, y1 = towards(x1, y1, mx, my, nodeRadius+2)
			x2, y2 = towards(x2, y2, mx, my, nodeRadius+3)
			d.Path("arrow", "M%v %vQ%v %v %v %v", x1, y1, mx, my, x2, y2)
			d.Head(mx, my, x2, y2, "head")
			d.End()
		}
	}
	for p := range n {
		x, y := place(p)
		d.Begin("", "", "data-process", strconv.Itoa(p))
		d.Circle(x, y, nodeRadius, "node "+r.Run.Configs[len(r.Run.Configs)-1].Observations[p].Phase.String(), "data-node", strconv.Itoa(p))
		name := r.Processes.Of(p)
		if len([]rune(name)) > 5 { // beside the circle
			d.Text(x, y+nodeRadius+13, "label middle strong", drawing.Lines(name, 120)[0])
			d.Text(x, y+4, "middle strong", strconv.Itoa(p+1))
		} else {
			d.Text(x, y+4, "middle strong", name)
		}
		d.End()
	}
	return d
}
