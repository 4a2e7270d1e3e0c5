package properties_test

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// encode and decode write a structure on up to 10 nodes as bytes: kind, nodes,
// k or m, a rotation of the nodes, and two bytes a set, with its family in the
// upper four bits.
func encode(s plain, rotation int) []byte {
	data := []byte{byte(slices.Index(setsys.Kinds(), s.kind)), byte(s.n - 1), byte(max(s.k, s.m, 1) - 1), byte(rotation)}
	for h, f := range s.families {
		for _, q := range f {
			data = binary.LittleEndian.AppendUint16(data, uint16(q)|uint16(h)<<12)
		}
	}
	return data
}

func decode(data []byte) (s plain, rotation int) {
	data = append(data, make([]byte, max(0, 4-len(data)))...)
	s.kind = setsys.Kinds()[int(data[0])%len(setsys.Kinds())]
	s.n = 1 + int(data[1])%10
	families := 1
	switch k := 1 + int(data[2])%4; {
	case s.kind == setsys.RequestSets:
		s.m = k
	case s.kind.HasK():
		s.k = k
	}
	switch s.kind {
	case setsys.HKArbiter:
		families = s.k
	case setsys.KWRCoterie, setsys.ReadWrite:
		families = 2
	}
	s.families = make([][]uint64, families)
	for rest := data[4:]; len(rest) >= 2; rest = rest[2:] {
		x := binary.LittleEndian.Uint16(rest)
		if h := int(x>>12) % families; len(s.families[h]) < most(s.kind, s.n) {
			s.families[h] = append(s.families[h], uint64(x)&(1<<s.n-1))
		}
	}
	if s.kind == setsys.RequestSets {
		for i := len(s.families[0]); i < s.n; i++ {
			s.families[0] = append(s.families[0], 1<<i)
		}
	}
	return s, int(data[3])
}

func TestEncode(t *testing.T) {
	r := slow.Random(t, 10)
	for range 200 {
		s := random(r, setsys.Kinds()[r.IntN(len(setsys.Kinds()))])
		if got, rotation := decode(encode(s, 7)); got.String() != s.String() || rotation != 7 {
			t.Fatalf("%v, want %v", got, s)
		}
	}
}

// FuzzCheck compares the checks with the obvious ones on structures of every
// kind on up to 10 nodes, and the verdicts with those after a renaming of the
// nodes and after dropping the quorums that contain others.
func FuzzCheck(f *testing.F) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, kind := range setsys.Kinds() {
		for range 30 {
			f.Add(encode(random(r, kind), r.IntN(10)))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, rotation := decode(data)
		if err := disagreement(s, dominatedObviously(s.kind)); err != nil {
			t.Error(err)
		}
		to := make([]int, s.n)
		for i := range to {
			to[i] = (i + rotation) % s.n
		}
		if err := relabelling(s, to); err != nil {
			t.Error(err)
		}
		if err := minimising(s); err != nil {
			t.Error(err)
		}
	})
}
