package corpus

import (
	"slices"

	"qcheck/explore"
)

// algorithms has what the papers claim of their algorithms, on instances small
// enough to be explored whole. The claims of a variant that is not the printed
// one are those of the text that it reads, or repairs.
func algorithms() []*Entry {
	return []*Entry{
		lamportRuns(), ricartAgrawalaRuns(), raymondPrinted(), raymondReadings(), raymondRepaired(), raymondStepwise(),
		maekawaPrinted(), maekawaReadings(), maekawaLesser(), maekawaRepaired(), maekawaStepwise(),
		kakugawaPrinted(), kakugawaReadings(), kakugawaRepaired(), kakugawaLesser(), kakugawaVariations(),
		manabeTajimaPrinted(), manabeTajimaReadings(), manabeTajimaRepaired(),
		jiangPrinted(), jiangReadings(), jiangLesser(), jiangRepaired(),
		baldoniPrinted(), baldoniReadings(), baldoniLesser(), baldoniRepaired(), raynalRuns(), raynalLesser(),
		mutinPrinted(), mutinReadings(), mutinRepaired(), gcsPrinted(), gcsRepaired(), complementRuns(),
	}
}

// correct is what is claimed of an algorithm for mutual exclusion.
var correct = []explore.Property{explore.Safety, explore.WellDefined, explore.Deadlock, explore.Starvation}

func lamportRuns() *Entry {
	return explored(&Entry{
		Name:   "lamport/algorithm",
		Source: Source{Paper: "Lamport 1978", Section: "an example of total ordering", Says: "the algorithm with queues of time-stamped requests gives mutual exclusion, and every request is granted"},
		Claim:  "the algorithm is safe, and free of deadlock and starvation",
		Reason: "the numbers of states are those that other model checkers give for the same instances",
	}, correct...)
}

func ricartAgrawalaRuns() *Entry {
	return explored(&Entry{
		Name:   "ricart-agrawala/algorithm",
		Source: Source{Paper: "Ricart and Agrawala 1981", Section: "the algorithm", Says: "mutual exclusion, without deadlock and starvation, by 2(n-1) messages"},
		Claim:  "the algorithm is safe, and free of deadlock and starvation",
		Reason: "the base of the algorithms by permissions, with time stamps and with sequence numbers as integers",
	}, correct...)
}

func raymondPrinted() *Entry {
	return explored(&Entry{
		Name:    "kakugawa/raymond-printed",
		Source:  Source{Paper: "Kakugawa", Section: "section 4.1", Says: "Raymond's algorithm, as the thesis describes it, lets at most k processes in"},
		Claim:   "the description is a correct algorithm for k-mutual exclusion",
		Reading: "the literal text: any REPLY counts, whichever request it answers, since the text gives REPLYs no way to tell",
		Reason:  "with a second request, REPLYs to the first one are still on their way and count for it, so that k+1 get in",
	}, correct...)
}

func raymondReadings() *Entry {
	return explored(&Entry{
		Name:    "kakugawa/raymond-readings",
		Source:  Source{Paper: "Kakugawa", Section: "section 4.1", Says: "a process waits for n-k REPLYs, and answers at once unless it is inside or its own request is earlier"},
		Claim:   "the description is a correct algorithm for k-mutual exclusion",
		Reading: "each other reading that a careful reader could take: see the variants of raymond",
		Reason:  "none of the readings but that which matches REPLYs with requests is safe for two requests each",
	}, correct...)
}

func raymondRepaired() *Entry {
	return explored(&Entry{
		Name:   "kakugawa/raymond-repaired",
		Source: Source{Paper: "Kakugawa", Section: "section 4.1", Says: "Raymond's algorithm is a correct algorithm for k-mutual exclusion"},
		Claim:  "with REPLYs that are matched to requests, it is",
		Reason: "the repair, exhausted on the instances on which the printed one fails",
	}, correct...)
}

