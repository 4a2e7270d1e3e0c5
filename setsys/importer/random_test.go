package importer_test

import "qcheck/setsys/slow"

// some returns how many random cases are tried: so many, or thousands where long tests run.
func some(few int) int {
	if slow.Tests() {
		return 30 * few
	}
	return few
}
