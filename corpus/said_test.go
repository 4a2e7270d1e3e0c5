package corpus_test

import (
	"regexp"
	"strconv"
	"strings"

	"qcheck/explore/obvious"
)

// What sentences say of a run, read off their words.

// A claimKind is what a claim says.
type claimKind string

const (
	// Of the state after the first at steps, and a kind of permission.

	wants  claimKind = "waits for a permission of of, which it does not have"
	has    claimKind = "has a permission of of"
	lacks  claimKind = "does not have a permission of of"
	gave   claimKind = "has given its permission to of, as far as it knows"
	kept   claimKind = "has given its permission to nobody, as far as it knows"
	queues claimKind = "has the request of of waiting"
	owes   claimKind = "will give its permission to of when something has happened"

	// Of that state, and no permission.

	isWaiting claimKind = "waits"
	isInside  claimKind = "is in the critical section"
	isIdle    claimKind = "neither waits nor is in the critical section"
	arrives   claimKind = "is in the critical section, or out of it, since step at"
	asks      claimKind = "began to wait with step at"

	// Of step at, counted from 1.

	gives  claimKind = "gives its permission to of"
	counts claimKind = "takes the permission that of had for returned"
	takes  claimKind = "takes a message from of that was sent in step sent, if that is not 0"
	breaks claimKind = "after it, and not before, the books of permissions are broken"

	// Of the cycle.

	enters claimKind = "enters at times in each round"
)

// A claim is a fact that a sentence states.
type claim struct {
	kind       claimKind
	at, by, of int
	what       string
	sent       int
}

// A saying is a form of sentences or of their parts, with what it claims.
type saying struct {
	form   *regexp.Regexp
	claims func(r *reader, m []string)
}

// A reader reads the sentences about one run.
type reader struct {
	end    int // the last state
	run    *obvious.Run
	claims []claim
}

func (r *reader) note(kind claimKind, at, by, of int, what string) {
	r.claims = append(r.claims, claim{kind: kind, at: at, by: by, of: of, what: what})
}

// each reads all parts of a text that have a form.
func (r *reader) each(text, form string, f func(m []string)) {
	for _, m := range regexp.MustCompile(form).FindAllStringSubmatch(text, -1) {
		f(m)
	}
}

// names calls f for each process in a text.
func (r *reader) names(text string, f func(p int)) {
	r.each(text, `\bp(\d+)\b`, func(m []string) { f(index(m[1])) })
}

// index returns the index of a process by its number, and number any number.
func index(digits string) int { return number(digits) - 1 }
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

var sayings []saying

func says(form string, claims func(r *reader, m []string)) {
	sayings = append(sayings, saying{regexp.MustCompile(`^(?:` + form + `)$`), claims})
}

// told returns what a sentence claims, and whether it has a form that is known.
func told(sentence string, run *obvious.Run) ([]claim, bool) {
	r := &reader{end: len(run.Configs) - 1, run: run}
	for _, s := range sayings {
		if m := s.form.FindStringSubmatch(sentence); m != nil {
			s.claims(r, m)
			return r.claims, true
		}
	}
	return nil, false
}

// cycleIn returns the processes that wait for each other by a sentence.
func cycleIn(sentence string) (cycle []int) {
	if waits, ok := strings.CutSuffix(sentence, ": each of them waits for the next"); ok {
		for part := range strings.SplitSeq(waits, "; ") {
			cycle = append(cycle, index(regexp.MustCompile(`^p(\d+) waits`).FindStringSubmatch(part)[1]))
		}
	}
	return cycle
}

