package importer

import (
	"fmt"
	"slices"
	"strconv"
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
		read: readSentinel,
	}
}

// A sentinelMaster is a master that is monitored.
type sentinelMaster struct {
	name   string
	quorum int
	at     int
	known  []string
}

func readSentinel(s source) (*setsys.Structure, error) {
	masters, self, err := s.sentinelMasters()
	if err != nil {
		return nil, err
	}
	m, err := s.sentinelMaster(masters)
	if err != nil {
		return nil, err
	}
	names := append([]string{self}, m.known...)
	if given := s.flags["sentinels"]; given != "" {
		if names, err = counted("sentinels", given, "sentinel"); err != nil {
			return nil, err
		}
	} else if len(m.known) == 0 && m.quorum > 1 {
		return nil, s.errorf(m.at, "the file knows no other sentinels: say how many there are with --sentinels")
	}
	var guesses []string
	if s.flags["sentinels"] == "" && len(m.known) == 0 {
		guesses = []string{"One sentinel is a guess: the file knows no other, as before its first start. Each one that is there besides, with the same file, counts too: --sentinels says how many there are."}
	}
	var v voters
	need := max(len(names)/2+1, m.quorum)
	if need > len(names) {
		return nil, s.errorf(m.at, "the quorum is %d, but there are %d sentinels: the master is never replaced", m.quorum, len(names))
	}
	var members []*setsys.Formula
	for _, name := range names {
		members = append(members, v.add(name))
	}
	if len(v.names) < len(names) {
		return nil, s.errorf(m.at, "two sentinels have one name")
	}
	title := "Redis Sentinel, majority"
	if m.quorum > len(names)/2+1 {
		title = "Redis Sentinel, quorum above the majority"
	}
	hosts := map[string]string{}
	for _, name := range m.known {
		hosts[name] = hostOf(name)
	}
	t, err := s.coterie(title, &v, setsys.AtLeast(need, members...), []string{fmt.Sprintf("The sentinels of master %s, which %d find down.", m.name, m.quorum)}, guesses...)
	return onHosts(t, err, hosts)
}

// sentinelMasters reads the lines about masters.
func (s source) sentinelMasters() (masters []*sentinelMaster, self string, err error) {
	self = "self"
	at := 0
	for line := range strings.Lines(string(s.data)) {
		start := at
		at += len(line)
		words := strings.Fields(line)
		if len(words) < 2 || strings.ToLower(words[0]) != "sentinel" { // strcasecmp, as below
			if len(words) > 1 && near.Name(words[0], []string{"sentinel"}) != "" {
				return nil, "", s.errorf(start, "unknown setting %s%s", setsys.Quote(words[0]), near.Meant(words[0], []string{"sentinel"}))
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
				return nil, "", s.errorf(start, "want sentinel monitor NAME HOST PORT QUORUM")
			}
			quorum, err := strconv.Atoi(words[5])
			if err != nil || quorum < 1 {
				return nil, "", s.errorf(start+strings.LastIndex(line, words[5]), "want a quorum of 1 or more, found %s", setsys.Quote(words[5]))
			}
			masters = append(masters, &sentinelMaster{name: words[2], quorum: quorum, at: start})
		case "known-sentinel":
			i := slices.IndexFunc(masters, func(m *sentinelMaster) bool { return len(words) > 4 && m.name == words[2] })
			if i < 0 {
				return nil, "", s.errorf(start, "want sentinel known-sentinel NAME HOST PORT, with the name of a master")
			}
			masters[i].known = append(masters[i].known, words[3]+":"+words[4])
		}
	}
	return masters, self, nil
}

// sentinelMaster returns the master that is asked for.
func (s source) sentinelMaster(masters []*sentinelMaster) (*sentinelMaster, error) {
	var names []string
	for _, m := range masters {
		names = append(names, m.name)
	}
	name := s.flags["master"]
	switch i := slices.Index(names, name); {
	case len(masters) == 0:
		return nil, s.errorf(0, `no line "sentinel monitor"`)
	case i >= 0:
		return masters[i], nil
	case name != "":
		return nil, fmt.Errorf("--master %s: the file does not monitor it%s", name, near.Hint(name, names))
	case len(masters) > 1:
		return nil, s.errorf(masters[1].at, "the file monitors several masters (%s): say which with --master", strings.Join(names, ", "))
	}
	return masters[0], nil
}

// counted returns the names that a flag gives, separated by commas, or as many as it
// says.
func counted(flag, value, name string) ([]string, error) {
	n, err := strconv.Atoi(value)
	if err != nil {
		names := strings.Split(value, ",")
		for i, x := range names {
			if names[i] = strings.TrimSpace(x); names[i] == "" || slices.Contains(names[:i], names[i]) {
				return nil, fmt.Errorf("--%s %s: a name is empty or given twice", flag, value)
			}
		}
		return names, nil
	}
	if n < 1 || n > setsys.MaxNodes {
		return nil, fmt.Errorf("--%s %s: want 1 to %d", flag, value, setsys.MaxNodes)
	}
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("%s-%d", name, i+1))
	}
	return names, nil
}
