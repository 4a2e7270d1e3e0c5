package importer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

// sentinel reads sentinel.conf of Redis, or of Valkey.
//
// sentinel.c there: sentinelGetLeader elects a sentinel with the votes of more than
// half of all that are known, and of no fewer than the quorum of the master;
// sentinelCheckObjectivelyDown asks for the quorum. See also "High availability with
// Redis Sentinel" in the documentation.
func sentinel() Kind {
	return Kind{
		Name: "sentinel", Summary: "sentinel.conf of Redis Sentinel",
		Meaning: `The nodes are the sentinels that know of a master: this one, called "self", or by its myid, and those of the lines "sentinel known-sentinel". A quorum is what can replace the master: more than half of the sentinels, and no fewer than the quorum of "sentinel monitor NAME HOST PORT QUORUM".

A file that was never used has no lines "sentinel known-sentinel": then --sentinels says how many there are, or their names; without it, a quorum of 1 is taken to be one sentinel alone, which is said. Where the file monitors several masters, --master says which. Which replicas have the last writes is no part of the structure. All other lines are passed over.`,
		Flags: []Flag{
			{"sentinels", "N|A,B,...", "how many sentinels there are, or their names; those that the file knows unless given", nil},
			{"master", "NAME", "the name of the master; the only one of the file unless given", nil},
		},
		readings: []reading{{nil, words, sentinelStructure}},
	}
}

// A sentinelMaster is a master that is monitored.
type sentinelMaster struct {
	value  // its line
	name   string
	quorum int
	known  []string
}

func sentinelStructure(v value) *setsys.Structure {
	m, self := sentinelMasterOf(v)
	d := v.draft()
	names := append([]string{self}, m.known...)
	if v.flags["sentinels"] != "" {
		names = v.counted("sentinels", "sentinel")
	} else if len(m.known) == 0 {
		if m.quorum > 1 {
			m.bad("the file knows no other sentinels: say how many there are with --sentinels")
		}
		d.guess("One sentinel is a guess: the file knows no other, as before its first start. Each one that is there besides, with the same file, counts too: --sentinels says how many there are.")
	}
	need := max(len(names)/2+1, m.quorum)
	if need > len(names) {
		m.bad("the quorum is %d, but there are %d sentinels: the master is never replaced", m.quorum, len(names))
	}
	all := d.nodes(names)
	if len(d.names) < len(names) {
		m.bad("two sentinels have one name")
	}
	title := "Redis Sentinel, majority"
	if m.quorum > len(names)/2+1 {
		title = "Redis Sentinel, quorum above the majority"
	}
	for _, name := range m.known {
		d.hosts[name] = hostOf(name)
	}
	d.say(fmt.Sprintf("The sentinels of master %s, which %d find down.", m.name, m.quorum))
	return d.coterie(title, setsys.AtLeast(need, all...))
}

// sentinelMasterOf reads the lines, and returns the master that is asked for, and what the
// sentinel is called itself.
func sentinelMasterOf(v value) (m *sentinelMaster, self string) {
	self = "self"
	var masters []*sentinelMaster
	var names []string
	for _, line := range v.list {
		var words []string
		for _, word := range line.list {
			words = append(words, word.plain())
		}
		if len(words) < 2 {
			continue
		}
		if name := []string{"sentinel"}; strings.ToLower(words[0]) != name[0] { // strcasecmp, as below
			if near.Name(words[0], name) != "" {
				line.bad("unknown setting %s%s", setsys.Quote(words[0]), near.Meant(words[0], name))
			}
			continue
		}
		switch strings.ToLower(words[1]) {
		case "myid":
			if len(words) > 2 {
				self = words[2]
			}
		case "monitor":
			if len(words) != 6 {
				line.bad("want sentinel monitor NAME HOST PORT QUORUM")
			}
			quorum := line.list[5].count(1, math.MaxInt, "a quorum of 1 or more")
			masters, names = append(masters, &sentinelMaster{value: line, name: words[2], quorum: quorum}), append(names, words[2])
		case "known-sentinel":
			i := -1
			if len(words) > 4 {
				i = slices.Index(names, words[2])
			}
			if i < 0 {
				line.bad("want sentinel known-sentinel NAME HOST PORT, with the name of a master")
			}
			masters[i].known = append(masters[i].known, words[3]+":"+words[4])
		}
	}
	name := v.flags["master"]
	i := slices.Index(names, name)
	switch {
	case len(masters) == 0:
		v.bad(`no line "sentinel monitor"`)
	case i < 0 && name != "":
		refuseFlag("--master %s: the file does not monitor it%s", name, near.Hint(name, names))
	case i < 0 && len(masters) > 1:
		masters[1].bad("the file monitors several masters (%s): say which with --master", strings.Join(names, ", "))
	}
	return masters[max(i, 0)], self
}
