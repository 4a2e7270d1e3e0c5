package everyn

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/roles"
)

// A Result says of a property that it is proved, or why it is not: with the steps that lead to the view that blocks, if it is one.
type Result struct {
	Property explore.Property
	Proved   bool
	Why      string
	Path     []string
}

// A Proof is what is proved for every number of processes, every list of quorums that are not empty, and requests without bound.
type Proof struct {
	Results []Result
	// Refused says why the protocol is none that the argument is about, and Stopped why not all views are there; empty if they are. There are no results then.
	Refused, Stopped string
	// Views is how many there are, and Calls how often handlers of members were called.
	Views, Calls int
}

// Proved reports whether a property is proved.
func (p *Proof) Proved(property explore.Property) bool {
	return slices.ContainsFunc(p.Results, func(r Result) bool { return r.Property == property && r.Proved })
}

// Limits say how far a proof goes.
type Limits struct {
	Views int // at most; 0 for 200,000
}

// A Family has the protocol of n processes, of which each may ask any quorum of its list.
type Family[R, M, A, B comparable] func(n int, lists [][]explore.Set) (roles.Protocol[R, M, A, B], error)

// Prove closes the views of a family, and decides the properties by them.
func Prove[R, M, A, B comparable](ctx context.Context, family Family[R, M, A, B], limits Limits) *Proof {
	e, err := newEngine(family)
	if err != nil {
		return &Proof{Refused: err.Error()}
	}
	e.ctx, e.limit = ctx, limits.Views
	if e.limit == 0 {
		e.limit = 200_000
	}
	p := e.prove()
	p.Views, p.Calls = len(e.views.all), e.calls
	return p
}

func newEngine[R, M, A, B comparable](family Family[R, M, A, B]) (*engine, error) {
	e := &engine{
		protocols: map[listKey]*protocol{}, quorums: map[[2]int][]explore.Set{}, has: map[value]bool{}, locals: map[int][]move{}, took: map[[2]int][]move{},
		known: map[int]*cell{}, offered: map[[2]int]*cell{}, headed: map[[2]int]*cell{}, ownEffects: map[[2]int]*stream[effect]{},
		otherEffects: map[int]*stream[effect]{}, otherMoves: map[int]*stream[move]{}, reached: map[string]bool{},
	}
	r, err1 := plain.FormOf[R]()
	m, err2 := plain.FormOf[M]()
	a, err3 := plain.FormOf[A]()
	b, err4 := plain.FormOf[B]()
	var err5, err6 error
	e.shape, err5 = shapeOfMember(reflect.TypeFor[M]())
	e.sets, e.setNames, err6 = setsOf(reflect.TypeFor[R]())
	for _, err := range []error{err1, err2, err3, err4, err5, err6, plainMessage(reflect.TypeFor[A]()), plainMessage(reflect.TypeFor[B]())} {
		if err != nil {
			return nil, err
		}
	}
	e.of = func(n int, lists [][]explore.Set) (*protocol, string) {
		p, err := family(n, lists)
		if err != nil {
			return nil, err.Error()
		}
		if why := beyond(p); why != "" {
			return nil, why
		}
		if p.Structure != nil {
			p.Structure.Ask(&e.oracle)
		}
		v := roles.Values(p, coding[R](r), coding[M](m), coding[A](a), coding[B](b))
		if x := e.any; x != nil && (v.Requester.Init != x.Requester.Init || v.Member.Init != x.Member.Init || v.Clock != x.Clock || !slices.Equal(v.Steps, x.Steps)) {
			return nil, "how it begins depends on the number of processes, or on quorums"
		}
		return &v, ""
	}
	for i, p := range []**protocol{&e.any, &e.fewer} {
		lists := slices.Repeat([][]explore.Set{{explore.All(explore.MaxProcesses - i)}}, explore.MaxProcesses-i)
		why := ""
		if *p, why = e.of(explore.MaxProcesses-i, lists); why != "" {
			return nil, fmt.Errorf("%s", why)
		}
	}
	e.texts.member = func(v value) string { return fields(reflect.ValueOf(m.Typed(v))) }
	e.texts.requester = func(v value) string { return fields(reflect.ValueOf(r.Typed(v))) }
	e.texts.up = func(v value) string { return fmt.Sprint(a.Typed(v)) }
	e.texts.down = func(v value) string { return fmt.Sprint(b.Typed(v)) }
	return e, nil
}

