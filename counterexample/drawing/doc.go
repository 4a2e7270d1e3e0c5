// Package drawing writes SVG. A [Drawing] is a list of shapes with classes; one
// style sheet, style.css, says what the classes look like, in light and in dark
// and in print. Pages have that sheet once, and the drawings in line; a drawing
// that is a file of its own has the sheet in it, with the light colours put in,
// since not every program that reads SVG knows the variables of CSS.
//
// Coordinates are rounded to tenths of a unit. No drawing has an id in it, so
// that a page can have several.
package drawing
