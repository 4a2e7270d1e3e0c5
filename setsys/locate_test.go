package setsys_test

import (
	"strings"
	"testing"

	"qcheck/setsys"
)

// TestLocate compares places with where the texts are that stand there.
func TestLocate(t *testing.T) {
	for _, c := range []struct {
		text string
		role setsys.Role
		i    int
		want string // what stands at the place
	}{
		{"{\"kind\":\"coterie\",\n\"universe\":3,\n\"quorums\":[[1,2],\n [2,3]]}", setsys.QuorumsRole, 0, "[1,2]"},
		{"{\"kind\":\"coterie\",\n\"universe\":3,\n\"quorums\":[[1,2],\n [2,3]]}", setsys.QuorumsRole, 1, "[2,3]"},
		{"{\"kind\":\"coterie\",\"universe\":3,\n \"quorums\":{\"threshold\":2,\"of\":[1,2,3]}}", setsys.QuorumsRole, 1, "{\"threshold\""},
		{"{\"kind\":\"read-write\",\"universe\":[\"ä\",\"b\"],\"name\":\"a, [b]\",\"write\":[[\"ä\"]],\"read\":[[\"b\"],[\"ä\"]]}", setsys.ReadRole, 1, "[\"ä\"]]}"},
		{"{\"kind\":\"hk-arbiter\",\"k\":2,\"universe\":3,\"quorums\":{\"1\":[[1,2]],\n\"2\":[[1],\n[3]]}}", setsys.UnitsRole(2), 1, "[3]"},
		{"{\"kind\":\"hk-arbiter\",\"k\":2,\"universe\":3,\n\"quorums\":{\"construct\":\"uniform-hk-arbiter\"}}", setsys.UnitsRole(2), 1, "{\"construct\""},
		{" {\"construct\":\"majority\",\"n\":3}", setsys.QuorumsRole, 1, "{\"construct\""},
		{"{\"kind\":\"request-sets\",\"m\":1,\"universe\":2,\"requestSets\":[[1,2],[1]]}", setsys.RequestsRole, 1, "[1]"},
	} {
		line, column := setsys.Locate([]byte(c.text), c.role, c.i)
		lines := strings.Split(c.text, "\n")
		if line < 1 || line > len(lines) || column < 1 || column > len([]rune(lines[line-1])) {
			t.Errorf("%s: %d:%d", c.text, line, column)
			continue
		}
		if got := string([]rune(lines[line-1])[column-1:]); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: at %d:%d there is %q, want %q", c.text, line, column, got, c.want)
		}
	}
}
