package login

import (
	"cmp"
	"context"
	"errors"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/throttle"
)

// HumanCheck is a service that tells people from programs by a token its script leaves in
// the browser.
type HumanCheck interface {
	// Human reports whether the token is a person's, of this site, and fresh. An error means that
	// it cannot be told.
	Human(ctx context.Context, token, ip string) (bool, error)
	// Provider is recaptcha or turnstile.
	Provider() string
	// ScriptURL is the script the browser loads for a site key.
	ScriptURL(siteKey string) string
}

// BotCheck is what a page needs for the check.
type BotCheck struct{ Provider, SiteKey, ScriptURL string }

// botCheck is the store's bot check; nil when it asks for none.
func (s *Service) botCheck(settings *settings.Settings) *BotCheck {
	if !settings.Flags.Recaptcha || s.Humans == nil {
		return nil
	}
	return &BotCheck{Provider: s.Humans.Provider(), SiteKey: settings.ReCaptchaKey, ScriptURL: s.Humans.ScriptURL(settings.ReCaptchaKey)}
}

// checkBot lets people pass, and everybody where the store asks for no check. When it cannot be
// told, no visitor passes. Each check is a call that the service counts against the store: a
// network whose tokens fail 100 times in half an hour has to wait. A browser that the account knows
// is counted apart. Faults: BOT_CHECK_FAILED; throttled; unavailable.
func (s *Service) checkBot(ctx context.Context, a actor.Actor, settings *settings.Settings, identifier, token string) error {
	if !settings.Flags.Recaptcha {
		return nil
	}
	if s.Humans == nil {
		return fault.Unavailable(fault.CodeUnavailable, errors.New("the store asks for a bot check, and none is configured"))
	}
	if token == "" {
		return fault.BadRequest(fault.BotCheckFailed)
	}
	known, err := s.Credential.KnownBrowser(ctx, a, identifier)
	if err != nil {
		return err
	}
	failed := throttle.Guesses{Key: "bot-check:" + cmp.Or(known, a.Network()), Free: 100, Window: 30 * time.Minute}
	if err := s.Throttle.MayGuess(ctx, failed); err != nil {
		return err
	}
	human, err := s.Humans.Human(ctx, token, a.IP)
	switch {
	case err != nil:
		return fault.Unavailable(fault.CodeUnavailable, err)
	case human:
		return nil
	}
	if err := s.Throttle.CountGuess(ctx, failed); err != nil && !fault.Is(err, fault.TooManyRequests) {
		return err
	}
	return fault.BadRequest(fault.BotCheckFailed)
}
