package views

import (
	"fmt"
	"strings"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/roles"
)

// lines returns the certificate of what was proved: see package certify.
func (c *closure) lines(proved func(explore.Property) bool) []string {
	var all []string
	lives := c.lives
	if !proved(explore.StarvationFreedom) {
		lives = nil
	}
	for i, h := range c.halves {
		line := "half\t" + roles.Text(c.p.requester.Type, string(c.requesters.All[h]))
		for _, l := range lives {
			line += "\t" + l.halves[i]
		}
		all = append(all, line)
	}
	ups, downs := texts(c.p.up, c.ups.All), texts(c.p.down, c.downs.All)
	members := texts(c.p.member, c.members.All)
	cuts := texts(c.p.requester, c.requesters.All)
	for i, v := range c.views {
		steps := 0
		if proved(explore.WellDefined) {
			steps = int(c.follow[i]) - 1
		}
		parts := []string{"view", members[v.member], cuts[v.requester], c.sequence(v.in, ups), c.sequence(v.out, downs),
			fmt.Sprint(v.own), fmt.Sprint(v.last), fmt.Sprint(steps)}
		for _, l := range lives {
			parts = append(parts, l.views[i])
		}
		all = append(all, strings.Join(parts, "\t"))
	}
	return all
}

// A life is what a certificate says of limits of views: by line, what becomes of each view and half
// until it is taken away.
type life struct {
	views, halves []string
}

// life returns what it says of a removal.
func (x *removal) life() (l life) {
	for i := range x.starving.halves {
		var list []string
		for r := range allRoles {
			list = append(list, x.until(x.half[r], i, x.halfOrder[r]))
		}
		l.halves = append(l.halves, strings.Join(list, " "))
	}
	done := make([]bool, len(x.views))
	for _, v := range x.closure.views {
		var list []string
		for p := range x.p.N {
			x.marks(v, p, func(w marked) {
				if i, ok := x.at[w]; ok && !done[i] {
					done[i] = true
					list = append(list, x.until(x.view, int(i), x.viewOrder))
				}
			})
		}
		l.views = append(l.views, strings.Join(list, " "))
	}
	return l
}

// until writes the numbers of something by round, each with a point behind it, and the rule that
// takes it away; nothing if it is not there.
func (x *removal) until(left []bool, i int, numbers [][]int32) (text string) {
	stage, gone := x.ends[&left[i]]
	if !left[i] && !gone {
		return "-"
	}
	if !gone {
		stage = x.stage
	}
	for _, of := range numbers[:(stage+1)/3] { // the last rule of a round has its numbers
		text += fmt.Sprint(of[i]) + "."
	}
	if gone {
		text += "chf"[stage%3 : stage%3+1]
	}
	return text
}

func texts(form *plain.Form, values []value) []string {
	var all []string
	for _, v := range values {
		all = append(all, roles.Text(form.Type, string(v)))
	}
	return all
}

// sequence writes a channel.
func (c *closure) sequence(channel int32, texts []string) string {
	var list []string
	for _, k := range c.channels.all[channel] {
		text := texts[k.msg]
		if k.stamp != 0 {
			text += fmt.Sprintf("@%d", k.stamp)
		}
		list = append(list, text)
	}
	if list == nil {
		return "-"
	}
	return strings.Join(list, ",")
}
