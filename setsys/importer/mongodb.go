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
		readings: []reading{{nil, ofShells, mongoStructure}},
	}
}

// A mongoMember is a member of the set.
type mongoMember struct {
	value
	host            string
	votes, priority float64
	arbiter         bool
}

// electable reports whether the member can become the primary.
func (m mongoMember) electable() bool { return m.votes > 0 && !m.arbiter && m.priority > 0 }

func mongoStructure(v value) *setsys.Structure {
	if c, ok := v.first("config"); ok && c.keyed() { // of replSetGetConfig
		v = c
	}
	list, ok := v.first("members")
	if !ok {
		v.bad(`key "members" is missing`)
	}
	var members []mongoMember
	hosts, ids := map[string]bool{}, map[any]bool{}
	for _, item := range list.items("a list of members") {
		m := readMongoMember(item)
		host := strings.TrimSuffix(m.host, ":27017")
		if hosts[host] {
			m.bad("host %s is there twice", setsys.Quote(m.host))
		}
		if id, ok := m.first("_id"); ok && ids[id.token] {
			id.bad("the _id %v is there twice", id.token)
		} else if ok {
			ids[id.token] = true
		}
		if len(members) > 0 && isLocal(members[0].host) != isLocal(m.host) {
			m.bad("%s and %s: all hosts are localhost, or none is", setsys.Quote(members[0].host), setsys.Quote(m.host))
		}
		hosts[host] = true
		members = append(members, m)
	}
	return mongoSet(list, members)
}

func isLocal(host string) bool {
	return slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, hostOf(host))
}

func readMongoMember(item value) mongoMember {
	m := mongoMember{value: item.object("an object (a member)"), votes: 1, priority: 1}
	if state, ok := item.first("stateStr"); ok {
		state.bad("this is what rs.status() prints: what is read is rs.conf()")
	}
	host, ok := item.first("host")
	if !ok {
		item.bad(`a member without the key "host"`)
	}
	m.host = host.text("a host (a string)")
	if x, ok := item.first("votes"); ok {
		if m.votes, ok = x.float(); !ok || m.votes != 0 && m.votes != 1 {
			x.wrong("0 or 1 votes")
		}
	}
	if x, ok := item.first("priority"); ok {
		if m.priority, ok = x.float(); !ok || m.priority < 0 {
			x.wrong("a priority (0 or more)")
		}
	}
	arbiter, _ := item.first("arbiterOnly")
	m.arbiter = arbiter.token == true
	switch {
	case m.arbiter && m.votes == 0:
		item.bad("an arbiter without a vote, which MongoDB refuses")
	case m.arbiter || m.priority == 0:
		return m
	case m.votes == 0:
		item.bad("a member without a vote has a priority above 0, which MongoDB refuses")
	}
	for _, key := range []string{"hidden", "buildIndexes", "secondaryDelaySecs", "slaveDelay"} {
		x, ok := item.first(key)
		if delay, _ := x.float(); ok && (x.token == (key == "hidden") || delay > 0) {
			x.bad("%s needs priority 0, which MongoDB asks for", key)
		}
	}
	return m
}

// float returns a number, or one in a string as in NumberLong("1").
func (v value) float() (float64, bool) {
	number, _ := v.token.(json.Number)
	if text := v.plain(); text != "" {
		number = json.Number(text)
	}
	n, err := number.Float64()
	return n, err == nil
}

// mongoDomains are the tags that say where a member is.
var mongoDomains = []string{"dc", "datacenter", "region", "zone", "rack"}

func mongoSet(list value, members []mongoMember) *setsys.Structure {
	d := list.draft()
	w := cmp.Or(d.flags["w"], "majority")
	number, err := strconv.Atoi(w)
	if w != "majority" && (err != nil || number < 1) {
		refuseFlag(`--w %s: want "majority" or a number of members`, w)
	}
	var voting, electable, acknowledging []*setsys.Formula // those that acknowledge have data
	var silent, arbiters []string
	for _, m := range members {
		if m.votes == 0 && (m.arbiter || w == "majority") {
			silent = append(silent, m.host)
			continue
		}
		f := d.node(m.host)
		i, _ := f.Node()
		d.hosts[m.host] = hostOf(m.host)
		tags, _ := m.first("tags")
		for _, key := range mongoDomains {
			d.homes.add(key+" ", tags.textAt(key), i)
		}
		if m.arbiter {
			arbiters = append(arbiters, m.host)
		} else {
			acknowledging = append(acknowledging, f)
		}
		if m.votes > 0 {
			voting = append(voting, f)
		}
		if m.electable() {
			electable = append(electable, f)
		}
	}
	if len(electable) == 0 {
		list.bad("no member can be elected: it votes, has data and a priority above 0")
	}
	if len(voting) > 7 {
		list.bad("%d members vote, and MongoDB allows 7", len(voting))
	}
	majority := len(voting)/2 + 1
	need := min(majority, len(acknowledging))
	if w != "majority" {
		if need = number; number > len(acknowledging) {
			refuseFlag("--w %s: only %d members have data", w, len(acknowledging))
		}
	}
	// The primary is one of those that acknowledge, and of those that elect it.
	withPrimary := func(need int, of []*setsys.Formula) *setsys.Formula {
		f := setsys.AtLeast(need, of...)
		if len(electable) < len(of) {
			f = setsys.All(f, setsys.Any(electable...))
		}
		return f
	}
	d.say(fmt.Sprintf("Reads are elections; writes are acknowledged with w: %s, by the primary among others.", w))
	if len(arbiters) > 0 && len(voting)-len(arbiters) <= majority && w == "majority" {
		d.say("Unless it is told otherwise, this set writes with w: 1, as it has arbiters.")
	}
	d.say(remark("Arbiters, which vote and have no data", arbiters)...)
	d.say(remark("Members that do not vote", silent)...)
	if d.flags["w"] == "" {
		d.guess("The write concern is that of clients, and w: majority is assumed: see --w.")
	}
	if w != "majority" && number < majority {
		d.guess("To go on, writes need a primary, and with it a read quorum: fewer members may fail for writes than for their acknowledgement.")
	}
	return d.readWrite("MongoDB replica set", withPrimary(need, acknowledging), withPrimary(majority, voting))
}
