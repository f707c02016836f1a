package graph_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
)

// clerk works for the store, and opens members.
type clerk struct {
	record *acts.Service
	clock  *clock.Clock
	actor  actor.Actor
}

func (b *browser) clerk() clerk {
	scopes := []scope.Scope{scope.MembersFind, scope.MembersRead, scope.MembersReveal}
	return clerk{&acts.Service{Store: b.login.Store, Clock: b.login.Clock, Secrets: b.login.Secrets}, b.login.Clock,
		actor.Actor{Staff: &actor.Staff{ID: uuid.New(), Number: 12, Name: "Hanako Sato", Department: "Support", Scopes: scopes, FreshAt: b.login.Clock.Now()}}}
}

// open opens the member, so many times with an hour between them.
func (c clerk) open(t *testing.T, times int, members ...uuid.UUID) {
	t.Helper()
	for range times {
		for _, member := range members {
			if err := c.record.Look(t.Context(), c.actor, acts.Origin{IP: "192.0.2.9"}, "member", acts.Act{Kind: acts.MemberOpened, AccountID: member}); err != nil {
				t.Fatal(err)
			}
		}
		c.clock.Advance(time.Hour)
	}
}

// accesses asks for the list of the viewer; code is that of the error, statements how many it took.
func (b *browser) accesses(variables map[string]any) (answer struct {
	Nodes    []struct{ AccessID, Department string }
	PageInfo struct {
		HasNextPage bool
		EndCursor   string
	}
}, code string, statements int64) {
	b.t.Helper()
	ctx, n := store.CountStatements(b.context())
	response, err := b.exec.RunText(ctx, "Accesses", `query Accesses($first: Int, $after: String) {
		viewer { accesses(first: $first, after: $after) { edges { cursor node { accessId } } nodes { accessId department } pageInfo { hasNextPage endCursor } } } }`, variables)
	if err != nil {
		b.t.Fatal(err)
	}
	if len(response.Errors) > 0 {
		code = fmt.Sprint(response.Errors[0].Extensions["code"])
	}
	var data struct{ Viewer struct{ Accesses any } }
	data.Viewer.Accesses = &answer
	if err := json.Unmarshal(response.Data, &data); err != nil {
		b.t.Fatal(err)
	}
	return answer, code, n.Load()
}

// A member sees what the staff did about them, and of no other member, in the page's document and
// by pages of viewer. A page costs the same whatever there is.
func TestAMemberSeesWhatTheStaffDid(t *testing.T) {
	b := open(t, func(s *settings.Settings) {
		s.Seller.Email = "help@cinema.example"
	})
	b.want("a visitor", b.screen("AccessScreen", nil), "errors", `"UNAUTHENTICATED"`)
	if _, code, _ := b.accesses(nil); code != "UNAUTHENTICATED" {
		t.Errorf("a visitor's list: %s", code)
	}
	other := accounttest.Member(t, b.login.Account, accounttest.Email("hanako@example.com"))
	member := accounttest.Member(t, b.login.Account, accounttest.Email("taro@example.com"))
	_, b.sid = logintest.Member(t, b.login, member.ID)
	b.want("before anything", b.screen("AccessScreen", nil), "accesses.0", "null", "pageInfo.hasNextPage", "false", "contact.name", `"株式会社試験館"`,
		"contact.email", `"help@cinema.example"`, "contact.phone", `"00-0000-0000"`)
	staff := b.clerk()
	staff.open(t, 1, other.ID)
	b.want("of another", b.screen("AccessScreen", nil), "accesses.0", "null")
	staff.open(t, 1, member.ID)
	few, _, cheap := b.accesses(nil)
	if len(few.Nodes) != 1 || few.Nodes[0].Department != "Support" || few.PageInfo.HasNextPage {
		t.Errorf("%+v", few)
	}
	d, err := staff.record.At(t.Context(), staff.actor, acts.Origin{}, "reveal", acts.MemberOpened,
		acts.Given{Key: "k-1", ReasonKind: acts.Inquiry, Reason: "they wrote to us", Ticket: "Q-7"})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Note(t.Context(), acts.Act{Kind: acts.MemberRevealed, AccountID: member.ID, Fields: []acts.PersonalField{"NAME"}}); err != nil {
		t.Fatal(err)
	}
	b.want("both", b.screen("AccessScreen", nil), "accesses.0.what", `"REVEALED"`, "accesses.0.fields", `["NAME"]`, "accesses.0.why", `"INQUIRY"`, "accesses.0.ticket", `"Q-7"`,
		"accesses.0.number", "12", "accesses.0.department", `"Support"`, "accesses.0.by", `"PERSON"`, "accesses.0.count", "1",
		"accesses.1.what", `"OPENED"`, "accesses.1.why", "null", "accesses.1.ticket", "null", "accesses.2", "null")

	staff.open(t, 24, member.ID)
	first := b.screen("AccessScreen", nil)
	if shown := first["accesses"].([]any); len(shown) != 20 {
		t.Errorf("%d entries on a page", len(shown))
	}
	b.want("a page", first, "pageInfo.hasNextPage", "true", "pageInfo.hasPreviousPage", "false")
	page, _, dear := b.accesses(nil)
	if len(page.Nodes) != 20 || !page.PageInfo.HasNextPage || dear > cheap {
		t.Errorf("%d entries by %d statements, one by %d", len(page.Nodes), dear, cheap)
	}
	b.want("the next page", b.screen("AccessScreen", map[string]any{"after": page.PageInfo.EndCursor}), "accesses.5.what", `"OPENED"`, "accesses.6", "null",
		"pageInfo.hasNextPage", "false", "pageInfo.hasPreviousPage", "true")
	if _, code, _ := b.accesses(map[string]any{"first": json.Number("101")}); code != "INVALID_FORMAT" {
		t.Errorf("too many: %s", code)
	}
	if _, code, _ := b.accesses(map[string]any{"after": "x"}); code != "INVALID_FORMAT" {
		t.Errorf("no cursor: %s", code)
	}
}
