package levels

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"qcheck/setsys/slow"
)

// someKeys returns ascending keys: dense ones, or ones far apart.
func someKeys(r *rand.Rand, n int, dense bool) []uint64 {
	set := map[uint64]bool{}
	for len(set) < n {
		if dense {
			set[r.Uint64N(uint64(3*n))] = true
		} else {
			set[r.Uint64()] = true
		}
	}
	var keys []uint64
	for key := range set {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// put writes a file with some sections and a header.
func put(t *testing.T, path string, keys []uint64, data []byte) *File {
	t.Helper()
	w, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range slices.Collect(slices.Chunk(keys, 1000)) {
		if err := w.Add(part); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Section("data", data), w.Section("none", nil), w.Commit(len(keys))); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// all reads the keys of a file, its header and its section.
func all(f *File) (keys []uint64, header int, data []byte, err error) {
	for i := range f.Chunks() {
		chunk, err := f.Chunk(i, nil)
		if err != nil {
			return nil, 0, nil, err
		}
		keys = append(keys, chunk...)
	}
	err = f.Header(&header)
	if err == nil {
		data, err = f.Section("data")
	}
	return keys, header, data, err
}

func TestFile(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{0, 1, 2, 999, chunkKeys, chunkKeys + 1, 3*chunkKeys + 5} {
		for _, dense := range []bool{false, true} {
			keys := someKeys(r, n, dense)
			f := put(t, filepath.Join(t.TempDir(), "level"), keys, []byte("blocks"))
			got, header, data, err := all(f)
			if err != nil || !slices.Equal(got, keys) || header != n || string(data) != "blocks" || f.Len() != int64(n) {
				t.Errorf("%d keys: %d keys, header %d, section %q, %v", n, len(got), header, data, err)
			}
			if other, err := f.Section("other"); other != nil || err != nil {
				t.Errorf("a section that is not there: %q, %v", other, err)
			}
		}
	}
}

// Keys that do not ascend are not written, and a file that was not committed is none.
func TestWriter(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "level")
	for _, keys := range [][]uint64{{2, 1}, {5, 5}} {
		w, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Add(keys), w.Commit(nil)); err == nil {
			t.Errorf("%v was written", keys)
		}
	}
	w, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Add(someKeys(rand.New(rand.NewPCG(1, 2)), 100_000, false)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a file before it is committed: %v", err)
	}
	// As if the process were killed here.
	if err := Tidy(dir); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// A file that could not be written as a whole does not appear, and the error is told.
func TestNotWritten(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "level")
	unwritable := func(w *Writer) {
		t.Helper()
		w.f.Close()
		var err error
		if w.f, err = os.Open(w.f.Name()); err != nil { // to be read, not written
			t.Fatal(err)
		}
		w.w.Reset(w.f)
	}
	w, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	unwritable(w)
	if err := errors.Join(w.Add([]uint64{1, 2}), w.Commit(nil)); err == nil {
		t.Error("a file without its content was committed")
	}
	if w, err = Create(path); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(path, "in its way"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(nil); err == nil {
		t.Error("a file that cannot have its name was committed")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, unfinished)); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// No byte can be changed, and no part can be cut off, without notice.
func TestTorn(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	path := filepath.Join(t.TempDir(), "level")
	put(t, path, someKeys(r, chunkKeys+50, true), []byte("some blocks"))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what string, data []byte) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		var wrong *Error
		f, err := Open(path)
		if err == nil {
			_, _, _, err = all(f)
			if err == nil {
				_, err = f.Section("none")
			}
		}
		if !errors.As(err, &wrong) || wrong.File != path {
			t.Fatalf("%s: %v", what, err)
		}
	}
	step := 1 + len(whole)/3000
	for at := 0; at < len(whole); at += step {
		data := slices.Clone(whole)
		data[at] ^= 1 << r.IntN(8)
		refused(fmt.Sprintf("byte %d of %d changed", at, len(whole)), data)
		refused(fmt.Sprintf("the first %d of %d bytes", at, len(whole)), whole[:at])
	}
	refused("a byte more", append(slices.Clone(whole), 0))
	for at := len(whole) - 600; at < len(whole); at++ { // the footer
		data := slices.Clone(whole)
		data[at]++
		refused(fmt.Sprintf("byte %d of %d changed", at, len(whole)), data)
	}
}

