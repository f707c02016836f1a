package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	listing = regexp.MustCompile(`(?m)^(?:    |\t).*$`)
	flagOf  = regexp.MustCompile(`(?:^|[\s\[])--([a-z][a-z-]*)`)
	printed = regexp.MustCompile(`(?m)^  -([a-z-]+)`)
	verb    = regexp.MustCompile(`^[a-z][a-z-]*$`)
)

// mention is a command as a page names it: its words up to the first flag, and its flags.
type mention struct {
	page, path string
	flags      []string
}

// mentions are all commands of the program that pages name, in spans and in listings, and that
// comments and messages name, in spans.
func mentions(t *testing.T) []mention {
	t.Helper()
	var all []mention
	for _, name := range pages(t) {
		page := readPage(t, name)
		var pieces []string
		for _, found := range span.FindAllStringSubmatch(page, -1) {
			pieces = append(pieces, found[1])
		}
		for _, line := range slices.Concat(listing.FindAllString(page, -1), fenced.FindAllString(page, -1)) {
			pieces = append(pieces, strings.Split(line, "\n")...)
		}
		for _, piece := range pieces {
			if m, ok := mentioned(name, piece); ok {
				all = append(all, m)
			}
		}
	}
	for name, text := range sources(t) {
		for _, found := range span.FindAllStringSubmatch(text, -1) {
			if m, ok := mentioned(name, found[1]); ok {
				all = append(all, m)
			}
		}
	}
	return all
}

// mentioned reads "kaiin …", or what a container of the server runs.
func mentioned(page, piece string) (m mention, ok bool) {
	piece, _, _ = strings.Cut(strings.TrimSpace(piece), " # ")
	rest, ok := strings.CutPrefix(strings.TrimPrefix(piece, "./"), "kaiin ")
	if _, inside, container := strings.Cut(piece, "docker compose run --rm "); container {
		_, rest, ok = strings.Cut(inside, "api ")
	}
	if !ok {
		return m, false
	}
	var path []string
	for _, word := range strings.Fields(rest) {
		if !verb.MatchString(word) {
			break
		}
		path = append(path, word)
	}
	m = mention{page: page, path: strings.Join(path, " ")}
	for _, found := range flagOf.FindAllStringSubmatch(rest, -1) {
		m.flags = append(m.flags, found[1])
	}
	return m, len(path) > 0
}

// flagsOf asks a command for its flags.
func flagsOf(t *testing.T, path string) (flags []string, ok bool) {
	t.Helper()
	var out, problems bytes.Buffer
	p := &program{getenv: func(string) string { return "" }, out: &out, errors: &problems}
	if p.main(t.Context(), append(strings.Fields(path), "--help")) != 0 {
		return nil, false
	}
	for _, found := range printed.FindAllStringSubmatch(problems.String(), -1) {
		flags = append(flags, found[1])
	}
	return flags, true
}

// paths are the commands, and below those that have verbs each verb, by what their usage says.
func commandPaths() []string {
	var all []string
	for _, c := range commands {
		verbs := 0
		for alternative := range strings.SplitSeq(c.usage, " | ") {
			if word, _, _ := strings.Cut(alternative, " "); verb.MatchString(word) {
				all, verbs = append(all, c.name+" "+word), verbs+1
			}
		}
		if verbs == 0 {
			all = append(all, c.name)
		}
	}
	return all
}

func TestDocsNameCommandsThatExist(t *testing.T) {
	t.Parallel()
	known := commandPaths()
	for _, m := range mentions(t) {
		if m.path == "help" || len(m.flags) == 0 && slices.ContainsFunc(commands, func(c command) bool { return c.name == m.path }) {
			continue
		}
		flags, ok := flagsOf(t, m.path)
		if !ok || !slices.Contains(known, m.path) {
			t.Errorf("%s names kaiin %s, which there is not", m.page, m.path)
			continue
		}
		for _, name := range m.flags {
			if !slices.Contains(flags, name) {
				t.Errorf("%s gives kaiin %s the flag --%s, which it does not take", m.page, m.path, name)
			}
		}
	}
}

// The list of docs/operate.md has every command with every flag of it.
func TestDocsListEveryCommand(t *testing.T) {
	t.Parallel()
	inList := map[string][]string{}
	for _, m := range mentions(t) {
		if m.page == "docs/operate.md" {
			inList[m.path] = append(inList[m.path], m.flags...)
		}
	}
	for _, path := range commandPaths() {
		flags, ok := flagsOf(t, path)
		if !ok {
			t.Errorf("kaiin %s says nothing of its flags", path)
		}
		if _, ok := inList[path]; !ok {
			t.Errorf("docs/operate.md does not list kaiin %s", path)
			continue
		}
		for _, name := range flags {
			if !slices.Contains(inList[path], name) {
				t.Errorf("docs/operate.md does not give kaiin %s its flag --%s", path, name)
			}
		}
	}
}

func TestDocsNameTargetsOfMake(t *testing.T) {
	t.Parallel()
	makefile := readPage(t, "Makefile")
	target := regexp.MustCompile("(?m)(?:^    |`)make ([a-z]+)")
	for _, name := range pages(t) {
		for _, found := range target.FindAllStringSubmatch(readPage(t, name), -1) {
			if !strings.Contains(makefile, "\n"+found[1]+": ") {
				t.Errorf("%s names make %s, which there is not", name, found[1])
			}
		}
	}
}

func TestMentioned(t *testing.T) {
	t.Parallel()
	for piece, want := range map[string]mention{
		"kaiin client add --file my-app.json    # says the secret, once":                         {path: "client add", flags: []string{"file"}},
		"kaiin charges --open [--json]":                                                          {path: "charges", flags: []string{"open", "json"}},
		"docker compose run --rm -v \"$PWD/store:/store:ro\" api seed --store /store/store.yaml": {path: "seed", flags: []string{"store"}},
		"kaiin help":      {path: "help"},
		"./kaiin migrate": {path: "migrate"},
	} {
		if got, ok := mentioned("", piece); !ok || got.path != want.path || !slices.Equal(got.flags, want.flags) {
			t.Errorf("%s: %+v", piece, got)
		}
	}
	if got, ok := mentioned("", "make run"); ok {
		t.Errorf("%+v", got)
	}
}
