package protocol

import "reflect"

// A Process is a process as local states and messages name it: its number from 1,
// as in all output, or 0 for none.
type Process uint8

// ProcessOf returns the name of process p, which counts from 0.
func ProcessOf(p int) Process { return Process(p + 1) }

// Index returns the process, which counts from 0; -1 for none.
func (p Process) Index() int { return int(p) - 1 }

// A PerProcess has a value for each process, at its index.
type PerProcess[T any] [MaxProcesses]T

// perProcess tells a PerProcess from other arrays.
func (PerProcess[T]) perProcess() {}

// IsPerProcess reports whether a type is a PerProcess.
func IsPerProcess(t reflect.Type) bool {
	return t.Kind() == reflect.Array && t.Implements(reflect.TypeFor[interface{ perProcess() }]())
}
