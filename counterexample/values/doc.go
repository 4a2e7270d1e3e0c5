// Package values writes the values of a protocol, its states and messages, as people read
// them, and says what changed in them.
//
// # How states and messages are written
//
// They are values of the protocol's own types. A type with a String method is
// written by that method. The numbers of time stamps that it writes, as with %d
// or %v, are replaced by the names of the stamps, such as 2a for the first stamp
// of process 2, and the names of stamps that it does not mention follow. When a
// method writes something else for a stamp than its number, the fields are
// written instead.
//
// Another struct is written as its first field, if that has a String method, and
// the other fields that are not zero, with their names: "REQUEST 2a" or "REPLY
// Count=2". (A time stamp has no name of a field if it is the only one.) An array
// is written as its elements that are not zero, counted from 1: "[2:5]"; an
// [explore.PerProcess] by processes: "[p2:5]". An [explore.Process] is written as
// "p2" or "none", and an [explore.Set] as the processes in it: "{p1,p3}".
//
// Processes are called p1, p2 and so on, or by the names that the structure file
// of the trace's instance has for its nodes.
package values
