// Package page writes what qcheck found as one HTML file: it needs no network and
// no other file, and can be read without a script. A [Page] has a heading, facts,
// verdicts, and then sections: a run that can be stepped through ([Run]), pictures
// and tables ([Section]). It is data, which other packages fill in; the style
// sheet and the script are the files beside this one.
//
// The script draws nothing. It moves the highlight in a drawing, writes the values
// of a state into a table that is there already, and shows or hides messages. The
// values of all states are in the page as JSON.
package page
