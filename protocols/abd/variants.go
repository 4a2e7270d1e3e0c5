package abd

import "qcheck/protocols/variant"

// A form says what a variant leaves out.
type form struct {
	counts      bool // writers count their own writes, and do not query
	noWriteBack bool
	forgets     bool // replicas, when they restart
}

func forms() []variant.Form[form] {
	return []variant.Form[form]{
		variant.Of("printed", "reads and writes query, then update", form{}),
		variant.Of("single-writer", "the only writer counts its own writes, and does not query (as in the paper of 1995)", form{counts: true}),
		variant.Of("no-query", "writers count their own writes, and do not query, though they are several", form{counts: true}),
		variant.Of("no-write-back", "reads return without an update", form{noWriteBack: true}),
		variant.Of("forgets", "a replica that restarts has forgotten everything", form{forgets: true}),
	}
}

const singleWriter = "single-writer"
