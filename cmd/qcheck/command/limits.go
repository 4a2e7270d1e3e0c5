package command

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"qcheck/setsys"
)

// maxQuorumsFlag defines the limit on the families that a file or a
// construction describes without listing them.
func maxQuorumsFlag(fs *pflag.FlagSet, n *int) {
	fs.IntVar(n, "max-quorums", setsys.DefaultMaxSets,
		fmt.Sprintf("refuse thresholds and constructions of more quorums a family (default %d)", setsys.DefaultMaxSets))
	setPlaceholder(fs, "max-quorums", "N")
}

func validMaxQuorums(n int) error {
	if n < 1 {
		return fmt.Errorf("--max-quorums needs a number of at least 1, not %d", n)
	}
	return nil
}

// timeoutFlag defines the limit on the time of a whole run.
func timeoutFlag(fs *pflag.FlagSet, d *time.Duration) {
	fs.DurationVar(d, "timeout", 0, "stop after this time, such as 30s or 5m; what is undecided by then is unknown (default no limit)")
	setPlaceholder(fs, "timeout", "TIME")
}

func validTimeout(d time.Duration) error {
	if d < 0 {
		return fmt.Errorf("--timeout needs a time that is not negative, not %s", d)
	}
	return nil
}

// withTimeout returns a context that ends after d, or with ctx when d is 0.
func withTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, d, fmt.Errorf("the time limit of %s was reached", d))
}
