package graph_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/store"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login/logintest"
)

const viewerLists = `query Viewer($first: Int, $after: String) {
  viewer {
    authId displayName isEnabledMultiFactor multiFactorType backupCodesLeft
    sessions(first: $first, after: $after) { edges { cursor node { sessionId createdAt current } } nodes { sessionId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }
    loginHistory(first: $first, after: $after) { edges { cursor node { loginEventId createdAt loginMethod } } nodes { loginEventId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }
    trustedDevices { deviceToken }
  }
}`

type viewerAnswer struct {
	Viewer *struct {
		AuthID       string
		Sessions     connection
		LoginHistory connection
	}
}

type connection struct {
	Edges []struct {
		Cursor string
		Node   struct {
			SessionID, LoginEventID string
			Current                 bool
		}
	}
	Nodes    []struct{ SessionID, LoginEventID string }
	PageInfo struct {
		HasNextPage, HasPreviousPage bool
		StartCursor, EndCursor       *string
	}
}

// viewer asks for the lists of the browser's member; code is that of the error, statements how many
// it took.
func (b *browser) viewer(variables map[string]any) (answer viewerAnswer, code string, statements int64) {
	b.t.Helper()
	ctx, n := store.CountStatements(b.context())
	response, err := b.exec.RunText(ctx, "Viewer", viewerLists, variables)
	if err != nil {
		b.t.Fatal(err)
	}
	if len(response.Errors) > 0 {
		code = fmt.Sprint(response.Errors[0].Extensions["code"])
	}
	if err := json.Unmarshal(response.Data, &answer); err != nil {
		b.t.Fatal(err)
	}
	return answer, code, n.Load()
}

// fill gives the member n sessions and n tries to log in, two at a time, which only their ids
// tell apart.
func (b *browser) fill(accountID uuid.UUID, n int) {
	b.t.Helper()
	client, now := b.login.Store.Client(b.t.Context()), b.login.Clock.Now()
	for i := range n {
		at := now.Add(-time.Duration(i/2) * time.Minute)
		client.Session.Create().SetCreatedAt(at).SetTokenHash([]byte(uuid.NewString())).SetAccountID(accountID).SetAuthenticatedAt(at).SetLoginMethod("Password").
			SetLastSeenAt(now).SetExpiresAt(now.Add(time.Hour)).ExecX(b.t.Context())
		client.LoginEvent.Create().SetCreatedAt(at).SetAccountID(accountID).SetResult(true).SetLoginMethod("Password").SetIP("192.0.2.1").SetUserAgent("").ExecX(b.t.Context())
	}
}

func TestViewerLeadsToItsOwnLists(t *testing.T) {
	b := open(t, nil)
	if answer, code, _ := b.viewer(nil); answer.Viewer != nil || code != "UNAUTHENTICATED" {
		t.Errorf("a visitor: %+v %s", answer.Viewer, code)
	}
	other := accounttest.Member(t, b.login.Account, accounttest.Email("hanako@example.com"))
	b.fill(other.ID, 3)
	member := accounttest.Member(t, b.login.Account, accounttest.Email("taro@example.com"))
	_, b.sid = logintest.Member(t, b.login, member.ID)
	_, _, few := b.viewer(map[string]any{"first": json.Number("100")})
	b.fill(member.ID, 120)

	answer, code, many := b.viewer(map[string]any{"first": json.Number("100")})
	if code != "" || len(answer.Viewer.Sessions.Edges) != 100 || len(answer.Viewer.LoginHistory.Nodes) != 100 {
		t.Fatalf("%s %+v", code, answer.Viewer)
	}
	if many > few || many > 8 {
		t.Errorf("a page of 100 takes %d statements, one of few %d", many, few)
	}
	for name, want := range map[string]int{"sessions": 121, "loginHistory": 120} {
		if got := b.page(name, 50); len(got) != want {
			t.Errorf("%s: %d entries over all pages, want %d", name, len(got), want)
		}
	}
	if answer, _, _ := b.viewer(nil); len(answer.Viewer.Sessions.Nodes) != 20 {
		t.Errorf("%d sessions without a number", len(answer.Viewer.Sessions.Nodes))
	}
	for name, variables := range map[string]map[string]any{
		"too many": {"first": json.Number("101")}, "none": {"first": json.Number("0")}, "no cursor": {"after": "x"},
	} {
		if _, code, _ := b.viewer(variables); code != "INVALID_FORMAT" {
			t.Errorf("%s: %s", name, code)
		}
	}
}

