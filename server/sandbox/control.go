package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"kaiin/server/sandbox/ledger"
	"kaiin/server/sandbox/outcome"
)

const maxControlBody = 16 << 10

// Handler answers everything the sandbox serves over HTTP.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	s.sbps.Routes(mux)
	s.paypal.Routes(mux)
	s.idp.Routes(mux)
	s.sms.Routes(mux)
	s.captcha.Routes(mux)
	s.streaks.Routes(mux)
	s.apps.Routes(mux)
	s.pageRoutes(mux)
	mux.HandleFunc("GET /inbox.json", s.getInbox)
	mux.HandleFunc("DELETE /inbox.json", s.clearInbox)
	mux.HandleFunc("GET /ledger.json", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, s.ledger()) })
	mux.HandleFunc("GET /kept.json", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, ledger.Kept(s.ledger()))
	})
	mux.HandleFunc("GET /calls.json", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, s.sbps.Calls()) })
	mux.HandleFunc("GET /next", s.getNext)
	mux.HandleFunc("POST /next", s.postNext)
	mux.HandleFunc("DELETE /next", s.clearNext)
	mux.HandleFunc("GET /clock", s.getClock)
	mux.HandleFunc("POST /clock", s.postClock)
	mux.HandleFunc("GET /settings", s.getSettings)
	mux.HandleFunc("POST /settings", s.postSettings)
	mux.HandleFunc("POST /reset", s.reset)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]string{"status": "ok"})
	})
	return mux
}

// ledger is what every provider of payments moved, oldest first.
func (s *Server) ledger() []ledger.Entry {
	entries := append(s.sbps.Ledger(), s.paypal.Ledger()...)
	ledger.Sort(entries)
	return entries
}

func (s *Server) getInbox(w http.ResponseWriter, r *http.Request) {
	answer(w, http.StatusOK, s.inbox.List(r.URL.Query().Get("to")))
}

func (s *Server) clearInbox(w http.ResponseWriter, _ *http.Request) {
	s.inbox.Clear()
	w.WriteHeader(http.StatusNoContent)
}

// next is an outcome on the wire, in and out.
type next struct {
	Service  string `json:"service"`
	Outcome  string `json:"outcome"`
	Function string `json:"function,omitempty"`
	Times    *int   `json:"times,omitempty"`
	Delay    string `json:"delay,omitempty"`
}

func (s *Server) getNext(w http.ResponseWriter, _ *http.Request) {
	waiting := []next{}
	for _, e := range s.queue.List() {
		n := next{Service: e.Service, Outcome: e.Outcome, Function: e.Function, Times: &e.Times}
		if e.Delay > 0 {
			n.Delay = e.Delay.String()
		}
		waiting = append(waiting, n)
	}
	answer(w, http.StatusOK, waiting)
}

func (s *Server) postNext(w http.ResponseWriter, r *http.Request) {
	var in next
	if !read(w, r, &in) {
		return
	}
	e := outcome.Entry{Service: in.Service, Outcome: in.Outcome, Function: in.Function, Times: 1}
	if in.Times != nil {
		e.Times = *in.Times
	}
	var err error
	if in.Delay != "" {
		e.Delay, err = time.ParseDuration(in.Delay)
	}
	if err == nil {
		err = s.queue.Push(e)
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, "INVALID_REQUEST", err.Error())
		return
	}
	s.getNext(w, r)
}

func (s *Server) clearNext(w http.ResponseWriter, _ *http.Request) {
	s.queue.Clear()
	w.WriteHeader(http.StatusNoContent)
}

type clockState struct {
	Now           time.Time `json:"now"`
	OffsetSeconds int64     `json:"offsetSeconds"`
}

func (s *Server) getClock(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, clockState{s.time.Now(), s.time.offset()})
}

func (s *Server) postClock(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Advance *string `json:"advance"`
		Set     *string `json:"set"`
	}
	if !read(w, r, &in) {
		return
	}
	err := s.moveClock(r.Context(), in.Advance, in.Set)
	var no *refusal
	switch {
	case errors.As(err, &no):
		answer(w, no.status, map[string]any{
			"code": no.code, "message": no.message, "moved": no.moved, "now": s.time.Now(), "offsetSeconds": s.time.offset(),
		})
	case err != nil:
		refuse(w, http.StatusBadRequest, "INVALID_REQUEST", err.Error())
	default:
		s.getClock(w, r)
	}
}

func (s *Server) moveClock(ctx context.Context, advance, set *string) error {
	switch {
	case (advance == nil) == (set == nil):
		return errors.New(`send either {"advance": "720h"} or {"set": "2027-01-31T00:00:00+09:00"}`)
	case advance != nil:
		d, err := time.ParseDuration(*advance)
		if err != nil {
			return fmt.Errorf("advance is not a duration like 720h: %w", err)
		}
		return s.time.advance(ctx, d)
	}
	t, err := time.Parse(time.RFC3339, *set)
	if err != nil {
		return fmt.Errorf("set is not a time like 2027-01-31T00:00:00+09:00: %w", err)
	}
	return s.time.set(ctx, t)
}

type settings struct {
	TDSReturn string `json:"tdsReturn"`
}

func (s *Server) getSettings(w http.ResponseWriter, _ *http.Request) {
	out := settings{TDSReturn: "get"}
	if s.sbps.ReturnPost() {
		out.TDSReturn = "post"
	}
	answer(w, http.StatusOK, out)
}

func (s *Server) postSettings(w http.ResponseWriter, r *http.Request) {
	var in settings
	if !read(w, r, &in) {
		return
	}
	if in.TDSReturn != "get" && in.TDSReturn != "post" {
		refuse(w, http.StatusBadRequest, "INVALID_REQUEST", "tdsReturn must be get or post")
		return
	}
	s.sbps.SetReturnPost(in.TDSReturn == "post")
	s.getSettings(w, r)
}

// reset takes no body. A page of another site cannot ask for it.
func (s *Server) reset(w http.ResponseWriter, r *http.Request) {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		refuse(w, http.StatusForbidden, "FORBIDDEN", "another site's page cannot reset the sandbox")
		return
	}
	s.inbox.Clear()
	s.queue.Clear()
	s.sbps.Reset()
	s.paypal.Reset()
	s.idp.Reset()
	s.captcha.Reset()
	s.apps.Reset()
	w.WriteHeader(http.StatusNoContent)
}

// read reads a JSON body strictly: one object, no unknown field. It answers itself when that fails.
func read(w http.ResponseWriter, r *http.Request, into any) bool {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", "the content type must be application/json")
		return false
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxControlBody))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something follows the object")
		}
	}
	if err == nil {
		return true
	}
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		refuse(w, http.StatusRequestEntityTooLarge, "TOO_LARGE", "the body is too large")
	} else {
		refuse(w, http.StatusBadRequest, "INVALID_REQUEST", "the body is not the JSON expected: "+strings.TrimPrefix(err.Error(), "json: "))
	}
	return false
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	answer(w, status, map[string]string{"code": code, "message": message})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(body)
}
