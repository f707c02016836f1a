package streaks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"kaiin/server/shop/playback"
)

// No more of an answer is used.
const (
	maxSources = 8
	maxTracks  = 32
	maxText    = 300 // characters
)

// media is an answer, as far as it is used.
type media struct {
	Name     string  `json:"name"`
	Duration float64 `json:"duration"`
	Poster   struct {
		Src string `json:"src"`
	} `json:"poster"`
	Tracks []struct {
		Kind    string `json:"kind"`
		Src     string `json:"src"`
		Srclang string `json:"srclang"`
		Label   string `json:"label"`
	} `json:"tracks"`
	Sources []struct {
		Src        string          `json:"src"`
		Type       string          `json:"type"`
		KeySystems json.RawMessage `json:"key_systems"`
	} `json:"sources"`
}

// typesOfHLS are the names of one type, in lower case.
var typesOfHLS = map[string]bool{
	"application/vnd.apple.mpegurl": true, "application/x-mpegurl": true, "application/mpegurl": true, "audio/mpegurl": true, "audio/x-mpegurl": true,
}

var language = regexp.MustCompile(`^[A-Za-z]{2,8}(-[0-9A-Za-z]{1,8})*$`)

// parse reads an answer. allowed says from where streams and texts may come.
func parse(refID string, body []byte, allowed func(*url.URL) bool) (*playback.Media, error) {
	var in media
	if err := json.Unmarshal(body, &in); err != nil {
		return nil, errors.New("the answer is not the JSON expected")
	}
	out := &playback.Media{RefID: refID, Name: cut(in.Name), Duration: max(0, in.Duration)}
	if u := absolute(in.Poster.Src); u != nil && (u.Scheme == "https" || allowed(u)) {
		out.Poster = u.String()
	}
	why := errors.New("it has no source of HLS")
	for _, s := range in.Sources {
		u := absolute(s.Src)
		switch {
		case u == nil || !typesOfHLS[strings.ToLower(s.Type)]:
		case isProtected(s.KeySystems):
			why = playback.ErrProtected
		case !allowed(u):
			why = fmt.Errorf("streams may not come from %s", u.Host)
		case len(out.Sources) < maxSources:
			out.Sources = append(out.Sources, playback.Source{URL: u.String(), Type: "application/vnd.apple.mpegurl"})
		}
	}
	if len(out.Sources) == 0 {
		return nil, fmt.Errorf("%w: %w", errUnplayable, why)
	}
	for _, t := range in.Tracks {
		u := absolute(t.Src)
		if u == nil || !allowed(u) || t.Kind != "captions" && t.Kind != "subtitles" || len(out.Tracks) == maxTracks {
			continue
		}
		track := playback.Track{Kind: t.Kind, URL: u.String(), Label: cut(t.Label)}
		if language.MatchString(t.Srclang) {
			track.Language = t.Srclang
		}
		out.Tracks = append(out.Tracks, track)
	}
	return out, nil
}

// absolute is the address, nil when it is none of the web or holds a user.
func absolute(text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" {
		return nil
	}
	return u
}

func isProtected(systems json.RawMessage) bool {
	systems = bytes.TrimSpace(systems)
	return len(systems) > 0 && string(systems) != "null" && string(systems) != "{}"
}

func cut(text string) string {
	if short := []rune(text); len(short) > maxText {
		return string(short[:maxText])
	}
	return text
}

// code is the word of an error, where it is one.
func code(body []byte) string {
	var failure struct {
		Code string `json:"code"`
	}
	if json.Unmarshal(body, &failure) != nil || !refIDs.MatchString(failure.Code) {
		return "without a code"
	}
	return failure.Code
}
