package ricartagrawala

// A Variant is one way to read the paper.
type Variant struct {
	Name    string
	Summary string // what it is
}

// The names of the variants.
const (
	printed = "printed"
	numbers = "numbers"
)

// Variants lists the variants that Config knows.
func Variants() []Variant {
	return []Variant{
		{printed, "the algorithm of the paper, with the explorer's time stamps as sequence numbers"},
		{numbers, "sequence numbers as integers in the state, raised by received REQUESTs alone, so that a process may use its own again"},
	}
}
