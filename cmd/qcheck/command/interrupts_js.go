package command

import (
	"context"
	"errors"
	"syscall/js"
)

// onInterrupt has a page end the run with what has been found so far: by the function qcheckStop, to
// which it says why.
func onInterrupt(cancel context.CancelCauseFunc) {
	js.Global().Set("qcheckStop", js.FuncOf(func(_ js.Value, why []js.Value) any {
		cancel(errors.New(why[0].String()))
		return nil
	}))
}
