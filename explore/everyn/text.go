package everyn

import (
	"fmt"
	"reflect"
	"strings"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// text writes a view.
func (e *engine) text(i int) string {
	v := e.views.all[i]
	a := e.abouts.all[v.about]
	text := "a member with " + e.texts.member(value(a.half))
	if n := a.rest.len() / 2; n > 0 {
		text += fmt.Sprintf(" (kinds of other peers: %d)", n)
	}
	own, others := e.kinds(v.pool)
	text += "; a requester with " + e.texts.requester(e.pools.all[v.pool].half) + e.kindText(", that asked it", own)
	for _, k := range others {
		text += e.kindText(", other members that it asked", k)
	}
	for _, c := range []struct {
		what string
		of   list
		name func(int) string
	}{{"; on the way to the member ", v.up, e.upText}, {"; on the way to the requester ", v.down, e.downText}} {
		var all []string
		for _, m := range c.of.all() {
			all = append(all, c.name(int(m)))
		}
		if len(all) > 0 {
			text += c.what + strings.Join(all, ", ")
		}
	}
	return text
}

// kindText says in which sets a member is that was asked; nothing of others.
func (e *engine) kindText(what string, k kind) string {
	if k&e.inQuorum() == 0 {
		return ""
	}
	var in []string
	for i, name := range e.setNames {
		if k>>i&1 != 0 {
			in = append(in, name)
		}
	}
	return what + " (" + strings.Join(in, ", ") + ")"
}

// fields writes what is not zero in a half: a peer as me, or as another one, a stamp as its place among those of the view.
func fields(v reflect.Value) string {
	var all []string
	for i := range v.NumField() {
		f, name := v.Field(i), v.Type().Field(i).Name
		switch t := f.Type(); {
		case f.IsZero():
		case t == reflect.TypeFor[roles.Noted]():
			note := f.Field(2).Field(0).Field(0).Index(0)
			if stamp := note.Field(0).Field(0).Uint(); stamp > 0 {
				all = append(all, fmt.Sprintf("%s of me=stamp %d%s", name, stamp, map[bool]string{true: ", for which it asks"}[note.Field(1).Uint() > 0]))
			}
		case t == reflect.TypeFor[roles.Request]():
			all = append(all, fmt.Sprintf("%s=%s with stamp %d", name, peerText(f.Field(1)), f.Field(0).Field(0).Uint()))
		case t == reflect.TypeFor[explore.Set](): // which is said by kinds
		case t == reflect.TypeFor[roles.Peer]():
			all = append(all, name+"="+peerText(f))
		case t == reflect.TypeFor[roles.Stamp]():
			all = append(all, fmt.Sprintf("%s=stamp %d", name, f.Field(0).Uint()))
		case roles.IsBy(t):
			all = append(all, strings.NewReplacer("{stamp:", "stamp ", "}", "").Replace(fmt.Sprintf("%s of me=%+v", name, f.Field(0).Index(0))))
		case t.Kind() == reflect.Bool:
			all = append(all, name)
		default:
			all = append(all, fmt.Sprintf("%s=%v", name, f))
		}
	}
	if len(all) == 0 {
		return "nothing"
	}
	return strings.Join(all, ", ")
}

func peerText(p reflect.Value) string {
	if x := p.Field(0).Uint(); x > 1 {
		return fmt.Sprintf("other %d", x-1)
	}
	return "me"
}
