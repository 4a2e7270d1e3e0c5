// Package entry says what an entry of the corpus is: how it is read from text, what it asks,
// how it is judged, and how the answer is compared with what is pinned. The packages of the
// papers stand on it, and package corpus on these.
package entry