func coding[T comparable](f *plain.Form) roles.Coding[T, value] {
	return roles.Coding[T, value]{Of: func(x T) value { return plain.Pack(f, x) }, Typed: plain.Unpack[T]}
}

// beyond says what of a protocol the argument is not about.
func beyond[R, M, A, B comparable](p roles.Protocol[R, M, A, B]) string {
	switch a := p.Account; {
	case p.Beyond != "":
		return p.Beyond
	case p.Requester.Local == nil || p.Requester.Take == nil || p.Requester.Observe == nil || p.Member.Take == nil || p.Safe == nil:
		return "it lacks a function of one of its roles"
	case a == nil || a.Permit == nil || a.Return == nil || a.Has == nil || a.Gave == nil:
		return "it does not say where permissions are"
	case a.Most != 1 || a.Units != nil || a.Given != nil:
		return "its members have more than one permission to give"
	case p.Member.Local != nil:
		return "its members have local steps"
	case p.Selective:
		return "it takes messages from behind others"
	case !p.Clock.TickOnFresh:
		return "two requests of a process may have the same stamp"
	}
	return ""
}

// prove decides the properties.
func (e *engine) prove() (p *Proof) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case refusal:
			p = &Proof{Refused: string(x)}
		default:
			p = &Proof{Refused: fmt.Sprintf("it panics: %v", x)}
		}
	}()
	if why := e.exclusion(); why != "" {
		e.refuse("%s", why)
	}
	if e.close(); e.cut != "" {
		return &Proof{Stopped: e.cut}
	}
	if !e.isWrong(explore.Safety) {
		e.reaches()
	}
	p = &Proof{}
	for _, x := range []struct {
		property explore.Property
		open     func() string
	}{
		{explore.Safety, func() string { return "" }},
		{explore.WellDefined, e.endless},
		{explore.DeadlockFreedom, e.deadlock},
		{explore.StarvationFreedom, e.starvation},
	} {
		r := Result{Property: x.property}
		i := slices.IndexFunc(e.wrong, func(w wrongView) bool { return w.property == x.property })
		switch {
		case i >= 0:
			w := e.wrong[i]
			r.Why, r.Path = w.why+": "+e.text(w.view), e.path(w.view)
		case x.property == explore.DeadlockFreedom && !p.Proved(explore.WellDefined):
			r.Why = "well-defined is not proved"
		case x.property == explore.StarvationFreedom && !p.Proved(explore.DeadlockFreedom):
			r.Why = "deadlock-freedom is not proved"
		case e.isWrong(explore.Safety):
			r.Why = "safety is not proved: what follows from views that break the books is not known"
		default:
			r.Why = x.open()
			r.Proved = r.Why == ""
		}
		p.Results = append(p.Results, r)
	}
	return p
}

// exclusion says what of a protocol is not safe already where at most one is inside.
func (e *engine) exclusion() string {
	for n := 1; n <= 5; n++ {
		for inside := -1; inside < n; inside++ {
			for others := range 1 << n {
				all := make([]explore.Observation, n)
				for i := range all {
					if all[i].Phase = explore.Thinking; others>>i&1 != 0 {
						all[i].Phase = explore.Waiting
					}
					if i == inside {
						all[i].Phase = explore.Inside
					}
				}
				if why := e.any.Safe(all); why != "" {
					return "safety is more than that no two are inside: " + why
				}
			}
		}
	}
	return ""
}

// reaches refuses a protocol in whose views something never happens: what is proved would be of nothing.
func (e *engine) reaches() {
	var missing []string
	for _, name := range append([]string{entering, leaving}, e.any.Steps...) {
		if !e.reached[name] {
			missing = append(missing, fmt.Sprintf("%q", name))
		}
	}
	if len(missing) > 0 || e.calls == 0 {
		e.refuse("this never happens in any view: %s", strings.Join(missing, ", "))
	}
}
