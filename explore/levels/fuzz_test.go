package levels_test

import (
	"os"
	"path/filepath"
	"testing"

	"qcheck/explore/levels"
)

// No file makes the reader of levels panic, and the keys that it returns ascend within a chunk.
func FuzzOpen(f *testing.F) {
	path := filepath.Join(f.TempDir(), "level")
	w, err := levels.Create(path)
	if err != nil {
		f.Fatal(err)
	}
	if err := w.Add([]uint64{1, 2, 300, 1 << 40}); err != nil {
		f.Fatal(err)
	}
	if err := w.Section("section", []byte("bytes")); err != nil {
		f.Fatal(err)
	}
	if err := w.Commit(map[string]int{"a": 1}); err != nil {
		f.Fatal(err)
	}
	seed, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		x, err := levels.Open(path)
		if err != nil {
			return
		}
		var header map[string]int
		x.Header(&header)
		x.Section("section")
		for i := range x.Chunks() {
			keys, err := x.Chunk(i, nil)
			for j := 1; err == nil && j < len(keys); j++ {
				if keys[j] <= keys[j-1] {
					t.Errorf("key %d after %d", keys[j], keys[j-1])
				}
			}
		}
	})
}

// Keys reads what Append wrote, and of other texts at most what a text of its own would say.
func FuzzKeys(f *testing.F) {
	f.Add(levels.Append(nil, []uint64{5}))
	f.Add(levels.Append(nil, []uint64{0, 1, 1 << 63, 1<<64 - 1}))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, text []byte) {
		keys, ok := levels.Keys(text, nil)
		if !ok {
			return
		}
		if again, ok := levels.Keys(levels.Append(nil, keys), nil); !ok || len(again) != len(keys) || again[len(again)-1] != keys[len(keys)-1] {
			t.Errorf("%v, again %v", keys, again)
		}
	})
}
