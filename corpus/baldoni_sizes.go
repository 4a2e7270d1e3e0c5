package corpus

import (
	"context"
	"fmt"
	"math/big"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

// pow is x^n as a number without bound.
func pow(x, n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(x)), big.NewInt(int64(n)), nil)
}

// product is x(x-1)...(x-count+1).
func product(x, count int) *big.Int {
	f := big.NewInt(1)
	for i := range count {
		f.Mul(f, big.NewInt(int64(x-i)))
	}
	return f
}

// root is ceil(n^(m/(m+1)) - 1): the least r with (r+1)^(m+1) >= n^m.
func root(n, m int) int {
	r := 0
	for pow(r+1, m+1).Cmp(pow(n, m)) < 0 {
		r++
	}
	return r
}

// sizeOrder: X(X-1)...(X-M) = (N-1)...(N-M) gives (X-M)^(M+1) <= N^M.
func sizeOrder() *entry.Entry {
	e := entry.New("baldoni/size-order")
	for m := 1; m <= 6; m++ {
		e.Add(entry.Case{Name: entry.Params("M", m), Ask: entry.Stated("at-most-the-root-and-M", func(ctx context.Context, _ *setsys.Structure) (string, error) {
			x := m
			for n := m + 1; n <= 400; n++ {
				if ctx.Err() != nil {
					return "", context.Cause(ctx)
				}
				for product(x+1, m+1).Cmp(product(n-1, m)) <= 0 { // x is the solution, rounded down
					x++
				}
				if pow(x-m, m+1).Cmp(pow(n, m)) > 0 {
					return fmt.Sprintf("N = %d: X is %d or more", n, x), nil
				}
			}
			return "", nil
		})})
	}
	return e
}

// gridAboveMinimal: the sets of the grid are larger than the solution of (11), and at
// most (M+1) L^M.
func gridAboveMinimal() *entry.Entry {
	e := entry.New("baldoni/grid-above-minimal")
	for m := 1; m <= 6; m++ {
		ask := entry.Stated("above-minimal", func(context.Context, *setsys.Structure) (string, error) {
			for side := 2; side <= 20; side++ {
				n := power(side, m+1)
				if size := n - power(side-1, m+1); product(size, m+1).Cmp(product(n-1, m)) <= 0 {
					return fmt.Sprintf("L = %d: %d points", side, size), nil
				}
			}
			return "", nil
		}).With(entry.Stated("of-the-same-order", func(context.Context, *setsys.Structure) (string, error) {
			for side := 2; side <= 20; side++ {
				if size := power(side, m+1) - power(side-1, m+1); size > (m+1)*power(side, m) {
					return fmt.Sprintf("L = %d: %d points", side, size), nil
				}
			}
			return "", nil
		}))
		e.Add(entry.Case{Name: entry.Params("M", m), Ask: ask})
	}
	return e
}

// betterThanRaynal compares 5 ceil(N^(M/(M+1)) - 1) with 3(N-1).
func betterThanRaynal() *entry.Entry {
	ahead := func(n, m int) int { return 3*(n-1) - 5*root(n, m) }
	each := func(wrong func(n int) string) entry.Statement {
		return func(ctx context.Context, _ *setsys.Structure) (string, error) {
			for n := 3; n <= 40; n++ {
				if text := wrong(n); text != "" || ctx.Err() != nil {
					return text, context.Cause(ctx)
				}
			}
			return "", nil
		}
	}
	return entry.New("baldoni/better-than-raynal", entry.Case{Ask: entry.Stated("better-for-one", each(func(n int) string {
		if ahead(n, 1) <= 0 {
			return fmt.Sprintf("N = %d: %d messages, against %d", n, 5*root(n, 1), 3*(n-1))
		}
		return ""
	})).With(entry.Stated("worse-with-M", each(func(n int) string {
		for m := 2; m < n; m++ {
			if ahead(n, m) > ahead(n, m-1) {
				return fmt.Sprintf("N = %d: M = %d is better than M = %d", n, m, m-1)
			}
		}
		return ""
	}))).With(entry.Stated("worse-for-N-1", each(func(n int) string {
		if ahead(n, n-1) >= 0 {
			return fmt.Sprintf("N = %d: %d messages, against %d", n, 5*root(n, n-1), 3*(n-1))
		}
		return ""
	})))})
}

