package setsys_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// A malformed file, the error it gives, and whether the schema rejects it too.
// The schema is not asked about what is no JSON, or has a key twice.
type malformed struct {
	reason, text, want string
	schema             schemaVerdict
}

type schemaVerdict int

const (
	notAsked schemaVerdict = iota
	rejects
	accepts
)

var malformedFiles = []malformed{
	// No JSON.
	{"no bytes at all", "", "1:1: the file is empty", notAsked},
	{"only white space", " \n\n ", "1:1: the file is empty", notAsked},
	{"a byte-order mark", "\xef\xbb\xbf{}", "1:1: the file starts with a byte-order mark: save it as UTF-8 without one", notAsked},
	{"UTF-16", "\xff\xfe{\x00}\x00", "1:1: invalid UTF-8: byte 0xff", notAsked},
	{"invalid UTF-8 in a string", "{\n \"name\": \"a\xc3(\"}", "2:12: invalid UTF-8: byte 0xc3", notAsked},
	{"a surrogate in UTF-8", "{\"name\": \"\xed\xa0\x80\"}", "1:11: invalid UTF-8: byte 0xed", notAsked},
	{"truncated after the brace", "{", "1:1: no JSON: unexpected end of JSON input", notAsked},
	{"truncated in a list", "{\n\"kind\": \"coterie\", \"universe\": 3,\n\"quorums\": [[1,2],\n", "3:19: no JSON: unexpected end of JSON input", notAsked},
	{"truncated after a number", "{\"quorums\": [[1,2", "1:17: no JSON: unexpected end of JSON input", notAsked},
	{"truncated after a key", "{\"kind\"", "1:7: no JSON: unexpected end of JSON input", notAsked},
	{"truncated after a colon", "{\"kind\":", "1:8: no JSON: unexpected end of JSON input", notAsked},
	{"truncated in a string", "{\"kind\": \"cote", "1:14: no JSON: unexpected end of JSON input", notAsked},
	{"truncated in an escape", "{\"kind\": \"cote\\", "1:15: no JSON: invalid character ' ' in string escape code", notAsked},
	{"truncated in a word", "{\"kind\": tru", "1:12: no JSON: invalid character ' ' in literal true (expecting 'e')", notAsked},
	{"a string over the end of its line", "{\"kind\": \"coterie,\n\"universe\": 3}", `1:19: no JSON: invalid character '\n' in string literal`, notAsked},
	{"a control character in a string", "{\"name\": \"a\tb\"}", `1:12: no JSON: invalid character '\t' in string literal`, notAsked},
	{"an escape that does not exist", `{"name": "a\x41"}`, "1:13: no JSON: invalid character 'x' in string escape code", notAsked},
	{"an escape with a wrong digit", `{"name": "a\u00g0"}`, `1:16: no JSON: invalid character 'g' in \u hexadecimal character escape`, notAsked},
	{"half a surrogate pair", `{"name": "\ud83d"}`, "1:10: an escape sequence in a string is half a surrogate pair", notAsked},
	{"a pair the wrong way round", `{"name": "\ude00\ud83d"}`, "1:10: an escape sequence in a string is half a surrogate pair", notAsked},
	{"trailing data", "{}\n{}", "2:1: no JSON: invalid character '{' after top-level value", notAsked},
	{"a closing brace too many", `{"kind": "coterie"}}`, "1:20: no JSON: invalid character '}' after top-level value", notAsked},
	{"a comma too many in a list", `{"quorums": [[1,2,]]}`, "1:19: no JSON: invalid character ']' looking for beginning of value", notAsked},
	{"a comma too many in an object", `{"kind": "coterie",}`, "1:20: no JSON: invalid character '}' looking for beginning of object key string", notAsked},
	{"a missing comma", `{"quorums": [[1 2]]}`, "1:17: no JSON: invalid character '2' after array element", notAsked},
	{"a missing comma between keys", "{\"kind\": \"coterie\"\n \"universe\": 3}", `2:2: no JSON: invalid character '"' after object key:value pair`, notAsked},
	{"a missing colon", `{"kind" "coterie"}`, `1:9: no JSON: invalid character '"' after object key`, notAsked},
	{"brackets that do not match", `{"quorums": [[1,2})}`, "1:18: no JSON: invalid character '}' after array element", notAsked},
	{"a key without quotes", `{kind: "coterie"}`, "1:2: no JSON: invalid character 'k' looking for beginning of object key string", notAsked},
	{"single quotes", `{'kind': "coterie"}`, `1:2: no JSON: invalid character '\'' looking for beginning of object key string`, notAsked},
	{"a comment", "{ // the kind\n\"kind\": \"coterie\"}", "1:3: no JSON: invalid character '/' looking for beginning of object key string", notAsked},
	{"a word", `{"k": NaN}`, "1:7: no JSON: invalid character 'N' looking for beginning of value", notAsked},
	{"columns count characters", `{"name": "日本語é", x}`, "1:18: no JSON: invalid character 'x' looking for beginning of object key string", notAsked},
	{"a leading zero", `{"k": 01}`, "1:8: no JSON: invalid character '1' after object key:value pair", notAsked},
	{"a leading plus", `{"k": +1}`, "1:7: no JSON: invalid character '+' looking for beginning of value", notAsked},
	{"no digits after the point", `{"k": 1.}`, "1:9: no JSON: invalid character '}' after decimal point in numeric literal", notAsked},
	{"no digits in the exponent", `{"k": 1e+}`, "1:10: no JSON: invalid character '}' in exponent of numeric literal", notAsked},
	{"no digits", `{"k": -}`, "1:8: no JSON: invalid character '}' in numeric literal", notAsked},
	{"letters after digits", `{"k": 1x}`, "1:8: no JSON: invalid character 'x' after object key:value pair", notAsked},
	{"lists nested too deep", `{"quorums": ` + strings.Repeat("[", 100_000), "1:10012: no JSON: invalid character '[' exceeded max depth", notAsked},
	{"objects nested too deep", strings.Repeat(`{"a":`, 100) + "{" + strings.Repeat("}", 101), "1:501: nested deeper than 100 levels", notAsked},
	{"thresholds nested too deep", `{"kind": "coterie", "universe": 1, "quorums": ` + strings.Repeat(`{"threshold":1,"of":[`, 60) + "1" + strings.Repeat("]}", 60) + "}", "1:1096: nested deeper than 100 levels", notAsked},

	// No structure.
	{"a list", `[{"kind": "coterie"}]`, "1:1: want a structure (an object), found a list", rejects},
	{"null", " null", "1:2: want a structure (an object), found null", rejects},
	{"a number", "1e400", "1:1: want a structure (an object), found the number 1e400", rejects},
	{"an empty object", "\n{}", `2:1: key "kind" is missing`, rejects},

	// Keys.
	{"an unknown key", "{\"kind\": \"coterie\", \"universe\": 3,\n  \"quorum\": [[1]]}", `2:3: unknown key "quorum": did you mean "quorums"? (known: name, source, kind, $schema, description, remarks, properties, k, m, universe, quorums, write, read, requestSets, domains, reliabilities, capacities)`, rejects},
	{"keys in capitals", `{"Kind": "coterie", "universe": 3, "quorums": []}`, `1:2: unknown key "Kind": did you mean "kind"? (known: name, source, kind, $schema, description, remarks, properties, k, m, universe, quorums, write, read, requestSets, domains, reliabilities, capacities)`, rejects},
	{"a long unknown key", `{"` + strings.Repeat("x\\n", 50) + `": 1}`, `1:2: unknown key "` + strings.Repeat("x\\n", 20) + `"... (known: name, source, kind, $schema, description, remarks, properties, k, m, universe, quorums, write, read, requestSets, domains, reliabilities, capacities)`, rejects},
	{"a key twice", "{\"kind\": \"coterie\",\n\"universe\": 3,\n\"universe\": 4, \"quorums\": []}", `3:1: key "universe" is given twice, first on line 2`, notAsked},
	{"a key twice, once escaped", `{"kind": "coterie", "k\u0069nd": "coterie"}`, `1:21: key "kind" is given twice, first on line 1`, notAsked},
	{"no kind", `{"universe": 3, "quorums": [[1]]}`, `1:1: key "kind" is missing`, rejects},
	{"no universe", `{"kind": "coterie", "quorums": [[1]]}`, `1:1: key "universe" is missing, which kind coterie needs`, rejects},
	{"no quorums", `{"kind": "coterie", "universe": 3}`, `1:1: key "quorums" is missing, which kind coterie needs`, rejects},
	{"no k", `{"kind": "k-coterie", "universe": 3, "quorums": []}`, `1:1: key "k" is missing, which kind k-coterie needs`, rejects},
	{"no k of an arbiter", `{"kind": "hk-arbiter", "universe": 3, "quorums": {"1": []}}`, `1:1: key "k" is missing, which kind hk-arbiter needs`, rejects},
	{"no m", `{"kind": "request-sets", "universe": 1, "requestSets": {"1": [1]}}`, `1:1: key "m" is missing, which kind request-sets needs`, rejects},
	{"no write", `{"kind": "k-wr-coterie", "k": 1, "universe": 1, "read": [[1]]}`, `1:1: key "write" is missing, which kind k-wr-coterie needs`, rejects},
	{"no read", `{"kind": "k-wr-coterie", "k": 1, "universe": 1, "write": [[1]]}`, `1:1: key "read" is missing, which kind k-wr-coterie needs`, rejects},
	{"no request sets", `{"kind": "request-sets", "m": 1, "universe": 1}`, `1:1: key "requestSets" is missing, which kind request-sets needs`, rejects},
	{"a coterie with k", `{"kind": "coterie", "k": 1, "universe": 3, "quorums": [[1]]}`, `1:21: kind coterie has no key "k" (it has universe, quorums)`, rejects},
	{"a k-coterie with m", `{"kind": "k-coterie", "k": 1, "m": 1, "universe": 3, "quorums": [[1]]}`, `1:31: kind k-coterie has no key "m" (it has k, universe, quorums)`, rejects},
	{"request sets with k", `{"kind": "request-sets", "k": 1, "m": 1, "universe": 1, "requestSets": {"1": [1]}}`, `1:26: kind request-sets has no key "k" (it has m, universe, requestSets)`, rejects},
	{"a k-wr coterie with quorums", `{"kind": "k-wr-coterie", "k": 1, "universe": 1, "quorums": [[1]]}`, `1:49: kind k-wr-coterie has no key "quorums" (it has k, universe, write, read)`, rejects},
	{"an arbiter with write", `{"kind": "k-arbiter", "k": 1, "universe": 1, "quorums": [[1]], "write": []}`, `1:64: kind k-arbiter has no key "write" (it has k, universe, quorums)`, rejects},

	// Trust graphs.
	{"a trust graph that is no list", `{"kind": "coterie", "universe": 3, "quorums": {"trust": {}}}`, `1:57: want a list of quorum sets, found an object`, rejects},
	{"a trust graph where quorums are listed", `{"kind": "coterie", "universe": 3, "quorums": {"trust": []}}`, `1:48: a trust graph is not read here`, accepts},
	{"a key beside a trust graph", `{"kind": "coterie", "universe": 3, "quorums": {"trust": [], "of": [1]}}`, `1:48: unknown key "trust" in a threshold (known: threshold, of, weights)`, rejects},
	{"a quorum set of no nodes", `{"kind": "coterie", "universe": 3, "quorums": {"trust": [{"threshold": 1, "of": [1]}]}}`, `1:58: key "nodes" is missing`, rejects},
	{"a quorum set that is a list", `{"kind": "coterie", "universe": 3, "quorums": {"trust": [[1]]}}`, `1:58: want a quorum set (an object), found a list`, rejects},
	{"a threshold of a quorum set", `{"kind": "coterie", "universe": 3, "quorums": {"trust": [{"nodes": [1], "threshold": 2, "of": [1]}]}}`, `1:86: threshold 2 of 1 members: want 1 to 1`, accepts},
	{"two quorum sets of a node", `{"kind": "coterie", "universe": 3, "quorums": {"trust": [{"nodes": [1,2], "threshold": 1, "of": [1]}, {"nodes": [2], "threshold": 1, "of": [1]}]}}`, `1:113: node 2 has two quorum sets`, accepts},

	// Assumptions.
	{"assumptions that are no list", `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": {}}}`, `1:63: want a list of assumptions, found an object`, rejects},
	{"no assumption", `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": []}}`, `1:63: a list of no assumptions`, rejects},
	{"an assumption that is a list", `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": [[1]]}}`, `1:64: want an assumption (an object), found a list`, rejects},
	{"a key of no assumption", `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": [{"quorum": []}]}}`, `1:65: unknown key "quorum" in an assumption: it has nodes, quorums and failProne`, rejects},
	{"a key beside assumptions", `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": [{"quorums": [[1,2]], "failProne": [[3]]}], "n": 1}}`, `1:107: unknown key "n" beside "assumptions"`, rejects},
	{"an assumption of who may lie alone", `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": [{"failProne": [[3]]}]}}`, `1:64: key "quorums" is missing`, rejects},
	{"an assumption of quorums alone", `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": [{"quorums": [[1]]}]}}`, `1:64: key "failProne" is missing`, rejects},
	{"an assumption with an empty quorum", `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": [{"quorums": [[]], "failProne": [[3]]}]}}`, `1:76: there is no quorum, or an empty one`, rejects},
	{"an assumption without a quorum", `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": [{"quorums": [], "failProne": [[3]]}]}}`, `1:76: there is no quorum, or an empty one`, rejects},
	{"assumptions within one", `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": [{"quorums": {"assumptions": [{"quorums": [[1,2]], "failProne": [[3]]}]}, "failProne": [[3]]}]}}`, `1:76: the quorums of an assumption are listed, a threshold or a construction`, rejects},
	{"no set that may lie", `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": [{"quorums": [[1]], "failProne": []}]}}`, `1:96: no set may lie: [[]] says that no node does`, rejects},
	{"sets that may lie by a number", `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": [{"quorums": [[1]], "failProne": 1}]}}`, `1:96: want the sets that may lie at once (a list of sets, or a threshold), found the number 1`, rejects},
	{"sets that may lie by a threshold of thresholds", `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": [{"quorums": [[1]], "failProne": {"threshold": 1, "of": [1, {"threshold": 1, "of": [2, 3]}]}}]}}`, `1:96: the sets that may lie are a list, or a threshold of nodes: which of the sets of another threshold are the largest is not said`, rejects},
	{"sets that may lie by a construction", `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": [{"quorums": [[1]], "failProne": {"construct": "all"}}]}}`, `1:97: unknown key "construct" in a threshold (known: threshold, of, weights)`, rejects},
	{"remarks that are no list", `{"kind": "coterie", "universe": 3, "remarks": "so", "quorums": [[1]]}`, `1:47: want remarks (a list of strings), found a string`, rejects},
	{"a remark that is a number", `{"kind": "coterie", "universe": 3, "remarks": ["so", 1], "quorums": [[1]]}`, `1:54: want a remark (a string), found the number 1`, rejects},
	{"two assumptions of a node", `{"kind": "coterie", "universe": 3, "quorums": {"assumptions": [{"quorums": [[1,2]], "failProne": [[3]]},{"quorums": [[1,2]], "failProne": [[3]]}]}}`, `1:105: node 1 has two assumptions`, accepts},

	// Kind, name, source, k, m.
	{"a description that is no string", `{"kind": "coterie", "description": 1, "universe": 3, "quorums": [[1]]}`, `1:36: want the description (a string), found the number 1`, rejects},
	{"a schema that is no string", `{"$schema": {}, "kind": "coterie", "universe": 3, "quorums": [[1]]}`, `1:13: want the address of a schema (a string), found an object`, rejects},
	{"properties in one string", `{"kind": "coterie", "properties": "minimality", "universe": 3, "quorums": [[1]]}`, `1:35: want the names of properties (a list of strings), found a string`, rejects},
	{"a property that is no string", `{"kind": "coterie", "properties": ["minimality", 2], "universe": 3, "quorums": [[1]]}`, `1:50: want the name of a property (a string), found the number 2`, rejects},
	{"a property twice", `{"kind": "coterie", "properties": ["minimality", "minimality"], "universe": 3, "quorums": [[1]]}`, `1:50: property "minimality" is named twice`, rejects},
	{"no property", `{"kind": "coterie", "properties": [], "universe": 3, "quorums": [[1]]}`, `1:35: a list of no properties: leave the key out for those that kind coterie requires`, rejects},
	{"an unknown property", `{"kind": "coterie", "universe": 3, "quorums": [[1]], "properties": ["minimality", "no such"]}`, `1:83: kind coterie has no such`, accepts},
	{"a k of read-write", `{"kind": "read-write", "k": 1, "universe": 3, "write": [[1]], "read": [[1]]}`, `1:24: kind read-write has no key "k" (it has universe, write, read)`, rejects},
	{"quorums of read-write", `{"kind": "read-write", "universe": 3, "quorums": [[1]]}`, `1:39: kind read-write has no key "quorums" (it has universe, write, read)`, rejects},
	{"nothing to read", `{"kind": "read-write", "universe": 3, "write": [[1]]}`, `1:1: key "read" is missing, which kind read-write needs`, rejects},
	{"an unknown kind", `{"kind": "quorum-system", "universe": 3, "quorums": [[1]]}`, `1:10: unknown kind "quorum-system" (known: coterie, k-coterie, k-arbiter, hk-arbiter, k-wr-coterie, read-write, request-sets)`, rejects},
	{"a kind in capitals", `{"kind": "Coterie", "universe": 3, "quorums": [[1]]}`, `1:10: unknown kind "Coterie": did you mean "coterie"? (known: coterie, k-coterie, k-arbiter, hk-arbiter, k-wr-coterie, read-write, request-sets)`, rejects},
	{"a kind that is no string", `{"kind": ["coterie"], "universe": 3, "quorums": [[1]]}`, "1:10: want the kind (a string), found a list", rejects},
	{"a name that is no string", `{"name": 7, "kind": "coterie", "universe": 3, "quorums": [[1]]}`, "1:10: want the name (a string), found the number 7", rejects},
	{"a source that is null", `{"source": null, "kind": "coterie", "universe": 3, "quorums": [[1]]}`, "1:12: want the source (a string), found null", rejects},
	{"k of 0", `{"kind": "k-coterie", "k": 0, "universe": 3, "quorums": [[1]]}`, "1:28: k is 1 to 1000000, not 0", rejects},
	{"k below 0", `{"kind": "k-coterie", "k": -3, "universe": 3, "quorums": [[1]]}`, "1:28: k is 1 to 1000000, not -3", rejects},
	{"k too large", `{"kind": "k-coterie", "k": 1000001, "universe": 3, "quorums": [[1]]}`, "1:28: k is 1 to 1000000, not 1000001", rejects},
	{"k beyond 64 bits", `{"kind": "k-coterie", "k": 18446744073709551617, "universe": 3, "quorums": [[1]]}`, "1:28: k is 1 to 1000000, not 18446744073709551617", rejects},
	{"k of a hundred digits", `{"kind": "k-coterie", "k": ` + strings.Repeat("9", 100) + `, "universe": 3, "quorums": [[1]]}`, "1:28: k is 1 to 1000000, not " + strings.Repeat("9", 40) + "...", rejects},
	{"k of a hundred digits, below 0", `{"kind": "k-coterie", "k": -` + strings.Repeat("9", 100) + `, "universe": 3, "quorums": [[1]]}`, "1:28: k is 1 to 1000000, not -" + strings.Repeat("9", 39) + "...", rejects},
	{"k with a fraction", `{"kind": "k-coterie", "k": 1.5, "universe": 3, "quorums": [[1]]}`, "1:28: want an integer without fraction and exponent, found 1.5", rejects},
	{"k with a fraction of 0", `{"kind": "k-coterie", "k": 2.0, "universe": 3, "quorums": [[1]]}`, "1:28: want an integer without fraction and exponent, found 2.0", accepts},
	{"k with an exponent", `{"kind": "k-coterie", "k": 1e2, "universe": 3, "quorums": [[1]]}`, "1:28: want an integer without fraction and exponent, found 1e2", accepts},
	{"k beyond every float", `{"kind": "k-coterie", "k": 1e400, "universe": 3, "quorums": [[1]]}`, "1:28: want an integer without fraction and exponent, found 1e400", rejects},
	{"k in quotes", `{"kind": "k-coterie", "k": "2", "universe": 3, "quorums": [[1]]}`, `1:28: want a number for "k", found a string`, rejects},
	{"m of 0", `{"kind": "request-sets", "m": 0, "universe": 1, "requestSets": {"1": [1]}}`, "1:31: m is 1 to 1000000, not 0", rejects},
	{"m that is true", `{"kind": "request-sets", "m": true, "universe": 1, "requestSets": {"1": [1]}}`, `1:31: want a number for "m", found true`, rejects},

	// Universe.
	{"no nodes", `{"kind": "coterie", "universe": 0, "quorums": []}`, "1:33: a universe has 1 to 4096 nodes, not 0", rejects},
	{"fewer than no nodes", `{"kind": "coterie", "universe": -3, "quorums": []}`, "1:33: a universe has 1 to 4096 nodes, not -3", rejects},
	{"too many nodes", `{"kind": "coterie", "universe": 4097, "quorums": []}`, "1:33: a universe has 1 to 4096 nodes, not 4097", rejects},
	{"nodes beyond 64 bits", `{"kind": "coterie", "universe": 99999999999999999999, "quorums": []}`, "1:33: a universe has 1 to 4096 nodes, not 99999999999999999999", rejects},
	{"half a node", `{"kind": "coterie", "universe": 2.5, "quorums": []}`, "1:33: want an integer without fraction and exponent, found 2.5", rejects},
	{"an object for a universe", `{"kind": "coterie", "universe": {"n": 3}, "quorums": []}`, "1:33: want a number of nodes or a list of names, found an object", rejects},
	{"no names", `{"kind": "coterie", "universe": [], "quorums": []}`, "1:33: a universe has 1 to 4096 nodes, not 0", rejects},
	{"far too many names", `{"kind": "coterie", "universe": [` + manyNames(5000) + `], "quorums": []}`, "1:33: a universe has 1 to 4096 nodes, not 5000", rejects},
	{"a name that is too long", `{"kind": "coterie", "universe": ["` + strings.Repeat("a", 10_000) + `"], "quorums": [["a"]]}`, "1:34: a string has more than 10,000 bytes", notAsked},
	{"a key that is too long", `{"kind": "coterie", "` + strings.Repeat("\\u0061", 2_000) + `": 1}`, "1:21: a string has more than 10,000 bytes", notAsked},
	{"a description that is too long", `{"kind": "coterie", "universe": 1, "name": "` + strings.Repeat("a", 10_000) + `", "quorums": [[1]]}`, "1:44: a string has more than 10,000 bytes", notAsked},
	{"too many keys", `{"kind": "coterie", "universe": 1, "quorums": [[1]], "domains": {` + manyKeys(100_001) + `}}`, "1:1000066: an object with more than 100000 keys", notAsked},
	{"too many names", `{"kind": "coterie", "universe": [` + manyNames(4097) + `], "quorums": []}`, "1:33: a universe has 1 to 4096 nodes, not 4097", rejects},
	{"an empty name", `{"kind": "coterie", "universe": ["a", ""], "quorums": []}`, "1:39: the name of a node is empty", rejects},
	{"a name twice", `{"kind": "coterie", "universe": ["a", "b", "\u0061"], "quorums": []}`, `1:44: node "a" is named twice`, rejects},
	{"a number for a name", `{"kind": "coterie", "universe": ["a", 2], "quorums": []}`, "1:39: want the name of a node (a string), found the number 2", rejects},

	// Families.
	{"a number for a family", `{"kind": "coterie", "universe": 3, "quorums": 1}`, "1:47: want a list of quorums, a threshold, a construction, a trust graph or assumptions, found the number 1", rejects},
	{"null for a family", `{"kind": "k-wr-coterie", "k": 1, "universe": 3, "write": [], "read": null}`, "1:70: want a list of quorums, a threshold, a construction, a trust graph or assumptions, found null", rejects},
	{"nodes in place of quorums", `{"kind": "coterie", "universe": 3, "quorums": [1,2]}`, "1:48: want a quorum (a list of nodes), found the number 1", rejects},
	{"a threshold in place of a quorum", `{"kind": "coterie", "universe": 3, "quorums": [[1], {"threshold": 1, "of": [1]}]}`, "1:53: want a quorum (a list of nodes), found an object", rejects},
	{"an unknown node", "{\"kind\": \"coterie\", \"universe\": 3,\n\"quorums\": [[1,2],\n   [2,4]]}", "3:7: node 4 is not in the universe: its nodes are 1 to 3", accepts},
	{"node 0", `{"kind": "coterie", "universe": 3, "quorums": [[0]]}`, "1:49: node 0 is not in the universe: its nodes are 1 to 3", rejects},
	{"a node below 0", `{"kind": "coterie", "universe": 3, "quorums": [[-1]]}`, "1:49: node -1 is not in the universe: its nodes are 1 to 3", rejects},
	{"a node below 0 that is 0", `{"kind": "coterie", "universe": 3, "quorums": [[-0]]}`, "1:49: node -0 is not in the universe: its nodes are 1 to 3", rejects},
	{"a node beyond 64 bits", `{"kind": "coterie", "universe": 3, "quorums": [[1, 340282366920938463463374607431768211457]]}`, "1:52: node 340282366920938463463374607431768211457 is not in the universe: its nodes are 1 to 3", rejects},
	{"half a node in a quorum", `{"kind": "coterie", "universe": 3, "quorums": [[1.5]]}`, "1:49: want an integer without fraction and exponent, found 1.5", rejects},
	{"a node with an exponent", `{"kind": "coterie", "universe": 3, "quorums": [[1e0]]}`, "1:49: want an integer without fraction and exponent, found 1e0", accepts},
	{"a name in a numbered universe", `{"kind": "coterie", "universe": 3, "quorums": [["1"]]}`, "1:49: want a node (a number of the universe), found a string", rejects},
	{"a number in a named universe", `{"kind": "coterie", "universe": ["a", "b"], "quorums": [["a", 1]]}`, "1:63: want a node (a name of the universe), found the number 1", rejects},
	{"an unknown name", `{"kind": "coterie", "universe": ["a", "b"], "quorums": [["a", "B"]]}`, `1:63: node "B" is not in the universe`, accepts},
	{"an unknown long name", `{"kind": "coterie", "universe": ["a", "b"], "quorums": [["` + strings.Repeat("é", 1000) + `"]]}`, `1:58: node "` + strings.Repeat("é", 40) + `"... is not in the universe`, accepts},
	{"a node twice", `{"kind": "coterie", "universe": 3, "quorums": [[1,2,3,2]]}`, "1:55: node 2 is in the set twice", rejects},
	{"a name twice in a quorum", `{"kind": "coterie", "universe": ["a\tb"], "quorums": [["a\tb", "a\u0009b"]]}`, `1:64: node "a\tb" is in the set twice`, rejects},
	{"a list in a quorum", `{"kind": "coterie", "universe": 3, "quorums": [[[1]]]}`, "1:49: want a node (a number of the universe), found a list", rejects},
	{"true in a quorum", `{"kind": "coterie", "universe": 3, "quorums": [[true]]}`, "1:49: want a node (a number of the universe), found true", rejects},
	{"the universe after the mistake", `{"kind": "coterie", "quorums": [[4]], "universe": 3}`, "1:34: node 4 is not in the universe: its nodes are 1 to 3", accepts},
	{"an object that is nothing known", `{"kind": "coterie", "universe": 3, "quorums": {"1": [[1]]}}`, `1:47: an object in place of a list of quorums needs "threshold", "construct", "trust" or "assumptions"`, rejects},

	// Families by units.
	{"a list where families by units belong", `{"kind": "hk-arbiter", "k": 2, "universe": 3, "quorums": [[1]]}`, `1:58: want quorums by units ({"1": ..., "2": ...}), found a list`, rejects},
	{"no quorums for 1 unit", `{"kind": "hk-arbiter", "k": 2, "universe": 3, "quorums": {"2": [[1]]}}`, `1:58: no quorums for 1 unit: key "1" is missing`, rejects},
	{"no quorums for 3 units", `{"kind": "hk-arbiter", "k": 3, "universe": 3, "quorums": {"1": [[1]], "2": [[1]]}}`, `1:58: no quorums for 3 units: key "3" is missing`, accepts},
	{"no quorums at all, and k is a million", `{"kind": "hk-arbiter", "k": 1000000, "universe": 3, "quorums": {}}`, `1:64: no quorums for 1 unit: key "1" is missing`, rejects},
	{"quorums for more than k units", `{"kind": "hk-arbiter", "k": 1, "universe": 3, "quorums": {"1": [[1]], "2": [[1]]}}`, "1:71: quorums for 2 units, where k is 1", accepts},
	{"quorums for 0 units", `{"kind": "hk-arbiter", "k": 1, "universe": 3, "quorums": {"0": [[1]]}}`, `1:59: "0" is not a number of units: quorums by units have keys "1" to "1"`, rejects},
	{"units with a leading zero", `{"kind": "hk-arbiter", "k": 1, "universe": 3, "quorums": {"01": [[1]]}}`, `1:59: "01" is not a number of units: quorums by units have keys "1" to "1"`, rejects},
	{"units that are no number", `{"kind": "hk-arbiter", "k": 2, "universe": 3, "quorums": {"one": [[1]]}}`, `1:59: "one" is not a number of units: quorums by units have keys "1" to "2"`, rejects},
	{"a threshold where families by units belong", `{"kind": "hk-arbiter", "k": 1, "universe": 3, "quorums": {"threshold": 2, "of": [1,2,3]}}`, `1:59: "threshold" is not a number of units: quorums by units have keys "1" to "1"`, rejects},
	{"units given twice", `{"kind": "hk-arbiter", "k": 1, "universe": 3, "quorums": {"1": [], "1": []}}`, `1:68: key "1" is given twice, first on line 1`, notAsked},
	{"a mistake in Q_2", `{"kind": "hk-arbiter", "k": 2, "universe": 3, "quorums": {"2": [[1,1]], "1": []}}`, "1:68: node 1 is in the set twice", rejects},

	// Request sets.
	{"a list of request sets", `{"kind": "request-sets", "m": 1, "universe": 1, "requestSets": [[1]]}`, `1:64: want sets by process ({"1": [...], "2": [...]}), found a list`, rejects},
	{"a missing process", `{"kind": "request-sets", "m": 1, "universe": 3, "requestSets": {"1": [1], "3": [3]}}`, `1:64: no request set for process "2"`, accepts},
	{"a missing named process", `{"kind": "request-sets", "m": 1, "universe": ["a", "b"], "requestSets": {"a": ["a"]}}`, `1:73: no request set for process "b"`, accepts},
	{"no process", `{"kind": "request-sets", "m": 1, "universe": 3, "requestSets": {}}`, `1:64: no request set for process "1"`, rejects},
	{"an unknown process", `{"kind": "request-sets", "m": 1, "universe": 1, "requestSets": {"1": [1], "2": [1]}}`, `1:75: process "2" is not in the universe`, accepts},
	{"a process with a leading zero", `{"kind": "request-sets", "m": 1, "universe": 1, "requestSets": {"01": [1]}}`, `1:65: process "01" is not in the universe`, rejects},
	{"a process twice", "{\"kind\": \"request-sets\", \"m\": 1, \"universe\": 1, \"requestSets\": {\n\"1\": [1],\n\"1\": []}}", `3:1: key "1" is given twice, first on line 2`, notAsked},
	{"a family for a request set", `{"kind": "request-sets", "m": 1, "universe": 1, "requestSets": {"1": [[1]]}}`, "1:71: want a node (a number of the universe), found a list", rejects},
	{"a threshold for a request set", `{"kind": "request-sets", "m": 1, "universe": 1, "requestSets": {"1": {"threshold": 1, "of": [1]}}}`, "1:70: want a request set (a list of nodes), found an object", rejects},
	{"a node twice in a request set", `{"kind": "request-sets", "m": 1, "universe": 2, "requestSets": {"1": [1], "2": [2, 2]}}`, "1:84: node 2 is in the set twice", rejects},

	// Domains, and what is said of nodes.
	{"a list of domains", `{"kind": "coterie", "universe": 2, "quorums": [], "domains": [[1], [2]]}`, `1:62: want sets by domain ({"dc1": [...], "dc2": [...]}), found a list`, rejects},
	{"no domains", `{"kind": "coterie", "universe": 2, "quorums": [], "domains": {}}`, `1:62: there is no domain: leave "domains" out`, rejects},
	{"a domain without a name", `{"kind": "coterie", "universe": 2, "quorums": [], "domains": {"": [1]}}`, "1:63: the name of a domain is empty", rejects},
	{"a domain without nodes", `{"kind": "coterie", "universe": 2, "quorums": [], "domains": {"a": [1], "b": []}}`, `1:78: domain "b" has no node`, rejects},
	{"a domain twice", `{"kind": "coterie", "universe": 2, "quorums": [], "domains": {"a": [1], "a": [2]}}`, `1:73: key "a" is given twice, first on line 1`, notAsked},
	{"a domain that is a node", `{"kind": "coterie", "universe": 2, "quorums": [], "domains": {"a": 1}}`, "1:68: want a domain (a list of nodes), found the number 1", rejects},
	{"a node twice in a domain", `{"kind": "coterie", "universe": 2, "quorums": [], "domains": {"a": [1, 1]}}`, "1:72: node 1 is in the set twice", rejects},
	{"an unknown node in a domain", `{"kind": "coterie", "universe": ["x", "y"], "quorums": [], "domains": {"a": ["x", "z"]}}`, `1:83: node "z" is not in the universe`, accepts},
	{"a capacity twice", `{"kind": "coterie", "universe": 1, "quorums": [], "capacities": {"1": 1, "1": 1}}`, `1:74: key "1" is given twice, first on line 1`, notAsked},
	{"a capacity with an exponent", `{"kind": "coterie", "universe": 1, "quorums": [], "capacities": {"1": 1e3}}`, "1:71: want a capacity without exponent, found 1e3", accepts},
	{"a capacity of many digits", `{"kind": "coterie", "universe": 1, "quorums": [], "capacities": {"1": 0.1234567890123456789}}`, "1:71: a capacity has at most 20 characters, unlike 0.1234567890123456789", accepts},
	{"domains of a part", `{"kind": "coterie", "universe": 3, "quorums": {"construct": "same", "as": {"kind": "coterie", "universe": 1, "quorums": [[1]], "domains": {"a": [1]}}}}`, `1:128: key "domains" belongs to the whole structure, not to a part of it`, accepts},
	{"a list of reliabilities", `{"kind": "coterie", "universe": 1, "quorums": [], "reliabilities": [1]}`, `1:68: want numbers by node ({"1": ..., "2": ...}), found a list`, rejects},
	{"a node without a reliability", `{"kind": "coterie", "universe": 1, "quorums": [], "reliabilities": {}}`, `1:68: no reliability for node "1"`, rejects},
	{"a probability above 1", `{"kind": "coterie", "universe": 1, "quorums": [], "reliabilities": {"1": 1.5}}`, `1:74: a probability is at most 1, not 1.5`, rejects},
	{"a probability below 0", `{"kind": "coterie", "universe": 1, "quorums": [], "reliabilities": {"1": -1}}`, `1:74: a probability is 0 or more, not -1`, rejects},
	{"a probability that is a text", `{"kind": "coterie", "universe": 1, "quorums": [], "reliabilities": {"1": "x"}}`, `1:74: want a probability (a number), found a string`, rejects},
	{"a list of probabilities", `{"kind": "coterie", "universe": 1, "quorums": [], "reliabilities": {"1": [[0, 1]]}}`, `1:74: want a probability (a number), found a list`, rejects},
	{"a list of capacities", `{"kind": "coterie", "universe": 1, "quorums": [], "capacities": [1]}`, `1:65: want numbers by node ({"1": ..., "2": ...}), found a list`, rejects},
	{"a node without a capacity", `{"kind": "coterie", "universe": ["x", "y"], "quorums": [], "capacities": {"y": 1}}`, `1:74: no capacity for node "x"`, accepts},
	{"a capacity of an unknown node", `{"kind": "coterie", "universe": 1, "quorums": [], "capacities": {"1": 1, "2": 1}}`, `1:74: node "2" is not in the universe`, accepts},
	{"a capacity of 0", `{"kind": "coterie", "universe": 1, "quorums": [], "capacities": {"1": 0.0}}`, `1:71: a capacity is more than 0`, rejects},
	{"a capacity below 0", `{"kind": "coterie", "universe": 1, "quorums": [], "capacities": {"1": -3}}`, `1:71: a capacity is more than 0, not -3`, rejects},
	{"a capacity that is a text", `{"kind": "coterie", "universe": 1, "quorums": [], "capacities": {"1": "5/s"}}`, `1:71: want a capacity (a number), found a string`, rejects},
	{"two capacities of a coterie", `{"kind": "coterie", "universe": 1, "quorums": [], "capacities": {"1": {"read": 2, "write": 1}}}`, `1:71: kind coterie has no reads and writes: want a capacity (a number)`, rejects},
	{"two capacities of a k-arbiter", `{"kind": "k-arbiter", "k": 1, "universe": 1, "quorums": [], "capacities": {"1": {"read": 2, "write": 1}}}`, `1:81: kind k-arbiter has no reads and writes: want a capacity (a number)`, rejects},
	{"two capacities of request sets", `{"kind": "request-sets", "m": 1, "universe": 1, "requestSets": {"1": [1]}, "capacities": {"1": {"read": 2, "write": 1}}}`, `1:96: kind request-sets has no reads and writes: want a capacity (a number)`, rejects},
	{"a capacity of no reads", `{"kind": "read-write", "universe": 1, "write": [], "read": [], "capacities": {"1": {"write": 1}}}`, `1:84: key "read" is missing in a capacity`, rejects},
	{"a capacity of reads alone", `{"kind": "read-write", "universe": 1, "write": [], "read": [], "capacities": {"1": {"read": 1}}}`, `1:84: key "write" is missing in a capacity`, rejects},
	{"capacities of no reads and no writes", `{"kind": "read-write", "universe": 1, "write": [], "read": [], "capacities": {"1": {}}}`, `1:84: key "read" is missing in a capacity`, rejects},
	{"an unknown capacity", `{"kind": "read-write", "universe": 1, "write": [], "read": [], "capacities": {"1": {"reads": 1, "write": 1}}}`, `1:85: unknown key "reads" in a capacity: did you mean "read"? (known: read, write)`, rejects},
	{"a capacity of 0 reads", `{"kind": "read-write", "universe": 1, "write": [], "read": [], "capacities": {"1": {"read": 0, "write": 1}}}`, `1:93: a capacity is more than 0`, rejects},
	{"a capacity of 0 writes", `{"kind": "k-wr-coterie", "k": 1, "universe": 1, "write": [], "read": [], "capacities": {"1": {"read": 1, "write": 0}}}`, `1:115: a capacity is more than 0`, rejects},
	{"capacities of a part", `{"kind": "coterie", "universe": 3, "quorums": {"construct": "same", "as": {"kind": "coterie", "universe": 1, "quorums": [[1]], "capacities": {"1": 1}}}}`, `1:128: key "capacities" belongs to the whole structure, not to a part of it`, accepts},
	{"reliabilities of a part", `{"kind": "coterie", "universe": 3, "quorums": {"construct": "same", "as": {"kind": "coterie", "universe": 1, "quorums": [[1]], "reliabilities": {"1": 1}}}}`, `1:128: key "reliabilities" belongs to the whole structure, not to a part of it`, accepts},

	// Thresholds.
	{"a threshold of 0", thresholdFile(`{"threshold": 0, "of": [1,2]}`), "1:61: threshold 0 of 2 members: want 1 to 2", rejects},
	{"a threshold above the members", thresholdFile(`{"threshold": 3, "of": [1,2]}`), "1:61: threshold 3 of 2 members: want 1 to 2", accepts},
	{"a threshold beyond 64 bits", thresholdFile(`{"threshold": 99999999999999999999, "of": [1,2]}`), "1:61: threshold 99999999999999999999 of 2 members: want 1 to 2", accepts},
	{"a threshold with a fraction", thresholdFile(`{"threshold": 1.5, "of": [1,2]}`), "1:61: want an integer without fraction and exponent, found 1.5", rejects},
	{"a threshold in quotes", thresholdFile(`{"threshold": "1", "of": [1,2]}`), `1:61: want a number for "threshold", found a string`, rejects},
	{"a threshold of nothing", thresholdFile(`{"threshold": 1}`), `1:47: key "of" is missing`, rejects},
	{"members without a threshold", thresholdFile(`{"of": [1,2]}`), `1:47: key "threshold" is missing`, rejects},
	{"no members", thresholdFile(`{"threshold": 1, "of": []}`), "1:70: a threshold of no members", rejects},
	{"members that are no list", thresholdFile(`{"threshold": 1, "of": 3}`), "1:70: want a list of nodes and thresholds, found the number 3", rejects},
	{"a key that no threshold has", thresholdFile(`{"threshold": 1, "of": [1], "wieghts": [1]}`), `1:75: unknown key "wieghts" in a threshold: did you mean "weights"? (known: threshold, of, weights)`, rejects},
	{"weights that are no list", thresholdFile(`{"threshold": 1, "of": [1], "weights": 7}`), `1:86: want a list of weights, found the number 7`, rejects},
	{"too few weights", thresholdFile(`{"threshold": 1, "of": [1,2], "weights": [8]}`), `1:88: 1 weights for 2 members`, accepts},
	{"a negative weight", thresholdFile(`{"threshold": 1, "of": [1,2], "weights": [3,-1]}`), `1:91: a weight is 0 to 1000000000, not -1`, rejects},
	{"a large weight", thresholdFile(`{"threshold": 1, "of": [1,2], "weights": [3,1000000001]}`), `1:91: a weight is 0 to 1000000000, not 1000000001`, rejects},
	{"a weight with a fraction", thresholdFile(`{"threshold": 1, "of": [1,2], "weights": [3,0.5]}`), `1:91: want an integer without fraction and exponent, found 0.5`, rejects},
	{"a weight that is text", thresholdFile(`{"threshold": 1, "of": [1,2], "weights": ["x"]}`), `1:89: want a weight (an integer), found a string`, rejects},
	{"no weight but 0", thresholdFile(`{"threshold": 1, "of": [1,2], "weights": [0,0]}`), `1:88: all weights are 0`, accepts},
	{"a threshold above the weights", thresholdFile(`{"threshold": 9, "of": [1,2], "weights": [3,5]}`), `1:61: threshold 9 of members that weigh 8 together: want 1 to 8`, accepts},
	{"a key twice in a threshold", thresholdFile(`{"threshold": 1, "of": [1], "of": [1]}`), `1:75: key "of" is given twice, first on line 1`, notAsked},
	{"a node twice in a threshold", thresholdFile(`{"threshold": 2, "of": [1,2,2]}`), "1:75: node 2 is in the threshold twice", accepts},
	{"a name twice in an inner threshold", "{\"kind\": \"coterie\", \"universe\": [\"a\", \"b\"], \"quorums\":\n{\"threshold\": 1, \"of\": [{\"threshold\": 2, \"of\": [\"b\",\n\"b\"]}]}}", `3:1: node "b" is in the threshold twice`, accepts},
	{"an unknown node in an inner threshold", thresholdFile(`{"threshold": 1, "of": [1, {"threshold": 1, "of": [2, 6]}]}`), "1:101: node 6 is not in the universe: its nodes are 1 to 5", accepts},
	{"a list among the members", thresholdFile(`{"threshold": 1, "of": [1, [2]]}`), "1:74: want a node (a number of the universe) or a threshold, found a list", rejects},
	{"a construction of several families among the members", thresholdFile(`{"threshold": 1, "of": [1, {"construct": "units"}]}`), `1:74: the construction is of kind hk-arbiter, which is not one family of quorums`, accepts},
	{"a construction over more nodes among the members", thresholdFile(`{"threshold": 1, "of": [1, {"construct": "pair", "n": 6}]}`), `1:74: the construction has 6 nodes, the universe 5`, accepts},
	{"a construction on too few nodes", thresholdFile(`{"construct": "pair", "n": 3, "on": [4,5]}`), `1:83: 2 members for the 3 nodes of the construction`, accepts},
	{"a construction on a node twice", thresholdFile(`{"construct": "pair", "n": 3, "on": [4,5,5]}`), `1:88: node 5 is in the list twice`, accepts},
	{"a construction on no list", thresholdFile(`{"construct": "pair", "n": 3, "on": 4}`), `1:83: want a list of nodes and thresholds, found the number 4`, rejects},
	{"a construction of an empty quorum among the members", thresholdFile(`{"threshold": 1, "of": [1, {"construct": "numbers", "list": []}]}`), `1:74: the construction has an empty quorum`, accepts},
	{"too many sets", `{"kind": "coterie", "universe": 40, "quorums": {"threshold": 20, "of": [` + numbers(40) + `]}}`, "1:48: the threshold is too large to expand: more than 1000 sets", accepts},
	{"too many sets of nodes that occur twice", `{"kind": "coterie", "universe": 40, "quorums": {"threshold": 20, "of": [` + single(1) + `,` + numbers(40) + `]}}`, "1:48: the threshold is too large to expand: more than 1000 sets", accepts},
	{"too many sets on the way to 463", `{"kind": "coterie", "universe": 12, "quorums": {"threshold": 6, "of": [2,3,4,5,6,7,8,9,10,11,12,1` + strings.Repeat(","+single(1), 5) + `]}}`, "1:48: the threshold is too large to expand: more than 1000 sets", accepts},

	// Constructions.
	{"an unknown construction", thresholdFile(`{"construct": "no\nsuch"}`), `1:47: unknown construction or arguments`, accepts},
	{"a construction without a name", thresholdFile(`{"construct": 5, "n": 3}`), "1:61: want the name of a construction (a string), found the number 5", rejects},
	{"a long name", thresholdFile(`{"construct": "` + strings.Repeat("é", 41) + `"}`), `1:61: "` + strings.Repeat("é", 40) + `"... is longer than 40 characters`, rejects},
	{"a long parameter", thresholdFile(`{"construct": "pair", "` + strings.Repeat("é", 41) + `": 1}`), `1:69: "` + strings.Repeat("é", 40) + `"... is longer than 40 characters`, rejects},
	{"a long argument", thresholdFile(`{"construct": "pair", "n": "` + strings.Repeat("é", 41) + `"}`), `1:74: "` + strings.Repeat("é", 40) + `"... is longer than 40 characters`, rejects},
	{"an argument out of its range", thresholdFile(`{"construct": "pair", "n": -2}`), `1:47: n is a number of at least 3`, accepts},
	{"an argument beyond every range", thresholdFile(`{"construct": "pair", "n": 99999999999999999999}`), "1:74: 99999999999999999999 is beyond the largest argument, 1000000000", rejects},
	{"an argument with a fraction", thresholdFile(`{"construct": "pair", "n": 3.5}`), "1:74: want an integer without fraction and exponent, found 3.5", rejects},
	{"an argument that is false", thresholdFile(`{"construct": "pair", "n": false}`), "1:74: want an integer, a list of integers, a string or a structure, found false", rejects},
	{"an argument of strings", thresholdFile(`{"construct": "pair", "n": [1, "2"]}`), "1:78: want an integer, found a string", rejects},
	{"an argument of lists", thresholdFile(`{"construct": "pair", "n": [1, -1000000001]}`), "1:78: -1000000001 is beyond the largest argument, 1000000000", rejects},
	{"an argument that is no structure", thresholdFile(`{"construct": "same", "as": {"threshold": 1, "of": [1]}}`), `1:76: unknown key "threshold" (known: name, source, kind, $schema, description, remarks, properties, k, m, universe, quorums, write, read, requestSets, domains, reliabilities, capacities)`, rejects},
	{"a mistake in an inner structure", thresholdFile(`{"construct": "same", "as": {"kind": "coterie", "universe": 2, "quorums": [[3]]}}`), "1:123: node 3 is not in the universe: its nodes are 1 to 2", accepts},
	{"a mistake in an inner construction", thresholdFile(`{"construct": "same", "as": {"construct": "pair"}}`), `1:75: n is a number of at least 3`, accepts},
	{"an argument twice", thresholdFile(`{"construct": "pair", "n": 3, "n": 4}`), `1:77: key "n" is given twice, first on line 1`, notAsked},
	{"a construction over more nodes", thresholdFile(`{"construct": "pair", "n": 6}`), "1:47: the construction has 6 nodes, the universe 5", accepts},
	{"a construction over named nodes", thresholdFile(`{"construct": "named"}`), `1:47: construct "named": its nodes are not numbered`, accepts},
	{"a construction that is not valid", thresholdFile(`{"construct": "invalid"}`), `1:47: construct "invalid": kind k-coterie needs k of 1 to 1000000, not 0`, accepts},
	{"a construction of too many sets", thresholdFile(`{"construct": "many"}`), `1:47: rows times columns: more than 1000 sets`, accepts},
	{"a construction that knows no limit", thresholdFile(`{"construct": "heedless"}`), "1:47: the construction has more than 1000 sets", accepts},
	{"a construction of another kind", thresholdFile(`{"construct": "write-read"}`), `1:47: the construction is of kind k-wr-coterie, which cannot stand for "quorums" here`, accepts},
	{"request sets for quorums", thresholdFile(`{"construct": "sets"}`), `1:47: the construction is of kind request-sets, which cannot stand for "quorums" here`, accepts},
	{"families by units for write", `{"kind": "k-wr-coterie", "k": 1, "universe": 3, "read": [], "write": {"construct": "units"}}`, `1:70: the construction is of kind hk-arbiter, which cannot stand for "write" here`, accepts},
	{"a single family for all units", `{"kind": "hk-arbiter", "k": 2, "universe": 3, "quorums": {"construct": "pair", "n": 3}}`, "1:58: the construction is of kind coterie, where quorums by units need hk-arbiter", accepts},
	{"families by units for another k", `{"kind": "hk-arbiter", "k": 3, "universe": 3, "quorums": {"construct": "units"}}`, "1:58: the construction has k = 2, the structure k = 3", accepts},
	{"families by units for a smaller k", `{"kind": "hk-arbiter", "k": 1, "universe": 3, "quorums": {"construct": "units"}}`, "1:58: the construction has k = 2, the structure k = 1", accepts},
	{"families by units that end below", `{"kind": "hk-arbiter", "k": 3, "universe": 3, "quorums": {"1": [], "2": [], "3": {"construct": "units"}}}`, "1:82: the construction has k = 2 and no quorums for 3 units", accepts},
	{"request sets for Q_1", `{"kind": "hk-arbiter", "k": 1, "universe": 3, "quorums": {"1": {"construct": "sets"}}}`, `1:64: the construction is of kind request-sets, which cannot stand for "quorums" here`, accepts},
	{"a coterie for request sets", `{"kind": "request-sets", "m": 1, "universe": 3, "requestSets": {"construct": "pair", "n": 3}}`, "1:64: the construction is of kind coterie, not request-sets", accepts},
	{"request sets of fewer processes", `{"kind": "request-sets", "m": 1, "universe": 3, "requestSets": {"construct": "sets"}}`, "1:64: the construction has 2 request sets, the universe 3 nodes", accepts},

	// Order of the checks: syntax, keys, kind, universe, families.
	{"a mistake of syntax after one of meaning", `{"kind": "nothing", "universe": }`, "1:33: no JSON: invalid character '}' looking for beginning of value", notAsked},
	{"an unknown kind after an unknown node", `{"universe": 1, "quorums": [[2]], "kind": "x"}`, `1:43: unknown kind "x" (known: coterie, k-coterie, k-arbiter, hk-arbiter, k-wr-coterie, read-write, request-sets)`, rejects},
	{"a bad universe after an unknown node", `{"kind": "coterie", "quorums": [[2]], "universe": "x"}`, "1:51: want a number of nodes or a list of names, found a string", rejects},
}

