package oidc

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"entgo.io/ent/dialect/sql"
	"entgo.io/ent/dialect/sql/sqljson"
	"github.com/google/uuid"
	"github.com/lib/pq"
	"github.com/riverqueue/river"

	"kaiin/ent/oidcgrant"
	"kaiin/server/base/store"
)

// Apps calls the servers of apps. An error means that the app has not taken what it was told, and
// is told again.
type Apps interface {
	Call(ctx context.Context, address, kind, body string) error
}

// LogoutArgs is the job that tells an app that a session of a member has ended, or, without one,
// all that the member allowed it (OpenID Connect Back-Channel Logout 1.0).
type LogoutArgs struct {
	ClientID  string    `json:"client_id"`
	AccountID uuid.UUID `json:"account_id"`
	SessionID uuid.UUID `json:"session_id"`
}

var logoutJob = store.Job[LogoutArgs]{Queue: store.QueueApps, Tries: tellTries}

func (LogoutArgs) Kind() string                 { return "oidc.logout" }
func (LogoutArgs) InsertOpts() river.InsertOpts { return logoutJob.InsertOpts() }

// EventArgs is the job that tells an app that what a member may watch has changed (RFC 8417,
// RFC 8935).
type EventArgs struct {
	ClientID  string    `json:"client_id"`
	AccountID uuid.UUID `json:"account_id"`
}

var eventJob = store.Job[EventArgs]{Queue: store.QueueApps, Tries: tellTries}

func (EventArgs) Kind() string                 { return "oidc.event" }
func (EventArgs) InsertOpts() river.InsertOpts { return eventJob.InsertOpts() }

// tellTries take about two days: River waits the fourth power of the tries so far, in seconds.
const tellTries = 16

// Jobs are those of the service.
func (s *Service) Jobs(workers *river.Workers) {
	logoutJob.Add(workers, func(ctx context.Context, job *river.Job[LogoutArgs]) error {
		return s.TellLogout(ctx, job.Args, name(job.ID))
	})
	eventJob.Add(workers, func(ctx context.Context, job *river.Job[EventArgs]) error {
		return s.TellWatchable(ctx, job.Args, name(job.ID))
	})
}

// name is the jti of what a job tells: the same however often it is told, so that an app can
// see that.
func name(job int64) string { return strconv.FormatInt(job, 36) }

// SessionsEnded ends what apps were given in sessions that have ended, but for offline access
// (OpenID Connect Core 11), and has apps told of it. It joins the caller's transaction.
func (s *Service) SessionsEnded(ctx context.Context, ended []uuid.UUID) error {
	return s.endAndTell(ctx, `NOT offline AND session_id = ANY($2)`, `session_id = ANY($2)`, true, pq.Array(ended))
}

// AccessEnded ends offline access, too, because all that opens the account has ended, as by a new
// password. It joins the caller's transaction.
func (s *Service) AccessEnded(ctx context.Context, accountID uuid.UUID) error {
	const away = `account_id = $2 AND offline`
	return s.endAndTell(ctx, away, away, true, accountID)
}

// Leave ends all that apps were given, because the member leaves, and has them told. It joins the
// caller's transaction. Families come before grants, as where tokens are given.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	if err := s.endAndTell(ctx, `account_id = $2`, `account_id = $2`, false, accountID); err != nil {
		return err
	}
	_, err := s.Store.Client(ctx).OidcGrant.Delete().Where(oidcgrant.AccountID(accountID)).Exec(ctx)
	return err
}

// endAndTell ends the families for which the condition ends holds, and has the apps told that have
// a family for which tells holds. With bySession an app is told of each session, else once of the
// member. Only families that have not ended count. $2 and so on are the args.
func (s *Service) endAndTell(ctx context.Context, ends, tells string, bySession bool, args ...any) error {
	session := "session_id"
	if !bySession {
		session = "NULL::uuid"
	}
	rows, err := s.Store.Query(ctx, `WITH gone AS (UPDATE oidc_families SET ended_at = $1 WHERE ended_at IS NULL AND `+ends+`)
		SELECT DISTINCT client_id, account_id, `+session+` FROM oidc_families
		WHERE ended_at IS NULL AND expires_at > $1 AND account_id IS NOT NULL AND `+tells, append([]any{s.Clock.Now()}, args...)...)
	if err != nil {
		return err
	}
	var told []LogoutArgs
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var one LogoutArgs
		var sessionID uuid.NullUUID
		if err := rows.Scan(&one.ClientID, &one.AccountID, &sessionID); err != nil {
			return err
		}
		one.SessionID = sessionID.UUID
		told = append(told, one)
	}
	if err := rows.Err(); err != nil || len(told) == 0 {
		return err
	}
	_ = rows.Close()
	clients, err := s.Clients(ctx)
	if err != nil {
		return err
	}
	var jobs []river.JobArgs
	for _, one := range told {
		if c := clients[one.ClientID]; c != nil && c.BackChannel != "" {
			jobs = append(jobs, one)
		}
	}
	if len(jobs) == 0 {
		return nil
	}
	return s.Store.EnqueueMany(ctx, jobs...)
}

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout"

