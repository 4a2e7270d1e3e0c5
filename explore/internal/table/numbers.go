package table

// Numbers gives values numbers from 0 on, in the order in which they come; for one worker.
type Numbers[T comparable] struct {
	ids map[T]int32
	All []T // by number
}

// Of returns the number of a value.
func (n *Numbers[T]) Of(x T) int32 {
	i, ok := n.ids[x]
	if !ok {
		if n.ids == nil {
			n.ids = map[T]int32{}
		}
		i = int32(len(n.All))
		n.ids[x] = i
		n.All = append(n.All, x)
	}
	return i
}

// Known returns the number of a value, if it has one.
func (n *Numbers[T]) Known(x T) (int32, bool) {
	i, ok := n.ids[x]
	return i, ok
}
