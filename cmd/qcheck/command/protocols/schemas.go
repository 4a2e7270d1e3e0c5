package protocols

import "embed"

// Schemas has the JSON Schema of each document that the commands print, NAME.schema.json.
//
//go:embed *.schema.json
var Schemas embed.FS
