package config

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Streaks is the store's access to the video service STREAKS. Without a project there is none.
type Streaks struct {
	APIURL        *url.URL
	Project       string
	APIKey        string
	Site          *url.URL       // sent as the site that asks
	StreamOrigins []StreamOrigin // where its streams may come from
	TestStreams   *url.URL       // folder of the streams of stores whose env is development; nil: there are none
}

// StreamOrigin is a scheme and a host with its port. A host that begins with *. stands for any host
// below the name.
type StreamOrigin struct{ Scheme, Host string }

var (
	streaksProject = regexp.MustCompile(`^[0-9A-Za-z_-]{1,100}$`)
	streamOrigin   = regexp.MustCompile(`^(https?)://((?:\*\.)?[0-9A-Za-z.-]+(?::[0-9]{1,5})?)/?$`)
)

func streamOrigins(v string) ([]StreamOrigin, error) {
	var all []StreamOrigin
	for part := range strings.SplitSeq(v, ",") {
		found := streamOrigin.FindStringSubmatch(strings.TrimSpace(part))
		if found == nil {
			return nil, errors.New("must be http(s)://host[:port], separated by commas")
		}
		all = append(all, StreamOrigin{found[1], strings.ToLower(found[2])})
	}
	return all, nil
}

// String is the origin as a security policy has it.
func (o StreamOrigin) String() string { return o.Scheme + "://" + o.Host }

func (o StreamOrigin) holds(u *url.URL) bool {
	host := strings.ToLower(u.Host)
	if under, any := strings.CutPrefix(o.Host, "*"); any {
		return u.Scheme == o.Scheme && strings.HasSuffix(host, under) && len(host) > len(under)
	}
	return u.Scheme == o.Scheme && host == o.Host
}

// Configured tells whether there is a video service.
func (s Streaks) Configured() bool { return s.Project != "" }

// Allows tells whether a stream may come from an address.
func (s Streaks) Allows(u *url.URL) bool {
	for _, o := range s.StreamOrigins {
		if o.holds(u) {
			return true
		}
	}
	return false
}

// Sources are all origins from which pages play something, as a security policy has them.
func (s Streaks) Sources() []string {
	var all []string
	if s.Configured() {
		for _, o := range s.StreamOrigins {
			all = append(all, o.String())
		}
	}
	if u := s.TestStreams; u != nil {
		if test := u.Scheme + "://" + u.Host; !slices.Contains(all, test) {
			all = append(all, test)
		}
	}
	return all
}

// validate wants nothing sent or played in the clear in production.
func (s Streaks) validate(production bool) error {
	if !production {
		return nil
	}
	var problems []error
	if s.APIURL != nil && s.APIURL.Scheme != "https" {
		problems = append(problems, errors.New("STREAKS_API_URL must be https in production"))
	}
	for _, o := range s.StreamOrigins {
		if o.Scheme != "https" {
			problems = append(problems, fmt.Errorf("STREAKS_STREAM_ORIGINS must be https in production, which %s is not", o))
		}
	}
	if s.TestStreams != nil && s.TestStreams.Scheme != "https" {
		problems = append(problems, errors.New("TEST_STREAM_URL must be https in production"))
	}
	return errors.Join(problems...)
}
