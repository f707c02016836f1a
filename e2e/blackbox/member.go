package blackbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

const (
	Password = "Open9sesameX!"
	GoodCard = "4111111111111111"
)

// Member is a person with a browser of their own at an address of their own.
type Member struct {
	s                     *Stack
	Client                *http.Client
	IP, Language          string
	Email, Nickname, Card string
	PIN                   string           // of the sign-up
	cards                 int              // how many were added
	Consents              []map[string]any // to the store's policies
}

// Answer is what the server said.
type Answer struct {
	Status int
	Header http.Header
	Raw    []byte
	Body   map[string]any // nil when it is no JSON object
}

// Text is a member of the body, empty when it is absent or no text.
func (a Answer) Text(name string) string { v, _ := a.Body[name].(string); return v }

func (a Answer) String() string { return fmt.Sprintf("%d %s", a.Status, a.Raw) }

var born atomic.Int64

// Visitor is somebody who has not signed up.
func (s *Stack) Visitor(language string) *Member {
	n := born.Add(1)
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.T.Fatal(err)
	}
	client := *s.Outside.Client
	client.Jar = jar
	return &Member{
		s: s, Client: &client, Language: language, IP: fmt.Sprintf("10.%d.%d.1", n/250, n%250),
		Email: fmt.Sprintf("member%d-private@example.jp", n), Nickname: fmt.Sprintf("nick-%d-%s", n, language),
	}
}

// Send makes a request as a browser of this site would; change may alter it. A path may be a
// whole address.
func (m *Member) Send(method, path string, body []byte, change func(*http.Request)) (Answer, error) {
	if !strings.HasPrefix(path, "http") {
		path = m.s.Origin + path
	}
	r, err := http.NewRequest(method, path, bytes.NewReader(body))
	if err != nil {
		return Answer{}, err
	}
	r.Header.Set("X-Forwarded-For", m.IP)
	r.Header.Set("Accept-Language", m.Language)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", m.s.Origin)
	}
	if change != nil {
		change(r)
	}
	said, err := m.Client.Do(r)
	if err != nil {
		return Answer{}, err
	}
	defer func() { _ = said.Body.Close() }()
	a := Answer{Status: said.StatusCode, Header: said.Header}
	if a.Raw, err = io.ReadAll(said.Body); err != nil {
		return a, err
	}
	_ = json.Unmarshal(a.Raw, &a.Body)
	if found := inside.Find(a.Raw); found != nil {
		return a, fmt.Errorf("%s %s tells what happens inside (%q): %s", method, path, found, a)
	}
	return a, nil
}

// inside is what no answer may hold: statements, errors of the database and of the
// language, stacks.
var inside = regexp.MustCompile(`(?i)pq: |sqlstate|select .+ from |insert into |goroutine \d|\.go:\d|panic:|runtime error|ent: |context deadline|127(\.\d+){3}:5\d{3}\b`)

func (m *Member) Get(path string) (Answer, error) { return m.Send("GET", path, nil, nil) }

func (m *Member) Post(path string, body any) (Answer, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return Answer{}, err
	}
	return m.Send("POST", path, text, nil)
}

// Want is the answer when it is a 200 without a broken flow, else an error.
func Want(a Answer, err error) (Answer, error) {
	if err == nil && (a.Status != http.StatusOK || a.Body["flowError"] != nil) {
		err = fmt.Errorf("answered %s", a)
	}
	return a, err
}

// Cookie is the value of a cookie of this site.
func (m *Member) Cookie(name string) string {
	r, err := http.NewRequest(http.MethodGet, m.s.Origin, nil)
	if err != nil {
		return ""
	}
	for _, c := range m.Client.Jar.Cookies(r.URL) {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}

// Each runs f for 0 to n-1, so many at a time, and fails with everything that went wrong.
func Each(t testing.TB, n, atOnce int, f func(i int) error) {
	t.Helper()
	var all sync.WaitGroup
	problems, slots := make([]error, n), make(chan struct{}, atOnce)
	for i := range n {
		all.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			if err := f(i); err != nil {
				problems[i] = fmt.Errorf("%d: %w", i, err)
			}
		})
	}
	all.Wait()
	Must(t, errors.Join(problems...))
}
