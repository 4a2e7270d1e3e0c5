package corpus

import (
	"context"
	"iter"

	"qcheck/corpus/entry"
)

// The types of package entry, by which everything here is asked and answered.
type (
	Entry    = entry.Entry
	Source   = entry.Source
	Case     = entry.Case
	Question = entry.Question
	Options  = entry.Options
	Result   = entry.Result
	Row      = entry.Row
)

// Run judges the entries one after the other; see [entry.Run].
func Run(ctx context.Context, entries []*Entry, o Options) iter.Seq[*Result] {
	return entry.Run(ctx, entries, o)
}
