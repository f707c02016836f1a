package oidc

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/ent"
	"kaiin/ent/oidcgrant"
	"kaiin/server/base/actor"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
)

// Agreed are the scopes that a member allows an app, each with the revision that they agreed to.
type Agreed map[string]int

// ScopeState is what the member has said to a scope of a request.
type ScopeState string

// States.
const (
	Authorized   ScopeState = "authorized"
	Unauthorized ScopeState = "unauthorized" // not allowed yet
	Updated      ScopeState = "updated"      // allowed once, but it has changed since
)

// AskedScope is a scope of a request.
type AskedScope struct {
	settings.ScopeSetting
	State ScopeState
}

// AskedScopes are the scopes of a request, with what the member has said to each.
type AskedScopes []AskedScope

// Consented reports whether nothing is left to ask.
func (a AskedScopes) Consented() bool {
	return !slices.ContainsFunc(a, func(one AskedScope) bool { return one.State != Authorized })
}

// Keys are the keys of the scopes in one of the states, or of all.
func (a AskedScopes) Keys(states ...ScopeState) []string {
	keys := []string{}
	for _, one := range a {
		if len(states) == 0 || slices.Contains(states, one.State) {
			keys = append(keys, one.Key)
		}
	}
	return keys
}

// Settings are the scopes as members read of them.
func (a AskedScopes) Settings() []settings.ScopeSetting {
	var all []settings.ScopeSetting
	for _, one := range a {
		all = append(all, one.ScopeSetting)
	}
	return all
}

// ScopeStates reads what the member has said to the scopes of a request; a visitor has allowed
// none.
func (s *Service) ScopeStates(ctx context.Context, accountID uuid.UUID, r *Request) (AskedScopes, error) {
	agreed, err := s.agreed(ctx, accountID, r.ClientID)
	if err != nil {
		return nil, err
	}
	return s.compareScopes(ctx, agreed, r)
}

// agreed is what the account allows the app; a visitor has allowed nothing.
func (s *Service) agreed(ctx context.Context, accountID uuid.UUID, clientID string) (Agreed, error) {
	if accountID == uuid.Nil {
		return nil, nil
	}
	row, err := s.Store.Client(ctx).OidcGrant.Query().Where(oidcgrant.AccountID(accountID), oidcgrant.ClientID(clientID)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return readAgreed(row.Scopes)
}

// readAgreed reads the scopes of a grant; those of none are nil.
func readAgreed(scopes []byte) (agreed Agreed, err error) {
	if scopes != nil {
		err = json.Unmarshal(scopes, &agreed)
	}
	return agreed, err
}

// compareScopes compares the scopes of a request with those that were agreed to. A scope with a
// newer revision is asked for again.
func (s *Service) compareScopes(ctx context.Context, agreed Agreed, r *Request) (AskedScopes, error) {
	scopes, err := s.Scopes(ctx)
	if err != nil {
		return nil, err
	}
	var all AskedScopes
	for _, one := range scopes {
		if !slices.Contains(r.Scopes, one.Key) {
			continue
		}
		state := Unauthorized
		if revision, ok := agreed[one.Key]; ok {
			state = Updated
			if revision >= one.Revision {
				state = Authorized
			}
		}
		all = append(all, AskedScope{one, state})
	}
	return all, nil
}

// ErrChoice is a form of the consent page that does not fit its request: a required scope is
// missing, one was not asked for, or one is both allowed and refused.
var ErrChoice = errors.New("the answer does not fit the request")

// Allow answers a request, by key, after the member has seen its consent page: what is allowed
// already stays so, add is allowed now and refuse is not handed over. Errors: ErrChoice; fault:
// unauthenticated, not found (answered already, or too old).
func (s *Service) Allow(ctx context.Context, a actor.Actor, key string, add, refuse []string) (r *Request, code string, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		member, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		var agreed Agreed
		if r, agreed, err = s.take(ctx, a, key); err != nil {
			return err
		}
		if need := r.Need(a, true, s.Clock.Now()); need != NeedsNothing && need != NeedsConsent {
			return fault.NotFound() // another account, or another proof is needed since: the page is shown anew
		}
		code, err = s.answer(ctx, a, member, r, agreed, func(asked AskedScopes) ([]string, error) { return chosen(asked, add, refuse) })
		return err
	})
	failpoint.Reached(pointAnswered)
	return r, code, err
}

// chosen are the scopes that the member allows of those that were asked for, in their order.
func chosen(asked AskedScopes, add, refuse []string) ([]string, error) {
	allowed := only(asked.Keys(), append(asked.Keys(Authorized), add...))
	if len(without(append(slices.Clone(add), refuse...), asked.Keys())) > 0 || len(without(add, refuse)) != len(add) {
		return nil, ErrChoice
	}
	for _, one := range asked {
		if one.Required && !slices.Contains(allowed, one.Key) {
			return nil, ErrChoice
		}
	}
	return without(allowed, refuse), nil
}

// Answer answers a request that waits for nothing. The key is "" when nothing was kept of it.
// Error: ErrTooLong; fault: unauthenticated, not found.
func (s *Service) Answer(ctx context.Context, a actor.Actor, key string, r *Request) (code string, err error) {
	if _, err := r.document(); err != nil {
		return "", err
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		member, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		var agreed Agreed
		if key == "" {
			agreed, err = s.agreed(ctx, a.AccountID, r.ClientID)
		} else {
			_, agreed, err = s.take(ctx, a, key)
		}
		if err != nil {
			return err
		}
		code, err = s.answer(ctx, a, member, r, agreed, func(asked AskedScopes) ([]string, error) {
			if !asked.Consented() {
				return nil, fault.NotFound() // the member has just revoked it
			}
			return asked.Keys(), nil
		})
		return err
	})
	return code, err
}