// twoArbiters: what section 7 says of two sets with two common members.
func twoArbiters() *entry.Entry {
	broken := func(axiom entry.Statement) entry.Statement {
		return func(ctx context.Context, _ *setsys.Structure) (string, error) {
			for n := 2; n <= 4; n++ {
				for f := range requestSets(n) {
					if !shareTwo(f) {
						continue
					}
					coterie := f.Structure(setsys.Coterie, 0)
					if text, err := axiom(ctx, coterie); text == "" || err != nil {
						return fmt.Sprint(f.Family()), err
					}
				}
			}
			return "", nil
		}
	}
	return entry.New("baldoni/two-arbiters", entry.Case{
		Name: "two common members",
		Ask:  entry.Stated("against-axiom-1", broken(axiom1)).With(entry.Stated("against-axiom-2", broken(axiom2))),
	}, entry.Case{
		Name: "one process in all sets",
		Build: entry.Listed(`{"kind": "request-sets", "m": 2, "universe": 4, "requestSets":
				{"1": [1], "2": [1,2], "3": [1,3], "4": [1,4]}}`),
		Ask: entry.Silent(p.SelfMembership, p.Arbitration).With(entry.Observed("no-two-sets-share-two", func(_ context.Context, s *setsys.Structure) (string, error) {
			for i := range s.Requests.Len() {
				for j := range i {
					if s.Requests.At(i).Intersection(s.Requests.At(j)).Len() > 1 {
						return fmt.Sprintf("sets %d and %d", j+1, i+1), nil
					}
				}
			}
			return "", nil
		})),
	})
}

// shareTwo reports whether two different sets have two common members.
func shareTwo(f entry.Masks) bool {
	for i, a := range f.Sets {
		for _, b := range f.Sets[:i] {
			if both := a & b; a != b && both&(both-1) != 0 {
				return true
			}
		}
	}
	return false
}

// oneResourceCounts: for M = 1, (11) and the numbers of messages are those of Maekawa.
func oneResourceCounts() *entry.Entry {
	return entry.New("baldoni/one-resource-counts", entry.Case{Ask: entry.Stated("sizes", func(context.Context, *setsys.Structure) (string, error) {
		for k := 2; k <= 200; k++ {
			if n := k*(k-1) + 1; falling(k, 2) != falling(n-1, 1) {
				return fmt.Sprintf("K = %d: (11) does not give (2)", k), nil
			}
		}
		return "", nil
	}).With(entry.Stated("messages", func(context.Context, *setsys.Structure) (string, error) {
		for k := 2; k <= 200; k++ {
			if r := root(k*(k-1)+1, 1); r != k-1 {
				return fmt.Sprintf("K = %d: 3*%d messages, not 3(K-1)", k, r), nil
			}
		}
		return "", nil
	}))})
}

func baldoniMessages() *entry.Entry {
	e := entry.New("baldoni/messages")
	for _, x := range []struct {
		n    int
		file string
	}{{3, "singhal-triangle"}, {7, "baldoni-figure-1"}, {13, "baldoni-plane-3"}} {
		root := 0 // ceil(sqrt(n) - 1)
		for (root+1)*(root+1) < x.n {
			root++
		}
		flags := fmt.Sprintf("--algorithm baldoni --variant printed --structure corpus/testdata/%s.json --requests %s", x.file, oneAsks(x.n))
		e.Add(entry.OnInstance(flags, entry.Stated("least", entry.MessagesAlone(flags, 3*root))))
	}
	return e
}
