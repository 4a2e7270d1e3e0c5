package command

import (
	"bufio"
	"slices"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// listSchema names the form of the document that "qcheck list --json" prints.
const listSchema = "qcheck/list/v1"

// The types below are that document; the order of their fields is the order of
// the keys.
type (
	listJSON struct {
		Schema        string             `json:"schema"`
		Constructions []constructionJSON `json:"constructions"`
		Kinds         []kindJSON         `json:"kinds"`
		Protocols     []algorithmJSON    `json:"protocols"`
	}
	constructionJSON struct {
		Name        string      `json:"name"`
		Kind        setsys.Kind `json:"kind"`
		Summary     string      `json:"summary"`
		Claim       string      `json:"claim"`
		Source      string      `json:"source"`
		RequestSets bool        `json:"requestSets"` // --as request-sets is possible
		Parameters  []paramJSON `json:"parameters"`
	}
	paramJSON struct {
		Name     string              `json:"name"`
		Type     construct.ParamType `json:"type"`
		Doc      string              `json:"doc"`
		Required bool                `json:"required"`
		Default  any                 `json:"default,omitempty"`
		Min      *int                `json:"min,omitempty"`
		Max      *int                `json:"max,omitempty"`
		Choices  []string            `json:"choices,omitempty"`
		Kinds    []setsys.Kind       `json:"kinds,omitempty"`
	}
	kindJSON struct {
		Name     setsys.Kind   `json:"name"`
		Required []meaningJSON `json:"required"`
		Optional []meaningJSON `json:"optional"`
	}
	algorithmJSON struct {
		Name         string        `json:"name"`
		Summary      string        `json:"summary"`
		Source       string        `json:"source"`
		HasK         bool          `json:"hasK"`
		Parameters   []settingJSON `json:"parameters"`
		Goals        []meaningJSON `json:"goals"`
		Kinds        []setsys.Kind `json:"kinds"`
		FixedQuorums bool          `json:"fixedQuorums"`      // each process has a quorum of its own
		Quorums      string        `json:"quorums,omitempty"` // which there are by default
		Default      string        `json:"default"`           // variant
		Variants     []variantJSON `json:"variants"`
	}
	settingJSON struct {
		Name  string `json:"name"`
		Value string `json:"value,omitempty"` // of what form; none for one that is there or not
		Doc   string `json:"doc"`
	}
	variantJSON struct {
		Name    string `json:"name"`
		Summary string `json:"summary"`
	}
	meaningJSON struct {
		Name    string `json:"name"` // of a property
		Meaning string `json:"meaning"`
	}
)

func writeListJSON(w *bufio.Writer, l listing) error {
	doc := listJSON{Schema: listSchema, Constructions: []constructionJSON{}, Kinds: []kindJSON{}, Protocols: []algorithmJSON{}}
	for _, c := range l.constructions {
		doc.Constructions = append(doc.Constructions, constructionDocument(c))
	}
	for _, k := range l.kinds {
		doc.Kinds = append(doc.Kinds, kindDocument(k))
	}
	for _, a := range l.algorithms {
		doc.Protocols = append(doc.Protocols, algorithmDocument(a))
	}
	return console.WriteJSON(w, doc)
}

func constructionDocument(c *construct.Construction) constructionJSON {
	doc := constructionJSON{
		Name: c.Name, Kind: c.Kind, Summary: c.Summary, Claim: c.Claim, Source: c.Source,
		RequestSets: c.RequestSets, Parameters: []paramJSON{},
	}
	for _, p := range c.Params {
		param := paramJSON{Name: p.Name, Type: p.Type, Doc: p.Doc, Required: p.Required, Default: p.Default, Choices: p.Choices, Kinds: p.Kinds}
		if p.Type == construct.Int || p.Type == construct.Ints {
			param.Min, param.Max = &p.Min, &p.Max
		}
		doc.Parameters = append(doc.Parameters, param)
	}
	return doc
}

func algorithmDocument(a *instance.Algorithm) algorithmJSON {
	_, hasK := a.Param(instance.K)
	doc := algorithmJSON{
		Name: a.Name, Summary: a.Summary, Source: a.Source, HasK: hasK,
		Kinds: append([]setsys.Kind{}, a.Kinds()...), Default: a.Default, Variants: []variantJSON{},
		Parameters: []settingJSON{}, Goals: []meaningJSON{},
	}
	if q := a.Quorums; q != nil {
		doc.Quorums, doc.FixedQuorums = q.Default, slices.Equal(q.Choices, []string{instance.Fixed})
	}
	for _, p := range a.Params {
		if p.Name != instance.K {
			doc.Parameters = append(doc.Parameters, settingJSON{p.Name, p.Placeholder(), p.Doc})
		}
	}
	for _, g := range a.Goals {
		doc.Goals = append(doc.Goals, meaningJSON{string(g.Name), g.Meaning})
	}
	for _, v := range a.Variants {
		doc.Variants = append(doc.Variants, variantJSON(v))
	}
	return doc
}

// kindDocument has the properties of a kind, and what they mean.
func kindDocument(k setsys.Kind) kindJSON {
	return kindJSON{k, meanings(properties.Required(k), k), meanings(properties.Optional(k), k)}
}

func meanings(ids []properties.ID, k setsys.Kind) []meaningJSON {
	list := make([]meaningJSON, 0, len(ids))
	for _, id := range ids {
		list = append(list, meaningJSON{string(id), properties.Meaning(id, &setsys.Structure{Kind: k})})
	}
	return list
}
