package page

import (
	"encoding/base64"
	"encoding/json"
)

// run writes a run. Without the script it shows the last state.
func (w *writer) run(r *Run) {
	end := len(r.States) - 1
	last := r.Last()
	w.put("<section class=\"run\" id=\"%s\" aria-labelledby=\"%s-title\" data-run>\n<h2 id=\"%s-title\">%s</h2>\n<p class=\"broken\">%s</p>\n", r.ID, r.ID, r.ID, r.Title, r.Sentence)
	shown := "Violation"
	if r.Loop >= 0 {
		shown = "Cycle"
	}
	var bars HTML
	if len(last.Phases) > 0 {
		bars = " A narrow bar is a time of waiting, a wide one a time in the critical section."
	}
	w.put(`<div class="controls" hidden>
<div class="buttons" role="group" aria-label="Steps">
<button type="button" data-go="first">Start</button>
<button type="button" data-go="back" aria-label="One step back">◀</button>
<label class="slider">
<span class="number">step <output>%[1]d</output> of %[1]d</span>
<input type="range" min="0" max="%[1]d" value="%[1]d" step="1" aria-label="Step">
</label>
<button type="button" data-go="next" aria-label="One step on">▶</button>
<button type="button" data-go="violation">%[2]s</button>
</div>
</div>
<div class="panes">
<figure class="diagram">
<div class="scroll" tabindex="0" role="region" aria-label="Space-time diagram">%[3]s</div>
<figcaption>Time runs downwards. A circle is a step, an arrow a message from where it is sent to where it is taken; a dashed one is still on its way at the end.%[4]s</figcaption>
</figure>
<div class="state" data-last="%[1]d">
<div aria-live="polite">
`, end, shown, r.Diagram, bars)
	w.put("<h3 data-title>%s</h3>\n<p data-sends>", last.Title)
	w.given("sends %s", last.Sends)
	w.put("</p>\n<p data-then>%s</p>\n<p data-broken class=\"broken\">%s</p>\n</div>\n", last.Then, last.Broken)
	w.state(r, last)
	w.put("</div>\n</div>\n")
	w.filters(r)
	for _, reason := range r.Why {
		w.put("<p>Why: %s.</p>\n", reason)
	}
	w.given("<p>%s</p>\n", r.Note)
	if r.Trace != "" {
		w.put("<p class=\"replay\">To take these steps again on the algorithm, save <a download=\"%s\" href=\"data:application/json;base64,%s\">%s</a> and run <code>qcheck replay %s</code>.</p>\n",
			r.File, base64.StdEncoding.EncodeToString([]byte(r.Trace)), r.File, r.File)
	}
	w.steps(r)
	data, err := json.Marshal(map[string]any{"states": r.States, "loop": r.Loop}) // escaped for markup
	if err != nil {
		panic(err) // texts and numbers
	}
	w.put("<script type=\"application/json\">%s</script>\n</section>\n", HTML(data))
}

// state writes the tables of a state.
func (w *writer) state(r *Run, s State) {
	w.open("States of the processes")
	w.put("<table class=\"states\">\n<caption>State of each process</caption>\n<thead><tr><td></td>")
	for p, name := range r.Processes {
		w.put(`<th scope="col" data-process="%d">%s</th>`, p, name)
	}
	w.put("</tr></thead>\n<tbody>\n")
	for p, phase := range s.Phases {
		if p == 0 {
			w.put("<tr><th scope=\"row\">seen as</th>")
		}
		w.put(`<td data-phase="%d" data-process="%d" class="%s">%s</td>`, p, p, phase, phase)
		if p == len(s.Phases)-1 {
			w.put("</tr>\n")
		}
	}
	for f, name := range r.Fields {
		w.put(`<tr><th scope="row">%s</th>`, name)
		for p, cell := range s.Cells[f] {
			w.put(`<td data-cell="%d-%d" data-process="%d"%s>%s</td>`, f, p, p, cell.class(), cell.Text)
		}
		w.put("</tr>\n")
	}
	w.endTable()
	if len(r.Channels) > 0 {
		w.table("Messages on their way", ` class="channels"`, "Messages on their way", "from → to", "messages, first the one that comes next")
		for c, name := range r.Channels {
			w.put("<tr><th scope=\"row\">%s</th><td data-channel=\"%d\"%s>%s</td></tr>\n", name, c, s.Channels[c].class(), s.Channels[c].Text)
		}
		w.endTable()
	}
	if r.WaitsNote != "" {
		w.put("<figure class=\"waiting\">\n<figcaption>%s</figcaption>\n", r.WaitsNote)
		if r.Waits != "" {
			w.open("Who waits for whom")
			w.put("%s</div>\n", r.Waits)
		}
		w.put("<ul data-waits>")
		for _, sentence := range s.Waits {
			w.put("<li>%s</li>", sentence)
		}
		w.put("</ul>\n</figure>\n")
	}
}

// class marks a cell that the step changed.
func (c Cell) class() HTML {
	if c.Changed {
		return ` class="changed"`
	}
	return ""
}

// filters writes what chooses the processes and messages that are shown.
func (w *writer) filters(r *Run) {
	w.put(`<div class="controls more" hidden>
<p class="hint">Keys: ← and → take a step, Home goes to the start, End to the violation. The address of this page has the step.</p>
<details class="filters">
<summary>Show some processes or messages only</summary>
<fieldset><legend>Processes</legend>
`)
	for p, name := range r.Processes {
		w.put("<label><input type=\"checkbox\" checked data-filter-process=\"%d\"> %s</label>\n", p, name)
	}
	w.put("</fieldset>\n")
	if len(r.Kinds) > 0 {
		w.put("<fieldset><legend>Messages</legend>\n")
		for _, kind := range r.Kinds {
			w.put("<label><input type=\"checkbox\" checked data-filter-kind=\"%s\"> %s</label>\n", kind, kind)
		}
		w.put("</fieldset>")
	}
	w.put("</details>\n</div>\n")
}

// steps writes the table of all steps.
func (w *writer) steps(r *Run) {
	w.put("<details class=\"steps\" open>\n<summary>All steps</summary>\n")
	w.table("All steps", "", "", "step", "what happens", "sends", "becomes", "then")
	for i, s := range r.Steps {
		if i == r.Loop {
			w.put("<tr><td></td><td colspan=\"4\">from here on, again and again:</td></tr>\n")
		}
		w.put("<tr data-state=\"%d\"><th scope=\"row\">%d</th><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n", i+1, i+1, s.What, s.Sends, s.Becomes, s.Then)
	}
	w.endTable()
	w.put("</details>\n")
}
