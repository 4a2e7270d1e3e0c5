package lamport

// A Variant is one way to read the paper.
type Variant struct {
	Name    string
	Summary string // what it is
}

// The names of the variants.
const (
	printed    = "printed"
	timestamps = "timestamps"
	omitted    = "omitted"
)

// Variants lists the variants that Config knows.
func Variants() []Variant {
	return []Variant{
		{printed, "requests carry the time, and every other process has to acknowledge them (as in the TLA+ Examples)"},
		{timestamps, "every message carries the time, and any later message from a process will do, as rule 5 says"},
		{omitted, "timestamps, and no acknowledgement to whom a later message was sent, as the footnote of rule 2 allows"},
	}
}
