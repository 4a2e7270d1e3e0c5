// Package requirement judges what is required of a structure when nodes fail or
// are busy: that any two nodes may fail, that any domain may go down, that no node
// takes more than so much of the load. The numbers come from the packages
// availability, domains and load; what is said against a structure is looked up
// again in its list of quorums.
package requirement

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"qcheck/explore/verdict"
	"qcheck/properties/availability"
	"qcheck/properties/domains"
	"qcheck/properties/load"
	"qcheck/setsys"
	"qcheck/setsys/phrase"
)

// A Metric is a number of a family that may be required.
type Metric string

// The metrics.
const (
	Failures     Metric = "failures"     // how many nodes may fail, whichever they are, with a quorum left
	Domains      Metric = "domains"      // how many domains may go down, whichever they are, with a quorum left
	Load         Metric = "load"         // the load
	Capacity     Metric = "capacity"     // 1/load
	Availability Metric = "availability" // the probability that a quorum is up
)

// Metrics returns all, in the order in which they are listed to users.
func Metrics() []Metric { return []Metric{Failures, Domains, Load, Capacity, Availability} }

// AtMost reports whether the bound on the metric is an upper one.
func (m Metric) AtMost() bool { return m == Load }

// IsCount reports whether the metric is an integer.
func (m Metric) IsCount() bool { return m == Failures || m == Domains }

// noun is the metric in a sentence, in the singular.
func (m Metric) noun() string {
	if m.IsCount() {
		return "number of " + string(m)
	}
	return string(m)
}

// A Requirement bounds a metric: failures>=2, load<=2/5.
type Requirement struct {
	Text   string // as it was written
	Metric Metric
	Family string   // the role of the family meant; "" for every family
	P      *big.Rat // for Availability: the probability that a node is up; for Load and Capacity, if not nil: the share of reads
	Bound  *big.Rat
}

// MarshalText returns the requirement as it was written.
func (r Requirement) MarshalText() ([]byte, error) { return []byte(r.Text), nil }

// OfBoth reports whether the requirement is about the load of read and write
// quorums together.
func (r Requirement) OfBoth() bool { return r.P != nil && (r.Metric == Load || r.Metric == Capacity) }

// Facts are what is known of a family; for a requirement on the load of read and
// write quorums together, only that load.
type Facts struct {
	Universe setsys.Universe
	Role     setsys.Role
	Family   setsys.Family

	Availability    *availability.Analysis // nil when there is none
	AvailabilityErr error                  // then why

	// Loads are the loads of the nodes, nil when there are none.
	Loads []*big.Rat
	// Proof is where the loads are from, nil for request sets.
	Proof   *load.Result
	LoadErr error // why there are no loads
	// Capacities says that the loads are divided by the capacities of the nodes.
	Capacities bool

	Domains    []setsys.Domain   // none when the structure has none
	Spread     *domains.Analysis // nil when there is none
	DomainsErr error             // then why
}

// ErrNoDomains says that a requirement is about domains, and there are none.
var ErrNoDomains = errors.New(`the structure has no failure domains (the key "domains")`)

// Check reports what makes the requirement meaningless for families with these
// facts: no family of this name, no domains, or too few.
func (r Requirement) Check(all []Facts) error {
	known := make([]string, len(all))
	for i, f := range all {
		known[i] = string(f.Role)
	}
	if r.Family != "" && !slices.Contains(known, r.Family) {
		return fmt.Errorf("the structure has no family %q (it has %s)", r.Family, strings.Join(known, ", "))
	}
	if r.OfBoth() {
		if !slices.Contains(known, string(setsys.ReadRole)) || !slices.Contains(known, string(setsys.WriteRole)) {
			return fmt.Errorf("the structure has no read and write quorums (it has %s)", strings.Join(known, ", "))
		}
		if r.Family != "" {
			return errors.New("the load for a share of reads is that of all families")
		}
	}
	if r.Metric != Domains {
		return nil
	}
	switch n := len(all[0].Domains); {
	case n == 0:
		return ErrNoDomains
	case r.Bound.Cmp(big.NewRat(int64(n), 1)) > 0:
		return fmt.Errorf("the structure has only %s", phrase.Count(n, "failure domain"))
	}
	return nil
}

