package login

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent/loginevent"
	"kaiin/server/base/actor"
	"kaiin/server/base/notify"
	"kaiin/server/base/useragent"
	"kaiin/server/identity/session"
)

// alert tells the member by mail of a login from a browser that has not logged in to the account
// before, or from a country without an earlier login; once an hour at most, so that many
// logins are no flood of mails, and none is left out (U-27).
func (s *Service) alert(ctx context.Context, a actor.Actor, p Proof, browser session.Familiar) error {
	row, known, country := p.Account, browser.Known, s.Session.Country(a.IP)
	if known {
		var err error
		if known, err = s.hasBeenIn(ctx, row.ID, country); err != nil {
			return err
		}
	}
	if known || row.Email == nil {
		return nil
	}
	login := notify.NewLogin{At: s.Clock.Now(), Country: country, IP: a.IP}
	login.Device, login.Browser = useragent.Device(a.UserAgent, p.DeviceHint)
	return s.Notify.SendLoginAlert(ctx, notify.To{AccountID: row.ID, Address: *row.Email, Locale: row.Locale}, login)
}

// hasBeenIn reports whether a member has logged in from the country before. Where a login came from
// that is not known, or whether any did, tells nothing and counts as if one had.
func (s *Service) hasBeenIn(ctx context.Context, accountID uuid.UUID, country string) (bool, error) {
	if country == "" {
		return true, nil
	}
	query := s.Store.Client(ctx).LoginEvent.Query().
		Where(loginevent.AccountID(accountID), loginevent.Result(true), loginevent.CountryNEQ(""))
	if been, err := query.Clone().Where(loginevent.Country(country)).Exist(ctx); been || err != nil {
		return been, err
	}
	anywhere, err := query.Exist(ctx)
	return !anywhere, err
}
