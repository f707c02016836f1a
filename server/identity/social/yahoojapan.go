package social

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/identity/login"
)

// yahooJapanProvider is Yahoo! ID連携 v2 (developer.yahoo.co.jp/yconnect/v2).
type yahooJapanProvider struct{ openID }

func newYahooJapan(cfg config.OIDCClient, client *http.Client, now *clock.Clock) *yahooJapanProvider {
	return &yahooJapanProvider{openID{
		name: "yahoo japan", client: cfg, http: client, clock: now, authStyle: oauth2.AuthStyleInHeader,
		scopes: []string{oidc.ScopeOpenID, "email", "profile"}, algorithm: oidc.RS256,
	}}
}

// Start asks for people back who decline (bail); they would be left at Yahoo's front
// page otherwise.
func (p *yahooJapanProvider) Start(ctx context.Context, in login.ProviderStart) (string, error) {
	own := []oauth2.AuthCodeOption{oauth2.SetAuthURLParam("bail", "1")}
	if in.Again {
		own = append(own, oauth2.SetAuthURLParam("prompt", "login"))
	}
	return p.start(ctx, in, own...)
}

// attributes is the answer of the userinfo endpoint. A birthdate has the year alone and is of no
// use here.
type attributes struct {
	Subject        string `json:"sub"`
	Email          string `json:"email"`
	EmailVerified  truth  `json:"email_verified"`
	Name           string `json:"name"`
	FamilyName     string `json:"family_name"`
	GivenName      string `json:"given_name"`
	FamilyNameHani string `json:"family_name#ja-Hani-JP"`
	GivenNameHani  string `json:"given_name#ja-Hani-JP"`
	FamilyNameKana string `json:"family_name#ja-Kana-JP"`
	GivenNameKana  string `json:"given_name#ja-Kana-JP"`
	Nickname       string `json:"nickname"`
	Gender         string `json:"gender"`
}

// truth is true by the word of JSON or in quotes; providers write both.
type truth bool

func (t *truth) UnmarshalJSON(text []byte) error {
	*t = strings.Trim(string(text), `"`) == "true"
	return nil
}

// Finish implements login.Provider. Attributes that Yahoo! JAPAN has not approved the store for
// (status 403) are left out.
func (p *yahooJapanProvider) Finish(ctx context.Context, in login.ProviderFinish) (login.Identity, error) {
	token, err := p.finish(ctx, in)
	if err != nil {
		return login.Identity{}, err
	}
	var a attributes
	err = ask(ctx, p.http, token.userinfo, token.accessToken, &a)
	status, answered := errors.AsType[statusError](err)
	switch {
	case answered && status == http.StatusForbidden:
		return login.Identity{Subject: token.Subject}, nil
	case err != nil:
		return login.Identity{}, fmt.Errorf("yahoo japan: userinfo: %w", err)
	case a.Subject != token.Subject:
		return login.Identity{}, fmt.Errorf("yahoo japan: userinfo: %w", refused(errors.New("it is about somebody else")))
	}
	return a.identity(), nil
}

func (a attributes) identity() login.Identity {
	sex := map[string]int{"male": 1, "female": 2}
	out := login.Identity{
		Subject: a.Subject, Email: a.Email, EmailVerified: a.Email != "" && bool(a.EmailVerified), Name: a.Name,
		FamilyName: first(a.FamilyNameHani, a.FamilyName), GivenName: first(a.GivenNameHani, a.GivenName),
		FamilyNameKana: a.FamilyNameKana, GivenNameKana: a.GivenNameKana, Nickname: a.Nickname,
	}
	if known, ok := sex[a.Gender]; ok {
		out.Sex = &known
	}
	return out
}

func first(preferred, otherwise string) string {
	if preferred != "" {
		return preferred
	}
	return otherwise
}