// A footer with the right checksum that is not that of the file is noticed.
func TestForgedFooter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	path := filepath.Join(t.TempDir(), "level")
	put(t, path, someKeys(r, 2*chunkKeys+50, true), []byte("some blocks"))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, forge := range map[string]func(f *footer) (between string){
		"nothing":                      func(*footer) string { return "" },
		"bytes behind the sections":    func(*footer) string { return "more" },
		"a section that is not listed": func(f *footer) string { f.Sections = nil; return "" },
		"a section in two places":      func(f *footer) string { f.Sections = append(f.Sections, f.Sections[0]); return "" },
		"a section elsewhere":          func(f *footer) string { f.Sections[0].At--; return "" },
		"a section of less than none":  func(f *footer) string { f.Sections[1].Bytes = -1; return "" },
		"a key more":                   func(f *footer) string { f.Keys++; return "" },
		"a key less":                   func(f *footer) string { f.Keys--; return "" },
		"a chunk twice":                func(f *footer) string { f.Chunks = slices.Insert(f.Chunks, 1, f.Chunks[0]); return "" },
		"a chunk left out":             func(f *footer) string { f.Chunks = slices.Delete(f.Chunks, 1, 2); return "" },
		"a chunk without keys":         func(f *footer) string { f.Keys -= int64(f.Chunks[2].Keys); f.Chunks[2].Keys = 0; return "" },
		"a chunk of too many keys":     func(f *footer) string { f.Keys += chunkKeys; f.Chunks[1].Keys += chunkKeys; return "" },
	} {
		length := int(binary.LittleEndian.Uint32(whole[len(whole)-tail:]))
		at := len(whole) - tail - length
		var f footer
		if err := json.Unmarshal(whole[at:at+length], &f); err != nil {
			t.Fatal(err)
		}
		data := append(slices.Clone(whole[:at]), forge(&f)...)
		text, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		data = binary.LittleEndian.AppendUint32(append(data, text...), uint32(len(text)))
		data = append(binary.LittleEndian.AppendUint32(data, crc32.Checksum(text, castagnoli)), magic[:8]...)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		_, err = Open(path)
		if (err == nil) != (name == "nothing") || err != nil && !errors.As(err, new(*Error)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A chunk that cannot be read is no end of a file: the error is told, whether it is the
// first chunk or a later one.
func TestUnreadable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	keys := someKeys(r, 3*chunkKeys, true)
	for chunk := range 3 {
		path := filepath.Join(t.TempDir(), "level")
		f := put(t, path, keys, nil)
		if err := os.Truncate(path, f.foot.Chunks[chunk].At+1); err != nil {
			t.Fatal(err)
		}
		count := 0
		if err := f.Mark(keys, func(int) { count++ }); !errors.As(err, new(*Error)) || count != chunk*chunkKeys {
			t.Errorf("mark without chunk %d: %d keys, %v", chunk, count, err)
		}
	}
}

// Mark does what a map does, and reads no chunk that has none of the keys.
func TestMark(t *testing.T) {
	fresh, marked, left := slow.Random(t, 4), 0, 0
	for i := range 200 {
		r := fresh
		if i < 100 {
			r = rand.New(rand.NewPCG(uint64(i), 4))
		}
		known, asked := map[uint64]bool{}, map[uint64]bool{}
		filed := someKeys(r, []int{0, 1, 10, 1000, chunkKeys, 40_000}[r.IntN(6)], i%2 == 0)
		for _, key := range filed {
			known[key] = true
		}
		for _, key := range someKeys(r, []int{0, 1, 10, 1000, 20_000}[r.IntN(5)], i%2 == 0) {
			asked[key] = true
		}
		for _, key := range filed { // so that some are in both
			if r.IntN(7) == 0 {
				asked[key] = true
			}
		}
		if i%5 == 0 { // all of some stretch
			for _, key := range filed[len(filed)/3 : len(filed)/2] {
				asked[key] = true
			}
		}
		keys := slices.Sorted(maps.Keys(asked))
		f := put(t, filepath.Join(t.TempDir(), "level"), filed, nil)
		got, next := make([]bool, len(keys)), 0
		if err := f.Mark(keys, func(at int) {
			if at < next {
				t.Fatalf("place %d after %d", at, next)
			}
			got[at], next = true, at+1
		}); err != nil {
			t.Fatal(err)
		}
		for at, key := range keys {
			if got[at] != known[key] {
				t.Fatalf("%d: key %d is marked: %t", i, key, got[at])
			}
			if got[at] {
				marked++
			} else {
				left++
			}
		}
	}
	slow.Reached(t, "keys that are marked", marked, marked+left, 10_000)
	slow.Reached(t, "keys that are not", left, marked+left, 10_000)
	path := filepath.Join(t.TempDir(), "level")
	keys := someKeys(rand.New(rand.NewPCG(1, 9)), 3*chunkKeys, true)
	f := put(t, path, keys, nil)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[f.foot.Chunks[1].At+9] ^= 1
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := f.Mark(slices.Concat(keys[:9], keys[2*chunkKeys:]), func(int) {}); err != nil {
		t.Errorf("a chunk was read that has none of the keys: %v", err)
	}
	if err := f.Mark(keys[chunkKeys:chunkKeys+1], func(int) {}); err == nil {
		t.Error("a chunk that has a key was not read")
	}
}

// Keys returns what Append was given, and refuses a text that is cut or has a key twice.
func TestKeys(t *testing.T) {
	for _, keys := range [][]uint64{{0}, {7}, {1, 2, 1 << 40, 1<<64 - 1}} {
		text := Append(nil, keys)
		if got, ok := Keys(text, nil); !ok || !slices.Equal(got, keys) {
			t.Errorf("%v, %t, want %v", got, ok, keys)
		}
		for _, bad := range [][]byte{nil, text[:7], append(slices.Clone(text), 0), append(slices.Clone(text), 0x80)} {
			if got, ok := Keys(bad, nil); ok {
				t.Errorf("%x is read as %v", bad, got)
			}
		}
	}
}

// BenchmarkSort compares the two ways to sort some thousands of keys.
func BenchmarkSort(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 6))
	keys := someKeys(r, 1<<15, false)
	r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	some := make([]uint64, len(keys))
	for name, sort := range map[string]func([]uint64){"alone": slices.Sort[[]uint64], "beside": Sort} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				copy(some, keys)
				sort(some)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(keys)), "ns/key")
		})
	}
}

func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	for _, n := range []int{0, 1, 100, 1 << 15, 100_000} {
		keys := someKeys(r, n, n%3 == 0)
		want := slices.Clone(keys)
		r.Shuffle(n, func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		if Sort(keys); !slices.Equal(keys, want) {
			t.Errorf("%d keys are not sorted", n)
		}
	}
}
