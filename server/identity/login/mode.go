package login

import (
	"context"
	"slices"

	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
)

// Mode is a way to log in, as the query parameter loginType and the setting defaultLoginType
// call it.
type Mode string

const (
	ModePassword Mode = "password"
	ModeCode     Mode = "authCode"
)

// offered are the modes the store enables, which the login page offers.
func offered(settings *settings.Settings) []Mode {
	var on []Mode
	if settings.Flags.Password {
		on = append(on, ModePassword)
	}
	if settings.Flags.AuthCode {
		on = append(on, ModeCode)
	}
	return on
}

// opening is the mode the login page opens in: what the visitor asked for, else what the store
// prefers, else the first; a mode that is not on offer never. "" when there is none.
func opening(asked, preferred Mode, on []Mode) Mode {
	for _, mode := range append([]Mode{asked, preferred}, on...) {
		if slices.Contains(on, mode) {
			return mode
		}
	}
	return ""
}

// acceptsUserID holds when a login takes a user ID beside an email address.
func acceptsUserID(settings *settings.Settings) bool {
	return settings.Flags.UserID && settings.Flags.Password
}

// Screen is what the login page shows.
type Screen struct {
	Next          step.Step // for a member who is logged in already
	Mode          Mode
	CanToggle     bool
	AcceptsUserID bool
	ReturnTo      string
	External      []settings.ExternalAccount
	BotCheck      *BotCheck // nil where the store asks for none
	Passkeys      bool      // a passkey may be used
}

// Screen is what the login page shows to the actor. returnTo counts only when it leads back into
// this site.
func (s *Service) Screen(ctx context.Context, a actor.Actor, asked Mode, returnTo string) (*Screen, error) {
	returnTo = step.SafeReturnTo(returnTo)
	if a.SignedIn() {
		return &Screen{Next: step.Done(returnTo)}, nil
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	on := offered(settings)
	return &Screen{
		Mode: opening(asked, Mode(settings.DefaultLoginType), on), CanToggle: len(on) > 1,
		AcceptsUserID: acceptsUserID(settings), ReturnTo: returnTo, External: s.External(settings.ExternalAccounts), BotCheck: s.botCheck(settings), Passkeys: s.Passkey.Offered(),
	}, nil
}
