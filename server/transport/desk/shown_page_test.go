package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/keyset"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/desk/members"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/gate"
)

const viewPage = `query($id: ID!, $screen: ViewableScreen!, $contract: ID) { memberScreen(accountId: $id, screen: $screen, subscriptionId: $contract) }`

// viewing is a desk whose members' pages say which they are.
type viewing struct {
	*care
	shown []string
	begun int
}

func openViewing(t *testing.T, change func(*settings.Settings)) *viewing {
	t.Helper()
	v := &viewing{care: openCareOf(t, change)}
	v.Show = func(ctx context.Context, member uuid.UUID, screen members.Screen, contract string) (json.RawMessage, error) {
		if store.InTx(ctx) {
			return nil, errors.New("the act is not kept yet")
		}
		v.shown = append(v.shown, string(screen))
		if written := v.written("member.viewed"); len(written) != len(v.shown)+v.begun {
			t.Errorf("%d pages are read, and %v was written", len(v.shown), written)
		}
		return json.Marshal(map[string]any{"screen": map[string]any{"of": screen, "contract": contract, "member": member}})
	}
	return v
}

func (v *viewing) views(token, key string, id any, more map[string]any) (map[string]any, answer) {
	v.t.Helper()
	v.door.Desk.Meter = &gate.Meter{}
	return v.ask(token, "viewMember", "", about(key, uuid.MustParse(fmt.Sprint(id)), more))
}

// begin says why the pages are looked at.
func (v *viewing) begin(token string, id any) {
	v.t.Helper()
	if payload, got := v.views(token, uuid.NewString(), id, nil); payload["actId"] == nil {
		v.t.Fatal(got.text)
	}
	v.begun++
}

func (v *viewing) see(token string, id any, screen string, contract ...string) answer {
	v.t.Helper()
	v.door.Desk.Meter = &gate.Meter{}
	variables := map[string]any{"id": id, "screen": screen}
	if len(contract) > 0 {
		variables["contract"] = contract[0]
	}
	if v.tokens[token].IsPerson() {
		return v.send(by(token, viewPage, variables))
	}
	return v.send(byProgram(token, viewPage, variables))
}

// Each page is an act, which is kept before anything of it is read, names the page, and is told to
// the member.
func TestAPageIsSeenAsItsMemberSeesIt(t *testing.T) {
	t.Parallel()
	v := openViewing(t, nil)
	id := v.member()
	v.begin("p", id)
	statements := v.counting()
	for _, screen := range members.Screens() {
		got := v.see("p", id, string(screen), "c-1")
		page, _ := at(got, "memberScreen", "screen").(map[string]any)
		if got.code() != "" || page["of"] != string(screen) || page["member"] != id.String() || page["contract"] != "c-1" {
			t.Errorf("%s: %s", screen, got.text)
		}
		if n := statements.Load(); n > 14 {
			t.Errorf("%s: %d statements around the page", screen, n)
		}
		if cost := got.Extensions["cost"].(map[string]any)["requested"]; cost != 100.0 {
			t.Errorf("a page costs %v", cost)
		}
	}
	entries, err := v.Acts.List(t.Context(), acts.Filter{AccountID: id}, 100)
	v.must(err)
	var pages []string
	for _, e := range entries {
		pages = append(pages, e.Kind+" "+e.TargetType+" "+e.TargetID)
	}
	slices.Reverse(pages)
	if begun := pages[0]; begun != "member.viewed member "+id.String() {
		t.Errorf("it begins with %s", begun)
	}
	pages = pages[1:]
	for i, screen := range members.Screens() {
		if pages[i] != "member.viewed screen "+string(screen) {
			t.Errorf("acts %v", pages)
		}
	}
	told, _, err := v.Acts.Accesses(t.Context(), id, keyset.Page{First: 50})
	v.must(err)
	if len(told) != len(pages)+1 || told[0].Why != "BILLING" || told[0].What != acts.AccessViewed || told[0].By != acts.ByPerson || told[0].Number != v.tokens["p"].Number {
		t.Errorf("the member is told %+v", told)
	}
	if n := v.count(`SELECT count(*) FROM messages`); n != 0 {
		t.Errorf("%d mails of a store that wants none", n)
	}
}

// Without its act no page is read.
func TestNoActNoPage(t *testing.T) {
	t.Parallel()
	v := openViewing(t, nil)
	id := v.member()
	v.begin("p", id)
	v.must(v.in.Store.Exec(t.Context(), `ALTER TABLE acts ADD CONSTRAINT broken CHECK (false) NOT VALID`))
	if got := v.see("p", id, "MYPAGE"); len(got.Errors) == 0 || got.Data["memberScreen"] != nil || len(v.shown) > 0 {
		t.Error(got.text, v.shown)
	}
}

