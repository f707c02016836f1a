package social

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/base/outbound"
	"kaiin/server/identity/login"
)

// Employee is who the company's issuer says has logged in. Issuer and Subject together are the
// only key of a person.
type Employee struct {
	Issuer, Subject string
	Email           string
	EmailVerified   bool
	AuthTime        time.Time // when they logged in there; zero: it does not say
}

// Company is the OpenID provider of the company, by which the staff log in. It is spoken to as the
// other OpenID providers are, and is asked for more: the class of the login, where one is
// demanded, and the time of the login, where somebody proves once more who they are.
type Company struct {
	openID

	acr string
}

// NewCompany is the configured one. The clock judges its tokens.
func NewCompany(cfg config.StaffIssuer, now *clock.Clock, options ...Option) *Company {
	s := settings{5 * time.Second, 10 * time.Second}
	for _, set := range options {
		set(&s)
	}
	return &Company{openID: openID{
		name: "the company's issuer", client: cfg.OIDCClient, clock: now,
		http:      outbound.Client(outbound.Limits{Connect: s.connect, Total: s.total, Answer: maxAnswer}),
		authStyle: oauth2.AuthStyleAutoDetect, scopes: []string{oidc.ScopeOpenID, "email"}, algorithm: oidc.RS256,
	}, acr: cfg.ACR}
}

// Start is the address that the browser goes to. A person who proves something once more has to
// log in anew there (OpenID Connect Core, 3.1.2.1).
func (c *Company) Start(ctx context.Context, in login.ProviderStart) (string, error) {
	own := []oauth2.AuthCodeOption{oauth2.SetAuthURLParam("ui_locales", in.Locale)}
	if in.Again {
		own = append(own, oauth2.SetAuthURLParam("prompt", "login"), oauth2.SetAuthURLParam("max_age", "0"))
	}
	if c.acr != "" {
		own = append(own, oauth2.SetAuthURLParam("acr_values", c.acr))
	}
	return c.start(ctx, in, own...)
}

// Finish exchanges the code and says who logged in. Its errors are those of login.Provider.
func (c *Company) Finish(ctx context.Context, in login.ProviderFinish) (Employee, error) {
	token, err := c.finish(ctx, in)
	if err != nil {
		return Employee{}, err
	}
	var claims struct {
		AuthTime      *float64 `json:"auth_time"`
		ACR           string   `json:"acr"`
		Email         string   `json:"email"`
		EmailVerified truth    `json:"email_verified"`
	}
	if err := token.Claims(&claims); err != nil {
		return Employee{}, fmt.Errorf("%s: claims: %w", c.name, refused(err))
	}
	who := Employee{Issuer: token.Issuer, Subject: token.Subject, Email: claims.Email, EmailVerified: claims.Email != "" && bool(claims.EmailVerified)}
	now := c.clock.Now()
	if claims.AuthTime != nil {
		who.AuthTime = time.Unix(int64(*claims.AuthTime), 0).UTC()
	}
	switch {
	case c.acr != "" && claims.ACR != c.acr:
		return Employee{}, fmt.Errorf("%s: %w", c.name, refused(errors.New("the login is of another class")))
	case !in.Since.IsZero() && who.AuthTime.IsZero():
		return Employee{}, fmt.Errorf("%s: %w", c.name, refused(errors.New("it does not say when the login was")))
	case who.AuthTime.After(now.Add(skew)):
		return Employee{}, fmt.Errorf("%s: %w", c.name, refused(errors.New("the login is in the future")))
	case who.AuthTime.After(now):
		who.AuthTime = now
	}
	if who.Email == "" && token.userinfo != "" {
		return c.withEmail(ctx, who, token)
	}
	return who, nil
}

// withEmail asks for the address, which providers may keep out of the ID token (OpenID Connect
// Core, 5.4).
func (c *Company) withEmail(ctx context.Context, who Employee, token signedIn) (Employee, error) {
	var more struct {
		Subject       string `json:"sub"`
		Email         string `json:"email"`
		EmailVerified truth  `json:"email_verified"`
	}
	if err := ask(ctx, c.http, token.userinfo, token.accessToken, &more); err != nil {
		return Employee{}, fmt.Errorf("%s: userinfo: %w", c.name, err)
	}
	if more.Subject != who.Subject {
		return Employee{}, fmt.Errorf("%s: userinfo: %w", c.name, refused(errors.New("it is about somebody else")))
	}
	who.Email, who.EmailVerified = more.Email, more.Email != "" && bool(more.EmailVerified)
	return who, nil
}
