package setsys

import "strconv"

// Locate returns where a structure file has set i, from 0, of the family with the role:
// its line and column, both from 1. Where the sets of the family are not listed one by
// one it is the place of the family; where a construction makes the whole structure,
// that of the structure. The data are those of a file that [Decode] has read.
func Locate(data []byte, role Role, i int) (line, column int) {
	d := &document{"", data}
	at := d.space(0)
	for _, key := range keysOf(role) {
		members, err := d.object(at)
		m, ok := find(members, key)
		if err != nil || !ok {
			return place(data, at)
		}
		at = m.at
		if d.data[at] != '{' {
			break
		}
	}
	if d.data[at] == '[' {
		nth, list := 0, at
		d.elements(list, func(element int) (int, error) {
			if nth == i {
				at = element
			}
			nth++
			return d.skip(element), nil
		})
	}
	return place(data, at)
}

// keysOf returns the keys under which a file has the family, the outer one first.
func keysOf(role Role) []string {
	if h := role.Units(); h > 0 {
		return []string{keyQuorums, strconv.Itoa(h)}
	}
	return []string{string(role)}
}
