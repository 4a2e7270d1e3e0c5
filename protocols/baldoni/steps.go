package baldoni

// The names of the steps.
const (
	stepAsk     = "ask"
	stepAskNext = "ask: the next member"
	stepLeave   = "leave"

	stepGranted        = "GRANT: counted"
	stepEnters         = "GRANT: enters"
	stepInquireYields  = "INQUIRE: yields"
	stepInquireIgnored = "INQUIRE: ignored"
	stepYieldIgnored   = "YIELD: ignored"
)

// names are the names of the steps of an arbiter's handler: those that grant,
// those that send INQUIRE without granting, and the others.
type names struct{ grants, inquires, quiet string }

var (
	stepRequest        = names{"REQUEST: grants", "REQUEST: inquires", "REQUEST: queued"}
	stepRelease        = names{"RELEASE: grants", "", "RELEASE: kept"}
	stepReleaseAwaited = names{"RELEASE awaited: grants", "RELEASE awaited: inquires", "RELEASE awaited: kept"}
	stepYield          = names{"YIELD: grants", "YIELD: inquires", "YIELD: kept"}
)

// algorithm is an instance in one form.
type algorithm struct {
	form
	Config
}

func (a *algorithm) steps() []string {
	list := []string{
		stepAsk, stepLeave,
		stepRequest.grants, stepRequest.inquires, stepRequest.quiet,
		stepRelease.grants, stepRelease.quiet,
		stepReleaseAwaited.grants, stepReleaseAwaited.quiet,
		stepYield.grants, stepYield.quiet,
		stepGranted, stepEnters, stepInquireYields, stepInquireIgnored,
	}
	if a.stampEach {
		list = append(list, stepAskNext)
	}
	if a.strayIgnored {
		list = append(list, stepYieldIgnored)
	}
	if !a.asynchronous && a.M > 1 {
		list = append(list, stepYield.inquires, stepReleaseAwaited.inquires)
	}
	return list
}

// deliver says what a process does with a message; nothing as long as its
// handler of REQUEST waits for another one.
func (a *algorithm) deliver(p int, s State, from int, m Message) []step {
	switch m.Kind {
	case GRANT:
		if s.Awaited != 0 && !a.takesGrant {
			return nil
		}
		return a.grant(p, s, from)
	case INQUIRE:
		if s.Awaited != 0 && !a.takesInquire {
			return nil
		}
		return a.inquire(s, from)
	case REQUEST:
		if s.Awaited != 0 {
			return nil
		}
		return a.request(p, s, from, m)
	}
	if s.Awaited != 0 && s.Awaited.Index() != from {
		return nil
	}
	if m.Kind == YIELD {
		return a.yield(p, s, from)
	}
	return a.releaseTaken(p, s, from)
}
