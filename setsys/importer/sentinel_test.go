package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/importer"
	"qcheck/setsys/slow"
)

// replaced reports whether the sentinels that are up, who all see the master down, can replace
// it, by sentinel.c of Redis: for each of them as the first that asks for votes.
func replaced(up map[string]bool, known []string, quorum int) bool {
	for _, candidate := range known {
		if up[candidate] && leads(candidate, up, known, quorum) {
			return true
		}
	}
	return false
}

// leads is what a sentinel does: sentinelCheckObjectivelyDown, which counts itself and the others
// that answered "down"; sentinelAskMasterStateToOtherSentinels, by which each that is up votes
// for it (sentinelVoteLeader: the first that asks in an epoch); and sentinelGetLeader.
func leads(candidate string, up map[string]bool, known []string, quorum int) bool {
	down, sentinels := 1, 0 // sentinels: dictSize(master->sentinels), those that it knows
	leader := map[string]string{}
	for _, s := range known {
		if s == candidate {
			continue
		}
		sentinels++
		if up[s] {
			down++
			leader[s] = candidate
		}
	}
	if down < quorum {
		return false
	}
	counters, most, winner := map[string]int{}, 0, ""
	for _, of := range leader {
		if counters[of]++; counters[of] > most {
			most, winner = counters[of], of
		}
	}
	mine := winner // its own vote: for who has most, or for itself
	if mine == "" {
		mine = candidate
	}
	if counters[mine]++; counters[mine] > most {
		most, winner = counters[mine], mine
	}
	voters := sentinels + 1
	return winner == candidate && most >= voters/2+1 && most >= quorum
}

func TestSentinelRule(t *testing.T) {
	r := slow.Random(t, 13)
	above, given := 0, 0
	for range some(200) {
		n, quorum := 1+r.IntN(10), 1+r.IntN(7)
		word := func(text string) string { return []string{text, text, strings.ToUpper(text)}[r.IntN(3)] } // strcasecmp
		lines := []string{
			fmt.Sprintf("%s %s main 10.0.0.1 6379 %d", word("sentinel"), word("monitor"), quorum),
			fmt.Sprintf("%s %s other 10.0.0.2 6379 %d", word("sentinel"), word("monitor"), 1+r.IntN(3)),
		}
		names, flags := []string{"me"}, map[string]string{"master": "main"}
		for i := 1; i < n; i++ {
			names = append(names, fmt.Sprintf("10.0.1.%d:26379", i))
			lines = append(lines, fmt.Sprintf("%s %s main 10.0.1.%d 26379 id%d", word("sentinel"), word("known-sentinel"), i, i))
			if r.IntN(3) == 0 {
				lines = append(lines, fmt.Sprintf("%s known-sentinel other 10.0.1.%d 26379 id%d", word("sentinel"), i, i))
			}
		}
		lines = append(lines, "# sentinel monitor main 10.0.0.9 1 1", fmt.Sprintf("%s %s me", word("sentinel"), word("myid")), "sentinel down-after-milliseconds main 5000")
		if r.IntN(4) == 0 {
			given++
			n = 1 + r.IntN(10)
			flags["sentinels"], names = fmt.Sprint(n), nil
			for i := range n {
				names = append(names, fmt.Sprintf("sentinel-%d", i+1))
			}
		}
		config := strings.Join(lines, "\n") + "\n"
		s, err := importer.Import(t.Context(), "sentinel", "FILE", []byte(config), flags)
		var f setsys.Family
		if err == nil {
			f = s.Quorums
		}
		if enough(t, s, f, err, config, names, func(set map[string]bool) bool { return replaced(set, names, quorum) }) && quorum > n/2+1 {
			above++
		}
	}
	slow.Reached(t, "with a quorum above the majority", above, some(200), 20)
	slow.Reached(t, "with --sentinels", given, some(200), 20)
}
