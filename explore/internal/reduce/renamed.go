package reduce

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

// Image returns a fact, renamed.
func (k *Knowledge) Image(f fact, r engine.Renaming) fact {
	f.process = uint8(r[f.process])
	if f.From != engine.Local {
		f.From = int8(r[f.From])
	}
	f.state, f.Msg = f.state.Renamed(k.b.P.Local, r), f.Msg.Renamed(k.b.P.Message, r)
	return f
}

// addOrbit adds a fact, and what renamings make of it.
func (k *Knowledge) addOrbit(f fact) {
	least := slices.MinFunc(k.renamings, func(a, b engine.Renaming) int { return a[f.process] - b[f.process] })
	f = k.Image(f, least)
	k.work += int64(len(k.renamings))
	var first *factInfo
	for t, r := range k.renamings {
		image := k.Image(f, r)
		if k.Facts[image] != nil {
			continue
		}
		x := k.addAlone(image)
		if first == nil {
			first = x
			first.Found = &Finding{}
			k.walked = append(k.walked, first)
		}
		x.First, x.By = first, engine.RenamingID(t)
	}
	first.Found.Unlike = !k.handledAlikeRenamed(first)
}

// handledAlikeRenamed reports whether the handlers do the same for what renamings make of a fact.
func (k *Knowledge) handledAlikeRenamed(f *factInfo) bool {
	b := k.b
	if b.Symmetry == nil {
		return true
	}
	key := k.keyOf(f.Where(), int(f.From), f.Msg)
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
		next := b.Records.At(x.Next)
		seen := b.Touches(int(f.process), int(f.From), x, f.state, next.State)
		for t, r := range k.renamings {
			image := k.Image(f.fact, r)
			if b.Touches(int(image.process), int(image.From), x, image.state, next.State.Renamed(b.P.Local, r)) != seen {
				return false
			}
			if !b.SightsAgree(x.Next, b.RenamedRecord(x.Next, engine.RenamingID(t)), k.renamings[t]) {
				return false
			}
		}
	}
	return true
}

// Conflicts returns what may not commute with the event of a fact.
func (k *Knowledge) Conflicts(f *factInfo) Clash {
	return k.renamedClash(f.First.Found.Conflicts, int(f.First.process), f.By)
}

// renamedClash returns a clash of a process, renamed.
func (k *Knowledge) renamedClash(c Clash, p int, t engine.RenamingID) Clash {
	if t == 0 {
		return c
	}
	r := k.renamings[t]
	image := Clash{Events: c.Events.renamed(r), senders: r.Set(c.senders), Seen: c.Seen}
	for in := c.senders; in != 0; in &= in - 1 {
		q := in.First()
		at := channelAt{q, p}
		image.Next[r[q]], image.Later[r[q]] = k.renamedShapes(at, c.Next[q], t), k.renamedShapes(at, c.Later[q], t)
	}
	return image
}

func (k *Knowledge) renamedClashes(list []Clash, p int, t engine.RenamingID) []Clash {
	var images []Clash
	for _, c := range list {
		images = append(images, k.renamedClash(c, p, t))
	}
	return images
}

// renamedDependence returns what the reduction needs of a local state of a process, renamed.
func (k *Knowledge) renamedDependence(d *Dependence, p int, t engine.RenamingID) Dependence {
	if t == 0 {
		return *d
	}
	r := k.renamings[t]
	image := Dependence{
		Local: k.renamedClash(d.Local, p, t), Enable: k.renamedClashes(d.Enable, p, t), Ask: k.renamedClash(d.Ask, p, t),
		Visible: d.Visible.renamed(r), Enter: k.renamedClashes(d.Enter, p, t), See: k.renamedClashes(d.See, p, t), AskSeen: d.AskSeen,
	}
	for to := range k.b.N {
		image.Send[r[to]] = k.renamedClash(d.Send[to], p, t)
		numbers := k.imagesOf(channelAt{p, to}, t)
		of := make([]Clash, min(63, k.count(channelAt{r[p], r[to]})))
		for i := range of { // what is right for all messages is right for each
			of[i] = image.Send[r[to]]
		}
		for i, number := range numbers {
			if i < len(d.SendOf[to]) && number < len(of) {
				of[number] = k.renamedClash(d.SendOf[to][i], p, t)
			}
		}
		image.SendOf[r[to]] = of
	}
	return image
}
