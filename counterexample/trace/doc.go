// Package trace has runs of protocols as data: traces, the code that confirms them by a
// replay, and their files.
package trace
