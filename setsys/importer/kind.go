package importer

// A Kind is a kind of configuration that can be read.
type Kind struct {
	Name     string    `json:"name"`       // as users write it
	Summary  string    `json:"summary"`    // which file it is, in a few words
	Meaning  string    `json:"-"`          // what it means as a structure; plain text in paragraphs
	Flags    []Flag    `json:"parameters"` // what the file does not say
	readings []reading // the first whose form the file has is taken
}

// A Flag is a choice that the file does not say, because clients make it.
type Flag struct {
	Name  string   `json:"name"`
	Value string   `json:"value,omitempty"` // of what form it is
	Usage string   `json:"doc"`
	Words []string `json:"-"` // the values it may have; nil for any
}
