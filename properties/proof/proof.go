package proof

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"qcheck/properties"
	"qcheck/properties/property"
	"qcheck/setsys"
)

// A Proof is a formula without a model, and why it has none.
type Proof struct {
	Property properties.ID
	Name     string // of the files, without their ends; different for different proofs of a structure

	// Asks says what a model of the formula would be, without a full stop.
	Asks string

	// Encoding says what the clauses or inequalities demand, in lines of at most 80
	// characters.
	Encoding string

	// Variables has the meaning of each variable when it is true, from variable 1 on.
	Variables []string

	Formula []byte
	Steps   []byte
	Lines   int // of Steps that derive something
}

// Checker is the program that checks proofs. Its arguments are the files of the formula and of
// the proof.
const Checker = "veripb"

// Files returns the names of the file of the formula and of the proof.
func (p *Proof) Files() (formula, steps string) { return p.Name + ".opb", p.Name + ".pbp" }

// Text says what the proof shows in one sentence, without a full stop.
func (p *Proof) Text() string {
	return fmt.Sprintf("the formula asks for %s, and has no model", p.Asks)
}

// A Missing error says why there is no proof of a property.
type Missing struct {
	Why     string
	Evident bool // a look at the structure shows that it has the property
}

func (m *Missing) Error() string { return "no proof: " + m.Why }

// errModel is a fault of qcheck: a property that holds has a formula with a model.
var errModel = errors.New("the formula of a property that holds has a model")

// modelled is thrown by searches that find a model.
type modelled struct{}

// A Prover makes the proofs of one structure.
type Prover struct {
	ctx              context.Context
	listed, formulas *setsys.Structure
	made             map[properties.ID]made
}

// made is what Of returned.
type made struct {
	proofs []*Proof
	err    error
}

// New returns a Prover of the structure. The families that formulas has as formulas
// (see setsys.Unlisted) are proved by counting where that decides, others quorum by
// quorum as listed has them. When ctx ends, there is no proof of what is not proved by
// then.
func New(ctx context.Context, listed, formulas *setsys.Structure) *Prover {
	return &Prover{ctx, listed, formulas, map[properties.ID]made{}}
}

// Of returns proofs that the structure has the property, which must hold: one proof,
// or for (h,k)-arbiters one for each pattern or family. Nondomination rests on the
// properties that the kind requires, whose proofs come first. The error is a
// [*Missing] one when there is no proof; another one is a fault of qcheck.
func (p *Prover) Of(id properties.ID) ([]*Proof, error) {
	m, ok := p.made[id]
	if !ok {
		m.proofs, m.err = p.of(id)
		p.made[id] = m
	}
	return m.proofs, m.err
}

func (p *Prover) of(id properties.ID) ([]*Proof, error) {
	var before []*Proof
	if id == properties.Nondomination {
		for _, required := range properties.Required(p.listed.Kind) {
			proofs, err := p.Of(required)
			missing := new(Missing)
			switch {
			case errors.As(err, &missing) && !missing.Evident:
				return nil, &Missing{Why: fmt.Sprintf("it rests on %s, of which there is none", required)}
			case err != nil && !missing.Evident:
				return nil, err
			}
			before = append(before, proofs...)
		}
	}
	proofs, err := formulate(&writer{ctx: p.ctx, prove: true}, p.listed, p.formulas, id)
	if err != nil {
		return nil, err
	}
	return append(before, proofs...), nil
}

// formulate is Of without the properties that the one with this name rests on.
func formulate(w *writer, listed, formulas *setsys.Structure, id properties.ID) (proofs []*Proof, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case Missing:
			proofs, err = nil, &p
		case modelled:
			proofs, err = nil, fmt.Errorf("%s: %w", id, errModel)
		default:
			panic(p)
		}
		for _, p := range proofs {
			p.Property = id
		}
	}()
	w.s = formulas
	if !slices.ContainsFunc(about(formulas, id), func(f setsys.RoleFamily) bool { return f.Family.Formula() == nil }) {
		if p := w.ofFormulas(id); p != nil {
			return []*Proof{p}, nil
		}
	}
	w.s = listed
	for _, f := range about(listed, id) {
		if f.Family.Formula() != nil {
			giveUp("counting does not decide it, and the quorums are too many for a proof that lists them")
		}
	}
	return w.ofListed(id), nil
}

// about returns the families that the property is about.
func about(s *setsys.Structure, id properties.ID) []setsys.RoleFamily {
	d, _ := property.Of(id)
	return slices.DeleteFunc(s.Families(), func(f setsys.RoleFamily) bool {
		return d.Of != "" && f.Role != d.Of
	})
}

// A writer makes the proofs of one structure.
type writer struct {
	ctx   context.Context
	s     *setsys.Structure
	prove bool // without it, there are formulas only, whether they have models or not
}

// proofOf returns the proof that the formula has no model.
func proofOf(name, asks, encoding string, q *inequalities) *Proof {
	return &Proof{
		Name: name, Asks: asks, Encoding: encoding, Variables: q.meaning,
		Formula: q.opb(), Steps: q.proof(), Lines: q.last - q.count,
	}
}