// tokenLife is how long a logout token is valid.
const tokenLife = 2 * time.Minute

// TellLogout tells an app. An error means that it has to be told again.
func (s *Service) TellLogout(ctx context.Context, args LogoutArgs, id string) error {
	c, err := s.Client(ctx, args.ClientID)
	if err != nil || c == nil || c.BackChannel == "" {
		return err
	}
	keys, err := s.Keyring(ctx)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	claims := map[string]any{
		"iss": s.Issuer, "aud": c.ID, "sub": keys.Sub(c, args.AccountID), "iat": now.Unix(), "exp": now.Add(tokenLife).Unix(), "jti": id,
		"events": map[string]any{logoutEvent: struct{}{}},
	}
	if args.SessionID != uuid.Nil {
		claims["sid"] = s.sid(c, args.SessionID)
	}
	token, err := keys.sign(c.Algorithm(), "logout+jwt", claims)
	if err != nil {
		return err
	}
	return s.call(ctx, c, c.BackChannel, "application/x-www-form-urlencoded", url.Values{"logout_token": {token}}.Encode())
}

// WatchableChanged has the apps told that may know what the member may watch, each by a job of
// its own, so that one that does not answer keeps none of the others waiting. It joins the
// caller's transaction.
func (s *Service) WatchableChanged(ctx context.Context, accountID uuid.UUID) error {
	rows, err := s.Store.Query(ctx, `SELECT c.id FROM oidc_grants g JOIN oidc_clients c ON c.id = g.client_id
		WHERE g.account_id = $1 AND g.scopes ? $2 AND c.disabled_at IS NULL AND c.registration ->> 'entitlementEventsUri' <> ''`, accountID, ScopeEntitlements)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	var jobs []river.JobArgs
	for rows.Next() {
		one := EventArgs{AccountID: accountID}
		if err := rows.Scan(&one.ClientID); err != nil {
			return err
		}
		jobs = append(jobs, one)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	_ = rows.Close()
	return s.Store.EnqueueMany(ctx, jobs...)
}

// watchableEvent is ours: what the member may watch has changed, and is now as it says.
const watchableEvent = "urn:kaiin:event:entitlements-changed"

// TellWatchable tells an app what the member may watch when the job runs. An error means that it
// has to be told again.
func (s *Service) TellWatchable(ctx context.Context, args EventArgs, id string) error {
	c, err := s.Client(ctx, args.ClientID)
	if err != nil || c == nil || c.Events == "" {
		return err
	}
	keys, err := s.Keyring(ctx)
	if err != nil {
		return err
	}
	may, err := s.Store.Client(ctx).OidcGrant.Query().Where(oidcgrant.AccountID(args.AccountID), oidcgrant.ClientID(c.ID), func(rows *sql.Selector) {
		rows.Where(sqljson.HasKey(oidcgrant.FieldScopes, sqljson.Path(ScopeEntitlements)))
	}).Exist(ctx)
	if err != nil || !may { // taken back since
		return err
	}
	asOf, err := s.sharedTime(ctx)
	if err != nil {
		return err
	}
	watchable, err := s.Watchable(ctx, args.AccountID)
	if err != nil {
		return err
	}
	sub := keys.Sub(c, args.AccountID)
	token, err := keys.sign(c.Algorithm(), "secevent+jwt", map[string]any{
		"iss": s.Issuer, "aud": c.ID, "iat": s.Clock.Now().Unix(), "jti": id, "toe": float64(asOf.UnixMicro()) / 1e6,
		"sub_id": map[string]string{"format": "iss_sub", "iss": s.Issuer, "sub": sub},
		"events": map[string]any{watchableEvent: map[string]any{ScopeEntitlements: watchable}},
	})
	if err != nil {
		return err
	}
	return s.call(ctx, c, c.Events, "application/secevent+jwt", token)
}

// sharedTime is now by the database, whose clock all servers have in common. What is read after it
// is as new as that time or newer: of two events that arrive in the wrong order the one with the
// later time tells how things are.
func (s *Service) sharedTime(ctx context.Context) (now time.Time, err error) {
	err = s.Store.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&now)
	return now.Add(s.Clock.Offset()), err
}