// page walks a list to its end and answers the ids, each once.
func (b *browser) page(list string, first int) map[string]bool {
	b.t.Helper()
	seen, variables := map[string]bool{}, map[string]any{"first": json.Number(fmt.Sprint(first))}
	for range 10 {
		answer, _, _ := b.viewer(variables)
		at := answer.Viewer.Sessions
		if list == "loginHistory" {
			at = answer.Viewer.LoginHistory
		}
		for _, edge := range at.Edges {
			id := edge.Node.SessionID + edge.Node.LoginEventID
			if seen[id] {
				b.t.Errorf("%s: %s comes twice", list, id)
			}
			seen[id] = true
		}
		if _, later := variables["after"]; at.PageInfo.HasPreviousPage != later {
			b.t.Errorf("%s: hasPreviousPage is %v", list, at.PageInfo.HasPreviousPage)
		}
		if !at.PageInfo.HasNextPage {
			return seen
		}
		variables["after"] = *at.PageInfo.EndCursor
	}
	b.t.Errorf("%s has no end", list)
	return seen
}

// What an action changed is in its payload for pages, and costs callers of the shim nothing.
func TestPayloadsTellWhatChanged(t *testing.T) {
	b := open(t, nil)
	member := accounttest.Member(t, b.login.Account, accounttest.Email("taro@example.com"))
	_, b.sid = logintest.Member(t, b.login, member.ID)
	b.fill(member.ID, 2)
	b.want("another user ID", b.act("ChangeUserId", map[string]any{"password": accounttest.Password, "userId": "tarotaro"}), "account.userId", `"tarotaro"`, "account.isEnabledMultiFactor", "false")
	b.want("a wrong password", b.act("ChangeUserId", map[string]any{"password": "guess9work", "userId": "hanako1"}), "account", "null", "userErrors.0.field", `"password"`)
	b.want("the others", b.act("EndOtherSessions", nil), "sessions.0.current", "true", "sessions.1", "null")

	cost := map[bool]int64{}
	for _, changed := range []bool{true, false} {
		ctx, n := store.CountStatements(b.context())
		out := b.run(ctx, "EndOtherSessions", map[string]any{"changed": changed})
		if _, told := out["sessions"]; told != changed {
			t.Errorf("changed %v: %v", changed, out)
		}
		cost[changed] = n.Load()
	}
	if cost[true] != cost[false]+1 {
		t.Errorf("statements: %v", cost)
	}
}

// A value that is none of the enum's reaches the service, which refuses it in its own words.
func TestUnknownEnumValuesAreTheServicesToRefuse(t *testing.T) {
	b := open(t, nil)
	b.want("a method", b.act("Login", map[string]any{"emailUserId": "taro@example.com", "loginMethod": "Telepathy"}), "userErrors.0.code", `"LOGIN_FAILED"`)
	b.want("a purpose, at sign-up", b.act("SignupEmail", map[string]any{"email": "taro@example.com", "type": "else"}), "userErrors.0.code", `"INVALID_CHOICE"`, "userErrors.0.field", `"type"`)
	b.want("a second factor", b.screen("MultiFactorCodeScreen", map[string]any{"type": "email"}), "errors", `"NOT_FOUND"`)
	b.want("a mode is as if absent", b.screen("LoginScreen", map[string]any{"loginType": "else"}), "loginType", `"password"`, "errors", "null")
	b.want("a purpose, signed out", b.act("SendPinCode", map[string]any{"type": "else"}), "errors", `"UNAUTHENTICATED"`)
	member := accounttest.Member(t, b.login.Account, accounttest.Email("taro@example.com"))
	_, b.sid = logintest.Member(t, b.login, member.ID)
	b.want("an external account", b.act("DisableSocial", map[string]any{"userIdentifierType": strings.Repeat("x", 9)}), "errors", `"NOT_FOUND"`)
}
