package levels

import "encoding/binary"

// Append appends ascending keys, at least one, to text: the first as 8 bytes, then the
// distance of each from the one before, as a varint.
func Append(text []byte, keys []uint64) []byte {
	text = binary.LittleEndian.AppendUint64(text, keys[0])
	for i, key := range keys[1:] {
		text = binary.AppendUvarint(text, key-keys[i])
	}
	return text
}

// Keys returns the keys that Append wrote, in the memory of buffer if they fit, and whether
// the text is one that Append writes.
func Keys(text []byte, buffer []uint64) ([]uint64, bool) {
	if len(text) < keyBytes {
		return nil, false
	}
	key := binary.LittleEndian.Uint64(text)
	keys := append(buffer[:0], key)
	for text = text[keyBytes:]; len(text) > 0; {
		delta, n := binary.Uvarint(text)
		if n <= 0 || delta == 0 || key+delta < key {
			return nil, false
		}
		key += delta
		keys, text = append(keys, key), text[n:]
	}
	return keys, true
}

// Sort sorts keys, with as much memory beside them as they take. Of some thousands
// of keys, it sorts three in the time in which slices.Sort sorts one (BenchmarkSort). It goes from the last byte of the keys to
// the first, and leaves out bytes in which all keys are the same.
func Sort(keys []uint64) {
	var counts [keyBytes][256]int
	for _, key := range keys {
		for b := range counts {
			counts[b][key>>(8*b)&0xff]++
		}
	}
	from, to := keys, make([]uint64, len(keys))
	for b := range counts {
		places, at := &counts[b], 0
		if len(keys) == 0 || places[keys[0]>>(8*b)&0xff] == len(keys) {
			continue
		}
		for v, n := range places {
			places[v] = at
			at += n
		}
		for _, key := range from {
			v := key >> (8 * b) & 0xff
			to[places[v]] = key
			places[v]++
		}
		from, to = to, from
	}
	copy(keys, from)
}
