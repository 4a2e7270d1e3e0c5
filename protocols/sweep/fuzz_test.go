package sweep_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"qcheck/protocols"
	"qcheck/protocols/sweep"
)

// No text makes the reader of grids panic, and instances have the numbers 1, 2 and so on.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", small, "--n {1..2}+l..k", "--structure every:coterie --n 2", "measure --algorithm lamport --n 1..1 # x", "--requests {0,1}^n-2", "'", "--structure \xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := sweep.Parse(protocols.All(), "grid", []byte(text))
		if err != nil {
			return
		}
		n := 0
		for it, err := range g.All(t.Context()) {
			if n++; err != nil || n > 100 {
				return
			}
			if it.Number != n {
				t.Fatalf("number %d comes after %d", it.Number, n-1)
			}
		}
	})
}

// No file makes the reader of results panic; one that is read is what Put writes of it. Files
// are sealed again, so that what is in them is looked at.
func FuzzGet(f *testing.F) {
	const grid = "--algorithm maekawa --variant without-inquire --n 2 --requests 1\nmeasure --algorithm lamport --n 2 --requests 1"
	g, err := sweep.Parse(protocols.All(), "grid", []byte(grid))
	if err != nil {
		f.Fatal(err)
	}
	path := f.TempDir()
	d, err := sweep.OpenDir(f.Context(), path, g)
	if err != nil {
		f.Fatal(err)
	}
	var items []sweep.Item
	if err := g.Run(f.Context(), sweep.Options{Build: "test"}, func(it sweep.Item, r *sweep.Result) error {
		items = append(items, it)
		return d.Put(r)
	}); err != nil {
		f.Fatal(err)
	}
	name := func(it sweep.Item) string {
		return filepath.Join(path, []string{"0000001.json", "0000002.json"}[it.Number-1])
	}
	for _, it := range items {
		seed, err := os.ReadFile(name(it))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(seed)
	}
	f.Add([]byte(`{"schema":"qcheck/sweep-result/v2","sha256":""}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.Contains(data, []byte(`"sha256":"`)) {
			data = []byte(sealAgain(string(data)))
		}
		for _, it := range items {
			if err := os.WriteFile(name(it), data, 0o666); err != nil {
				t.Fatal(err)
			}
			r, err := d.Get(t.Context(), it)
			if err != nil {
				continue
			}
			if err := d.Put(r); err != nil {
				t.Fatal(err)
			}
			if again, err := os.ReadFile(name(it)); err != nil || !bytes.Equal(again, data) {
				t.Errorf("%s is written as %s, %v", data, again, err)
			}
		}
	})
}