func maekawaPrinted() *Entry {
	return explored(&Entry{
		Name:    "maekawa/algorithm-printed",
		Source:  Source{Paper: "Maekawa 1985", Section: "the algorithm", Says: "mutual exclusion by about 3 to 5 times the square root of n messages, without deadlock and starvation"},
		Claim:   "the algorithm is safe, and free of deadlock and starvation",
		Reading: "the reading of the variant printed; its package lists the others",
		Reason:  "a request that is displaced from the head of a queue is not told so, keeps what it was granted, and all wait: the error that Sanders found in 1987",
	}, correct...)
}

func maekawaReadings() *Entry {
	return explored(&Entry{
		Name:    "maekawa/algorithm-readings",
		Source:  Source{Paper: "Maekawa 1985", Section: "the algorithm", Says: "a request fails unless it is the first of all that its member knows"},
		Claim:   "the algorithm is safe, and free of deadlock and starvation",
		Reading: "the other readings: see the variants of maekawa",
		Reason:  "the deadlock does not depend on the reading, but for how long a FAILED counts",
	}, correct...)
}

func maekawaRepaired() *Entry {
	return explored(&Entry{
		Name:   "maekawa/algorithm-repaired",
		Source: Source{Paper: "Sanders 1987", Section: "the correction", Says: "with a FAILED to requests that are displaced, Maekawa's algorithm has no deadlock"},
		Claim:  "the corrected algorithm is safe, and free of deadlock and starvation",
		Reason: "the repair, exhausted on the instances on which the printed one fails",
	}, correct...)
}

func kakugawaPrinted() *Entry {
	return explored(&Entry{
		Name:    "kakugawa/algorithm-printed",
		Source:  Source{Paper: "Kakugawa", Section: "section 3.2.2, Theorems 1 to 3", Says: "the algorithm lets at most k processes in, and has neither deadlock nor starvation"},
		Claim:   "the algorithm is safe, and free of deadlock and starvation",
		Reading: "the literal text, in its most natural reading; its package lists every gap of the text and what was taken",
		Reason:  "a permission that is asked back while its answer is on the way, and messages that come late, let two in and make all wait",
	}, correct...)
}

func kakugawaReadings() *Entry {
	return explored(&Entry{
		Name:    "kakugawa/algorithm-readings",
		Source:  Source{Paper: "Kakugawa", Section: "section 3.2.2, Theorems 1 to 3", Says: "the algorithm lets at most k processes in, and has neither deadlock nor starvation"},
		Claim:   "the algorithm is safe, and free of deadlock and starvation",
		Reading: "each other reading of a gap of the text: see the variants of kakugawa",
		Reason:  "the violations do not depend on how the gaps are read",
	}, correct...)
}

func kakugawaRepaired() *Entry {
	return explored(&Entry{
		Name:   "kakugawa/algorithm-repaired",
		Source: Source{Paper: "Kakugawa", Section: "section 3.2.2, Theorems 1 to 3", Says: "the algorithm lets at most k processes in, and has neither deadlock nor starvation"},
		Claim:  "with four changes the algorithm is safe, and free of deadlock and starvation",
		Reason: "the repair, exhausted on the instances on which the printed one fails; without any one of the changes it fails",
	}, correct...)
}

func kakugawaVariations() *Entry {
	return explored(&Entry{
		Name:   "kakugawa/algorithm-variations",
		Source: Source{Paper: "Kakugawa", Section: "section 3.4", Says: "the algorithm remains correct without trying other quorums, and without ANSWER_NO"},
		Claim:  "the two variations are safe, and free of deadlock and starvation",
		Reason: "the variations of the repaired algorithm",
	}, correct...)
}

func manabeTajimaPrinted() *Entry {
	return explored(&Entry{
		Name:    "manabe-tajima/algorithm-printed",
		Source:  Source{Paper: "Manabe and Tajima", Section: "section 4.1, Figure 1, Theorems 5 and 6", Says: "the algorithm is correct for h-out of-k mutual exclusion, without deadlock and starvation"},
		Claim:   "the algorithm is safe, and free of deadlock and starvation",
		Reading: "Figure 1 as it stands, where it and the text of section 4.1 differ",
		Reason:  "what was granted is not forgotten on leaving, so a request to give it back that crosses the release is answered, and the answer meets no entry",
	}, correct...)
}

