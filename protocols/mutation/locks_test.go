package mutation

import (
	"slices"

	"qcheck/explore"
	"qcheck/protocols/agrawalelabbadi"
	"qcheck/protocols/carvalhoroucairol"
	"qcheck/protocols/naimitrehel"
	"qcheck/protocols/raymondtree"
	"qcheck/protocols/suzukikasami"
)

// locks are the packages of mutual exclusion that are not of the five papers.
var locks = []subject{
	{"suzukikasami", slices.Concat(
		of(suzukikasami.New, causal(1, 2), suzukikasami.Config{N: 1}),
		of(suzukikasami.New, causal(2, 2), variants(suzukikasami.Config{N: 2}, plainOfSuzuki...)...),
		of(suzukikasami.New, causal(3, 1), variants(suzukikasami.Config{N: 3}, plainOfSuzuki...)...),
		of(suzukikasami.New, causal(3, 2, 1, 2), variants(suzukikasami.Config{N: 3}, plainOfSuzuki...)...),
		of(suzukikasami.NewStamped, causal(2, explore.Unbounded), suzukikasami.Config{N: 2, Variant: "stamps"}),
	), ""},
	{"naimitrehel", slices.Concat(
		of(naimitrehel.New, causal(1, 2), naimitrehel.Config{N: 1}),
		of(naimitrehel.New, causal(2, explore.Unbounded), variants(naimitrehel.Config{N: 2}, names(naimitrehel.Algorithm().Variants)...)...),
		of(naimitrehel.New, causal(3, explore.Unbounded), variants(naimitrehel.Config{N: 3}, names(naimitrehel.Algorithm().Variants)...)...),
	), ""},
	{"raymondtree", slices.Concat(
		of(raymondtree.New, causal(1, 2), raymondtree.Config{N: 1}),
		of(raymondtree.New, causal(2, explore.Unbounded), variants(raymondtree.Config{N: 2}, names(raymondtree.Algorithm().Variants)...)...),
		of(raymondtree.New, causal(3, explore.Unbounded), variants(raymondtree.Config{N: 3}, names(raymondtree.Algorithm().Variants)...)...),
		of(raymondtree.New, causal(3, explore.Unbounded), variants(raymondtree.Config{N: 3, Tree: "line"}, names(raymondtree.Algorithm().Variants)...)...),
		of(raymondtree.New, causal(4, explore.Unbounded), raymondtree.Config{N: 4, Tree: "star"}, raymondtree.Config{N: 4, Parents: []int{2, 0, 2, 3}}),
	), ""},
	{"agrawalelabbadi", slices.Concat(
		of(agrawalelabbadi.New, causal(3, 1), variants(agrawalelabbadi.Config{N: 3, Quorums: all(3, sets(1))}, names(agrawalelabbadi.Algorithm().Variants)...)...),
		of(agrawalelabbadi.New, causal(3, 1), variants(agrawalelabbadi.Config{N: 3, Quorums: all(3, sets(12))}, names(agrawalelabbadi.Algorithm().Variants)...)...),
		of(agrawalelabbadi.New, causal(3, 2, 1, 1), variants(agrawalelabbadi.Config{N: 3, Quorums: all(3, sets(12))}, names(agrawalelabbadi.Algorithm().Variants)...)...),
		of(agrawalelabbadi.New, causal(3, 1, 1, 0), variants(agrawalelabbadi.Config{N: 3, Quorums: all(3, sets(12, 13, 23))}, names(agrawalelabbadi.Algorithm().Variants)...)...),
		of(agrawalelabbadi.New, causal(2, explore.Unbounded), agrawalelabbadi.Config{N: 2, Quorums: all(2, sets(12))}),
		of(agrawalelabbadi.New, integer(3, 1), agrawalelabbadi.Config{N: 3, Quorums: all(3, sets(1))}),
	), ""},
	{"carvalhoroucairol", slices.Concat(
		of(carvalhoroucairol.New, causal(1, 2), carvalhoroucairol.Config{N: 1}),
		of(carvalhoroucairol.New, causal(2, explore.Unbounded), variants(carvalhoroucairol.Config{N: 2}, stampedOfCarvalho...)...),
		of(carvalhoroucairol.New, integer(2, 3), variants(carvalhoroucairol.Config{N: 2}, names(carvalhoroucairol.Algorithm().Variants)...)...),
		of(carvalhoroucairol.New, causal(3, 1), variants(carvalhoroucairol.Config{N: 3}, stampedOfCarvalho...)...),
		of(carvalhoroucairol.New, causal(3, explore.Unbounded), variants(carvalhoroucairol.Config{N: 3}, "printed", "without-asking-again")...),
	), ""},
}

var (
	plainOfSuzuki     = []string{"printed", "any-order", "without-requesting", "without-numbers"}
	stampedOfCarvalho = []string{"printed", "given", "without-giving-back", "without-asking-again"}
)
