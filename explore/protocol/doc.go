// Package protocol has the types that protocols are written in, and what is checked of their
// functions. Package explore has all of them under the same names: import that.
package protocol
