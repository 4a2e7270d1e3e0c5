package structures

import (
	"fmt"
	"os"
	"path/filepath"

	"qcheck/cmd/qcheck/ci"
	"qcheck/cmd/qcheck/command/console"
	"qcheck/properties"
	"qcheck/properties/property"
	"qcheck/setsys"
)

// fileFindings returns what was found of a structure file.
func fileFindings(r fileResult, expect console.Expectations) []ci.Finding {
	file := console.DisplayName(r.file)
	if r.err != nil {
		f := ci.Finding{Subject: file, About: ci.Input, Outcome: ci.Open, File: file}
		e := errorDocument(r.err)
		f.Text, f.Line, f.Column = e.Message, e.Line, e.Column
		return []ci.Finding{f}
	}
	var list []ci.Finding
	for _, p := range r.report.Results {
		f := expect.Finding(r.file, string(p.Property), p.Verdict, properties.Meaning(p.Property, r.report.Structure))
		f.Subject = file
		if f.Outcome != ci.Passed {
			f.File, f.Line, f.Column = file, 1, 1
			if p.Note != "" {
				f.Text += "; " + p.Note
			}
			if p.Witness != nil {
				f.Text += "; witness: " + p.Witness.Text()
				if len(p.Witness.Members) > 0 {
					f.Line, f.Column = memberAt(r, p.Witness.Members[0])
				}
			}
		}
		list = append(list, f)
	}
	return list
}

// memberAt returns where the file has a set.
func memberAt(r fileResult, m property.Member) (line, column int) {
	i := m.Process
	for _, f := range r.report.Structure.Families() {
		if f.Role != m.Role || i >= 0 || !f.Family.IsListed() {
			continue
		}
		for at, set := range f.Family.All() {
			if set.Equal(m.Set) {
				i = at
				break
			}
		}
	}
	return setsys.Locate(r.data, m.Role, i)
}

// structureRules says what the properties of structures demand.
func structureRules() []ci.Rule {
	rules := []ci.Rule{{Name: ci.Input, Text: "the file can be read as a structure"}}
	for _, id := range properties.All() {
		rules = append(rules, ci.Rule{Name: string(id), Text: properties.Meaning(id, &setsys.Structure{})})
	}
	return rules
}

// inDirectories puts the structure files of directories in their place: all whose names
// end with ".json", in the order of their names.
func inDirectories(files []string) ([]string, error) {
	var all []string
	for _, file := range files {
		info, err := os.Stat(file)
		if file == console.StdinName || err != nil || !info.IsDir() {
			all = append(all, file) // what is wrong with it is said when it is read
			continue
		}
		entries, err := os.ReadDir(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", console.DisplayName(file), console.Pathless(err))
		}
		before := len(all)
		for _, e := range entries {
			if !e.IsDir() && filepath.Ext(e.Name()) == ".json" {
				all = append(all, filepath.Join(file, e.Name()))
			}
		}
		if len(all) == before {
			return nil, fmt.Errorf("%s: no structure files (names that end with .json) in the directory", console.DisplayName(file))
		}
	}
	return all, nil
}
