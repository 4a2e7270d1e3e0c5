package structures

import (
	"bufio"
	"errors"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

// structureSchema names the form of the document that "qcheck structure
// --json" prints.
const structureSchema = "qcheck/structure/v1"

// The types below are that document; the order of their fields is the order of
// the keys.
type (
	fileJSON struct {
		File           string     `json:"file"`
		*structureJSON            // when the file was read
		Error          *errorJSON `json:"error,omitempty"` // otherwise
	}
	structureJSON struct {
		Name       string              `json:"name"`
		Kind       setsys.Kind         `json:"kind"`
		K          int                 `json:"k,omitempty"`
		M          int                 `json:"m,omitempty"`
		Nodes      int                 `json:"nodes"`
		Asked      []string            `json:"asked,omitempty"`  // by the file, when that decides what is checked
		Engine     string              `json:"engine,omitempty"` // "formula", or the quorums are listed
		Verdict    verdict.Verdict     `json:"verdict"`
		Properties []properties.Result `json:"properties"`

		Remarks []properties.Remark `json:"remarks,omitempty"`
	}
	errorJSON struct {
		Line    int    `json:"line,omitempty"`
		Column  int    `json:"column,omitempty"`
		Message string `json:"message"`
	}
)

// writeStructureJSON writes the document, one file a line.
func writeStructureJSON(w *bufio.Writer, results []fileResult) error {
	return console.WriteLines(w, structureSchema, "results", results, fileDocument)
}

func fileDocument(r fileResult) fileJSON {
	doc := fileJSON{File: r.file}
	if r.err != nil {
		doc.Error = errorDocument(r.err)
		return doc
	}
	s := r.report.Structure
	doc.structureJSON = &structureJSON{
		Name: s.Name, Kind: s.Kind, Nodes: s.Universe.Len(), Verdict: r.report.Verdict, Remarks: r.remark,
		Properties: r.report.Results,
	}
	if s.Kind.HasK() {
		doc.K = s.K
	}
	if s.Kind == setsys.RequestSets {
		doc.M = s.M
	}
	if r.asked {
		doc.Asked = s.Properties
	}
	if !s.IsListed() {
		doc.Engine = "formula"
	}
	return doc
}

func errorDocument(err error) *errorJSON {
	var file *setsys.FileError
	if errors.As(err, &file) {
		return &errorJSON{Line: file.Line, Column: file.Column, Message: file.Msg}
	}
	// The entry names the file already.
	if inner := errors.Unwrap(err); inner != nil {
		err = inner
	}
	return &errorJSON{Message: err.Error()}
}
