package login

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/knownbrowser"
	"kaiin/ent/loginevent"
	"kaiin/ent/predicate"
	"kaiin/server/account"
	"kaiin/server/notify"
	"kaiin/server/secret"
)

// browserLife is how long a browser is known after its last login, which is as long as browsers keep a cookie.
const browserLife = 400 * 24 * time.Hour

// knows holds of the row that tells that the actor's browser has logged in to the account before.
func (s *Service) knows(a account.Actor, accountID uuid.UUID) predicate.KnownBrowser {
	return knownbrowser.And(
		knownbrowser.AccountID(accountID), knownbrowser.TokenHash(secret.HashToken(a.KnownBrowser)),
		knownbrowser.LastSeenAtGT(s.Clock.Now().Add(-browserLife)),
	)
}

// know notes a login from the actor's browser, and reports whether it was known to the account. The token is for the cookie
// latid; "" when the browser keeps the one it has. A browser that was not known gets a new one, since what it sent may have
// been planted; the other accounts that know the browser go along.
func (s *Service) know(ctx context.Context, a account.Actor, accountID uuid.UUID) (known bool, token string, err error) {
	client, now := s.Store.Client(ctx), s.Clock.Now()
	former := knownbrowser.TokenHash(secret.HashToken(a.KnownBrowser))
	if a.KnownBrowser != "" {
		n, err := client.KnownBrowser.Update().Where(s.knows(a, accountID)).SetLastSeenAt(now).Save(ctx)
		if n > 0 || err != nil {
			return true, "", err
		}
	}
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
func (s *Service) recognise(ctx context.Context, a account.Actor, row *ent.Account, try attempt) (token string, err error) {
	known, token, err := s.know(ctx, a, row.ID)
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
	device, browser := Device(a.UserAgent, try.hint)
	return token, s.Notify.Send(ctx, notify.To{AccountID: row.ID, Address: *row.Email, Locale: row.Locale},
		notify.LoginAlert{At: s.Clock.Now(), Device: device, Browser: browser, Country: country, IP: a.IP})
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
