// Package plain makes one protocol of bytes of a protocol of any types, so that there is one
// engine for all of them, compiled once. The states and messages of protocols are plain values:
// integers, booleans, arrays and structs. As bytes they can be compared and hashed as they are;
// a Form says where stamps and names of processes are in them.
package plain