func manabeTajimaReadings() *Entry {
	return explored(&Entry{
		Name:    "manabe-tajima/algorithm-readings",
		Source:  Source{Paper: "Manabe and Tajima", Section: "section 4.1, Figure 1, Theorems 5 and 6", Says: "the algorithm is correct for h-out of-k mutual exclusion, without deadlock and starvation"},
		Claim:   "the algorithm is safe, and free of deadlock and starvation",
		Reading: "each other reading of the figure and the text: see the variants of manabe-tajima",
		Reason:  "the text's condition for giving back is unsafe, serving only higher requests deadlocks, and priority by process first starves",
	}, correct...)
}

func manabeTajimaRepaired() *Entry {
	return explored(&Entry{
		Name:   "manabe-tajima/algorithm-repaired",
		Source: Source{Paper: "Manabe and Tajima", Section: "section 4.1, Figure 1, Theorems 5 and 6", Says: "the algorithm is correct for h-out of-k mutual exclusion, without deadlock and starvation"},
		Claim:  "with what was granted forgotten on leaving, the algorithm is safe, and free of deadlock and starvation",
		Reason: "the repair, exhausted on the instances on which the printed one fails",
	}, correct...)
}

func baldoniPrinted() *Entry {
	return explored(&Entry{
		Name:    "baldoni/algorithm-printed",
		Source:  Source{Paper: "Baldoni", Section: "section 4, Figure 2, Theorems 1 and 2", Says: "the algorithm never gives more units away than there are, and serves every request"},
		Claim:   "the algorithm is safe, and free of deadlock and starvation",
		Reading: "an arbiter that waits takes only what it waits for, from behind other messages",
		Reason:  "an INQUIRE that crosses a RELEASE is answered for the next request, which is unsafe; two arbiters wait for each other, which is a deadlock",
	}, correct...)
}

func baldoniReadings() *Entry {
	return explored(&Entry{
		Name:    "baldoni/algorithm-readings",
		Source:  Source{Paper: "Baldoni", Section: "section 4, Figure 2, Theorems 1 and 2", Says: "the algorithm never gives more units away than there are, and serves every request"},
		Claim:   "the algorithm is safe, and free of deadlock and starvation",
		Reading: "each other reading of Figure 2: see the variants of baldoni",
		Reason:  "the violation of safety does not depend on how the figure is read, and the deadlock only on that an arbiter waits",
	}, correct...)
}

func baldoniRepaired() *Entry {
	return explored(&Entry{
		Name:   "baldoni/algorithm-repaired",
		Source: Source{Paper: "Baldoni", Section: "section 4, Figure 2, Theorems 1 and 2", Says: "the algorithm never gives more units away than there are, and serves every request"},
		Claim:  "when only who holds a grant answers an INQUIRE, and arbiters do not wait, the algorithm is safe, and free of deadlock and starvation",
		Reason: "the repair, exhausted on the instances on which the printed one fails",
	}, correct...)
}

func raynalRuns() *Entry {
	return explored(&Entry{
		Name:   "baldoni/raynal",
		Source: Source{Paper: "Baldoni", Section: "section 1", Says: "Raynal's algorithm solves the problem with messages to all other processes"},
		Claim:  "the algorithm is safe, and free of deadlock and starvation",
		Reason: "the comparison of the paper, with the units of each request counted",
	}, correct...)
}

const jiangSays = "the algorithm keeps the groups inside to k, is k-progressing, lets others of a group in, and has bounded delay"

func jiangPrinted() *Entry {
	return explored(&Entry{
		Name:    "jiang/algorithm-printed",
		Source:  Source{Paper: "Jiang", Section: "sections 3 and 4, Theorems 1 to 4", Says: jiangSays},
		Claim:   "the algorithm is safe, and free of deadlock and starvation, k-progressing and concurrent-entering",
		Reading: "the literal text of section 3; its package lists every gap of it and what was taken",
		Reason:  "a FOLLOW that reaches a leader which has left is never answered; a leader that has left lets its old follower in beside another group",
	}, inGroups...)
}

