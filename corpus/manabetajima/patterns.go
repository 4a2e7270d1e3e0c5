package manabetajima

import (
	"fmt"
	"slices"
	"sort"

	"qcheck/corpus/entry"
	p "qcheck/properties"
)

// Request patterns are written as ascending bags of numbers of units.

func sum(bag []int) int {
	s := 0
	for _, h := range bag {
		s += h
	}
	return s
}

func conflicting(bag []int, k int) bool { return sum(bag) >= k+1 }

// critical is Definition 4, member by member.
func critical(bag []int, k int) bool {
	if !conflicting(bag, k) {
		return false
	}
	for _, h := range bag {
		if sum(bag)-h >= k+1 {
			return false
		}
	}
	return true
}

// listedAsDefined: the critical patterns are those of the definition, and so many.
func listedAsDefined(x entry.Values) string {
	k := x["k"]
	var all [][]int
	for bag := range entry.Bags(k, k+1) { // a critical pattern has at most k+1 members
		if critical(bag, k) {
			all = append(all, bag)
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return len(all[i]) < len(all[j]) })
	listed := p.CriticalPatterns(k)
	if !slices.EqualFunc(all, listed, slices.Equal[[]int]) || len(all) != x["count"] {
		return fmt.Sprintf("%d are listed, %d are there: %v, %v", len(listed), len(all), listed, all)
	}
	return ""
}

// sumBound is Theorem 2.
func sumBound(x entry.Values) string {
	k := x["k"]
	for _, bag := range p.CriticalPatterns(k) {
		if sum(bag) > k+bag[0] {
			return fmt.Sprintf("%v is critical", bag)
		}
	}
	return ""
}

// containsSome: what conflicts contains a critical pattern.
func containsSome(x entry.Values) string {
	k := x["k"]
	for bag := range entry.Bags(k, k+2) {
		if conflicting(bag, k) && !containsCritical(bag, k) {
			return fmt.Sprint(bag)
		}
	}
	return ""
}

// containsCritical reports whether some part of the bag is critical for k.
func containsCritical(bag []int, k int) bool {
	for pick := 1; pick < 1<<len(bag); pick++ {
		var part []int
		for i, h := range bag {
			if pick>>i&1 != 0 {
				part = append(part, h)
			}
		}
		if critical(part, k) {
			return true
		}
	}
	return false
}