// A Judgement says whether a requirement is met by a family.
type Judgement struct {
	Requirement Requirement     `json:"requirement"`
	Role        setsys.Role     `json:"family,omitempty"` // "" for read and write quorums together
	Verdict     verdict.Verdict `json:"verdict"`
	Value       *big.Rat        `json:"value,omitempty"` // of the metric; nil when it is not known, or not defined
	// Reason is the witness against the requirement if it is violated, why it is
	// unknown, and otherwise the value in words.
	Reason string `json:"reason"`
	// Down are the nodes that leave no quorum, for Failures, and DownDomains the
	// names of such domains, for Domains, when these are violated and a quorum is
	// left while all are up.
	Down        *setsys.NamedSet `json:"nodes,omitempty"`
	DownDomains []string         `json:"domains,omitempty"`
}

// Judge judges a requirement that Check has passed. The error is a fault of the
// package that found the facts.
func (r Requirement) Judge(f Facts) (Judgement, error) {
	j := Judgement{Requirement: r, Role: f.Role}
	var err error
	switch r.Metric {
	case Failures:
		err = j.failures(f)
	case Domains:
		err = j.domains(f)
	case Availability:
		j.availability(f)
	default:
		j.load(f)
	}
	return j, err
}

// open is the judgement where there is no value.
func (j *Judgement) open(err error) {
	if errors.Is(err, availability.ErrEmptyQuorum) || errors.Is(err, load.ErrUndefined) {
		j.Verdict, j.Reason = verdict.Violated, fmt.Sprintf("the %s is not defined: the family has no quorum, or an empty one", j.Requirement.Metric.noun())
		return
	}
	j.Verdict, j.Reason = verdict.Unknown, err.Error()
}

// decide compares the value with the bound.
func (j *Judgement) decide(value *big.Rat) (met bool) {
	j.Value = value
	c := value.Cmp(j.Requirement.Bound)
	met = c == 0 || (c < 0) == j.Requirement.Metric.AtMost()
	j.Verdict = verdict.Violated
	if met {
		j.Verdict = verdict.Holds
	}
	return met
}

func (j *Judgement) failures(f Facts) error {
	if f.AvailabilityErr != nil {
		j.open(f.AvailabilityErr)
		return nil
	}
	row := f.Availability.Rows[0]
	met := j.decide(big.NewRat(int64(row.Survives), 1))
	switch {
	case row.Survives < 0:
		j.Reason = "there is no quorum even when all nodes are up"
		return noQuorum(f, row.Fatal)
	case met:
		j.Reason = some(row.Survives, "node", "fail")
		return nil
	}
	j.Down = f.Universe.Set(row.Fatal)
	j.Reason = fmt.Sprintf("without %s no quorum is left", j.Down)
	return noQuorum(f, row.Fatal)
}

func (j *Judgement) domains(f Facts) error {
	if f.DomainsErr != nil {
		j.open(f.DomainsErr)
		return nil
	}
	met := j.decide(big.NewRat(int64(f.Spread.Survives), 1))
	down := setsys.NewNodeSet(f.Family.Nodes())
	var names, printable []string
	for d := range f.Spread.Fatal.All() {
		down = down.Union(f.Domains[d].Nodes)
		names, printable = append(names, f.Domains[d].Name), append(printable, setsys.Printable(f.Domains[d].Name))
	}
	switch {
	case f.Spread.Survives < 0:
		j.Reason = "there is no quorum even when all domains are up"
		return noQuorum(f, down)
	case met:
		j.Reason = some(f.Spread.Survives, "domain", "go down")
		return nil
	}
	j.DownDomains = names
	j.Reason = fmt.Sprintf("without the domains {%s} no quorum is left", strings.Join(printable, ","))
	if len(names) == 1 {
		j.Reason = fmt.Sprintf("without the domain %s no quorum is left", printable[0])
	}
	return noQuorum(f, down)
}

