package papers

import (
	"math/big"

	"qcheck/properties/availability"
)

// tablesSchema names the form of the document that "qcheck corpus --tables
// --json" prints.
const tablesSchema = "qcheck/tables/v1"

// The types below are that document; the order of their fields is the order of
// the keys.
type (
	studyJSON struct {
		Schema      string           `json:"schema"`
		Tables      []tableJSON      `json:"tables"`
		Nodes       int              `json:"nodes"`
		Comparisons []comparisonJSON `json:"comparisons"`
		Claims      []claimJSON      `json:"claims"`
		Unknown     string           `json:"unknown,omitempty"`
	}
	tableJSON struct {
		Number  int          `json:"number"`
		Title   string       `json:"title"`
		Entries []entryOfTab `json:"entries"`
	}
	entryOfTab struct {
		N         int      `json:"n"`
		K         int      `json:"k"`
		R         int      `json:"r"`
		Structure string   `json:"structure,omitempty"`
		P         *big.Rat `json:"p,omitempty"`
		Printed   string   `json:"printed"`
		Computed  string   `json:"computed"`
		Exact     *big.Rat `json:"exact"`
		Agrees    bool     `json:"agrees"`
		Remark    string   `json:"remark,omitempty"`
	}
	comparisonJSON struct {
		N         int            `json:"n"`
		K         int            `json:"k"`
		R         int            `json:"r"`
		Coteries  int            `json:"coteries"`
		Vectors   int            `json:"vectors"`
		Majority  []intervalJSON `json:"majority,omitzero"` // when it is a k-coterie
		Lower     *big.Rat       `json:"lower,omitempty"`
		Upper     *big.Rat       `json:"upper,omitempty"`
		Singleton []intervalJSON `json:"singleton"`
	}
	intervalJSON struct {
		From endJSON `json:"from"`
		To   endJSON `json:"to"`
	}
	endJSON struct {
		Exact      string     `json:"exact,omitempty"`
		Polynomial []*big.Int `json:"polynomial,omitempty"`
		Above      string     `json:"above,omitempty"`
		AtMost     string     `json:"atMost,omitempty"`
		Rounded    string     `json:"rounded"`
	}
	claimJSON struct {
		Name      string   `json:"name"`
		Says      string   `json:"says"`
		On        string   `json:"on"`
		Confirmed bool     `json:"confirmed"`
		Not       []string `json:"not,omitempty"`
	}
)

func studyDocument(x study) studyJSON {
	doc := studyJSON{Schema: tablesSchema, Nodes: x.nodes, Comparisons: []comparisonJSON{}, Claims: []claimJSON{}}
	for _, t := range x.tables {
		table := tableJSON{Number: t.Number, Title: t.Title}
		for _, e := range t.Entries {
			table.Entries = append(table.Entries, entryOfTab{e.N, e.K, e.R, e.Structure, e.P, e.Printed, e.Computed(), e.Exact, e.Agrees(), e.Remark})
		}
		doc.Tables = append(doc.Tables, table)
	}
	for _, c := range x.comparisons {
		y := comparisonJSON{N: c.N, K: c.K, R: c.R, Coteries: c.Coteries, Vectors: c.Vectors, Lower: c.Lower, Upper: c.Upper, Singleton: intervalDocuments(c.Singleton)}
		if c.IsCoterie {
			y.Majority = intervalDocuments(c.Majority)
		}
		doc.Comparisons = append(doc.Comparisons, y)
	}
	for _, c := range x.claims {
		doc.Claims = append(doc.Claims, claimJSON{c.Name, c.Says, c.On, c.Confirmed(), c.Not})
	}
	if x.cut != nil {
		doc.Unknown = x.cut.Error()
	}
	return doc
}

func intervalDocuments(in []availability.Interval) []intervalJSON {
	out := []intervalJSON{}
	for _, i := range in {
		out = append(out, intervalJSON{endDocument(i.Lo), endDocument(i.Hi)})
	}
	return out
}

// endDocument is a fraction, or the only root of a polynomial between two
// fractions.
func endDocument(r availability.Root) endJSON {
	const digits = 7
	if r.Exact() {
		return endJSON{Exact: r.Lo.RatString(), Rounded: r.Decimal(digits)}
	}
	narrow := r.Within(big.NewRat(1, 100_000_000))
	return endJSON{Polynomial: r.Of, Above: narrow.Lo.RatString(), AtMost: narrow.Hi.RatString(), Rounded: r.Decimal(digits)}
}
