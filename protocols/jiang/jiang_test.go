package jiang

import (
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"

	"github.com/google/go-cmp/cmp"
)

func TestNewRejects(t *testing.T) {
	for _, test := range []struct {
		reason string
		change func(*Config)
		want   string
	}{
		{"no processes", func(c *Config) { c.N = 0 }, "0 processes: there must be 1 to 16"},
		{"too many processes", func(c *Config) { c.N = 17 }, "17 processes: there must be 1 to 16"},
		{"no k", func(c *Config) { c.K = 0 }, "k is 0: it must be at least 1"},
		{"too many resources", func(c *Config) { c.Resources = 9 }, "the number of resources is 9: it must be 1 to 8"},
		{"a resource for some processes only", func(c *Config) { c.Resource = []int{1} }, "1 requested resources for 2 processes"},
		{"a resource that is not there", func(c *Config) { c.Resource = []int{1, 3} }, "the resource of process 2 is 3: it must be 0 to 2"},
		{"no write quorum", func(c *Config) { c.Write = nil }, "the number of write quorums is 0: it must be at least 1"},
		{"no read quorum", func(c *Config) { c.Read = nil }, "the number of read quorums is 0: it must be at least 1"},
		{"an empty quorum", func(c *Config) { c.Read = []explore.Set{1, 0} }, "read quorum 2 is empty"},
		{"a member that is no process", func(c *Config) { c.Write = []explore.Set{4} }, "write quorum 1, {3}, has a member that is none of the 2 processes"},
		{"more write quorums than a reselection counts", func(c *Config) { c.Reselect, c.Write = true, make33() }, "with reselection, the number of write quorums is 33: it must be 1 to 32"},
		{"an unknown variant", func(c *Config) { c.Variant = "none" }, `unknown variant "none"`},
	} {
		t.Run(test.reason, func(t *testing.T) {
			c := two
			test.change(&c)
			_, err := New(c)
			if err == nil || err.Error() != test.want {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}

func make33() []explore.Set {
	qs := make([]explore.Set, 33)
	for i := range qs {
		qs[i] = 1
	}
	return qs
}

func TestMessageString(t *testing.T) {
	for _, test := range []struct {
		reason string
		m      Message
		want   string
	}{
		{"with stamp and resource", Message{Kind: REQUEST, Stamp: 3, Resource: 2}, "REQUEST(3, resource 2)"},
		{"all parameters", Message{Kind: COMPETE, Stamp: 1, Node: 2, Resource: 1, Ring: explore.SetOf(0, 2)}, "COMPETE(1, node 2, resource 1, {1,3}, {})"},
		{"none", Message{Kind: CLEARED}, "CLEARED"},
		{"the zero value", Message{}, "no message"},
	} {
		if got := test.m.String(); got != test.want {
			t.Errorf("%s: %q, want %q", test.reason, got, test.want)
		}
	}
}

func TestVariants(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range Algorithm().Variants {
		if seen[v.Name] || v.Summary == "" || strings.ToLower(v.Name) != v.Name {
			t.Errorf("variant %q: not unique, not in lower case, or without a summary", v.Name)
		}
		seen[v.Name] = true
		if _, err := New(with(two, v.Name)); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"printed", "repaired"} {
		if !seen[name] {
			t.Errorf("there is no variant %s", name)
		}
	}
}

// Every step runs in some instance.
func TestEveryStepRuns(t *testing.T) {
	type run struct {
		Config
		requests []int
	}
	for _, test := range []struct {
		variant string
		runs    []run
	}{
		{"printed", []run{
			{clients, []int{0, 1, 1, 1}},
			{pair2, []int{2, 2}},
			{reselecting(apart), []int{0, 1, 1}},
			{apart, []int{0, 2, 1}},
		}},
		{"repaired", []run{
			{clients, []int{0, 1, 1, 1}},
			{pair2, []int{2, 2}},
			{reselecting(apart), []int{0, 1, 1}},
		}},
	} {
		missing := map[string]bool{}
		for i, r := range test.runs {
			o := prototest.Options{Requests: r.requests, Check: []explore.Property{explore.Safety}}
			_, result := prototest.Result(t, protocol(t, with(r.Config, test.variant)), o)
			never := map[string]bool{}
			for _, name := range result.NeverRan {
				never[name] = true
				if i == 0 {
					missing[name] = true
				}
			}
			for name := range missing {
				if !never[name] {
					delete(missing, name)
				}
			}
		}
		for name := range missing {
			if strings.HasPrefix(name, "process ") {
				delete(missing, name)
			}
		}
		if diff := cmp.Diff(map[string]bool{}, missing); diff != "" {
			t.Errorf("%s: steps that never ran:\n%s", test.variant, diff)
		}
	}
}