func init() {
	says(`in each round (.*?)(?:, while p\d+ waits)?`, func(r *reader, m []string) {
		r.each(m[1], `p(\d+) enters (?:in step \d+|(\d+) times)`, func(m []string) { r.note(enters, max(1, number(m[2])), index(m[1]), 0, "") })
		for p := range r.run.Configs[0].Observations {
			if m[1] == "nobody enters" {
				r.note(enters, 0, p, 0, "")
			}
		}
	})
	says(`p(\d+) waits all along for p(\d+)'s ([a-z ]+), which goes (.*)`, func(r *reader, m []string) {
		r.note(wants, r.end, index(m[1]), index(m[2]), m[3])
		r.each(m[4], `to p(\d+) in step (\d+)`, func(g []string) { r.note(gives, number(g[2]), index(m[2]), index(g[1]), m[3]) })
	})
	says(`permissions do not add up from step (\d+) on \(.*`, func(r *reader, m []string) { r.note(breaks, number(m[1]), 0, 0, "") })
	says(`p(\d+) asks in step (\d+), and takes in step (\d+) the .* that p(\d+) sent before, in step (\d+)`, func(r *reader, m []string) {
		r.note(asks, number(m[2]), index(m[1]), 0, "")
		r.claims = append(r.claims, claim{kind: takes, at: number(m[3]), by: index(m[1]), of: index(m[4]), sent: number(m[5])})
	})
	says(`(?:not )?in the critical section: (.*)`, func(r *reader, m []string) {
		r.each(m[1], `p(\d+) (?:since step (\d+)|from the start)`, func(m []string) { r.note(arrives, number(m[2]), index(m[1]), 0, "") })
	})
	says(`p(\d+) has the ([a-z ]+)s of (p[p0-9, and]*), and p(\d+) those of (.*): no process gave to both`, func(r *reader, m []string) {
		r.names(m[3], func(p int) { r.note(has, r.end, index(m[1]), p, m[2]) })
		r.names(m[5], func(p int) { r.note(has, r.end, index(m[4]), p, m[2]) })
	})
	twice := func(r *reader, holders, of, what, history string) {
		q := index(of)
		r.names(holders, func(p int) { r.note(isInside, r.end, p, 0, ""); r.note(has, r.end, p, q, what) })
		whom := func(m []string) int {
			if m[1] == "" {
				return q
			}
			return index(m[1])
		}
		r.each(history, `gives it to (?:p(\d+)|itself) in step (\d+)`, func(m []string) { r.note(gives, number(m[2]), q, whom(m), what) })
		r.each(history, `takes it for returned by (?:p(\d+)|itself) in step (\d+)`, func(m []string) { r.note(counts, number(m[2]), q, whom(m), what) })
	}
	says(`(p.*) have p(\d+)'s ([a-z ]+) at the same time(.*)`, func(r *reader, m []string) { twice(r, m[1], m[2], m[3], m[4]) })
	says(`of p(\d+)'s ([a-z ]+)s, of which there are \d+, ([^:]*)(.*)`, func(r *reader, m []string) { twice(r, m[3], m[1], m[2], m[4]) })
	says(`p(\d+) sent the .* in step (\d+)(, with which .*)?(, when p\d+ had p(\d+)'s ([a-z ]+); now (.*)|; p(\d+) (.*) when it comes)`, func(r *reader, m []string) {
		from, sent := index(m[1]), number(m[2])
		r.claims = append(r.claims, claim{kind: takes, at: len(r.run.Moves), by: r.run.Moves[len(r.run.Moves)-1].Process, of: from, sent: sent})
		r.each(m[3], `with which it gives its ([a-z ]+) to p(\d+)`, func(m []string) { r.note(gives, sent, from, index(m[2]), m[1]) })
		switch p := index(m[8]); m[9] {
		case "waits":
			r.note(isWaiting, r.end, p, 0, "")
		case "is in the critical section":
			r.note(isInside, r.end, p, 0, "")
		case "neither waits nor is in the critical section":
			r.note(isIdle, r.end, p, 0, "")
		default:
			p = index(m[5])
			r.note(gave, sent-1, p, from, m[6])
			if m[7] == "nobody has it" {
				r.note(kept, r.end, p, p, m[6])
			}
			with, _, _ := strings.Cut(m[7], ", as far as")
			r.names(with, func(q int) { r.note(gave, r.end, p, q, m[6]) })
		}
	})
	says(`p(\d+) waits (?:from the start|since step (\d+)(?:, and took (?:no message since|.* from p(\d+) last, in step (\d+)))?)`, func(r *reader, m []string) {
		p := index(m[1])
		r.note(isWaiting, r.end, p, 0, "")
		if m[2] != "" {
			r.note(asks, number(m[2]), p, 0, "")
		}
		if m[3] != "" {
			r.note(takes, number(m[4]), p, index(m[3]), "")
		}
	})
	says(`p\d+ waits for .*`, func(r *reader, m []string) {
		sentence, _ := strings.CutSuffix(m[0], ": each of them waits for the next")
		for part := range strings.SplitSeq(sentence, "; ") {
			m := regexp.MustCompile(`^p(\d+) waits for (?:some of these: )?(.*)`).FindStringSubmatch(part)
			p := index(m[1])
			r.note(isWaiting, r.end, p, 0, "")
			rest := m[2]
			for {
				at := regexp.MustCompile(`, and (?:p\d+'s|p\d+, which|its own) `).FindStringIndex(rest)
				if at == nil {
					break
				}
				r.waitedFor(p, rest[:at[0]])
				rest = rest[at[0]+len(", and "):]
			}
			r.waitedFor(p, rest)
		}
	})
}

// waitedFor reads what process p waits for.
func (r *reader) waitedFor(p int, thing string) {
	r.each(thing, `^p(\d+), which answers when (.*)`, func(m []string) {
		of := index(m[1])
		r.note(owes, r.end, of, p, "")
		if strings.HasSuffix(m[2], ", and which does not ask") {
			r.note(isIdle, r.end, of, 0, "")
		}
	})
	r.each(thing, `^(?:p(\d+)'s|its own) ([a-z ]+)(.*)`, func(m []string) {
		of, what := p, m[2]
		if m[1] != "" {
			of = index(m[1])
		}
		r.note(wants, r.end, p, of, what)
		which, ok := strings.CutPrefix(m[3], ", which ")
		switch {
		case !ok: // it has crashed, or nothing is said of it
		case strings.HasPrefix(which, "comes when "):
			r.note(owes, r.end, of, p, what)
		case strings.HasSuffix(which, " has given to it, and which it does not have"):
			r.note(gave, r.end, of, p, what)
			r.note(lacks, r.end, p, of, what)
		case strings.HasPrefix(which, "nobody has, "):
			r.note(kept, r.end, of, of, what)
			if strings.HasSuffix(which, "although the request waits there") {
				r.note(queues, r.end, of, p, what)
			}
		default:
			held, lost := which, ""
			if at := regexp.MustCompile(`(?:^| and )p\d+ has given to `).FindStringIndex(which); at != nil {
				held, lost = which[:at[0]], which[at[1]:]
			}
			r.names(held, func(q int) { r.note(gave, r.end, of, q, what); r.note(has, r.end, q, of, what) })
			r.names(lost, func(q int) { r.note(gave, r.end, of, q, what); r.note(lacks, r.end, q, of, what) })
		}
	})
}
