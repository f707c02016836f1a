package oidc

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/oidcgrant"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/base/words"
	"kaiin/server/identity/account"
)

// RequestPage is what a page on the way of a request shows.
type RequestPage struct {
	Next     step.Step // not None: go there instead
	Key      string
	Request  *Request
	Client   *Client
	Asked    AskedScopes
	Owner    *ent.Account
	IsWanted bool                // the app asks for this account, or for any
	Examples map[string][]string // by scope: what would be handed over of this member
}

// ConsentPage opens the page of the consent.
func (s *Service) ConsentPage(ctx context.Context, a actor.Actor, key string) (*RequestPage, error) {
	return s.requestPage(ctx, a, key, NeedsConsent)
}

// AccountPage opens the page of the account choice.
func (s *Service) AccountPage(ctx context.Context, a actor.Actor, key string) (*RequestPage, error) {
	return s.requestPage(ctx, a, key, NeedsAccount)
}

// Waiting is the app whose request waits in the actor's browser under the key; nil: none does.
func (s *Service) Waiting(ctx context.Context, a actor.Actor, key string) (*Client, error) {
	request, err := s.Find(ctx, a.AppBrowsers, key)
	if err != nil || request == nil {
		return nil, err
	}
	return s.Client(ctx, request.ClientID)
}

// requestPage opens a page for what a request waits for. When it waits for something else, the page
// leads on.
func (s *Service) requestPage(ctx context.Context, a actor.Actor, key string, need Need) (*RequestPage, error) {
	page := &RequestPage{Key: key, Next: step.OidcExpired}
	var err error
	if page.Request, page.Asked, err = s.FindAsked(ctx, a, key); err != nil || page.Request == nil {
		return page, err
	}
	if page.Client, err = s.Client(ctx, page.Request.ClientID); err != nil || page.Client == nil {
		return page, err
	}
	page.Next = step.OidcContinue(key)
	if page.Request.Need(a, page.Asked.Consented(), s.Clock.Now()) != need {
		return page, nil
	}
	if page.Owner, err = s.Account.Find(ctx, a.AccountID); err != nil {
		return nil, err
	}
	page.Next = step.Step{}
	page.IsWanted = page.Request.Subject == uuid.Nil || page.Request.Subject == a.AccountID
	page.Examples = s.examples(page.Owner, a.Locale)
	return page, nil
}

// exemplary are the claims whose values the consent page shows to the member, in that order. Parts
// of another claim are not among them.
var exemplary = []string{"name", "nickname", "preferred_username", "gender", "birthdate", "picture", "locale", "email", "phone_number"}

// examples are what the scopes would hand over of the member, in words of their own: the name of
// each claim, and what it is.
func (s *Service) examples(row *ent.Account, locale string) map[string][]string {
	say, all := catalogue().In(locale), map[string][]string{}
	for scope, names := range Covered {
		known := s.about(row, []string{scope})
		for _, name := range exemplary {
			text, ok := known[name].(string)
			if !ok || !slices.Contains(names, name) {
				continue
			}
			if day, err := clock.ParseDay(text); err == nil && name == "birthdate" {
				text = words.LongDay(locale, day)
			}
			for _, key := range []string{name + "." + text, name + ".some"} {
				if spoken, ok := say.Lookup(key); ok {
					text = spoken
				}
			}
			all[scope] = append(all[scope], say.Say(name)+say.Say("is")+text)
		}
	}
	if address, ok := s.about(row, []string{ScopeAddress})["address"].(map[string]any); ok {
		for _, part := range []string{"postal_code", "street_address"} {
			if text, ok := address[part].(string); ok {
				all[ScopeAddress] = append(all[ScopeAddress], say.Say(part)+say.Say("is")+text)
			}
		}
	}
	return all
}

// Shown is what the member is called on these pages.
func Shown(row *ent.Account) string { return account.DisplayName(row) }

// ProviderName is what this service is called where other apps ask for access.
func (s *Service) ProviderName(ctx context.Context) (words.Text, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	if settings.OidcProviderName.In("ja") != "" {
		return settings.OidcProviderName, nil
	}
	return settings.ServiceName, nil
}

// Connection is the app that the member allows something. Fault: unauthenticated, not found.
func (s *Service) Connection(ctx context.Context, a actor.Actor, clientID string) (*Connection, error) {
	all, err := s.connections(ctx, a, oidcgrant.ClientID(clientID))
	if err == nil && len(all) == 0 {
		err = fault.NotFound()
	}
	if err != nil {
		return nil, err
	}
	return &all[0], nil
}

// longestShown is how many letters the page of an error shows of each thing that its address says,
// which anyone can write.
const longestShown = 200

// Shortened is the text as the page of an error shows it.
func Shortened(text string) string {
	if letters := []rune(text); len(letters) > longestShown {
		return string(letters[:longestShown])
	}
	return text
}

// FaultStatus is the HTTP status of the page of an error whose address names it: 500 where it names
// none that is an error's.
func FaultStatus(text string) int {
	status, err := strconv.Atoi(text)
	if err != nil || status < 400 || status > 599 {
		return http.StatusInternalServerError
	}
	return status
}
