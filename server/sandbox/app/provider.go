package app

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
)

const (
	patience   = 10 * time.Second // for an answer of the provider
	maxAnswer  = 1 << 20          // bytes
	freshFor   = 5 * time.Minute  // how long the provider's description and keys are believed
	askedAgain = 10 * time.Second // how soon its keys are asked for again because a key is not among them
)

// description is what the provider says of itself (OpenID Connect Discovery 3).
type description struct {
	Issuer        string `json:"issuer"`
	Authorization string `json:"authorization_endpoint"`
	Token         string `json:"token_endpoint"`
	UserInfo      string `json:"userinfo_endpoint"`
	Keys          string `json:"jwks_uri"`
	Revocation    string `json:"revocation_endpoint"`
	Device        string `json:"device_authorization_endpoint"`
	EndSession    string `json:"end_session_endpoint"`
}

// provider is the OpenID provider, as an app sees it.
type provider struct {
	issuer string // as browsers and tokens know it
	inside string // where it is reached
	now    func() time.Time
	client *http.Client

	mu          sync.Mutex
	said        *description
	saidAt      time.Time
	keys        jose.JSONWebKeySet
	keysAt      time.Time
	keysAreHere bool
}

func newProvider(issuer, inside string, now func() time.Time) *provider {
	return &provider{issuer: issuer, inside: inside, now: now, client: &http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// describe is the provider's description, at most freshFor old.
func (p *provider) describe(ctx context.Context) (*description, error) {
	p.mu.Lock()
	said, at := p.said, p.saidAt
	p.mu.Unlock()
	if said != nil && p.now().Sub(at) < freshFor {
		return said, nil
	}
	said = new(description)
	if err := p.get(ctx, p.issuer+"/.well-known/openid-configuration", "", said); err != nil {
		return nil, err
	}
	if said.Issuer != p.issuer {
		return nil, fault{"discovery", "issuer=" + said.Issuer}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said, p.saidAt = said, p.now()
	return said, nil
}

// key is the provider's key with the id. One that is not known is looked for once more, since
// keys change.
func (p *provider) key(ctx context.Context, id string) (*jose.JSONWebKey, error) {
	p.mu.Lock()
	known, age, here := p.keys.Key(id), p.now().Sub(p.keysAt), p.keysAreHere
	p.mu.Unlock()
	if here && (age < askedAgain || len(known) > 0 && age < freshFor) {
		return only(known, id)
	}
	said, err := p.describe(ctx)
	if err != nil {
		return nil, err
	}
	var keys jose.JSONWebKeySet
	if err := p.get(ctx, said.Keys, "", &keys); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys, p.keysAt, p.keysAreHere = keys, p.now(), true
	return only(keys.Key(id), id)
}

func only(keys []jose.JSONWebKey, id string) (*jose.JSONWebKey, error) {
	if len(keys) != 1 {
		return nil, fault{"signature", "kid=" + id}
	}
	return &keys[0], nil
}

// get asks for JSON, with an access token unless that is "".
func (p *provider) get(ctx context.Context, address, token string, into any) error {
	r, err := p.request(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	return p.do(r, into)
}

// post sends a form as the client, which proves itself by its secret unless that is "".
func (p *provider) post(ctx context.Context, address, id, secret string, form url.Values, into any) error {
	if secret == "" {
		form.Set("client_id", id)
	}
	r, err := p.request(ctx, http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if secret != "" {
		r.SetBasicAuth(url.QueryEscape(id), url.QueryEscape(secret)) // RFC 6749 2.3.1
	}
	return p.do(r, into)
}

// request is one to an address as the provider names it, sent to where it is reached.
func (p *provider) request(ctx context.Context, method, address string, body io.Reader) (*http.Request, error) {
	path, own := strings.CutPrefix(address, p.issuer+"/")
	if !own {
		return nil, fault{"discovery", address}
	}
	r, err := http.NewRequestWithContext(ctx, method, p.inside+"/"+path, body)
	if err != nil {
		return nil, fault{"discovery", address}
	}
	r.Header.Set("Accept", "application/json")
	return r, nil
}

// do reads the JSON of an answer, unless into is nil. The error is a fault.
func (p *provider) do(r *http.Request, into any) error {
	answer, err := p.client.Do(r)
	if err != nil {
		return fault{"unreachable", err.Error()}
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return fault{"unreachable", err.Error()}
	}
	if answer.StatusCode != http.StatusOK {
		var says struct {
			Error       string `json:"error"`
			Description string `json:"error_description"`
		}
		if json.Unmarshal(body, &says) != nil || says.Error == "" {
			return fault{"unreadable", answer.Status}
		}
		return fault{says.Error, says.Description}
	}
	if into != nil && json.Unmarshal(body, into) != nil {
		return fault{"unreadable", answer.Status}
	}
	return nil
}
