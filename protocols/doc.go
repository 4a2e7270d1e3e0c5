// Package protocols lists the algorithms that qcheck knows by name, and builds
// instances of them. Each algorithm is a package of its own below this one,
// written against package explore and readable side by side with its source;
// none of them searches anything.
package protocols
