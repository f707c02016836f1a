package main

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"runtime/debug"
	"strings"

	"github.com/google/uuid"
)

// billOfMaterials is what a program is made of, in the form of CycloneDX.
type billOfMaterials struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Serial     string      `json:"serialNumber"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type    string     `json:"type"`
	Ref     string     `json:"bom-ref"`
	Name    string     `json:"name"`
	Version string     `json:"version,omitempty"`
	Scope   string     `json:"scope,omitempty"`
	Address string     `json:"purl,omitempty"`
	Hashes  []checksum `json:"hashes,omitempty"`
}

type checksum struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

// printSBOM says what this very program was built of: the Go modules that are linked into it, and
// Go itself.
func printSBOM(_ context.Context, p *program, args []string) error {
	if err := p.flags("sbom", args, nil); err != nil {
		return err
	}
	built, ok := debug.ReadBuildInfo()
	if !ok {
		return errors.New("the program does not know what it was built of")
	}
	bill := billOfMaterials{
		Format: "CycloneDX", Spec: "1.6", Serial: "urn:uuid:" + uuid.NewString(), Version: 1,
		Metadata:   metadata{component{Type: "application", Ref: built.Main.Path, Name: built.Main.Path, Version: built.Main.Version}},
		Components: []component{library("std", strings.TrimPrefix(built.GoVersion, "go"), "")},
	}
	for _, module := range built.Deps {
		for module.Replace != nil {
			module = module.Replace
		}
		bill.Components = append(bill.Components, library(module.Path, module.Version, module.Sum))
	}
	write := json.NewEncoder(p.out)
	write.SetIndent("", "  ")
	return write.Encode(bill)
}

// library is a Go module with the checksum of go.sum, which is a SHA-256 of its files.
func library(path, version, sum string) component {
	address := "pkg:golang/" + path + "@" + version
	c := component{Type: "library", Ref: address, Name: path, Version: version, Scope: "required", Address: address}
	if content, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(sum, "h1:")); err == nil && len(content) > 0 {
		c.Hashes = []checksum{{"SHA-256", hex.EncodeToString(content)}}
	}
	return c
}
