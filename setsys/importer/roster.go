package importer

import (
	"qcheck/setsys"
)

// A roster describes a list of servers in a tree, of which those that vote elect by majority:
// under which keys a server has what counts. Of several keys, the first that there is counts.
type roster struct {
	title  string               // of the structure
	one    string               // what a server is called: "member"
	id     []string             // keys of the ID
	name   []string             // of the name
	host   []string             // of the address, or of a list of them
	votes  []string             // of what is true for one that votes; nil: all do
	silent []string             // of what is true for one that does not
	keys   []string             // all that there may be; nil: others are passed over
	idOf   func(v value) string // reads an ID that is no text
	// unique says that names are taken as they are, and that each server has an ID. Otherwise
	// servers that share a name, or have the one for none, are called by their IDs.
	unique bool
	none   string
	// others and unnamed are the remarks on those that do not vote, and on those that do and
	// have no name.
	others, unnamed string
}

// A server is an entry of a roster.
type server struct {
	value
	id, name, host string
	votes          bool
}

// structure is that of the servers of a list.
func (r roster) structure(list value) *setsys.Structure {
	d := list.draft()
	var all []server
	count, ids, taken := map[string]int{}, map[string]bool{}, map[string]bool{}
	for _, item := range list.items("a list of " + r.one + "s") {
		x := r.server(item)
		if r.unique && ids[x.id] {
			id, _ := item.first(r.id...)
			id.bad("two %ss have the ID %s", r.one, x.id)
		}
		ids[x.id] = true
		count[x.name]++
		all = append(all, x)
	}
	var voting, others, unnamed []string
	for _, x := range all {
		d.step(1)
		name := x.name
		if name == "" || !r.unique && count[name] > 1 {
			name = x.id
		}
		switch {
		case taken[name] && r.unique:
			x.bad("two %ss are called %s: nodes need different names", r.one, setsys.Quote(name))
		case taken[name] || name == "":
			x.bad("a %s without a name or an ID of its own", r.one)
		case !x.votes:
			others = append(others, name)
		default:
			voting = append(voting, name)
			if x.name == "" && r.unnamed != "" {
				unnamed = append(unnamed, name)
			}
		}
		taken[name], d.hosts[name] = true, x.host
	}
	if len(voting) == 0 {
		list.bad("no %s votes", r.one)
	}
	d.say(remark(r.others, others)...)
	d.guess(remark(r.unnamed, unnamed)...)
	return d.elected(r.title, voting)
}

// server reads an entry.
func (r roster) server(item value) server {
	x := server{value: item.object("an object (a " + r.one + ")"), votes: true}
	if r.keys != nil {
		item.only("a "+r.one, r.keys...)
	}
	switch id, ok := item.first(r.id...); {
	case ok && r.idOf != nil:
		x.id = r.idOf(id)
	case ok:
		x.id = id.text("an ID (a string)")
	case r.unique:
		item.bad("a %s without the key %q", r.one, r.id[0])
	}
	if name, ok := item.first(r.name...); ok {
		if x.name = name.text("a name (a string)"); x.name == r.none {
			x.name = ""
		}
	}
	if at, ok := item.first(r.host...); ok && at.sort != "null" {
		if at.sort != "a list" {
			x.host = hostOf(at.text("an address (a string)"))
		} else if len(at.list) > 0 {
			x.host = hostOf(at.list[0].text("an address (a string)"))
		}
	}
	if is, ok := item.first(r.silent...); ok {
		x.votes = !is.truth()
	}
	if is, ok := item.first(r.votes...); ok || r.votes != nil {
		if x.votes, ok = is.token.(bool); !ok {
			item.bad("a %s without %q, true or false", r.one, r.votes[0])
		}
	}
	return x
}