// noQuorum checks that no quorum is left without the nodes.
func noQuorum(f Facts, down setsys.NodeSet) error {
	if formula := f.Family.Formula(); formula != nil {
		if up := down.Complement(); formula.Satisfied(up.Words()) {
			return fmt.Errorf("the nodes %s have a quorum", up)
		}
		return nil
	}
	for _, q := range f.Family.All() {
		if !slices.ContainsFunc(q.Nodes(), down.Has) {
			return fmt.Errorf("the quorum %s is left without %s", q, down)
		}
	}
	return nil
}

func (j *Judgement) load(f Facts) {
	if f.LoadErr != nil {
		j.open(f.LoadErr)
		return
	}
	busiest := 0
	for v, x := range f.Loads {
		if x.Cmp(f.Loads[busiest]) > 0 {
			busiest = v
		}
	}
	value := f.Loads[busiest]
	what := "the load is "
	if j.Requirement.Metric == Capacity {
		what, value = "the capacity is ", new(big.Rat).Inv(value)
	}
	met := j.decide(value)
	j.Reason = what + value.RatString()
	switch {
	case met:
	case f.Proof == nil:
		in := load.Even(f.Family, nil)[busiest]
		j.Reason += fmt.Sprintf(": node %s is in %s of the sets", setsys.Printable(f.Universe.Name(busiest)), in.RatString())
		if f.Capacities {
			j.Reason += fmt.Sprintf(" and has the capacity %s", new(big.Rat).Quo(in, f.Loads[busiest]).RatString())
		}
	case j.Requirement.OfBoth():
		j.Reason += fmt.Sprintf(": with %s, no quorums weigh less than %s on average", Weights(f.Universe, f.Proof.Weights, f.Capacities), f.Proof.Load.RatString())
	default:
		j.Reason += fmt.Sprintf(": with %s, no quorum weighs less than %s", Weights(f.Universe, f.Proof.Weights, f.Capacities), f.Proof.Load.RatString())
	}
}

func (j *Judgement) availability(f Facts) {
	if f.AvailabilityErr != nil {
		j.open(f.AvailabilityErr)
		return
	}
	value := f.Availability.Rows[0].Counts.At(j.Requirement.P)
	j.decide(value)
	j.Reason = fmt.Sprintf("a quorum is up with probability %s", value.RatString())
}

// Weights writes the weights of nodes, equal ones together: "the weights 1/8 on
// {1} and 3/8 on each of {2,3}". With capacities they count divided by these.
func Weights(u setsys.Universe, weights []*big.Rat, capacities bool) string {
	var order []string
	nodes := make(map[string][]int)
	for v, w := range weights {
		if text := w.RatString(); w.Sign() > 0 {
			if nodes[text] == nil {
				order = append(order, text)
			}
			nodes[text] = append(nodes[text], v)
		}
	}
	var parts []string
	for _, text := range order {
		on := " on "
		if len(nodes[text]) > 1 {
			on = " on each of "
		}
		on += setsys.NewNodeSet(len(weights), nodes[text]...).Format(u)
		if len(nodes[text]) == len(weights) {
			on = " on each node"
		}
		parts = append(parts, text+on)
	}
	text := "the weight " + parts[0]
	if last := len(parts) - 1; last > 0 {
		text = "the weights " + strings.Join(parts[:last], ", ") + " and " + parts[last]
	}
	if capacities {
		text += ", divided by the capacity of the node"
	}
	return text
}

// some says that so many may fail, whichever they are.
func some(n int, noun, fail string) string {
	switch n {
	case 0:
		return fmt.Sprintf("no %s may %s, but a quorum is there", noun, fail)
	case 1:
		return fmt.Sprintf("any %s may %s with a quorum left", noun, fail)
	}
	return fmt.Sprintf("any %d %ss may %s with a quorum left", n, noun, fail)
}
