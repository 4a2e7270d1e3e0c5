package importer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
)

// mongodb reads the configuration of a replica set.
//
// The majorities are those of ReplSetConfig::_calculateMajorities in MongoDB
// (src/mongo/db/repl/repl_set_config.cpp): more than half of the voting members elect a
// primary; w: "majority" waits for as many, or for all voting members with data where
// these are fewer. What a configuration may be is MemberConfig::validate and
// ReplSetConfig::validate there. The default of w is in "Default MongoDB Read
// Concerns/Write Concerns" of the manual, section "Implicit Default Write Concern".
func mongodb() Kind {
	return Kind{
		Name: "mongodb", Summary: `a replica set of MongoDB, as rs.conf() prints it`,
		Meaning: `The structure is a read-write quorum system. A read quorum elects a primary: more than half of the votes, with a member among them that can be elected, which is no arbiter and has a priority above 0. A write quorum acknowledges a write: the primary, which is a member that can be elected, and others with data; with w: "majority" more than half as many voting members as there are votes, or all voting members with data where these are fewer; with a number as many members with data, voting or not. That each of the one meets each of the other means that a write that was acknowledged is known to each new primary.

That there is a primary takes a read quorum, besides the write quorum that acknowledges. The nodes are the members that vote or, with a number for --w, have data, by their hosts. Tags called dc, datacenter, region, zone and rack become failure domains, and so do hosts with several members. Priorities above 0, delays, tags in write concerns and read concerns are not part of the structure. What is read is JSON, or what mongosh prints. What MongoDB refuses is an error.`,
		Flags: []Flag{
			{"w", "majority|N", `the write concern; "majority" unless given`, nil},
		},
		read: readMongo,
	}
}

// A mongoMember is a member of the set.
type mongoMember struct {
	host            string
	votes, priority float64
	arbiter         bool
	id, tags        value
}

func readMongo(s source) (*setsys.Structure, error) {
	v, err := s.relaxed()
	if err != nil {
		return nil, err
	}
	if c, ok := v.firstOf("config"); ok && c.keyed() { // of replSetGetConfig
		v = c
	}
	list, ok := v.firstOf("members")
	if !ok {
		return nil, v.errorf(v.at, `key "members" is missing`)
	}
	items, err := list.items("a list of members")
	if err != nil {
		return nil, err
	}
	var members []mongoMember
	for _, item := range items {
		m, err := readMongoMember(item)
		if err != nil {
			return nil, err
		}
		for _, o := range members {
			switch {
			case strings.TrimSuffix(o.host, ":27017") == strings.TrimSuffix(m.host, ":27017"):
				return nil, item.errorf(item.at, "host %s is there twice", setsys.Quote(m.host))
			case m.id.sort != "" && m.id.token == o.id.token:
				return nil, item.errorf(m.id.at, "the _id %v is there twice", m.id.token)
			case isLocal(o.host) != isLocal(m.host):
				return nil, item.errorf(item.at, "%s and %s: all hosts are localhost, or none is", setsys.Quote(o.host), setsys.Quote(m.host))
			}
		}
		members = append(members, m)
	}
	return mongoStructure(v, list, members)
}

func isLocal(host string) bool {
	return slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, hostOf(host))
}

// firstOf is first for a value that need not be an object.
func (v value) firstOf(keys ...string) (value, bool) {
	if !v.keyed() {
		return value{}, false
	}
	return v.first(keys...)
}

func readMongoMember(item value) (m mongoMember, err error) {
	if !item.keyed() {
		return m, item.wrong("an object (a member)")
	}
	m = mongoMember{votes: 1, priority: 1}
	if state, ok := item.first("stateStr"); ok {
		return m, state.errorf(state.at, "this is what rs.status() prints: what is read is rs.conf()")
	}
	host, ok := item.first("host")
	if !ok {
		return m, item.errorf(item.at, `a member without the key "host"`)
	}
	if m.host, err = host.text("a host (a string)"); err != nil {
		return m, err
	}
	for _, x := range []struct {
		to  *float64
		key string
	}{{&m.votes, "votes"}, {&m.priority, "priority"}} {
		at, ok := item.first(x.key)
		if !ok {
			continue
		}
		n, err := at.float()
		if err != nil || n < 0 || x.key == "votes" && n != 0 && n != 1 {
			return m, at.wrong(map[string]string{"votes": "0 or 1 votes", "priority": "a priority (0 or more)"}[x.key])
		}
		*x.to = n
	}
	if a, ok := item.first("arbiterOnly"); ok {
		m.arbiter, _ = a.token.(bool)
		if m.arbiter && m.votes == 0 {
			return m, item.errorf(item.at, "an arbiter without a vote, which MongoDB refuses")
		}
	}
	if m.votes == 0 && m.priority > 0 && !m.arbiter {
		return m, item.errorf(item.at, "a member without a vote has a priority above 0, which MongoDB refuses")
	}
	for _, key := range []string{"hidden", "buildIndexes", "secondaryDelaySecs", "slaveDelay"} {
		x, ok := item.first(key)
		delay, _ := x.float()
		if set := x.token == (key == "hidden") || delay > 0; ok && set && m.priority > 0 && !m.arbiter {
			return m, item.errorf(x.at, "%s needs priority 0, which MongoDB asks for", key)
		}
	}
	m.tags, _ = item.first("tags")
	m.id, _ = item.first("_id")
	return m, nil
}

