package explore

import (
	"slices"

	"qcheck/explore/internal/engine"
)

// What renamings make of what is known. A fact is known with all that the renamings take it
// to, its orbit. One of these is walked, at the process with the lowest number that any of them
// is at; of the others it is known what the walk would find, renamed, because the handlers do
// the same there: that is compared.

// firstOnly returns the identity alone.
func firstOnly(n int) []engine.Renaming {
	var r engine.Renaming
	for p := range n {
		r = append(r, p)
	}
	return []engine.Renaming{r}
}

// image returns a fact, renamed.
func (k *knowledge) image(f fact, r engine.Renaming) fact {
	f.process = uint8(r[f.process])
	if f.from != engine.Local {
		f.from = int8(r[f.from])
	}
	f.state, f.msg = f.state.Renamed(k.b.P.Local, r), f.msg.Renamed(k.b.P.Message, r)
	return f
}

// addOrbit adds a fact, and what renamings make of it.
func (k *knowledge) addOrbit(f fact) {
	least := slices.MinFunc(k.renamings, func(a, b engine.Renaming) int { return a[f.process] - b[f.process] })
	f = k.image(f, least)
	var first *factInfo
	for t, r := range k.renamings {
		image := k.image(f, r)
		if k.facts[image] != nil {
			continue
		}
		x := k.put(image)
		if first == nil {
			first = x
			first.found = &finding{}
			k.walked = append(k.walked, first)
		}
		x.first, x.by = first, engine.Turn(t)
	}
	first.found.unlike = !k.alike(first)
}

// alike reports whether the handlers do the same for what renamings make of a fact.
func (k *knowledge) alike(f *factInfo) bool {
	b := k.b
	if b.Symmetry == nil {
		return true
	}
	key := k.keyOf(f.where(), int(f.from), f.msg)
	transitions := b.Call(key, b.Records.At(key.Record))
	for t := range k.renamings {
		b.Symmetry.Broken[t].Store(false)
	}
	b.Asymmetric.Store(false)
	b.Compare(key, transitions)
	if b.Asymmetric.Load() {
		return false
	}
	for _, x := range transitions {
		if x.Flags&(engine.IsUndefined|engine.IsOverflow) != 0 {
			continue
		}
		for t := range k.renamings {
			if b.Records.With(b.RenamedRecord(x.Next, engine.Turn(t))).Observation != b.Records.With(x.Next).Observation {
				return false
			}
		}
	}
	return true
}

// conflicts returns what may not commute with the event of a fact.
func (k *knowledge) conflicts(f *factInfo) clash {
	return k.renamedClash(f.first.found.conflicts, int(f.first.process), f.by)
}

// renamedClash returns a clash of a process, renamed.
func (k *knowledge) renamedClash(c clash, p int, t engine.Turn) clash {
	if t == 0 {
		return c
	}
	r := k.renamings[t]
	image := clash{events: r.Events(c.events), senders: r.Set(c.senders)}
	for in := c.senders; in != 0; in &= in - 1 {
		q := in.First()
		at := channelAt{q, p}
		image.next[r[q]], image.later[r[q]] = k.renamedShapes(at, c.next[q], t), k.renamedShapes(at, c.later[q], t)
	}
	return image
}

func (k *knowledge) renamedClashes(list []clash, p int, t engine.Turn) []clash {
	var images []clash
	for _, c := range list {
		images = append(images, k.renamedClash(c, p, t))
	}
	return images
}

// renamedDependence returns what the reduction needs of a local state of a process, renamed.
func (k *knowledge) renamedDependence(d *dependence, p int, t engine.Turn) dependence {
	if t == 0 {
		return *d
	}
	r := k.renamings[t]
	image := dependence{
		local: k.renamedClash(d.local, p, t), enable: k.renamedClashes(d.enable, p, t), ask: k.renamedClash(d.ask, p, t),
		visible: r.Events(d.visible), enter: k.renamedClashes(d.enter, p, t),
	}
	for to := range k.b.N {
		image.send[r[to]] = k.renamedClash(d.send[to], p, t)
		numbers := k.imagesOf(channelAt{p, to}, t)
		of := make([]clash, min(63, k.count(channelAt{r[p], r[to]})))
		for i := range of { // what is right for all messages is right for each
			of[i] = image.send[r[to]]
		}
		for i, number := range numbers {
			if i < len(d.sendOf[to]) && number < len(of) {
				of[number] = k.renamedClash(d.sendOf[to][i], p, t)
			}
		}
		image.sendOf[r[to]] = of
	}
	return image
}
