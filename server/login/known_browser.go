package login

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/knownbrowser"
	"kaiin/ent/loginevent"
	"kaiin/server/actor"
	"kaiin/server/notify"
	"kaiin/server/secret"
)

const (
	browserLife = 400 * 24 * time.Hour // that a browser is known after its last login: as long as browsers keep a cookie
	seenAfter   = 24 * time.Hour       // how exact last_seen_at is
)

// knownBrowser is the row that tells that the actor's browser has logged in to the account before; nil when none does.
func (s *Service) knownBrowser(ctx context.Context, a actor.Actor, accountID uuid.UUID) (*ent.KnownBrowser, error) {
	if a.KnownBrowser == "" {
		return nil, nil
	}
	row, err := s.Store.Client(ctx).KnownBrowser.Query().Where(
		knownbrowser.AccountID(accountID), knownbrowser.TokenHash(secret.HashToken(a.KnownBrowser)),
		knownbrowser.LastSeenAtGT(s.Clock.Now().Add(-browserLife)),
	).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return row, err
}

// know notes a login from the actor's browser, and reports whether the account knew it; the row that says so is given by who
// has looked it up already. The token is for the cookie latid; "" when the browser keeps the one it has. A browser that was
// not known gets a new one, since what it sent may have been planted; the other accounts that know the browser go along.
func (s *Service) know(ctx context.Context, a actor.Actor, accountID uuid.UUID, row *ent.KnownBrowser) (known bool, token string, err error) {
	if row == nil {
		if row, err = s.knownBrowser(ctx, a, accountID); err != nil {
			return false, "", err
		}
	}
	client, now := s.Store.Client(ctx), s.Clock.Now()
	if row != nil {
		if now.Sub(row.LastSeenAt) < seenAfter {
			return true, "", nil
		}
		return true, "", client.KnownBrowser.Update().Where(knownbrowser.ID(row.ID)).SetLastSeenAt(now).Exec(ctx)
	}
	former := knownbrowser.TokenHash(secret.HashToken(a.KnownBrowser))
	token = secret.Token()
	if a.KnownBrowser != "" {
		if _, err := client.KnownBrowser.Delete().Where(former, knownbrowser.AccountID(accountID)).Exec(ctx); err != nil {
			return false, "", err
		}
		if err := client.KnownBrowser.Update().Where(former).SetTokenHash(secret.HashToken(token)).Exec(ctx); err != nil {
			return false, "", err
		}
	}
	return false, token, client.KnownBrowser.Create().SetCreatedAt(now).SetLastSeenAt(now).
		SetAccountID(accountID).SetTokenHash(secret.HashToken(token)).Exec(ctx)
}

// recognise notes a login from the actor's browser and sends the member an alert when the browser has not logged in to the
// account before, or nobody has from its country. The token is for the cookie latid, as of know.
func (s *Service) recognise(ctx context.Context, a actor.Actor, p Proof) (token string, err error) {
	row := p.Account
	known, token, err := s.know(ctx, a, row.ID, p.tried.browser)
	if err != nil {
		return "", err
	}
	country := s.country(a.IP)
	if known {
		if known, err = s.hasBeenIn(ctx, row.ID, country); err != nil {
			return "", err
		}
	}
	if known || row.Email == nil {
		return token, nil
	}
	alert := notify.LoginAlert{At: s.Clock.Now(), Country: country, IP: a.IP}
	alert.Device, alert.Browser = Device(a.UserAgent, p.DeviceHint)
	return token, s.Notify.Send(ctx, notify.To{AccountID: row.ID, Address: *row.Email, Locale: row.Locale}, alert)
}

// hasBeenIn reports whether a member has logged in from the country before. Where a login came from that is not known, or
// whether any did, tells nothing and counts as if one had.
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
