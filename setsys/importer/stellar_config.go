package importer

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

// A configuration of stellar-core describes one node. Its quorum set is either written
// down, as QUORUM_SET, or made of [[VALIDATORS]]. What is read here is Config.cpp of
// stellar-core: parseValidators, parseDomainsQuality, addSelfToValidators,
// generateQuorumSet, loadQset and parseNodeID; and isQuorumSetSane. What the keys are
// for is said in docs/stellar-core_example.cfg there.
//
// UNSAFE_QUORUM switches off what stellar-core checks to find a quorum set safe. That is
// not checked here: it is what qcheck is asked about.

// qualities are those of validators, worst first.
var qualities = []string{"LOW", "MEDIUM", "HIGH", "CRITICAL"}

const (
	high     = 2
	critical = 3
)

// deepest is how many quorum sets may be around one.
const deepest = 4

// self is in the place of the key of the node that is configured, which is not in the file.
const self = "the key of NODE_SEED"

// A stellarConfig is a configuration that is being read.
type stellarConfig struct {
	value
	nodes   *draft
	keys    map[string]string // by name
	names   map[string]string // by key
	counted map[string]bool   // the names of those in the quorum set
}

// A validator is an entry of [[VALIDATORS]], or the node itself.
type validator struct {
	value
	key, domain string
	quality     int
}

// isConfig reports whether a file begins as a configuration does: with a key, a table, an
// array of tables or a comment. The two in JSON are an object and a list of objects.
func isConfig(text string) bool {
	text = strings.TrimLeft(strings.TrimPrefix(text, "["), " \t\r\n")
	return begins("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_[#")(text)
}

func stellarConfiguration(v value) *setsys.Structure {
	c := &stellarConfig{value: v, nodes: v.draft(), keys: map[string]string{}, names: map[string]string{}, counted: map[string]bool{}}
	c.check()
	c.name()
	quorums := c.quorumSet()
	c.nodes.guess("All validators are taken to have the quorum set of the configuration.")
	return c.nodes.coterie("Stellar, the quorum set of a configuration", quorums)
}

// check refuses the first key that is likely to be a misspelt one of those that are read.
func (c *stellarConfig) check() {
	read := []string{
		"VALIDATORS", "HOME_DOMAINS", "QUORUM_SET", "NODE_IS_VALIDATOR", "NODE_HOME_DOMAIN", "NODE_SEED", "NODE_NAMES",
		"PREFERRED_PEER_KEYS", "SURVEYOR_KEYS", "UNSAFE_QUORUM",
	}
	others := []string{"PREFERRED_PEERS", "KNOWN_PEERS"} // are near, and right
	for _, m := range c.members {
		if !slices.Contains(read, m.key) && !slices.Contains(others, m.key) && near.Name(m.key, read) != "" {
			c.refuse(m.keyAt, "unknown key %s%s", setsys.Quote(m.key), near.Meant(m.key, read))
		}
	}
}

// called makes a name stand for a key.
func (c *stellarConfig) called(v value, key, name string) {
	if other, ok := c.keys[name]; ok {
		v.bad("name %s is given twice, to %s and to %s", setsys.Quote(name), other, key)
	}
	if other, ok := c.names[key]; ok {
		v.bad("%s has two names, %s and %s", key, setsys.Quote(other), setsys.Quote(name))
	}
	c.keys[name], c.names[key] = key, name
}

// name finds all names of nodes.
func (c *stellarConfig) name() {
	if v, ok := c.first("NODE_SEED"); ok {
		if _, name := keyAndName(v.text("a seed (a string)")); name != "" {
			c.called(v, self, name)
		}
	}
	for _, list := range []string{"NODE_NAMES", "PREFERRED_PEER_KEYS", "SURVEYOR_KEYS"} {
		if v, ok := c.first(list); ok {
			c.nameNodes(v)
		}
	}
	for _, item := range c.tables("VALIDATORS", "NAME", "HOME_DOMAIN", "QUALITY", "PUBLIC_KEY", "ADDRESS", "HISTORY") {
		name := item.filled("NAME")
		c.called(item, item.filled("PUBLIC_KEY"), name)
	}
	if v, ok := c.first("QUORUM_SET"); ok {
		c.nameWithin(v, 0)
	}
	if _, ok := c.names[self]; !ok {
		c.called(c.value, self, "self")
	}
}

