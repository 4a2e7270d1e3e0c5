package importer

import "qcheck/setsys"

// A Kind is a kind of configuration that can be read.
type Kind struct {
	Name    string `json:"name"`       // as users write it
	Summary string `json:"summary"`    // which file it is, in a few words
	Meaning string `json:"-"`          // what it means as a structure; plain text in paragraphs
	Flags   []Flag `json:"parameters"` // what the file does not say
	read    func(source) (*setsys.Structure, error)
}

// A Flag is a choice that the file does not say, because clients make it.
type Flag struct {
	Name  string   `json:"name"`
	Value string   `json:"value,omitempty"` // of what form it is
	Usage string   `json:"doc"`
	Words []string `json:"-"` // the values it may have; nil for any
}

// A source is a file to import.
type source struct {
	file  string
	data  []byte
	flags map[string]string
	// summary is that of the kind.
	summary string
}

func (s source) errorf(at int, format string, args ...any) error {
	return setsys.ErrorAt(s.file, s.data, at, format, args...)
}
