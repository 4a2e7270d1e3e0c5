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
	between
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
