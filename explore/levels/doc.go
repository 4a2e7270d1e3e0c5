// Package levels keeps sorted sets of 64-bit keys in files: the levels of a search that
// are to outlive its process, or that are more than memory holds. It knows nothing of
// what the keys stand for.
//
// # Files
//
// A file appears whole or not at all, by a rename, so a process that is killed leaves
// nothing that must be mended. (It is not forced to the disk: when the machine itself
// stops, the last files may be torn. They are found to be so, and can be removed.) It has
//
//	magic     16 bytes, with the number of this form
//	chunks    ascending keys, 16,384 in each but the last: the first key as 8
//	          bytes, then the distance of each from the one before, as a varint
//	sections  named bytes that the owner of the file wants to keep with the keys
//	footer    JSON: the owner's header, and of each chunk and section where it
//	          is, how long it is, and its checksum (CRC-32C)
//	tail      16 bytes: length and checksum of the footer, and magic again
//
// Every byte is under some checksum: one that is wrong is found when its part is read, and
// reported as an [Error] with the name of the file. Chunks are read one by one, in any
// order and by several goroutines, so a level need not fit into memory. A key costs one
// byte for each 7 bits of the distance to the next.
//
// # Sets that do not fit
//
// Of new keys, those that a file has are left out at once, when all of them are known: [File.Mark] goes
// through both in order, and reads only the chunks that may have some. That is delayed duplicate detection
// (Korf, "Linear-time disk-based implicit graph search", JACM 2008): no file is ever searched for one key.
package levels
