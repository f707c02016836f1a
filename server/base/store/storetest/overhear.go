package storetest

import (
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Overheard is what was sent to a database.
type Overheard struct {
	mu    sync.Mutex
	begun []string // what connections began with: names and values
	texts []string // of statements
}

// Overhear returns the address of another way to the database at the address, and what is sent to
// it on that way.
func Overhear(t testing.TB, address string) (way string, heard *Overheard) {
	t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	heard = &Overheard{}
	server := at.Host
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go heard.pass(client, server)
		}
	}()
	at.Host = listener.Addr().String()
	return at.String(), heard
}

// pass hands on what a client and the server say to each other.
func (o *Overheard) pass(client net.Conn, address string) {
	defer func() { _ = client.Close() }()
	server, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	go func() { _, _ = io.Copy(client, server); _ = client.Close() }()
	head := 4 // the first message has no type, only a length
	for {
		message := make([]byte, head, 512)
		if _, err := io.ReadFull(client, message); err != nil {
			return
		}
		rest := make([]byte, binary.BigEndian.Uint32(message[head-4:])-4)
		if _, err := io.ReadFull(client, rest); err != nil {
			return
		}
		o.note(head == 4, message[0], string(rest))
		if _, err := server.Write(append(message, rest...)); err != nil {
			return
		}
		head = 5
	}
}

func (o *Overheard) note(first bool, kind byte, body string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case first:
		o.begun = append(o.begun, strings.Split(body[4:], "\x00")...) // after the version
	case kind == 'Q':
		o.texts = append(o.texts, strings.Split(strings.TrimRight(body, "\x00"), ";")...)
	case kind == 'P': // the name of the prepared statement, its text, types
		_, text, _ := strings.Cut(body, "\x00")
		text, _, _ = strings.Cut(text, "\x00")
		o.texts = append(o.texts, text)
	}
}

// Texts are the statements so far.
func (o *Overheard) Texts() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.texts)
}

// Begun are the settings that connections began with, each before its value.
func (o *Overheard) Begun() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.begun)
}

var ofSessions = []*regexp.Regexp{
	regexp.MustCompile(`(?is)^\s*(LISTEN|UNLISTEN|PREPARE|EXECUTE|DEALLOCATE|DISCARD|RESET|LOAD|DECLARE)\b`),
	regexp.MustCompile(`(?is)^\s*SET\s+(SESSION|ROLE|TIME|[a-z_.]+\s*(=|TO)\s)`),
	regexp.MustCompile(`(?is)\bpg_(try_)?advisory_(un)?lock(_shared|_all)?\s*\(`),
	regexp.MustCompile(`(?is)^\s*CREATE\s+(LOCAL\s+)?TEMP(ORARY)?\b`),
	regexp.MustCompile(`(?is)\bset_config\s*\([^)]*false\s*\)`),
}

// OfSessions are the statements so far whose effect outlives their transaction in the session of
// PostgreSQL, so that it reaches others through a pooler that lends sessions to transactions.
func (o *Overheard) OfSessions() []string {
	var found []string
	for _, text := range o.Texts() {
		if slices.ContainsFunc(ofSessions, func(r *regexp.Regexp) bool { return r.MatchString(text) }) {
			found = append(found, text)
		}
	}
	return found
}
