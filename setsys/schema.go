package setsys

import _ "embed" // for schema.json

//go:embed schema.json
var schema string

// Schema returns the JSON Schema (draft 2020-12) of structure files. Every
// file that [Decode] reads satisfies it. It cannot say everything: that nodes
// are in the universe, that there are families for all units and sets for all
// processes, that no key is given twice, what arguments a construction takes,
// and that integers have no fraction ".0" is left to Decode.
func Schema() []byte { return []byte(schema) }
