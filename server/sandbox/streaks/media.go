package streaks

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"kaiin/server/sandbox/outcome"
)

// Item is a reference id that is no ordinary film.
type Item struct{ RefID, JA, EN string }

// The reference ids that are something else.
const (
	protected = "sandbox-drm"
	live      = "sandbox-live"
	missing   = "sandbox-missing"
	elsewhere = "sandbox-elsewhere"
	plain     = "sandbox-plain"
)

// items lists them, for people to try.
var items = []Item{
	{protected, "コピー防止（DRM）付き：鍵がないため再生できません", "Protected (DRM): cannot be played without a licence"},
	{live, "終わりのないライブ配信", "A live stream without an end"},
	{missing, "存在しない映像（404）", "No such video (404)"},
	{elsewhere, "許可していない場所にある映像", "A stream at an address that is not allowed"},
	{plain, "字幕のない映像", "A video without captions"},
}

type media struct {
	ID          string         `json:"id"`
	RefID       string         `json:"ref_id"`
	ProjectID   string         `json:"project_id"`
	Type        string         `json:"type"`
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Duration    float64        `json:"duration"`
	CreatedAt   string         `json:"created_at"`
	UpdatedAt   string         `json:"updated_at"`
	Tags        []string       `json:"tags"`
	Poster      map[string]any `json:"poster"`
	Thumbnail   map[string]any `json:"thumbnail"`
	Tracks      []track        `json:"tracks"`
	Sources     []source       `json:"sources"`
	Ads         any            `json:"ads"`
}

type track struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Src     string `json:"src"`
	Srclang string `json:"srclang"`
	Label   string `json:"label"`
}

type source struct {
	ID         string         `json:"id"`
	Src        string         `json:"src"`
	Type       string         `json:"type"`
	KeySystems map[string]any `json:"key_systems,omitempty"`
}

// describe is what the API tells of a reference id. base is where browsers find the streams.
func describe(project, ref, base string) media {
	at := base + "/streaks/streams/" + ref + "/"
	day := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC).Format(time.RFC3339)
	m := media{
		ID: strings.Repeat("0", 24) + "5ea1c0de", RefID: ref, ProjectID: project, Type: "file", Name: ref, Duration: length.Seconds(), CreatedAt: day, UpdatedAt: day,
		Tags: []string{}, Poster: map[string]any{"src": nil}, Thumbnail: map[string]any{"src": nil}, Tracks: []track{},
		Sources: []source{{ID: "1", Src: at + "index.m3u8", Type: "application/x-mpegURL"}},
	}
	switch ref {
	case protected:
		m.Sources[0].KeySystems = map[string]any{"com.widevine.alpha": map[string]any{"license_url": base + "/streaks/license"}}
	case live:
		m.Type, m.Duration = "live", 0
	case elsewhere:
		m.Sources[0].Src = "https://elsewhere.example/index.m3u8"
	case plain:
	default:
		m.Tracks = []track{
			{"1", "captions", at + "captions.ja.vtt", "ja", "日本語"}, {"2", "captions", at + "captions.en.vtt", "en", "English"},
		}
	}
	return m
}

func (s *Service) serveMedia(w http.ResponseWriter, r *http.Request) {
	script, _ := s.Queue.Take(Name, ofAPI)
	ref, byRef := strings.CutPrefix(r.PathValue("media"), "ref:")
	switch script.Outcome {
	case outcome.HTTP500:
		outcome.InternalServerError(w)
		return
	case timeout:
		script.HangUp(r.Context())
	case outcome.Slow:
		script.Linger(r.Context())
	}
	switch {
	case !s.known(r), script.Outcome == forbidden:
		answer(w, http.StatusForbidden, failure{"REQUEST_FAILED", "Request failed."})
		return
	case script.Outcome == tooMany:
		answer(w, http.StatusTooManyRequests, failure{"TOO_MANY_REQUESTS", "Too many requests."})
		return
	case !byRef, ref == missing, script.Outcome == notFound:
		answer(w, http.StatusNotFound, failure{"MEDIA_NOT_FOUND", "Media not found."})
		return
	}
	m := describe(s.Account.Project, ref, s.base(r))
	if script.Outcome == empty {
		m.Sources = []source{}
	}
	if script.Outcome == outcome.Cut {
		w.Header().Set("Content-Type", "application/json")
		body, _ := json.Marshal(m)
		_, _ = w.Write(body[:len(body)/2])
		return
	}
	answer(w, http.StatusOK, m)
}

// base is where browsers reach the sandbox.
func (s *Service) base(r *http.Request) string {
	if s.PublicURL != "" {
		return s.PublicURL
	}
	return "http://" + r.Host
}

type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
