package serve

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"qcheck/cmd/qcheck/command/console"
)

// A Runner is the whole of qcheck.
type Runner func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int

// Commands returns nothing: WebAssembly serves nobody.
func Commands(*console.Env, func() *cobra.Command, Runner) []*cobra.Command { return nil }
