package signup_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/signup"
)

func TestVerifyUserID(t *testing.T) {
	e := setup(t, nil)
	hanako := accounttest.Member(t, e.Account, accounttest.UserID("hanako"))
	ctx, sent, proved := t.Context(), visitor(), visitor()
	e.start(sent, "sent@example.com")
	e.prove(&proved, "proved@example.com")
	own := actor.Actor{AccountID: hanako.ID, SessionID: uuid.New()}
	for _, c := range []struct {
		name   string
		actor  actor.Actor
		userID string
		want   string
	}{
		{"free", proved, "tarotaro", ""},
		{"V-115 taken", proved, "hanako", "userId:ACCOUNT_ALREADY_EXISTS_USER_ID"},
		{"V-115 taken, other case", proved, "HanaKo", "userId:ACCOUNT_ALREADY_EXISTS_USER_ID"},
		{"V-110", proved, "abcde", "userId:TOO_SHORT"},
		{"V-111", proved, "abcdefgh12345678", "userId:TOO_LONG"},
		{"V-112", proved, "taro-01", "userId:ALPHANUMERIC_ONLY"},
		{"nothing", proved, "", "userId:REQUIRED"},
		{"own", own, "hanako", ""},
		{"another member's", actor.Actor{AccountID: uuid.New()}, "hanako", "userId:ACCOUNT_ALREADY_EXISTS_USER_ID"},
		{"a visitor who proved nothing", sent, "hanako", "UNAUTHENTICATED"},
		{"a visitor without a flow", visitor(), "hanako", "UNAUTHENTICATED"},
		{"no account", actor.Actor{}, "hanako", "UNAUTHENTICATED"},
	} {
		if got := said(e.VerifyUserID(ctx, c.actor, c.userID)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for _, c := range []struct{ code, want string }{
		{"ACCOUNT_ALREADY_EXISTS_USER_ID", "このユーザIDは既に使用されています。別のユーザIDを登録してください。"},
		{"TOO_SHORT", "ユーザIDは6文字以上で入力してください。"},
		{"TOO_LONG", "ユーザIDは15文字以内で入力してください。"},
		{"ALPHANUMERIC_ONLY", "ユーザIDは半角英数字で入力してください。"},
	} {
		if got := fault.Text("ja", fault.Code(c.code), "userId", map[string]any{"min": 6, "max": 15}); got != c.want {
			t.Errorf("%s: %q", c.code, got)
		}
	}
}

func TestVerifyUserIDIsLimited(t *testing.T) {
	e := setup(t, nil)
	ctx, a := t.Context(), actor.Actor{AccountID: uuid.New(), IP: "192.0.2.1"}
	for i := range 25 {
		if err := e.VerifyUserID(ctx, a, fmt.Sprintf("userid%d", i)); err != nil {
			t.Fatalf("check %d: %v", i+1, err)
		}
	}
	other := actor.Actor{AccountID: uuid.New(), IP: "192.0.2.1"}
	f, ok := fault.As(e.VerifyUserID(ctx, other, "userid26"))
	if !ok || f.Status() != 429 || f.RetryAfter < 29*time.Minute || f.RetryAfter > 30*time.Minute {
		t.Errorf("the 26th from one address: %+v", f)
	}
	other.IP = "192.0.2.2"
	if err := e.VerifyUserID(ctx, other, "userid26"); err != nil {
		t.Errorf("from another address: %v", err)
	}
	e.Clock.Advance(30 * time.Minute)
	if err := e.VerifyUserID(ctx, a, "userid26"); err != nil {
		t.Errorf("half an hour later: %v", err)
	}
}

// The form of a sign-up tells as well whether a user ID is free, so it is counted alike; the one
// that was found free is not asked again.
func TestConfirmingAsksForFewUserIDs(t *testing.T) { // D-14
	e := setup(t, nil)
	accounttest.Member(t, e.Account, accounttest.UserID("hanako"))
	ask := func(a actor.Actor, id string) string {
		_, err := e.Confirm(t.Context(), a, with(func(f *signup.Form) { f.UserID = id }))
		return said(err)
	}
	first, second := visitor(), visitor()
	e.prove(&first, "taro@example.com")
	e.prove(&second, "jiro@example.com")
	for i := range 25 {
		a := []actor.Actor{first, second}[i%2]
		if got := ask(a, "hanako"); got != "userId:ACCOUNT_ALREADY_EXISTS_USER_ID" {
			t.Fatalf("question %d: %q", i+1, got)
		}
	}
	for _, id := range []string{"hanako", "tarotaro"} {
		if got := ask(second, id); got != "TOO_MANY_REQUESTS" {
			t.Errorf("the 26th of a network: %q", got)
		}
	}
	if got := ask(second, "no"); got != "userId:TOO_SHORT" {
		t.Errorf("what needs no looking up: %q", got)
	}
	e.Clock.Advance(31 * time.Minute)
	third := visitor()
	e.prove(&third, "saburo@example.com")
	for i := range 30 {
		if got := ask(third, "tarotaro"); got != "" {
			t.Fatalf("the own one, sent for the %dth time: %q", i+1, got)
		}
	}
}
