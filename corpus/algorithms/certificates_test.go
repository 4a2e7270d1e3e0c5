package algorithms

import (
	"bytes"
	"flag"
	"slices"
	"testing"
	"time"

	"qcheck/corpus/entry"
	"qcheck/protocols"
	"qcheck/protocols/certificate"
	"qcheck/protocols/check"
	"qcheck/setsys/slow"
)

var certify = flag.Int("certify", 120, "up to how many states runs are certified; with QCHECK_LONG, all are that take less than a minute")

// certified are the figures of the certificates of an algorithm's runs.
type certified struct {
	runs, states, transitions, bytes, packed int
	checking                                 time.Duration
}

// TestCertificates: each run of the corpus has a certificate that proves the verdicts that
// are pinned, and no other.
func TestCertificates(t *testing.T) {
	most := *certify
	if slow.Tests() {
		most = 1 << 40
	}
	figures := map[string]*certified{}
	var names []string
	ranked := 0
	for _, e := range Entries() {
		for _, c := range e.Cases {
			if !c.Explored() || c.Long || pinnedStates(c) > most {
				continue
			}
			m, err := protocols.All().Open(*c.Instance, entry.ReadStructure)
			if err != nil {
				t.Fatal(err)
			}
			r, err := check.Model(t.Context(), m, check.Options{Certify: true, Full: true, Asymmetric: true, Workers: 2})
			if err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
			sealed, err := certificate.Of(r, protocols.All())
			if err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
			var file, packed bytes.Buffer
			if err := sealed.Write(&file, false); err != nil {
				t.Fatal(err)
			}
			if err := sealed.Write(&packed, true); err != nil {
				t.Fatal(err)
			}
			f := figures[m.Algorithm.Name]
			if f == nil {
				f = &certified{}
				figures[m.Algorithm.Name] = f
				names = append(names, m.Algorithm.Name)
			}
			f.bytes, f.packed = f.bytes+file.Len(), f.packed+packed.Len()
			began := time.Now()
			read, err := certificate.Read("file", &packed, protocols.All())
			if err != nil {
				t.Errorf("%s: %v", c.Name, err)
				continue
			}
			proof, err := read.Check(t.Context())
			if err != nil {
				t.Errorf("%s: %v", c.Name, err)
				continue
			}
			f.runs++
			f.states += len(read.Entries)
			f.transitions += int(proof.Facts.Transitions)
			f.checking += time.Since(began)
			ranked += len(read.Header.Ranks)
			for _, q := range c.Ask {
				at := slices.IndexFunc(proof.Findings, func(p certificate.Finding) bool { return string(p.Property) == q.Name })
				if q.Name == entry.CountsQuestion {
					continue
				}
				if at < 0 || proof.Findings[at].Verdict != q.Pinned {
					t.Errorf("%s: %s: pinned %v, proved %+v", c.Name, q.Name, q.Pinned, proof.Findings)
				}
			}
		}
	}
	slices.Sort(names)
	for _, name := range names {
		f := figures[name]
		t.Logf("| %s | %d | %d | %d | %.0f | %.1f | %.0f | %.1f |", name, f.runs, f.states, f.transitions,
			float64(f.bytes)/float64(f.states), float64(f.packed)/float64(f.states),
			float64(f.checking.Microseconds())/float64(f.states), float64(f.checking.Microseconds())/float64(f.transitions))
	}
	if len(names) < 5 || ranked == 0 {
		t.Errorf("certificates of %d algorithms, with %d columns of ranks", len(names), ranked)
	}
}
