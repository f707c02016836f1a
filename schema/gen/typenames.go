package main

import (
	"regexp"
	"strings"
)

// The frame of every page is no part of the cache.
var (
	frameFragment = regexp.MustCompile(`^fragment (Root|Header) `)
	frameField    = regexp.MustCompile(`^ *root \{$|@include\(if: \$root\) \{$`)
)

// withTypenames asks for __typename wherever a field has fields, as Apollo Client does with its
// documents: its cache keys entities by it. What an operation or a fragment begins with needs none.
// schema.Document.Plain takes it out again.
func withTypenames(text string) string {
	if frameFragment.MatchString(text) {
		return text
	}
	var out strings.Builder
	depth, arguments, quoted := 0, 0, false
	line := 0 // where it begins
	for at, r := range text {
		out.WriteRune(r)
		switch {
		case r == '\n':
			line = at + 1
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == '(':
			arguments++
		case r == ')':
			arguments--
		case arguments > 0: // braces of an input
		case r == '{':
			if depth > 0 && !frameField.MatchString(text[line:at+1]) {
				out.WriteString(" __typename")
			}
			depth++
		case r == '}':
			depth--
		}
	}
	return out.String()
}