// inGroups is what is claimed of an algorithm for group k-exclusion.
var inGroups = append(slices.Clone(correct), "k-progressing", "concurrent-entering")

func jiangReadings() *Entry {
	return explored(&Entry{
		Name:    "jiang/algorithm-readings",
		Source:  Source{Paper: "Jiang", Section: "sections 3 and 4, Theorems 1 to 4", Says: jiangSays},
		Claim:   "the algorithm is safe, and free of deadlock and starvation, k-progressing and concurrent-entering",
		Reading: "each other reading of a gap of section 3: see the variants of jiang",
		Reason:  "whichever way the gaps are read, one of the theorems fails with two processes",
	}, inGroups...)
}

func jiangRepaired() *Entry {
	return explored(&Entry{
		Name:    "jiang/algorithm-repaired",
		Source:  Source{Paper: "Jiang", Section: "sections 3 and 4, Theorems 1 to 4", Says: jiangSays},
		Claim:   "with seven changes the algorithm is safe, and free of deadlock and starvation",
		Reading: "what is not claimed: concurrent-entering as stated, and open-entering, which asks the same only while the leader of the group is inside",
		Reason:  "what remains violated is concurrent-entering as stated, which no algorithm with bounded delay has once messages take time, and k-progressing without reselection; without CLEARED (without-cleared) the errors of the printed one are back, and tests of the package show what each other change is for",
	}, correct...)
}

func mutinPrinted() *Entry {
	return explored(&Entry{
		Name:   "kamei-kakugawa/mutin-printed",
		Source: Source{Paper: "Kamei and Kakugawa", Section: "section 4, Lemmas 1 and 2, Theorem 2", Says: "MUTIN(l) keeps l processes inside, and every process alternates between inside and outside for ever"},
		Claim:  "the algorithm is safe, and free of deadlock and starvation",
		Reason: "each member answers a query a second time at most once, but several releases may be on their way; from l = 2 on the last answer comes too early, and all wait",
	}, correct...)
}

func mutinReadings() *Entry {
	return explored(&Entry{
		Name:    "kamei-kakugawa/mutin-readings",
		Source:  Source{Paper: "Kamei and Kakugawa", Section: "section 4, Lemmas 1 and 2, Theorem 2", Says: "MUTIN(l) keeps l processes inside, and every process alternates between inside and outside for ever"},
		Claim:   "the algorithm is safe, and free of deadlock and starvation",
		Reading: "each other reading of where the state changes and what is waited for: see the variants of mutin",
		Reason:  "the deadlock does not depend on the reading; a process that counts as inside only after its Release was sent breaks safety",
	}, correct...)
}

func mutinRepaired() *Entry {
	return explored(&Entry{
		Name:   "kamei-kakugawa/mutin-repaired",
		Source: Source{Paper: "Kamei and Kakugawa", Section: "section 4, Lemmas 1 and 2, Theorem 2", Says: "MUTIN(l) keeps l processes inside, and every process alternates between inside and outside for ever"},
		Claim:  "with every Release answered to whoever waits, the algorithm is safe, and free of deadlock and starvation",
		Reason: "the repair drops two assignments; asking again after each answer is the other one",
	}, correct...)
}

func gcsPrinted() *Entry {
	return explored(&Entry{
		Name:    "kamei-kakugawa/gcs-printed",
		Source:  Source{Paper: "Kamei and Kakugawa", Section: "section 5, Lemmas 6 to 9, Theorem 3", Says: "(l,k)-GCS keeps at least l and at most k processes inside, and every process alternates for ever"},
		Claim:   "the algorithm is safe, and free of deadlock and starvation",
		Reading: "the body of Algorithm 3 as the proof of Lemma 8 has it, since the scan lacks it",
		Reason:  "it inherits the deadlock of MUTIN(l), which both of its objects are",
	}, correct...)
}