// No other caller sees a page: nothing is read, and what was tried is an act where it was known who
// tried.
func TestPagesThatAreNotShown(t *testing.T) {
	t.Parallel()
	v := openViewing(t, nil)
	id, guarded, own, left := v.member(), v.member(), v.member(), v.member()
	for _, each := range []uuid.UUID{id, guarded, left} {
		v.begin("p", each)
	}
	v.does("q", "guardMember", "g", guarded, nil)
	unsaid := v.member()
	v.must(v.in.Store.Exec(t.Context(), `UPDATE accounts SET email = 'Hanako@Example.jp', email_key = 'hanako@example.jp' WHERE id = $1`, own))
	v.must(v.in.Store.Exec(t.Context(), `UPDATE accounts SET status = 'withdrawn', withdrawn_at = $2 WHERE id = $1`, left, v.Clock.Now()))
	v.person("hanako", "supportLead").Email = "hanako@example.jp"
	v.person("stale", "supportLead").FreshAt = v.Clock.Now().Add(-16 * time.Minute)
	v.person("unproven", "supportLead").FreshAt = time.Time{}
	v.program("tool", scope.MembersReveal)
	v.program("asks", scope.Propose(scope.MembersReveal), scope.MembersRead)
	for name, c := range map[string]struct {
		token      string
		id         any
		screen     string
		code, kind string // of the answer; of the act
	}{
		"without the scope":              {"s", id, "MYPAGE", "MISSING_SCOPE", "call.refused"},
		"of another role":                {"e2", id, "MYPAGE", "MISSING_SCOPE", "call.refused"},
		"a proof that is old":            {"stale", id, "MYPAGE", "REAUTHENTICATION_REQUIRED", "member.viewed"},
		"no proof":                       {"unproven", id, "MYPAGE", "REAUTHENTICATION_REQUIRED", "member.viewed"},
		"a program":                      {"tool", id, "MYPAGE", "REAUTHENTICATION_REQUIRED", "member.viewed"},
		"a program that may propose":     {"asks", id, "MYPAGE", "MISSING_SCOPE", "call.refused"},
		"a guarded member":               {"p", guarded, "MYPAGE", "GUARDED", "member.viewed"},
		"without a reason":               {"p", unsaid, "MYPAGE", "REASON_REQUIRED", "member.viewed"},
		"by a colleague's reason":        {"q", id, "MYPAGE", "REASON_REQUIRED", "member.viewed"},
		"one's own membership":           {"hanako", own, "MYPAGE", "REASON_REQUIRED", "member.viewed"},
		"somebody who has left":          {"p", left, "MYPAGE", "MEMBER_LEFT", "member.viewed"},
		"no member":                      {"p", uuid.NewString(), "MYPAGE", "NOT_FOUND", "member.viewed"},
		"what is no id":                  {"p", "' OR true --", "MYPAGE", "NOT_FOUND", "member.viewed"},
		"a contract without its id":      {"p", id, "SUBSCRIPTION", "REQUIRED", "member.viewed"},
		"a page that acts":               {"p", id, "CANCEL_SUBSCRIPTION", "DOCUMENT_INVALID", ""},
		"a document of members":          {"p", id, "DataScreen", "DOCUMENT_INVALID", ""},
		"a page by a name of its own":    {"p", id, "mypage", "INVALID_CHOICE", "member.viewed"},
		"a page that needs a new log-in": {"p", id, "EMAIL_EDIT", "DOCUMENT_INVALID", ""},
	} {
		if c.token == "e2" {
			v.person("e2", "billing")
		}
		refusals := `SELECT count(*) FROM acts WHERE outcome = 'refused' AND kind = $1`
		before, done := v.count(refusals, c.kind), v.count(`SELECT count(*) FROM acts WHERE outcome = 'done'`)
		got := v.see(c.token, c.id, c.screen)
		code := got.code()
		if fields, ok := got.Errors[0].Extensions["fields"].([]any); ok {
			code, _ = fields[0].(map[string]any)["code"].(string)
		}
		if code != c.code || got.Data["memberScreen"] != nil {
			t.Errorf("%s: %s", name, got.text)
		}
		if n := v.count(refusals, c.kind); c.kind != "" && n != before+1 {
			t.Errorf("%s: %d acts of a refusal", name, n-before)
		}
		if n := v.count(`SELECT count(*) FROM acts WHERE outcome = 'done'`); n != done {
			t.Errorf("%s: it was written as done", name)
		}
	}
	if len(v.shown) > 0 || v.count(`SELECT count(*) FROM proposals`) > 0 {
		t.Errorf("shown %v", v.shown)
	}
	for name, c := range map[string]struct {
		token string
		id    uuid.UUID
		code  string
	}{
		"a guarded member": {"q", guarded, "GUARDED"}, "one's own membership": {"hanako", own, "OWN_ACCOUNT"}, "somebody who has left": {"q", left, "MEMBER_LEFT"},
		"a program": {"tool", id, "REAUTHENTICATION_REQUIRED"}, "without the scope": {"s", id, "MISSING_SCOPE"},
	} {
		if payload, got := v.views(c.token, "v", c.id, nil); codeOf(payload) != c.code && got.code() != c.code || payload["actId"] != nil {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	if payload, got := v.views("q", "v", id, map[string]any{"reason": "  "}); codeOf(payload) == "" {
		t.Error("without a reason: " + got.text)
	}
}

// What a page shows proves no caller. A reason alone shows nothing, and keeps no caller from
// proving who they are.
func TestASeenPageProvesNoCaller(t *testing.T) {
	t.Parallel()
	v := openViewing(t, nil)
	id := v.member()
	v.begin("p", id)
	v.proved("p", "t", id)
	if got := v.see("p", id, "MYPAGE"); got.code() != "" {
		t.Fatal(got.text)
	}
	claims := map[string]any{"birthday": "19800504", "phoneLast4": "5678", "nameKana": "ヤマダタロウ"}
	if payload, got := v.ask("p", "checkMember", "isProven", about("after", id, claims)); payload["isProven"] != false {
		t.Error(got.text)
	}
}

// Pages count with what is revealed, in one account of sixty an hour.
func TestPagesAreCountedWithReveals(t *testing.T) {
	t.Parallel()
	v := openViewing(t, nil)
	id := v.member()
	show := v.Show
	v.Show = func(context.Context, uuid.UUID, members.Screen, string) (json.RawMessage, error) {
		return json.RawMessage(`{}`), nil
	}
	v.begin("q", id)
	if payload, got := v.views("p", "k", id, nil); payload["actId"] == nil {
		t.Fatal(got.text)
	}
	for i := range 58 {
		if got := v.see("p", id, "MYPAGE"); got.code() != "" {
			t.Fatalf("%d: %s", i, got.text)
		}
	}
	same := map[string]any{"reason": "because of k"}
	if payload, got := v.ask("p", "endSessions", "", about("s", id, same)); payload["actId"] == nil {
		t.Error("the reason of the pages: " + got.text)
	}
	if payload, got := v.does("p", "revealMember", "a", id, map[string]any{"fields": []string{"NAME"}}); codeOf(payload) != "" || payload == nil {
		t.Fatal(got.text)
	}
	v.Show = show
	if got := v.see("p", id, "MYPAGE"); got.code() != "LIMIT_EXCEEDED" || len(v.shown) > 0 {
		t.Error("the 61st page: " + got.text)
	}
	if payload, got := v.does("p", "revealMember", "b", id, map[string]any{"fields": []string{"PHONE"}}); payload != nil || got.code() != "LIMIT_EXCEEDED" {
		t.Error("the 61st reveal: " + got.text)
	}
	v.Show = func(context.Context, uuid.UUID, members.Screen, string) (json.RawMessage, error) {
		return json.RawMessage(`{}`), nil
	}
	if got := v.see("q", id, "MYPAGE"); got.code() != "" {
		t.Error("a colleague: " + got.text)
	}
}

// Where the store wants it, a member is mailed of the first page that a person opens in each hour
// of the clock, and of no reason alone. To begin anew within an hour keeps no mail away.
func TestSeenPagesAreTold(t *testing.T) {
	t.Parallel()
	v := openViewing(t, func(s *settings.Settings) { s.Staff.TellReveals = true })
	id, other := v.member(), v.member()
	mails := func() int { return v.count(`SELECT count(*) FROM messages WHERE template = 'member-viewed'`) }
	for i, c := range []struct {
		token string
		id    uuid.UUID
		after time.Duration
		want  int
	}{{"p", id, 0, 1}, {"p", id, 0, 1}, {"p", other, 0, 2}, {"q", id, 0, 3}, {"p", id, 59 * time.Minute, 3}, {"p", id, 61 * time.Minute, 4}} {
		v.Clock.Advance(c.after)
		v.tokens[c.token].FreshAt = v.Clock.Now()
		before := mails()
		v.begin(c.token, c.id)
		if mails() != before {
			t.Errorf("%d: a mail, and no page was opened", i)
		}
		if got := v.see(c.token, c.id, "PLANS"); got.code() != "" || mails() != c.want {
			t.Errorf("%d: %d mails, %s", i, mails(), got.text)
		}
	}
}
