package corpus

// mutinDoubts are about the runs of the algorithm as printed.
const mutinDoubts = "the listing is whole, and says itself that one Response2 is enough; the run is there for every reading of when the state changes, with a lock and with Maekawa's algorithm for mx, and with integer clocks. It is replayed step by step by other code. The quorums are a coterie; that a process is in its own is not asked for, and where all are, four processes with quorums of three are stuck for l = 3 after 55 steps (QCHECK_LONG=1 go test ./protocols/mutin -run TestFindings)"

// gcsDoubts are about the runs of the algorithm as printed.
const gcsDoubts = "the copy lacks the body of algorithm 3, which the proof of lemma 8 gives line by line; the run is that of MUTIN(l) within it, with any choice of steps, and with the repaired MUTIN(l) nothing fails"

func kameiKakugawaClaims() []Claim {
	return []Claim{
		{Section: "section 2, theorem 1", Text: "with the states swapped, an algorithm for (l,k) is one for (n-k,n-l)",
			By: append(by("kamei-kakugawa/complement-numbers"), by("kamei-kakugawa/complement")...)},
		{Section: "section 2", Text: "algorithms for k-mutual exclusion take O(n), O(sqrt(n)) or O(|Q|) messages", Untestable: cited},
		{Section: "section 3.2", Text: "l is not k, since then nobody may exit safely",
			By: by("kamei-kakugawa/l-below-k")},
		{Section: "section 3.4, example 1", Text: "for odd n, the sets of (n+1)/2 nodes are a coterie",
			By: by("kamei-kakugawa/majority-odd")},
		{Section: "section 3.4, example 1", Text: "for even n, sets of n/2 nodes and the sets of n/2+1 that contain none of them are a coterie",
			By: by("kamei-kakugawa/majority-even-printed"), Also: []string{"kamei-kakugawa/majority-even"},
			Doubts: "the words are complete, and say of C1 only the size; with C1 free of complements it is true on all instances"},
		{Section: "section 3.4, example 2", Text: "a row with a column of a square is a coterie, with 2 sqrt(n) - 1 nodes",
			By: by("kamei-kakugawa/grid")},
		{Section: "section 4", Text: "who asks its quorum hears of every process",
			By: by("kamei-kakugawa/hears-everybody")},
		{Section: "section 4, algorithms 1 and 2", Text: "MUTIN(l) says what to do with every message that comes",
			By: by("kamei-kakugawa/mutin-printed", "well-defined")},
		{Section: "section 4.1, proof of lemma 1", Text: "who is in some procsInCS is in the critical section",
			Test: &Test{Package: "mutin", Name: "TestProcsInCS", On: "3 processes, l = 1, majorities, requests without bound"}},
		{Section: "section 4.1, lemma 1", Text: "MUTIN(l): at least l processes are in the critical section",
			By: by("kamei-kakugawa/mutin-printed", "safety"), Also: []string{"kamei-kakugawa/mutin-readings", "kamei-kakugawa/mutin-repaired"}},
		{Section: "section 4.1, lemma 2 and theorem 2", Text: "MUTIN(l): nobody waits for ever in a deadlock",
			By: by("kamei-kakugawa/mutin-printed", "deadlock"), Also: []string{"kamei-kakugawa/mutin-readings", "kamei-kakugawa/mutin-repaired"},
			Doubts: mutinDoubts},
		{Section: "section 4.1, lemma 2 and theorem 2", Text: "MUTIN(l): every process changes its state again and again",
			By: by("kamei-kakugawa/mutin-printed", "starvation"), Also: []string{"kamei-kakugawa/mutin-readings", "kamei-kakugawa/mutin-repaired"},
			Doubts: mutinDoubts},
		{Section: "section 4.1, lemma 3", Text: "besides mx an exit and an entry take |Q| each of Query, Response1, Acquire, Ack and Release, and at most |Q| of Response2",
			By: by("kamei-kakugawa/messages")},
		{Section: "section 4.1, lemma 4", Text: "waiting takes 7 units of time at most: 3 for mx and 4 for exit",
			By:     by("kamei-kakugawa/waiting-time", "mutin"),
			Doubts: waitingDoubts},
		{Section: "section 4.1, theorem 2", Text: "the number of messages is O(|Q|), typically O(sqrt(n))", Untestable: asymptotic},
		{Section: "section 5.1, lemma 5", Text: "both objects are safe in the initial configuration",
			By: by("kamei-kakugawa/initially-safe")},
		{Section: "section 5.1, lemma 6", Text: "(l,k)-GCS calls the methods of its objects in the states in which they may be called",
			By: by("kamei-kakugawa/gcs-printed", "well-defined")},
		{Section: "section 5.1, lemma 7", Text: "both objects keep their safety and liveness within (l,k)-GCS",
			Untestable: "it is about the objects inside; what of it can be seen from outside are lemmas 8 and 9"},
		{Section: "section 5.1, lemma 8", Text: "(l,k)-GCS: at least l and at most k processes are in the critical section",
			By: by("kamei-kakugawa/gcs-printed", "safety"), Also: []string{"kamei-kakugawa/gcs-repaired"}},
		{Section: "section 5.1, lemma 9 and theorem 3", Text: "(l,k)-GCS: nobody waits for ever in a deadlock",
			By: by("kamei-kakugawa/gcs-printed", "deadlock"), Also: []string{"kamei-kakugawa/gcs-repaired"},
			Doubts: gcsDoubts},
		{Section: "section 5.1, lemma 9 and theorem 3", Text: "(l,k)-GCS: every process changes its state again and again",
			By: by("kamei-kakugawa/gcs-printed", "starvation"), Also: []string{"kamei-kakugawa/gcs-repaired"},
			Doubts: gcsDoubts},
		{Section: "section 5.1, theorem 4", Text: "the number of messages of (l,k)-GCS is O(|Q|)", Untestable: asymptotic},
		{Section: "section 5.1, theorem 4", Text: "waiting takes 9 units of time at most",
			By:     by("kamei-kakugawa/waiting-time", "gcs"),
			Doubts: waitingDoubts},
	}
}

const waitingDoubts = "the numbers stand in the abstract, too, so no slip; section 3.3 takes the maximum over all calls and says nothing of calling alone. Read so, as the proof counts, the bounds hold: at most 6 units in either. The printed algorithms wait no less than the repaired ones"
