package protocols

import (
	"math"

	"qcheck/cmd/qcheck/command/console"
	"qcheck/explore"
	"qcheck/explore/simulate"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

// simulationSchema names the form of the document that "qcheck simulate --json"
// prints.
const simulationSchema = "qcheck/simulation/v2"

// The types below are that document; the order of their fields is the order of
// the keys.
type (
	simulationJSON struct {
		Schema    string          `json:"schema"`
		Runs      int             `json:"runs"`
		Units     int             `json:"units"`
		Stay      int             `json:"stay"`
		Delay     int             `json:"delay"`
		Chance    string          `json:"faultChance,omitempty"` // where something may go wrong, or messages come again
		Seed      uint64          `json:"seed"`
		Instances []simulatedJSON `json:"instances"`
		Unknown   string          `json:"unknown,omitempty"`
	}
	simulatedJSON struct {
		Algorithm string      `json:"algorithm"`
		Variant   string      `json:"variant"`
		N         int         `json:"n"`
		K         int         `json:"k,omitempty"`
		Network   string      `json:"network,omitempty"` // unless messages keep their order
		Faults    string      `json:"faults,omitempty"`  // as --faults takes them
		Points    []pointJSON `json:"points"`
	}
	pointJSON struct {
		P string `json:"p"`
		*simulate.Mean
		PerEntry *float64         `json:"mean,omitempty"`
		Error    *float64         `json:"error,omitempty"`
		Others   *float64         `json:"others,omitempty"`
		Ended    []check.EndedRun `json:"ended,omitempty"`
	}
)

// simulationDocument leaves out the points that were not finished.
func simulationDocument(e *check.Simulation) simulationJSON {
	o := e.Options
	doc := simulationJSON{
		Schema: simulationSchema, Runs: o.Runs, Units: o.Units, Stay: o.Stay, Delay: o.Delay, Seed: o.Seed,
		Unknown: e.Stopped,
	}
	if o.Chance != nil {
		doc.Chance = console.ProbabilityText(o.Chance, 20)
	}
	for i, in := range e.Models {
		x := simulatedJSON{
			Algorithm: in.Algorithm.Name, Variant: in.Instance.Variant, N: in.Instance.N, K: in.Setup.Int(instance.K),
			Faults: instance.FaultsText(in.Faults()), Points: []pointJSON{},
		}
		if n := in.Network(); n != explore.FIFO {
			x.Network = n.String()
		}
		for p, line := range e.Cells {
			if m := line[i].Mean; m != nil {
				x.Points = append(x.Points, pointJSON{
					console.ProbabilityText(e.Options.P[p], 20), m, defined(m.Mu), defined(m.Error), defined(m.MuOthers), line[i].Ended,
				})
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
