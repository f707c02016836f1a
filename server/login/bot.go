package login

import (
	"context"
	"errors"

	"kaiin/server/actor"
	"kaiin/server/catalog"
	"kaiin/server/fault"
)

// HumanCheck is a service that tells people from programs by a token its script leaves in the browser.
type HumanCheck interface {
	// Human reports whether the token is a person's, of this site, and fresh. An error means that it cannot be told.
	Human(ctx context.Context, token, ip string) (bool, error)
	// Provider is recaptcha or turnstile.
	Provider() string
	// ScriptURL is the script the browser loads for a site key.
	ScriptURL(siteKey string) string
}

// BotCheck is what a page needs for the check.
type BotCheck struct{ Provider, SiteKey, ScriptURL string }

// botCheck is the store's bot check; nil when it asks for none.
func (s *Service) botCheck(settings *catalog.Settings) *BotCheck {
	if !settings.Flags.Recaptcha || s.Humans == nil {
		return nil
	}
	return &BotCheck{Provider: s.Humans.Provider(), SiteKey: settings.ReCaptchaKey, ScriptURL: s.Humans.ScriptURL(settings.ReCaptchaKey)}
}

// checkBot lets people pass, and everybody where the store asks for no check. When it cannot be told, nobody passes.
// Faults: BOT_CHECK_FAILED; unavailable.
func (s *Service) checkBot(ctx context.Context, a actor.Actor, settings *catalog.Settings, token string) error {
	if !settings.Flags.Recaptcha {
		return nil
	}
	if s.Humans == nil {
		return fault.Unavailable(fault.CodeUnavailable, errors.New("the store asks for a bot check, and none is configured"))
	}
	if token == "" {
		return fault.BadRequest(fault.BotCheckFailed)
	}
	human, err := s.Humans.Human(ctx, token, a.IP)
	switch {
	case err != nil:
		return fault.Unavailable(fault.CodeUnavailable, err)
	case !human:
		return fault.BadRequest(fault.BotCheckFailed)
	}
	return nil
}
