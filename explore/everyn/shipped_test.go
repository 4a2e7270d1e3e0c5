package everyn_test

import (
	"fmt"
	"testing"

	"qcheck/explore/everyn"
	"qcheck/protocols"
	"qcheck/protocols/agrawalelabbadi"
	"qcheck/protocols/maekawa"
)

func short(p *everyn.Proof) (text string) {
	for _, r := range p.Results {
		text += fmt.Sprintf("%s: %t %.300s; ", r.Property, r.Proved, r.Why)
	}
	return fmt.Sprintf("%s%s%s %d views, %d calls, %v", text, p.Refused, p.Stopped, p.Views, p.Calls, p.Elapsed)
}

func TestShipped(t *testing.T) {
	a, _ := protocols.All().Lookup("maekawa")
	for _, v := range a.Variants {
		t.Logf("maekawa %s: %s", v.Name, short(everyn.Prove(t.Context(), maekawa.Family(v.Name), everyn.Limits{})))
	}
	a, _ = protocols.All().Lookup("agrawal-el-abbadi")
	for _, v := range a.Variants {
		t.Logf("agrawal %s: %s", v.Name, short(everyn.Prove(t.Context(), agrawalelabbadi.Family(v.Name), everyn.Limits{})))
	}
}
