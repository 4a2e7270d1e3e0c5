package mutation

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// A Mutant is one fault in one place.
type Mutant struct {
	ID int // what package mutant knows it by, from 1
	Place
	File string
	Line int
}

// A Place says what is changed, by content: it stays the same when lines move.
type Place struct {
	// Func is the function, Context the line of source, without indentation.
	Func, Context string
	// Change says what becomes of what.
	Change string
	// Nth tells equal changes in equal lines of a function apart, from 1.
	Nth int
}

// String returns a place as it stands in the lists of survivors.
func (p Place) String() string {
	text := p.Func + ": " + p.Context + "\n\t" + p.Change
	if p.Nth > 1 {
		text += fmt.Sprintf(" #%d", p.Nth)
	}
	return text
}

// A Schema is a package rewritten so that each of its faults can be switched
// on by number (see package mutant).
type Schema struct {
	Mutants []Mutant
	// Files has the rewritten text by file name.
	Files map[string][]byte
}

// New rewrites the package with the given import path, apart from variants.go
// and algorithm.go (which readings there are, and what the registry has, is no
// part of an algorithm) and from files about what a reduction may rely on, which
// decides no verdict.
func New(path string) (*Schema, error) {
	s, err := load(path)
	if err != nil {
		return nil, err
	}
	all := &Schema{Files: map[string][]byte{}}
	for _, file := range s.files {
		name := filepath.Base(s.fset.Position(file.Package).Filename)
		if name == "variants.go" || name == "algorithm.go" || name == "standing.go" || s.aboutReduction(file) {
			continue
		}
		w := &writer{source: s, file: file, text: s.text[file], next: 1 + len(all.Mutants)}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				w.function(f)
			}
		}
		if len(w.mutants) > 0 {
			all.Files[s.fset.Position(file.Package).Filename] = w.rewritten()
		}
		all.Mutants = append(all.Mutants, w.mutants...)
	}
	seen := map[Place]int{}
	for i := range all.Mutants {
		m := &all.Mutants[i]
		seen[m.Place]++
		m.Nth = seen[m.Place]
	}
	return all, nil
}

// aboutReduction reports whether a file has a use for sets of events.
func (s *source) aboutReduction(file *ast.File) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		if i, ok := n.(*ast.Ident); ok {
			t, ok := s.info.Uses[i].(*types.TypeName)
			found = found || ok && isExplore(t.Type(), "Events")
		}
		return !found
	})
	return found
}

// writer collects the faults of a file and what must be inserted into its text
// for them.
type writer struct {
	*source
	file    *ast.File
	text    []byte
	next    int    // the number of the next fault
	name    string // of the function
	mutants []Mutant
	inserts []insert
}

// An insert is text to be put in before an offset.
type insert struct {
	at     int
	closes bool
	text   string
}

func (w *writer) offset(p token.Pos) int { return w.fset.Position(p).Offset }

// of returns the text of a node, and on one line that for people.
func (w *writer) of(n ast.Node) string {
	return string(w.text[w.offset(n.Pos()):w.offset(n.End())])
}

func line(text string) string { return strings.Join(strings.Fields(text), " ") }

// wrap puts text around a node. Calls for outer nodes come first; inner nodes
// are written between open and close of outer ones. The function returned is to
// be called when the inner nodes are done.
func (w *writer) wrap(n ast.Node, before, after string) (done func()) {
	w.open(n.Pos(), before)
	return func() { w.inserts = append(w.inserts, insert{w.offset(n.End()), true, after}) }
}

func (w *writer) open(at token.Pos, text string) {
	w.inserts = append(w.inserts, insert{w.offset(at), false, text})
}

// add notes a fault, and returns its number.
func (w *writer) add(n ast.Node, change string) int {
	at := w.fset.Position(n.Pos())
	context, _, _ := bytes.Cut(w.text[at.Offset-(at.Column-1):], []byte("\n"))
	id := w.next
	w.next++
	w.mutants = append(w.mutants, Mutant{
		ID: id, File: filepath.Base(at.Filename), Line: at.Line,
		Place: Place{Func: w.name, Context: strings.TrimSpace(string(context)), Change: change},
	})
	return id
}

// rewritten returns the text with all insertions.
func (w *writer) rewritten() []byte {
	w.open(w.file.Name.End(), `; import mutant_ "qcheck/protocols/mutation/mutant"`)
	// Of those at one place, what closes comes before what opens; otherwise the
	// order is that of insertion, outer nodes being opened first and closed last.
	slices.SortStableFunc(w.inserts, func(a, b insert) int {
		if a.at != b.at {
			return cmp.Compare(a.at, b.at)
		}
		switch {
		case a.closes == b.closes:
			return 0
		case a.closes:
			return -1
		}
		return 1
	})
	var out []byte
	at := 0
	for _, i := range w.inserts {
		out = append(out, w.text[at:i.at]...)
		out = append(out, i.text...)
		at = i.at
	}
	return append(out, w.text[at:]...)
}