// keyAndName returns the two words of a text. A name alone is a "$" and the name.
func keyAndName(text string) (key, name string) {
	if words := strings.Fields(text); len(words) > 1 && text[0] != '$' {
		return words[0], words[1]
	}
	return text, ""
}

// nameNodes finds the names in a list of nodes.
func (c *stellarConfig) nameNodes(v value) {
	for _, item := range v.items("a list of nodes") {
		key, name := keyAndName(item.text("a key, a key and a name, or $ and a name (a string)"))
		if name != "" {
			c.called(item, key, name)
		}
	}
}

// nameWithin finds the names in a quorum set that is written down.
func (c *stellarConfig) nameWithin(v value, depth int) {
	v.object("a quorum set (a table)")
	if depth > deepest {
		v.bad("a quorum set within more than %d others", deepest)
	}
	for _, m := range v.members {
		switch m.key {
		case "THRESHOLD_PERCENT":
		case "VALIDATORS":
			c.nameNodes(m.value)
		default:
			c.nameWithin(m.value, depth+1)
		}
	}
}

// quorumSet returns the formula of the quorum set.
func (c *stellarConfig) quorumSet() *setsys.Formula {
	listed, hasList := c.first("VALIDATORS")
	written, isWritten := c.first("QUORUM_SET")
	switch {
	case !isWritten && !hasList:
		c.refuse(0, "there is neither [[VALIDATORS]] nor QUORUM_SET")
	case !isWritten:
		return c.generated(listed)
	}
	if !c.isTrue("UNSAFE_QUORUM") && hasList {
		written.bad("QUORUM_SET beside [[VALIDATORS]]: it counts only with UNSAFE_QUORUM=true")
	}
	return c.written(written)
}

// written returns the formula of a quorum set that is written down. No node may be in it
// twice.
func (c *stellarConfig) written(v value) *setsys.Formula {
	percent := 67
	var members []*setsys.Formula
	for _, m := range v.members {
		switch m.key {
		case "THRESHOLD_PERCENT":
			percent = m.value.whole(1, 100, "a number from 1 to 100")
		case "VALIDATORS":
			for _, item := range m.value.list {
				members = append(members, c.node(item))
			}
		default:
			members = append(members, c.written(m.value))
		}
	}
	if len(members) == 0 {
		v.bad("a quorum set without members")
	}
	return some((len(members)*percent+99)/100, members)
}

// node returns the node of a text such as nameNodes reads, which is met the first time.
func (c *stellarConfig) node(v value) *setsys.Formula {
	name, named := strings.CutPrefix(v.plain(), "$")
	if words := strings.Fields(name); named && c.keys[name] == "" {
		v.bad("no node is called %s%s", setsys.Quote(name), near.Meant(name, slices.Sorted(maps.Keys(c.keys))))
	} else if !named && len(words) == 0 {
		v.bad("the key of a node is empty")
	} else if !named {
		name = cmp.Or(c.names[words[0]], words[0])
	}
	if c.counted[name] {
		v.bad("node %s is in the quorum set twice", setsys.Quote(name))
	}
	c.counted[name] = true
	return c.nodes.node(name)
}

// generated returns the formula of the quorum set that is made of [[VALIDATORS]]: of each
// quality, its home domains and all that is of a worse one.
func (c *stellarConfig) generated(listed value) *setsys.Formula {
	all := c.validators(listed)
	for _, v := range all {
		i, _ := c.nodes.node(c.names[v.key]).Node()
		c.nodes.homes.add("", v.domain, i)
	}
	slices.SortStableFunc(all, func(a, b validator) int {
		return cmp.Or(cmp.Compare(b.quality, a.quality), cmp.Compare(a.domain, b.domain))
	})
	return c.from(all)
}

