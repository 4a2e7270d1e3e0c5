// Sbom writes the bill of materials of a Go program in SPDX 2.3: the program, with its checksum, and the modules that the linker
// put into it, with their versions, as the program itself says. It depends on the program alone, so that who builds the
// same program gets the same bill.
package main

import (
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
)

type (
	document struct {
		Version       string         `json:"spdxVersion"`
		License       string         `json:"dataLicense"`
		ID            string         `json:"SPDXID"`
		Name          string         `json:"name"`
		Namespace     string         `json:"documentNamespace"`
		Creation      creation       `json:"creationInfo"`
		Packages      []part         `json:"packages"`
		Relationships []relationship `json:"relationships"`
	}
	creation struct {
		Created  string   `json:"created"`
		Creators []string `json:"creators"`
	}
	part struct {
		ID        string      `json:"SPDXID"`
		Name      string      `json:"name"`
		Version   string      `json:"versionInfo,omitempty"`
		Location  string      `json:"downloadLocation"`
		Analyzed  bool        `json:"filesAnalyzed"`
		License   string      `json:"licenseConcluded"`
		Declared  string      `json:"licenseDeclared"`
		Copyright string      `json:"copyrightText"`
		Checksums []checksum  `json:"checksums,omitempty"`
		Refs      []reference `json:"externalRefs,omitempty"`
	}
	checksum struct {
		Algorithm string `json:"algorithm"`
		Value     string `json:"checksumValue"`
	}
	reference struct {
		Category string `json:"referenceCategory"`
		Type     string `json:"referenceType"`
		Locator  string `json:"referenceLocator"`
	}
	relationship struct {
		Of   string `json:"spdxElementId"`
		Type string `json:"relationshipType"`
		To   string `json:"relatedSpdxElement"`
	}
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: sbom PROGRAM")
		os.Exit(2)
	}
	text, err := bill(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(2)
	}
	os.Stdout.Write(text)
}

// bill returns the bill of a program.
func bill(program string) ([]byte, error) {
	data, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	digest := hex.EncodeToString(sum[:])
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	const unknown = "NOASSERTION"
	doc := document{
		Version: "SPDX-2.3", License: "CC0-1.0", ID: "SPDXRef-DOCUMENT", Name: filepath.Base(program),
		Namespace: "https://spdx.org/spdxdocs/" + filepath.Base(program) + "-" + digest,
		// The time of the commit, not of the day: the same program has the same bill.
		Creation: creation{Created: cmp.Or(settings["vcs.time"], "1970-01-01T00:00:00Z"), Creators: []string{"Tool: qcheck/deploy/sbom"}},
		Packages: []part{{
			ID: "SPDXRef-program", Name: info.Main.Path, Version: cmp.Or(settings["vcs.revision"], info.Main.Version), Location: unknown,
			License: unknown, Declared: unknown, Copyright: unknown, Checksums: []checksum{{"SHA256", digest}},
		}},
		Relationships: []relationship{{"SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-program"}},
	}
	modules := append([]*debug.Module{{Path: "std", Version: info.GoVersion}}, info.Deps...)
	for i, m := range modules {
		if m.Replace != nil {
			m = m.Replace
		}
		id := fmt.Sprintf("SPDXRef-module-%d", i)
		doc.Packages = append(doc.Packages, part{
			ID: id, Name: m.Path, Version: m.Version, Location: unknown, License: unknown, Declared: unknown, Copyright: unknown,
			Refs: []reference{{"PACKAGE-MANAGER", "purl", "pkg:golang/" + m.Path + "@" + m.Version}},
		})
		doc.Relationships = append(doc.Relationships, relationship{"SPDXRef-program", "STATIC_LINK", id})
	}
	text, err := json.MarshalIndent(doc, "", "  ")
	return append(text, '\n'), err
}
