package structures

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"qcheck/counterexample/drawing"
	"qcheck/setsys"
)

// The measures of pictures of nodes with sets drawn round them.
const (
	nodeRadius     = 11.0
	hullGap        = 6.0   // between outlines, and between them and nodes
	shortName      = 5     // as many letters stand within a node
	largestCircle  = 280.0 // the largest radius on which the nodes stand
	smallestCircle = 50.0
	mostHulls      = 6 // that people tell apart
)

// A nodePicture has the nodes of a universe on a circle, and sets as outlines round
// their members. On a circle, an outline has no node within it that is not a member.
type nodePicture struct {
	universe setsys.Universe
	sets     []line
	order    []int     // the nodes, clockwise from the top
	padding  []float64 // how far each outline is from the centres of its members
	node     float64   // the radius of a node
	radius   float64   // of the circle
}

// newNodePicture lays the picture out; false if it could not be read: where sets are
// too many or empty, or the nodes would have to stand too far from each other.
func newNodePicture(u setsys.Universe, sets []line) (*nodePicture, bool) {
	if len(sets) == 0 || len(sets) > mostHulls || u.Len() > pictureNodes || slices.ContainsFunc(sets, func(l line) bool { return l.set.IsEmpty() }) {
		return nil, false
	}
	p := &nodePicture{universe: u, sets: sets, node: nodeRadius}
	p.order = p.together()
	for _, node := range p.order {
		if name := setsys.Printable(u.Name(node)); utf8.RuneCountInString(name) <= shortName {
			p.node = max(p.node, drawing.TextWidth(name)/2+3)
		}
	}
	p.padding = p.paddings()
	outermost := slices.Max(p.padding)
	n := float64(u.Len())
	p.radius = smallestCircle
	if n > 1 { // outlines of neighbours do not touch
		p.radius = max(p.radius, (outermost+hullGap/2)/math.Sin(math.Pi/n))
	}
	if n > 3 { // nor does an outline touch the node between two members
		p.radius = max(p.radius, (outermost+p.node+hullGap/2)/(1-math.Cos(2*math.Pi/n)))
	}
	return p, p.radius <= largestCircle
}

// together orders the nodes so that those of the first set come first, then those of
// the second, and so on.
func (p *nodePicture) together() []int {
	first := make([]int, p.universe.Len())
	order := make([]int, len(first))
	for node := range first {
		order[node] = node
		if first[node] = slices.IndexFunc(p.sets, func(l line) bool { return l.set.Has(node) }); first[node] < 0 {
			first[node] = len(p.sets)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return first[a] - first[b] })
	return order
}

// paddings are how far the outlines are from the nodes: different for sets that share
// one.
func (p *nodePicture) paddings() []float64 {
	rank := make([]int, len(p.sets))
	for i, a := range p.sets {
		for j := 0; j < i; j++ {
			if rank[j] == rank[i] && a.set.Intersects(p.sets[j].set) {
				rank[i], j = rank[i]+1, -1
			}
		}
	}
	var all []float64
	for _, r := range rank {
		all = append(all, p.node+hullGap*float64(r+1))
	}
	return all
}

// at is where the node with that place in the order is, from the centre of the circle.
func (p *nodePicture) at(place int) (x, y float64) {
	sin, cos := math.Sincos(2 * math.Pi * float64(place) / float64(len(p.order)))
	return p.radius * sin, -p.radius * cos
}

// draw draws the picture.
func (p *nodePicture) draw(title string) *drawing.Drawing {
	outermost := slices.Max(p.padding)
	room, side := p.radius+outermost+4, 0.0 // round the circle, and for names beside it
	for _, node := range p.order {
		if name := setsys.Printable(p.universe.Name(node)); utf8.RuneCountInString(name) > shortName {
			side = max(side, drawing.TextWidth(name)+8)
		}
	}
	legend := 0.0
	var said []string
	for _, l := range p.sets {
		said = append(said, strings.TrimSpace(setsys.Printable(l.label+" "+l.set.Format(p.universe))))
		legend = max(legend, drawing.TextWidth(said[len(said)-1])+48)
	}
	cx, cy := room+side, room+drawing.LineHeight
	d := &drawing.Drawing{
		Class: "nodes", Title: fmt.Sprintf("%s: the nodes, with a line round each set: %s", setsys.Printable(title), strings.Join(said, ", ")),
		Width: max(2*(room+side), legend), Height: 2*cy + 8 + lineHeight*float64(len(p.sets)),
	}
	for i, l := range p.sets {
		d.Begin("hull", said[i])
		p.outline(d, cx, cy, l.set, p.padding[i], hullClass(i))
		d.End()
	}
	for place, node := range p.order {
		x, y := p.at(place)
		class := "node"
		if !slices.ContainsFunc(p.sets, func(l line) bool { return l.set.Has(node) }) {
			class = "node outside"
		}
		d.Circle(cx+x, cy+y, p.node, class)
		name := setsys.Printable(p.universe.Name(node))
		if utf8.RuneCountInString(name) <= shortName {
			d.Text(cx+x, cy+y+4, "middle", name)
			continue
		}
		far := 1 + (outermost+6)/p.radius
		switch {
		case math.Abs(x) < 1 && y < 0:
			d.Text(cx, cy+y-outermost-6, "middle", name)
		case math.Abs(x) < 1:
			d.Text(cx, cy+y+outermost+14, "middle", name)
		case x < 0:
			d.Text(cx+x*far, cy+y*far+4, "end", name)
		default:
			d.Text(cx+x*far, cy+y*far+4, "", name)
		}
	}
	for i := range p.sets {
		y := 2*cy + lineHeight*(float64(i)+.5)
		d.Line(8, y, 36, y, hullClass(i))
		d.Text(42, y+4, "", said[i])
	}
	return d
}

// hullClass is how an outline looks: colours and dashes differ both.
func hullClass(i int) string { return fmt.Sprintf("curve colour-%d dash-%d", i, i%4) }

// outline draws a line round the members: what is nearer than the padding to the polygon
// of their centres is within it.
func (p *nodePicture) outline(d *drawing.Drawing, cx, cy float64, set setsys.NodeSet, padding float64, class string) {
	var xs, ys []float64
	for place, node := range p.order {
		if set.Has(node) {
			x, y := p.at(place)
			xs, ys = append(xs, cx+x), append(ys, cy+y)
		}
	}
	if len(xs) == 1 {
		d.Circle(xs[0], ys[0], padding, class)
		return
	}
	data, numbers := "", []float64{}
	for i := range xs {
		j := (i + 1) % len(xs)
		dx, dy := xs[j]-xs[i], ys[j]-ys[i]
		size := math.Hypot(dx, dy)
		ox, oy := padding*dy/size, -padding*dx/size // outwards: the polygon goes clockwise
		if i == 0 {
			data, numbers = "M%v %v", append(numbers, xs[i]+ox, ys[i]+oy)
		} else {
			data, numbers = data+"A%v %v 0 0 1 %v %v", append(numbers, padding, padding, xs[i]+ox, ys[i]+oy)
		}
		data, numbers = data+"L%v %v", append(numbers, xs[j]+ox, ys[j]+oy)
	}
	data, numbers = data+"A%v %v 0 0 1 %v %vZ", append(numbers, padding, padding, numbers[0], numbers[1])
	d.Path(class, data, numbers...)
}
