package levels

import "sort"

// Mark calls mark with the places of the keys that the file has, of some that ascend. Only the chunks that may have some are
// read.
func (x *File) Mark(keys []uint64, mark func(i int)) error {
	var buffer []uint64
	for c, at := 0, 0; c < x.Chunks() && at < len(keys); c++ {
		at += reach(keys[at:], x.foot.Chunks[c].First)
		if at == len(keys) || c+1 < x.Chunks() && keys[at] >= x.foot.Chunks[c+1].First {
			continue
		}
		chunk, err := x.Chunk(c, buffer)
		if err != nil {
			return err
		}
		buffer = chunk
		for at < len(keys) && len(chunk) > 0 {
			switch {
			case keys[at] == chunk[0]:
				mark(at)
				at, chunk = at+1, chunk[1:]
			case keys[at] < chunk[0]:
				at += reach(keys[at:], chunk[0])
			default:
				chunk = chunk[reach(chunk, keys[at]):]
			}
		}
	}
	return nil
}

// reach returns the place of the first of ascending keys that is not less than a key. It
// looks at near ones first.
func reach(keys []uint64, key uint64) int {
	step := 1
	for step < len(keys) && keys[step] < key {
		step *= 2
	}
	from := step / 2
	to := min(step+1, len(keys))
	return from + sort.Search(to-from, func(i int) bool { return keys[from+i] >= key })
}