// from returns the formula of validators in order: that of the first quality, in which the
// rest is one member.
func (c *stellarConfig) from(all []validator) *setsys.Formula {
	quality := all[0].quality
	var groups []*setsys.Formula
	for len(all) > 0 && all[0].quality == quality {
		first := all[0]
		var nodes []*setsys.Formula
		for ; len(all) > 0 && all[0].domain == first.domain; all = all[1:] {
			if v := all[0]; v.quality != quality {
				v.bad("home domain %s has validators of quality %s and of quality %s",
					setsys.Quote(v.domain), qualities[quality], qualities[v.quality])
			}
			nodes = append(nodes, c.nodes.node(c.names[all[0].key]))
		}
		if len(nodes) < 3 && quality >= high {
			first.bad("home domain %s of quality %s has fewer than 3 validators: %d",
				setsys.Quote(first.domain), qualities[quality], len(nodes))
		}
		groups = append(groups, some(len(nodes)-(len(nodes)-1)/2, nodes))
	}
	if len(all) > 0 {
		groups = append(groups, c.from(all))
	}
	if quality == critical {
		return some(len(groups), groups)
	}
	return some(len(groups)-(len(groups)-1)/3, groups)
}

// validators returns the entries of [[VALIDATORS]], and the node itself if it is one.
func (c *stellarConfig) validators(listed value) []validator {
	domains := map[string]int{} // qualities
	for _, item := range c.tables("HOME_DOMAINS", "HOME_DOMAIN", "QUALITY") {
		name := item.filled("HOME_DOMAIN")
		if _, ok := domains[name]; ok {
			item.bad("home domain %s is there twice", setsys.Quote(name))
		}
		domains[name] = quality(item.needed("QUALITY"))
	}
	var all []validator
	for _, item := range listed.list {
		v := validator{value: item, key: item.filled("PUBLIC_KEY"), domain: item.filled("HOME_DOMAIN")}
		own, ok := item.first("QUALITY")
		of, known := domains[v.domain]
		switch v.quality = of; {
		case ok && known:
			own.bad("the quality of home domain %s is in [[HOME_DOMAINS]] already", setsys.Quote(v.domain))
		case ok:
			v.quality = quality(own)
		case !known:
			item.bad("a validator without a quality, neither here nor for its home domain %s", setsys.Quote(v.domain))
		}
		if v.quality >= high && item.textAt("HISTORY") == "" {
			item.bad("a validator of quality %s without HISTORY", qualities[v.quality])
		}
		all = append(all, v)
	}
	if c.isTrue("NODE_IS_VALIDATOR") {
		home := c.filled("NODE_HOME_DOMAIN")
		at, _ := c.first("NODE_HOME_DOMAIN")
		quality, ok := domains[home]
		if !ok {
			at.bad("home domain %s is not in [[HOME_DOMAINS]]", setsys.Quote(home))
		}
		all = append(all, validator{at, self, home, quality})
		if !slices.ContainsFunc(all, func(v validator) bool { return v.quality > 0 }) {
			listed.bad("all validators are of quality LOW")
		}
	}
	if len(all) == 0 {
		listed.bad("there is no validator")
	}
	return all
}

// quality returns the place of a quality among them.
func quality(v value) int {
	i := slices.Index(qualities, v.plain())
	if i < 0 {
		v.bad("unknown quality%s", near.Hint(v.plain(), qualities))
	}
	return i
}

// filled returns the text of a key, which must be there and not be empty.
func (v value) filled(key string) string {
	x := v.needed(key)
	text := x.text("a string")
	if text == "" {
		x.bad("%s is empty", key)
	}
	return text
}

// isTrue returns the value of a key that is true or false, and false unless given.
func (c *stellarConfig) isTrue(key string) bool {
	v, ok := c.first(key)
	return ok && v.truth()
}

// tables returns the tables of an array of tables, which may be missing, and which have these
// keys only.
func (c *stellarConfig) tables(array string, keys ...string) []value {
	v, ok := c.first(array)
	if !ok {
		return nil
	}
	what := "[[" + array + "]]"
	items := v.items(what + " (tables)")
	for _, item := range items {
		item.object(what + " (a table)")
	}
	for _, item := range items {
		item.only(what, keys...)
	}
	return items
}