// take ends a kept request of the actor's browser, in a transaction, which a fault undoes, and
// reads what the actor has agreed to. Of several that try, one gets it. Fault: not found.
func (s *Service) take(ctx context.Context, a actor.Actor, key string) (*Request, Agreed, error) {
	r, agreed, err := s.kept(ctx, a, key, `DELETE FROM oidc_requests r WHERE `+isKept+` RETURNING `+keptColumns)
	if err == nil && r == nil {
		err = fault.NotFound()
	}
	return r, agreed, err
}

// answer makes the family of an answer, with its code. It must be called inside a transaction that
// has locked the member's account before it read what they have agreed to. The account stays
// locked: whatever ends access comes before it, and is seen, or after it, and ends what it made.
func (s *Service) answer(ctx context.Context, a actor.Actor, member *ent.Account, r *Request, agreed Agreed, choose func(AskedScopes) ([]string, error)) (code string, err error) {
	asked, err := s.compareScopes(ctx, agreed, r)
	if err != nil {
		return "", err
	}
	allowed, err := choose(asked)
	if err != nil {
		return "", err
	}
	granted := Granted{RedirectURI: r.RedirectURI, Challenge: r.Challenge, Nonce: r.Nonce, Claims: r.Claims, AuthTime: a.AuthenticatedAt, AMR: amr(a), ACR: ACROf(a)}
	code = secret.Token()
	until := s.Clock.Now().Add(CodeLife)
	f := &Family{
		ID: uuid.Must(uuid.NewV7()), ClientID: r.ClientID, AccountID: a.AccountID, SessionID: a.SessionID, Offline: slices.Contains(allowed, ScopeOffline),
		Scope: joined(allowed), Granted: granted, ExpiresAt: until,
	}
	err = s.begin(ctx, f, secret.HashToken(code), &until, member, asked)
	failpoint.Reached(pointAnswering)
	return code, err
}

// begin stores a new family, unless its client has just been disabled, and writes down that the
// member allows the app what the family has of the scopes that were asked for. The first time they
// are told by mail. What was allowed before, and not asked for now, stays allowed. Fault: not
// found.
func (s *Service) begin(ctx context.Context, f *Family, code []byte, until *time.Time, member *ent.Account, asked AskedScopes) error {
	allowed, agreed, names := Split(f.Scope), Agreed{}, []string{}
	for _, one := range asked {
		if slices.Contains(allowed, one.Key) {
			agreed[one.Key] = one.Revision
			names = append(names, one.Name.In(member.Locale))
		}
	}
	granted, err := json.Marshal(f.Granted)
	if err != nil {
		return err
	}
	document, err := json.Marshal(agreed)
	if err != nil {
		return err
	}
	var isFirst bool
	err = s.Store.QueryRow(ctx, `WITH begun AS (
			INSERT INTO oidc_families (id, created_at, client_id, account_id, session_id, offline, scope, granted, code_hash, code_expires_at, expires_at)
			SELECT $1, $2, id, $4, $5, $6, $7, $8, $9, $10, $11 FROM oidc_clients WHERE id = $3 AND disabled_at IS NULL FOR SHARE RETURNING account_id, client_id)
		INSERT INTO oidc_grants (id, created_at, account_id, client_id, scopes, issued_at, last_used_at)
		SELECT $12, $2, account_id, client_id, $13, $2, $2 FROM begun
		ON CONFLICT (account_id, client_id) DO UPDATE SET last_used_at = excluded.last_used_at, scopes = oidc_grants.scopes - $14::text[] || excluded.scopes
		RETURNING xmax = 0`,
		f.ID, s.Clock.Now(), f.ClientID, f.AccountID, f.SessionID, f.Offline, f.Scope, json.RawMessage(granted), code, until, f.ExpiresAt,
		uuid.Must(uuid.NewV7()), json.RawMessage(document), pq.Array(without(asked.Keys(), allowed))).Scan(&isFirst)
	if isNoRow(err) {
		return fault.NotFound()
	}
	if err != nil || !isFirst {
		return err
	}
	return s.tell(ctx, member, f.ClientID, notify.AppChanged{Connected: true, Scopes: names})
}

// tell tells a member by mail what has become of an app that they know.
func (s *Service) tell(ctx context.Context, member *ent.Account, clientID string, m notify.AppChanged) error {
	c, err := s.Client(ctx, clientID)
	if err != nil {
		return err
	}
	m.At, m.Name = s.Clock.Now(), clientID
	if c != nil {
		m.Name = c.Name.In(member.Locale)
	}
	return s.Account.Mail(ctx, member, member.Locale, m)
}

// Choose notes that the member goes on with their account. A request that is over stays over.
func (s *Service) Choose(ctx context.Context, a actor.Actor, key string) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		r, err := s.Find(ctx, a.AppBrowsers, key)
		if r == nil || err != nil {
			return err
		}
		r.Chosen = a.AccountID
		return s.change(ctx, key, r)
	})
}

// Drop ends a request without an answer.
func (s *Service) Drop(ctx context.Context, a actor.Actor, key string) error {
	err := s.Store.Tx(ctx, func(ctx context.Context) error {
		_, _, err := s.take(ctx, a, key)
		return err
	})
	if f, ok := fault.As(err); ok && f.Kind == fault.KindNotFound {
		return nil
	}
	return err
}