// thresholdFile puts what stands for the quorums into a file over 5 nodes.
func thresholdFile(quorums string) string {
	return `{"kind": "coterie", "universe": 5, "quorums": ` + quorums + "}"
}

// ofProperty is a stand-in for package properties.
func ofProperty(kind setsys.Kind, name string) error {
	if name == "no such" {
		return fmt.Errorf("kind %s has\nno such", kind)
	}
	return nil
}

// manyKeys are so many distinct keys with the value 1.
func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"%05d":1,`, i)
	}
	return strings.TrimSuffix(b.String(), ",")
}

func manyNames(n int) string {
	var names []string
	for i := range n {
		names = append(names, string(must(json.Marshal(string(rune('一'+i))))))
	}
	return strings.Join(names, ",")
}

func numbers(n int) string {
	var list []int
	for i := range n {
		list = append(list, i+1)
	}
	text := string(must(json.Marshal(list)))
	return text[1 : len(text)-1]
}

func TestDecodeMalformed(t *testing.T) {
	seen := make(map[string]bool)
	for _, row := range malformedFiles {
		t.Run(row.reason, func(t *testing.T) {
			if seen[row.reason] {
				t.Error("two rows have this reason")
			}
			seen[row.reason] = true
			rejected(t, row.text, row.want)
			if row.schema == notAsked {
				return
			}
			if got := validateSchema([]byte(row.text)) != nil; got != (row.schema == rejects) {
				t.Errorf("the schema rejects it: %v\n%s", got, row.text)
			}
		})
	}
}

// rejected checks that the file gives just this error.
func rejected(t *testing.T, text, want string) {
	t.Helper()
	s, err := setsys.Decode("dir/a.json", []byte(text), setsys.DecodeOptions{MaxSets: 1000, Construct: builder, Property: ofProperty})
	if err == nil {
		t.Fatalf("decodes:\n%.200s", text)
	}
	if s != nil {
		t.Errorf("a structure beside the error")
	}
	if got := err.Error(); got != "dir/a.json:"+want {
		t.Errorf("\n got %s\nwant dir/a.json:%s\n%.200s", got, want, text)
	}
	fe, ok := err.(*setsys.FileError)
	if !ok {
		t.Fatalf("%T", err)
	}
	if fe.File != "dir/a.json" || fe.Line < 1 || fe.Column < 1 || len(fe.Msg) > 300 {
		t.Errorf("%+v", fe)
	}
	if strings.ContainsAny(fe.Msg, "\n\r\x00\x1b") || !utf8.ValidString(fe.Msg) || strings.HasPrefix(fe.Msg, strings.ToUpper(fe.Msg[:1])) && fe.Msg[0] >= 'A' && fe.Msg[0] <= 'Z' {
		t.Errorf("not one lower case line: %q", fe.Msg)
	}
}

func TestDecodeTenMegabytesOfNonsense(t *testing.T) {
	const size = 10 << 20
	rng := slow.Random(t, 6)
	noise := make([]byte, size)
	for i := range noise {
		noise[i] = byte(rng.UintN(256))
	}
	noise[0], noise[1], noise[2] = 'x', 'y', 0x80
	for _, row := range []malformed{
		{"random bytes", string(noise), "1:3: invalid UTF-8: byte 0x80", notAsked},
		{"zeros", strings.Repeat("\x00", size), `1:1: no JSON: invalid character '\x00' looking for beginning of value`, notAsked},
		{"prose", strings.Repeat("lorem ipsum\n", size/12), "1:1: no JSON: invalid character 'l' looking for beginning of value", notAsked},
		{"brackets", strings.Repeat("[", size), "1:10001: no JSON: invalid character '[' exceeded max depth", notAsked},
		{"braces", strings.Repeat("{", size), "1:2: no JSON: invalid character '{' looking for beginning of object key string", notAsked},
		{"digits", strings.Repeat("7", size), "1:1: want a structure (an object), found the number " + strings.Repeat("7", 40) + "...", notAsked},
		{"an open string", `"` + strings.Repeat("a", size), "1:10485761: no JSON: unexpected end of JSON input", notAsked},
		{"white space", strings.Repeat("\n", size), "1:1: the file is empty", notAsked},
		{"an object after white space", strings.Repeat(" \n", size/2) + "{}", `5242881:1: key "kind" is missing`, notAsked},
		{"one key", `{"` + strings.Repeat("k", size) + `": 1}`, "1:2: a string has more than 10,000 bytes", notAsked},
		{"one kind", `{"kind": "` + strings.Repeat("k", size) + `"}`, "1:10: a string has more than 10,000 bytes", notAsked},
		{"one node", `{"kind": "coterie", "universe": 3, "quorums": [[` + strings.Repeat("1", size) + `]]}`, "1:49: node " + strings.Repeat("1", 40) + "... is not in the universe: its nodes are 1 to 3", notAsked},
		{"one construction", thresholdFile(`{"construct": "` + strings.Repeat("x", size) + `"}`), "1:61: a string has more than 10,000 bytes", notAsked},
		{"a threshold of a part half a million times, and then one that is not there", thresholdFile(`{"threshold": 1, "of": [` + strings.Repeat(single(1)+",", size/24) + `0]}`), "1:12233439: node 0 is not in the universe: its nodes are 1 to 5", notAsked},
		{"a threshold of a part half a million times", thresholdFile(`{"threshold": 218453, "of": [2` + strings.Repeat(","+single(1), size/24) + `]}`), "1:47: the threshold is too large to expand: more than 1000 sets", notAsked},
	} {
		t.Run(row.reason, func(t *testing.T) { rejected(t, row.text, row.want) })
	}
}
