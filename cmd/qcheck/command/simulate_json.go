package command

import (
	_ "embed"
	"math"

	"qcheck/protocols/instance"
)

// simulationSchema names the form of the document that "qcheck simulate --json"
// prints.
const simulationSchema = "qcheck/simulation/v2"

//go:embed simulate.schema.json
var simulateSchemaFile []byte

// The types below are that document; the order of their fields is the order of
// the keys.
type (
	simulationJSON struct {
		Schema    string          `json:"schema"`
		Runs      int             `json:"runs"`
		Units     int             `json:"units"`
		Stay      int             `json:"stay"`
		Delay     int             `json:"delay"`
		Seed      uint64          `json:"seed"`
		Instances []simulatedJSON `json:"instances"`
		Unknown   string          `json:"unknown,omitempty"`
	}
	simulatedJSON struct {
		Algorithm string      `json:"algorithm"`
		Variant   string      `json:"variant"`
		N         int         `json:"n"`
		K         int         `json:"k,omitempty"`
		Points    []pointJSON `json:"points"`
	}
	pointJSON struct {
		P        string      `json:"p"`
		Units    int64       `json:"units"`
		Entries  int64       `json:"entries"`
		Messages int64       `json:"messages"`
		Own      int64       `json:"own"`
		Waited   int         `json:"waited"`
		Mean     *float64    `json:"mean,omitempty"`
		Error    *float64    `json:"error,omitempty"`
		Others   *float64    `json:"others,omitempty"`
		Ended    []wrongJSON `json:"ended,omitempty"`
	}
	wrongJSON struct {
		Violated string `json:"violated,omitempty"`
		Detail   string `json:"detail"`
		Runs     int    `json:"runs"`
		First    int    `json:"first"`
		Unit     int    `json:"unit"`
		Steps    int64  `json:"steps"`
		Replayed bool   `json:"replayed"`
	}
)

// simulationDocument leaves out the points that were not finished.
func simulationDocument(e *experiment) simulationJSON {
	o := e.options
	doc := simulationJSON{
		Schema: simulationSchema, Runs: o.runs, Units: o.units, Stay: o.stay, Delay: o.delay, Seed: o.seed,
		Unknown: e.cut,
	}
	for i, in := range e.models {
		x := simulatedJSON{
			Algorithm: in.Algorithm.Name, Variant: in.Instance.Variant, N: in.Instance.N, K: in.Setup.Int(instance.K), Points: []pointJSON{},
		}
		for p, line := range e.cells {
			if m := line[i].mean; m != nil {
				point := pointJSON{
					P: probabilityText(e.at[p], 20), Units: int64(m.Units), Entries: m.Entries, Messages: m.Messages, Own: m.Own,
					Waited: m.Waited, Mean: defined(m.Mu), Error: defined(m.Error), Others: defined(m.MuOthers),
				}
				for _, w := range line[i].wrong {
					point.Ended = append(point.Ended, wrongJSON{string(w.property), w.detail, w.count, w.run, w.unit, w.steps, w.replayed})
				}
				x.Points = append(x.Points, point)
			}
		}
		doc.Instances = append(doc.Instances, x)
	}
	return doc
}

func defined(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}
