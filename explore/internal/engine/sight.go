package engine

import (
	"fmt"

	"qcheck/explore/internal/plain"
	"qcheck/explore/protocol"
)

// A Sight is all that properties see of a process alone: what is observed of it, and what the checked
// requirements see that see something of each process (protocol.AlwaysOf), the bytes of one after the other.
type Sight struct {
	protocol.Observation
	Seen plain.Value
}

// maxSights bounds how many there are: a block's row has their numbers in 24 bits.
const maxSights = 1 << 24

// sight returns the sight of a record.
func (b *values) sight(r Record) Sight {
	if int(r.Process) == b.N {
		return Sight{}
	}
	s := Sight{Seen: b.Seen(int(r.Process), r.State)}
	if !r.down {
		b.observing.Lock()
		defer b.observing.Unlock()
		s.Observation = b.P.Observe(int(r.Process), r.State)
	}
	return s
}

// Seen returns what the requirements see of a local state of a process.
func (b *values) Seen(process int, l plain.Value) (seen plain.Value) {
	for _, x := range b.seen {
		seen += x.of.See(process, l)
	}
	return seen
}

// numberSight numbers a sight.
func (b *values) numberSight(s Sight) ObservationID {
	id := b.sights.ID(s, nil)
	if id >= maxSights {
		panic(&protocol.Mistake{Function: "Requires", At: fmt.Sprintf("%d states", maxSights), What: "sees too many different values"})
	}
	return id
}

// RenamedSight returns a sight in which process p is named r[p].
func (b *values) RenamedSight(s Sight, r Renaming) Sight {
	if s.Seen == "" {
		return s
	}
	var renamed plain.Value
	for _, x := range b.seen {
		renamed += s.Seen[x.from:x.to].Renamed(x.of.Form, r)
	}
	return Sight{s.Observation, renamed}
}

// SightsAgree reports whether what is seen of a renamed record is what is seen of the record, renamed.
func (b *values) SightsAgree(rec, image RecordID, r Renaming) bool {
	if len(b.seen) == 0 {
		return b.Records.With(rec).Observation == b.Records.With(image).Observation
	}
	return b.RenamedSight(b.Sight(rec), r) == b.Sight(image)
}

// Sight returns the sight of a record.
func (b *values) Sight(rec RecordID) Sight {
	return b.sights.At(ObservationID(b.Records.With(rec).Observation >> 8))
}

// Sights returns the sights with the given numbers.
func (b *values) Sights(seen []ObservationID) []Sight {
	all := make([]Sight, len(seen))
	for i, id := range seen {
		all[i] = b.sights.At(id)
	}
	return all
}

// observed returns the observations in the sights with the given numbers.
func (b *values) observed(seen []ObservationID) []protocol.Observation {
	all := make([]protocol.Observation, len(seen))
	for i, id := range seen {
		all[i] = b.sights.At(id).Observation
	}
	return all
}

// A seenPart is where a requirement's part of Sight.Seen is.
type seenPart struct {
	name     protocol.Property
	of       *plain.Sight
	from, to uintptr
}

func seenParts(all []plain.Requirement) (parts []seenPart) {
	at := uintptr(0)
	for _, r := range all {
		if r.Sight != nil {
			size := r.Sight.Form.Type.Size()
			parts = append(parts, seenPart{r.Name, r.Sight, at, at + size})
			at += size
		}
	}
	return parts
}

// wrong returns what is wrong with what a requirement sees.
func (x seenPart) wrong(all []Sight) string {
	seen := make([]plain.Value, len(all))
	for p, s := range all {
		seen[p] = s.Seen[x.from:x.to]
	}
	return x.of.Wrong(seen)
}

// Wrongs returns the functions that judge sights: one for each requirement that sees some.
func (b *values) Wrongs() (all []func([]Sight) string) {
	for _, x := range b.seen {
		all = append(all, x.wrong)
	}
	return all
}