func gcsRepaired() *Entry {
	return explored(&Entry{
		Name:   "kamei-kakugawa/gcs-repaired",
		Source: Source{Paper: "Kamei and Kakugawa", Section: "section 5, Lemmas 6 to 9, Theorem 3", Says: "(l,k)-GCS keeps at least l and at most k processes inside, and every process alternates for ever"},
		Claim:  "over the repaired MUTIN(l) the algorithm is safe, and free of deadlock and starvation",
		Reason: "the composition itself is sound; calls out of turn would be undefined steps",
	}, correct...)
}

func complementRuns() *Entry {
	return explored(&Entry{
		Name:   "kamei-kakugawa/complement",
		Source: Source{Paper: "Kamei and Kakugawa", Section: "section 3, complementary theorem", Says: "an algorithm for the (l,k) problem is one for (n-k, n-l) with the two states swapped"},
		Claim:  "the complement of k-mutual exclusion is (n-k)-mutual inclusion",
		Reason: "the theorem as an operation on protocols; tests compare it with mutin and swap twice",
	}, correct...)
}

// What each part of a repair is for: the same without it. Nobody claims anything
// of these.

func kakugawaLesser() *Entry {
	return explored(&Entry{
		Name:   "kakugawa/algorithm-lesser",
		Source: Source{Paper: "Kakugawa", Section: "section 3.2.2", Says: "the algorithm, with all but one of the four changes of the repair"},
		Claim:  "none of the four changes can be left out",
		Reason: "each fails something that the repair does not",
	})
}

func maekawaLesser() *Entry {
	return explored(&Entry{
		Name:   "maekawa/algorithm-lesser",
		Source: Source{Paper: "Maekawa 1985", Section: "the algorithm", Says: "the algorithm, with one half of the repair: the displaced are told, or what was given back counts as failed"},
		Claim:  "neither half can be left out",
		Reason: "each half deadlocks; telling the displaced, and counting FAILED until the process enters, is another repair",
	})
}

func jiangLesser() *Entry {
	return explored(&Entry{
		Name:   "jiang/algorithm-lesser",
		Source: Source{Paper: "Jiang", Section: "section 3", Says: "the algorithm, without the answer to CLEAR that the repair adds"},
		Claim:  "a leader has to wait until its CLEAR has arrived everywhere",
		Reason: "the errors of the printed algorithm are back",
	})
}

func baldoniLesser() *Entry {
	return explored(&Entry{
		Name:   "baldoni/algorithm-lesser",
		Source: Source{Paper: "Baldoni", Section: "section 4, Figure 2", Says: "the algorithm with arbiters that still wait, but go on with some other messages meanwhile"},
		Claim:  "arbiters must not wait",
		Reason: "all but one deadlock, and that one starves",
	})
}

func raynalLesser() *Entry {
	return explored(&Entry{
		Name:   "baldoni/raynal-lesser",
		Source: Source{Paper: "Baldoni", Section: "section 1", Says: "Raynal's algorithm, with the units of a request noted instead of counted, or answered once"},
		Claim:  "answers have to be counted by units",
		Reason: "noted, they are unsafe; answered once, requests wait for ever",
	})
}

func raymondStepwise() *Entry {
	return explored(&Entry{
		Name:   "kakugawa/raymond-stepwise",
		Source: Source{Paper: "Kakugawa", Section: "section 4.1", Says: "Raymond's algorithm, with entering as a step of its own"},
		Claim:  "the steps are those of a model for other checkers, which give the same numbers of states",
		Reason: "for comparisons with other model checkers",
	})
}

func maekawaStepwise() *Entry {
	return explored(&Entry{
		Name:   "maekawa/algorithm-stepwise",
		Source: Source{Paper: "Maekawa 1985", Section: "the algorithm", Says: "the corrected algorithm, with entering as a step of its own"},
		Claim:  "the steps are those of a model for other checkers, which give the same numbers of states",
		Reason: "for comparisons with other model checkers",
	})
}
