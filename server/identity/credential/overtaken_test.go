package credential_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent/factor"
	"kaiin/server/base/actor"
	"kaiin/server/identity/account"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
)

// D-01: what somebody does in a session that is ended meanwhile does not happen. The act has been
// let in and waits for the account, as one does whose provider takes long to answer, while the
// member ends all sessions with a new password.
func TestAnActInASessionThatEndsDoesNotHappen(t *testing.T) { // D-01
	for name, act := range map[string]func(env, actor.Actor) error{
		"linking": func(e env, a actor.Actor) error {
			return e.Account.LinkExternal(e.t.Context(), a, account.External{Type: "Google", Subject: "thief"})
		},
		"unlinking": func(e env, a actor.Actor) error { return e.Account.UnlinkExternal(e.t.Context(), a, "LINE") },
		"turning a factor off": func(e env, a actor.Actor) error {
			return e.DisableFactor(e.t.Context(), a, credential.FactorSMS)
		},
		"turning a factor on": func(e env, a actor.Actor) error {
			_, err := e.EnableFactor(e.t.Context(), a, credential.EnableFactor{Type: credential.FactorEmail})
			return err
		},
		"another user ID": func(e env, a actor.Actor) error {
			return e.ChangeUserID(e.t.Context(), a, accounttest.Password, "thief01")
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := setup(t, nil)
			taro, a := e.memberIn(accounttest.UserID("taro01"))
			if err := e.Account.LinkExternal(t.Context(), a, account.External{Type: "LINE", Subject: "taro"}); err != nil {
				t.Fatal(err)
			}
			e.Store.Client(t.Context()).Factor.Create().SetCreatedAt(e.Clock.Now()).SetAccountID(taro.ID).SetType(factor.TypeSMS).
				SetPhoneNumber("09012345678").ExecX(t.Context())
			before := e.now(taro)
			done := make(chan error, 1)
			err := e.Store.Tx(t.Context(), func(ctx context.Context) error {
				if err := e.Session.Distrust(ctx, actor.Actor{}, taro.ID, uuid.Nil); err != nil {
					return err
				}
				go func() { done <- act(e, a) }()
				for waits := 0; waits == 0; {
					err := e.Store.DB.QueryRowContext(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waits)
					if err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := said(<-done); got != "UNAUTHENTICATED" {
				t.Errorf("%q", got)
			}
			linked, err := e.Account.LinkedTypes(t.Context(), taro.ID)
			if err != nil {
				t.Fatal(err)
			}
			factors, err := e.Factors(t.Context(), before)
			if err != nil {
				t.Fatal(err)
			}
			if len(linked) != 1 || linked[0] != "LINE" || len(factors.Types) != 1 || *e.now(taro).UserID != "taro01" {
				t.Errorf("linked %v, factors %v, user ID %s", linked, factors.Types, *e.now(taro).UserID)
			}
		})
	}
}