// float returns a number, or one in a string as in NumberLong("1").
func (v value) float() (float64, error) {
	number, _ := v.token.(json.Number)
	if text, isText := v.token.(string); isText {
		number = json.Number(text)
	}
	return number.Float64()
}

// mongoDomains are the tags that say where a member is.
var mongoDomains = []string{"dc", "datacenter", "region", "zone", "rack"}

func mongoStructure(v, at value, members []mongoMember) (*setsys.Structure, error) {
	var nodes voters
	var voting, bearing, votingBearing, electable []*setsys.Formula
	var silent, arbiters []string
	w := cmp.Or(v.flags["w"], "majority")
	number, err := strconv.Atoi(w)
	if w != "majority" && (err != nil || number < 1) {
		return nil, fmt.Errorf(`--w %s: want "majority" or a number of members`, w)
	}
	var homes domains
	for _, m := range members {
		if m.votes == 0 && (m.arbiter || w == "majority") {
			silent = append(silent, m.host)
			continue
		}
		f := nodes.add(m.host)
		i, _ := f.Node()
		for _, key := range mongoDomains {
			if tag, ok := m.tags.firstOf(key); ok {
				if text, isText := tag.token.(string); isText && text != "" {
					homes.add(key+" "+text, i)
				}
			}
		}
		if m.arbiter {
			arbiters = append(arbiters, m.host)
		} else {
			bearing = append(bearing, f)
		}
		if m.votes == 0 {
			continue
		}
		voting = append(voting, f)
		if !m.arbiter {
			votingBearing = append(votingBearing, f)
			if m.priority > 0 {
				electable = append(electable, f)
			}
		}
	}
	if len(electable) == 0 {
		return nil, at.errorf(at.at, "no member can be elected: it votes, has data and a priority above 0")
	}
	if len(voting) > 7 {
		return nil, at.errorf(at.at, "%d members vote, and MongoDB allows 7", len(voting))
	}
	majority := len(voting)/2 + 1
	write := setsys.AtLeast(min(majority, len(votingBearing)), votingBearing...)
	if w != "majority" {
		if number > len(bearing) {
			return nil, fmt.Errorf("--w %s: only %d members have data", w, len(bearing))
		}
		write, votingBearing = setsys.AtLeast(number, bearing...), bearing
	}
	if len(electable) < len(votingBearing) { // the primary is one of those that acknowledge
		write = setsys.All(write, setsys.Any(electable...))
	}
	elect := setsys.AtLeast(majority, voting...)
	if len(electable) < len(voting) {
		elect = setsys.All(elect, setsys.Any(electable...))
	}
	said := []string{fmt.Sprintf("Reads are elections; writes are acknowledged with w: %s, by the primary among others.", w)}
	if len(arbiters) > 0 && len(voting)-len(arbiters) <= majority && w == "majority" {
		said = append(said, "Unless it is told otherwise, this set writes with w: 1, as it has arbiters.")
	}
	said = append(said, list("Arbiters, which vote and have no data", arbiters)...)
	said = append(said, list("Members that do not vote", silent)...)
	var guesses []string
	if v.flags["w"] == "" {
		guesses = append(guesses, "The write concern is that of clients, and w: majority is assumed: see --w.")
	}
	if w != "majority" && number < majority {
		guesses = append(guesses, "To go on, writes need a primary, and with it a read quorum: fewer members may fail for writes than for their acknowledgement.")
	}
	t, err := v.readWrite("MongoDB replica set", &nodes, write, elect, said, guesses...)
	if err != nil {
		return nil, err
	}
	t.Domains = homes.over(t.Universe.Len())
	hosts := map[string]string{}
	for _, name := range nodes.names {
		hosts[name] = hostOf(name)
	}
	return onHosts(t, nil, hosts)
}
