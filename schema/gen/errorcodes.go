package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// catalogue is where the server's faults have their texts: its keys are all codes there are.
const catalogue = "../server/base/fault/text.en.json"

// fallback is the text of a code that has none, and no code.
const fallback = "DEFAULT"

// errorCodes writes the enum of UserError.code from the catalogue of faults. What a code means is
// its English text.
func errorCodes(file string) error {
	body, err := os.ReadFile(catalogue)
	if err != nil {
		return err
	}
	texts := map[string]string{}
	if err := json.Unmarshal(body, &texts); err != nil {
		return fmt.Errorf("%s: %w", catalogue, err)
	}
	codes := map[string]string{}
	for key, text := range texts {
		code, field, particular := strings.Cut(key, ".") // CODE, or CODE.field
		if _, known := texts[code]; particular && known {
			continue
		}
		if particular {
			text = fmt.Sprintf("On %s: %s", field, text)
			if codes[code] != "" && codes[code] < text { // several fields and no text of its own: the first of them
				continue
			}
		}
		codes[code] = text
	}
	delete(codes, fallback)
	var out bytes.Buffer
	out.WriteString("# Generated from " + strings.TrimPrefix(catalogue, "../") + ". Do not edit: `make generate` writes it.\n\n")
	out.WriteString("\"What is wrong, for programs. The texts are what members read in English; braces stand for values.\"\nenum ErrorCode {\n")
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		fmt.Fprintf(&out, "  %q\n  %s\n", codes[code], code)
	}
	out.WriteString("}\n")
	return os.WriteFile(file, out.Bytes(), 0o644)
}
