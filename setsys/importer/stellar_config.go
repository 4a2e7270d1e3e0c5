package importer

import (
	"cmp"
	"encoding/json"
	"slices"
	"sort"
	"strconv"
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
	keys  map[string]string // by name
	names map[string]string // by key
	nodes voters
	homes []home
}

// A home is a home domain with the nodes of its validators.
type home struct {
	name  string
	nodes []*setsys.Formula
}

// A validator is an entry of [[VALIDATORS]], or the node itself.
type validator struct {
	key, domain string
	quality     int
	value       value
}

// isConfig reports whether a file begins as a configuration does: with a key, a table, an
// array of tables or a comment. The two in JSON are an object and a list of objects.
func (s source) isConfig() bool {
	text := strings.TrimLeft(string(s.data), " \t\r\n")
	text = strings.TrimLeft(strings.TrimPrefix(text, "["), " \t\r\n")
	return text != "" && strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_[#", rune(text[0]))
}

func readStellarConfig(s source) (*setsys.Structure, error) {
	v, err := s.toml()
	if err != nil {
		return nil, err
	}
	c := &stellarConfig{value: v, keys: map[string]string{}, names: map[string]string{}}
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := c.name(); err != nil {
		return nil, err
	}
	quorums, err := c.quorumSet()
	if err != nil {
		return nil, err
	}
	t, err := s.coterie("Stellar, the quorum set of a configuration", &c.nodes, quorums, nil,
		"All validators are taken to have the quorum set of the configuration.")
	if err != nil {
		return nil, err
	}
	for _, h := range c.homes {
		t.Domains = append(t.Domains, setsys.Domain{
			Name: h.name, Nodes: setsys.NewNodeSet(t.Universe.Len(), setsys.All(h.nodes...).Nodes()...),
		})
	}
	return t, nil
}

// check is the error of the first key that is likely to be a misspelt one of those that
// are read.
func (c *stellarConfig) check() error {
	read := []string{
		"VALIDATORS", "HOME_DOMAINS", "QUORUM_SET", "NODE_IS_VALIDATOR", "NODE_HOME_DOMAIN", "NODE_SEED", "NODE_NAMES",
		"PREFERRED_PEER_KEYS", "SURVEYOR_KEYS", "UNSAFE_QUORUM",
	}
	others := []string{"PREFERRED_PEERS", "KNOWN_PEERS"} // are near, and right
	for _, m := range c.members {
		if !slices.Contains(read, m.key) && !slices.Contains(others, m.key) && near.Name(m.key, read) != "" {
			return c.errorf(m.keyAt, "unknown key %s%s", setsys.Quote(m.key), near.Meant(m.key, read))
		}
	}
	return nil
}

// called makes a name stand for a key.
func (c *stellarConfig) called(v value, key, name string) error {
	if other, ok := c.keys[name]; ok {
		return v.errorf(v.at, "name %s is given twice, to %s and to %s", setsys.Quote(name), other, key)
	}
	if other, ok := c.names[key]; ok {
		return v.errorf(v.at, "%s has two names, %s and %s", key, setsys.Quote(other), setsys.Quote(name))
	}
	c.keys[name], c.names[key] = key, name
	return nil
}

// name finds all names of nodes.
func (c *stellarConfig) name() error {
	if v, ok, _ := c.get("NODE_SEED"); ok {
		text, err := v.text("a seed (a string)")
		if err != nil {
			return err
		}
		if words := strings.Fields(text); len(words) > 1 && text[0] != '$' {
			if err := c.called(v, self, words[1]); err != nil {
				return err
			}
		}
	}
	for _, list := range []string{"NODE_NAMES", "PREFERRED_PEER_KEYS", "SURVEYOR_KEYS"} {
		if v, ok, _ := c.get(list); ok {
			if err := c.nameNodes(v); err != nil {
				return err
			}
		}
	}
	if v, ok, _ := c.get("VALIDATORS"); ok {
		items, err := v.tables("[[VALIDATORS]]")
		if err != nil {
			return err
		}
		for _, item := range items {
			if err := c.nameValidator(item); err != nil {
				return err
			}
		}
	}
	if v, ok, _ := c.get("QUORUM_SET"); ok {
		if err := c.nameWithin(v, 0); err != nil {
			return err
		}
	}
	if _, ok := c.names[self]; !ok {
		return c.called(c.value, self, "self")
	}
	return nil
}

// nameNodes finds the names in a list of nodes: each is a key, a key and a name, or "$" and
// a name.
func (c *stellarConfig) nameNodes(v value) error {
	items, err := v.items("a list of nodes")
	if err != nil {
		return err
	}
	for _, item := range items {
		text, err := item.text("a key, a key and a name, or $ and a name (a string)")
		if err != nil {
			return err
		}
		if words := strings.Fields(text); len(words) > 1 && text[0] != '$' {
			if err := c.called(item, words[0], words[1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// nameValidator finds the name of an entry of [[VALIDATORS]].
func (c *stellarConfig) nameValidator(v value) error {
	if err := v.only("[[VALIDATORS]]", "NAME", "HOME_DOMAIN", "QUALITY", "PUBLIC_KEY", "ADDRESS", "HISTORY"); err != nil {
		return err
	}
	name, err := v.needed("NAME")
	if err != nil {
		return err
	}
	key, err := v.needed("PUBLIC_KEY")
	if err != nil {
		return err
	}
	return c.called(v, key, name)
}

// nameWithin finds the names in a quorum set that is written down.
func (c *stellarConfig) nameWithin(v value, depth int) error {
	if v.sort != "a table" {
		return v.wrong("a quorum set (a table)")
	}
	if depth > deepest {
		return v.errorf(v.at, "a quorum set within more than %d others", deepest)
	}
	for _, m := range v.members {
		var err error
		switch m.key {
		case "THRESHOLD_PERCENT":
		case "VALIDATORS":
			err = c.nameNodes(m.value)
		default:
			err = c.nameWithin(m.value, depth+1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// quorumSet returns the formula of the quorum set.
func (c *stellarConfig) quorumSet() (*setsys.Formula, error) {
	listed, hasList, _ := c.get("VALIDATORS")
	written, isWritten, _ := c.get("QUORUM_SET")
	if !isWritten {
		if !hasList {
			return nil, c.errorf(0, "there is neither [[VALIDATORS]] nor QUORUM_SET")
		}
		return c.generated(listed)
	}
	unsafe, err := c.isTrue("UNSAFE_QUORUM")
	if err != nil {
		return nil, err
	}
	if hasList && !unsafe {
		return nil, written.errorf(written.at, "QUORUM_SET beside [[VALIDATORS]]: it counts only with UNSAFE_QUORUM=true")
	}
	return c.written(written, map[string]bool{})
}

// written returns the formula of a quorum set that is written down. No node may be in it
// twice.
func (c *stellarConfig) written(v value, seen map[string]bool) (*setsys.Formula, error) {
	percent := 67
	var members []*setsys.Formula
	for _, m := range v.members {
		switch m.key {
		case "THRESHOLD_PERCENT":
			number, _ := m.value.token.(json.Number)
			var err error
			if percent, err = strconv.Atoi(number.String()); err != nil || percent < 1 || percent > 100 {
				return nil, m.value.wrong("a number from 1 to 100")
			}
		case "VALIDATORS":
			for _, item := range m.value.list {
				node, err := c.node(item, seen)
				if err != nil {
					return nil, err
				}
				members = append(members, node)
			}
		default:
			inner, err := c.written(m.value, seen)
			if err != nil {
				return nil, err
			}
			members = append(members, inner)
		}
	}
	if len(members) == 0 {
		return nil, v.errorf(v.at, "a quorum set without members")
	}
	return some((len(members)*percent+99)/100, members), nil
}

// node returns the node of a text such as nameNodes reads.
func (c *stellarConfig) node(v value, seen map[string]bool) (*setsys.Formula, error) {
	text := v.token.(string)
	key, ok := c.keys[strings.TrimPrefix(text, "$")]
	if !strings.HasPrefix(text, "$") {
		words := strings.Fields(text)
		if len(words) == 0 {
			return nil, v.errorf(v.at, "the key of a node is empty")
		}
		key = words[0]
	} else if !ok {
		return nil, v.errorf(v.at, "no node is called %s%s", setsys.Quote(text[1:]), near.Meant(text[1:], c.allNames()))
	}
	return c.member(v, key, seen)
}

// member returns the node with a key, which is met the first time.
func (c *stellarConfig) member(v value, key string, seen map[string]bool) (*setsys.Formula, error) {
	name := cmp.Or(c.names[key], key)
	if seen[name] {
		return nil, v.errorf(v.at, "node %s is in the quorum set twice", setsys.Quote(name))
	}
	seen[name] = true
	return c.nodes.add(name), nil
}

// allNames returns the names of nodes, sorted.
func (c *stellarConfig) allNames() []string {
	var names []string
	for name := range c.keys {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// generated returns the formula of the quorum set that is made of [[VALIDATORS]]: of each
// quality, its home domains and all that is of a worse one.
func (c *stellarConfig) generated(listed value) (*setsys.Formula, error) {
	all, err := c.validators(listed)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, v := range all {
		node, err := c.member(v.value, v.key, seen)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(c.homes, func(h home) bool { return h.name == v.domain })
		if i < 0 {
			i = len(c.homes)
			c.homes = append(c.homes, home{name: v.domain})
		}
		c.homes[i].nodes = append(c.homes[i].nodes, node)
	}
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		return cmp.Or(cmp.Compare(b.quality, a.quality), cmp.Compare(a.domain, b.domain)) < 0
	})
	return c.from(all)
}

// from returns the formula of validators in order: that of the first quality, in which the
// rest is one member.
func (c *stellarConfig) from(all []validator) (*setsys.Formula, error) {
	quality := all[0].quality
	var groups []*setsys.Formula
	for len(all) > 0 && all[0].quality == quality {
		first := all[0]
		var nodes []*setsys.Formula
		for ; len(all) > 0 && all[0].domain == first.domain; all = all[1:] {
			if v := all[0]; v.quality != quality {
				return nil, v.value.errorf(v.value.at, "home domain %s has validators of quality %s and of quality %s",
					setsys.Quote(v.domain), qualities[quality], qualities[v.quality])
			}
			nodes = append(nodes, c.nodes.add(c.names[all[0].key]))
		}
		if len(nodes) < 3 && quality >= high {
			return nil, first.value.errorf(first.value.at, "home domain %s of quality %s has fewer than 3 validators: %d",
				setsys.Quote(first.domain), qualities[quality], len(nodes))
		}
		groups = append(groups, some(len(nodes)-(len(nodes)-1)/2, nodes))
	}
	if len(all) > 0 {
		rest, err := c.from(all)
		if err != nil {
			return nil, err
		}
		groups = append(groups, rest)
	}
	if quality == critical {
		return some(len(groups), groups), nil
	}
	return some(len(groups)-(len(groups)-1)/3, groups), nil
}

// some returns the formula that so many members satisfy, which is the member itself if
// there is one.
func some(need int, members []*setsys.Formula) *setsys.Formula {
	if len(members) == 1 {
		return members[0]
	}
	return setsys.AtLeast(need, members...)
}

// validators returns the entries of [[VALIDATORS]], and the node itself if it is one.
func (c *stellarConfig) validators(listed value) ([]validator, error) {
	domains, err := c.domains()
	if err != nil {
		return nil, err
	}
	var all []validator
	for _, item := range listed.list {
		v := validator{value: item}
		if v.key, err = item.needed("PUBLIC_KEY"); err != nil {
			return nil, err
		}
		if v.domain, err = item.needed("HOME_DOMAIN"); err != nil {
			return nil, err
		}
		own, ok, _ := item.get("QUALITY")
		of, known := domains[v.domain]
		switch {
		case ok && known:
			return nil, own.errorf(own.at, "the quality of home domain %s is in [[HOME_DOMAINS]] already", setsys.Quote(v.domain))
		case known:
			v.quality = of
		case !ok:
			return nil, item.errorf(item.at, "a validator without a quality, neither here nor for its home domain %s", setsys.Quote(v.domain))
		default:
			if v.quality, err = own.quality(); err != nil {
				return nil, err
			}
		}
		history, _, _ := item.get("HISTORY")
		if text, _ := history.token.(string); text == "" && v.quality >= high {
			return nil, item.errorf(item.at, "a validator of quality %s without HISTORY", qualities[v.quality])
		}
		all = append(all, v)
	}
	isOne, err := c.isTrue("NODE_IS_VALIDATOR")
	if err != nil {
		return nil, err
	}
	if isOne {
		home, err := c.needed("NODE_HOME_DOMAIN")
		if err != nil {
			return nil, err
		}
		at, _, _ := c.get("NODE_HOME_DOMAIN")
		quality, ok := domains[home]
		if !ok {
			return nil, at.errorf(at.at, "home domain %s is not in [[HOME_DOMAINS]]", setsys.Quote(home))
		}
		all = append(all, validator{self, home, quality, at})
		if !slices.ContainsFunc(all, func(v validator) bool { return v.quality > 0 }) {
			return nil, listed.errorf(listed.at, "all validators are of quality LOW")
		}
	}
	if len(all) == 0 {
		return nil, listed.errorf(listed.at, "there is no validator")
	}
	return all, nil
}

// domains returns the qualities in [[HOME_DOMAINS]].
func (c *stellarConfig) domains() (map[string]int, error) {
	found := map[string]int{}
	v, ok, _ := c.get("HOME_DOMAINS")
	if !ok {
		return found, nil
	}
	items, err := v.tables("[[HOME_DOMAINS]]")
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		if err := item.only("[[HOME_DOMAINS]]", "HOME_DOMAIN", "QUALITY"); err != nil {
			return nil, err
		}
		name, err := item.needed("HOME_DOMAIN")
		if err != nil {
			return nil, err
		}
		if _, ok := found[name]; ok {
			return nil, item.errorf(item.at, "home domain %s is there twice", setsys.Quote(name))
		}
		quality, ok, _ := item.get("QUALITY")
		if !ok {
			return nil, item.errorf(item.at, `key "QUALITY" is missing`)
		}
		if found[name], err = quality.quality(); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// quality returns the place of a quality among them.
func (v value) quality() (int, error) {
	text, _ := v.token.(string)
	i := slices.Index(qualities, text)
	if i < 0 {
		return 0, v.errorf(v.at, "unknown quality%s", near.Hint(text, qualities))
	}
	return i, nil
}

// needed returns the text of a key, which must be there and not be empty.
func (v value) needed(key string) (string, error) {
	x, ok, _ := v.get(key)
	if !ok {
		return "", v.errorf(v.at, "key %q is missing", key)
	}
	text, err := x.text("a string")
	if err == nil && text == "" {
		err = x.errorf(x.at, "%s is empty", key)
	}
	return text, err
}

// isTrue returns the value of a key that is true or false, and false unless given.
func (c *stellarConfig) isTrue(key string) (bool, error) {
	v, ok, _ := c.get(key)
	if !ok {
		return false, nil
	}
	is, ok := v.token.(bool)
	if !ok {
		return false, v.wrong("true or false")
	}
	return is, nil
}

// tables returns the tables of an array of tables.
func (v value) tables(what string) ([]value, error) {
	items, err := v.items(what + " (tables)")
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		if item.sort != "a table" {
			return nil, item.wrong(what + " (a table)")
		}
	}
	return items, nil
}
