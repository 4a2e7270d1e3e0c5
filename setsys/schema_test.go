package setsys_test

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"qcheck/setsys"
)

var compiledSchema = func() *jsonschema.Schema {
	doc := must(jsonschema.UnmarshalJSON(bytes.NewReader(setsys.Schema())))
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("structure.json", doc); err != nil {
		panic(err)
	}
	return must(c.Compile("structure.json"))
}()

// validateSchema checks a JSON document against the schema.
func validateSchema(text []byte) error {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return compiledSchema.Validate(doc)
}

func TestSchemaIsOfDraft202012(t *testing.T) {
	if compiledSchema.DraftVersion != 2020 {
		t.Errorf("draft %d", compiledSchema.DraftVersion)
	}
	doc := must(jsonschema.UnmarshalJSON(bytes.NewReader(setsys.Schema())))
	meta := must(jsonschema.NewCompiler().Compile("https://json-schema.org/draft/2020-12/schema"))
	if err := meta.Validate(doc); err != nil {
		t.Error(err)
	}
}

func TestSchemaIsACopy(t *testing.T) {
	setsys.Schema()[0] = 'x'
	if setsys.Schema()[0] != '{' {
		t.Error("a caller can change the schema")
	}
}
