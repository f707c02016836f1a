package desk

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"kaiin/server/base/actor"
	"kaiin/server/desk/people"
	"kaiin/server/staff/acts/actstest"
	"kaiin/server/transport/desk/gate"
)

// office is a bank whose people are kept.
func office(t *testing.T) *bank {
	t.Helper()
	b := openBank(t, nil)
	b.People = &people.Service{
		Store: b.env.Store, Clock: b.env.Clock, Secrets: b.env.Secrets, Settings: b.env.Settings, Throttle: b.env.Throttle, Notify: b.env.Notify, Acts: b.Acts,
		InvitePath: func(token string) string { return "/staff/invite/" + token },
	}
	b.Proposals.Staff, b.Proposals.Tell = b.People.Staff, b.People.TellApprovers
	return b
}

// hired is a person of the roles who can log in, by the token of a session.
func (b *bank) hired(token string, roles ...string) *actor.Staff {
	b.t.Helper()
	ctx := b.t.Context()
	in, err := b.People.Invite(ctx, actstest.By(b.env.Store), people.Invite{Email: token + "@todaiza.example", Name: "person " + token, Roles: roles})
	b.must(err)
	b.must(b.env.Store.Exec(ctx, `UPDATE staff_members SET issuer = 'https://id.example', subject = email WHERE id = $1`, in.StaffID))
	s, err := b.People.Staff(ctx, in.StaffID)
	b.must(err)
	s.FreshAt = b.Clock.Now()
	b.tokens[token] = s
	return s
}

// mails are the templates of the mails to the address, the oldest first.
func (b *bank) mails(to string) (all []string) {
	b.t.Helper()
	rows, err := b.env.Store.Query(b.t.Context(), `SELECT template FROM messages WHERE recipient = $1 ORDER BY id`, to)
	b.must(err)
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var one string
		b.must(rows.Scan(&one))
		all = append(all, one)
	}
	return all
}

const personFields = "person { staffNumber email roles state }"

func (b *bank) staff(token, field string, input map[string]any) (map[string]any, answer) {
	b.t.Helper()
	b.door.Desk.Meter = &gate.Meter{}
	answers := personFields
	if field == "inviteStaff" || field == "setStaffRoles" {
		answers += " " + proposalFields
	}
	return b.ask(token, field, answers, input)
}

// An owner lets colleagues in, changes and ends what they may, and only the one it is for gets
// the link.
func TestOwnersManagePeople(t *testing.T) {
	t.Parallel()
	b := office(t)
	b.hired("o", "owner")
	hanako := map[string]any{"key": "1", "email": "Ｈanako@todaiza.example", "name": "花子", "roles": []string{"owner"}}
	done, got := b.staff("o", "inviteStaff", hanako)
	if codeOf(done) != "" || !strings.Contains(got.text, `"email":"hanako@todaiza.example","roles":["owner"],"state":"invited"`) || strings.Contains(got.text, "/staff/invite") {
		t.Fatal(got.text)
	}
	if again, got := b.staff("o", "inviteStaff", hanako); again["isReplay"] != true || again["actId"] != done["actId"] {
		t.Error(got.text)
	}
	if mails := b.mails("hanako@todaiza.example"); !slices.Equal(mails, []string{"staff-invitation"}) {
		t.Error(mails)
	}
	helper := b.hired("h", "support", "billing")
	id := helper.ID.String()
	for _, c := range []struct {
		field string
		input map[string]any
		want  string
	}{
		{"inviteStaff", map[string]any{"key": "2", "email": "h@todaiza.example", "name": "h", "roles": []string{"owner"}}, "STAFF_EXISTS"},
		{"inviteStaff", map[string]any{"key": "3", "email": "nowhere", "name": "", "roles": []string{"owner"}}, "EMAIL_INVALID"},
		{"inviteStaff", map[string]any{"key": "4", "email": "a@todaiza.example", "name": "a", "roles": []string{"root"}}, "INVALID_CHOICE"},
		{"inviteStaff", map[string]any{"key": "5", "email": "a@todaiza.example", "name": "a", "roles": []string{}}, "REQUIRED"},
		{"setStaffRoles", map[string]any{"key": "6", "staffId": "x", "roles": []string{"owner"}}, "NOT_FOUND"},
		{"setStaffRoles", map[string]any{"key": "7", "staffId": "00000000-0000-7000-8000-000000000000", "roles": []string{"owner"}}, "NOT_FOUND"},
		{"resetStaff", map[string]any{"key": "8", "staffId": "00000000-0000-7000-8000-000000000000"}, "NOT_FOUND"},
		{"setStaffRoles", map[string]any{"key": "9", "staffId": id, "roles": []string{"support"}}, ""}, // fewer than before: no second person
		{"resetStaff", map[string]any{"key": "10", "staffId": id}, ""},
		{"disableStaff", map[string]any{"key": "11", "staffId": id}, ""},
		{"resetStaff", map[string]any{"key": "12", "staffId": id}, "NOT_FOUND"},
	} {
		done, got := b.staff("o", c.field, c.input)
		if codeOf(done) != c.want || (c.want == "") != (done["actId"] != nil) {
			t.Errorf("%s %v: %s", c.field, c.input, got.text)
		}
	}
	if mails := b.mails("h@todaiza.example"); !slices.Equal(mails, []string{"staff-invitation"}) {
		t.Error(mails)
	}
	for _, field := range []string{"disableStaff", "resetStaff"} { // oneself
		if _, got := b.staff("o", field, map[string]any{"key": "me" + field, "staffId": b.tokens["o"].ID.String()}); got.code() != "STAFF_ONESELF" {
			t.Error(got.text)
		}
	}
	got = b.send(by("o", `{ staffMembers(first: 2) { nodes { email state } pageInfo { endCursor hasNextPage } } roles { name scopes } }`, nil))
	if !strings.Contains(got.text, `{"email":"h@todaiza.example","state":"disabled"},{"email":"hanako@todaiza.example","state":"invited"}`) || !strings.Contains(got.text, `"hasNextPage":true`) ||
		!strings.Contains(got.text, `{"name":"operations","scopes":["OPS_READ","OPS_RETRY"]}`) {
		t.Error(got.text)
	}
	after := got.Data["staffMembers"].(map[string]any)["pageInfo"].(map[string]any)["endCursor"]
	rest := b.send(by("o", `query($after: String) { staffMembers(after: $after) { nodes { email } pageInfo { hasNextPage } } }`, map[string]any{"after": after}))
	if !strings.Contains(rest.text, `"nodes":[{"email":"o@todaiza.example"}],"pageInfo":{"hasNextPage":false}`) {
		t.Error(rest.text)
	}
}

// Attack 27: what one does not hold oneself is given only by two, neither of whom is the one who
// gets it.
func TestRolesBeyondOnesOwnNeedASecondPerson(t *testing.T) {
	t.Parallel()
	b := office(t)
	b.hired("o", "owner")
	b.hired("p", "owner")
	helper := b.hired("h", "support")
	b.hired("s", "supportLead")
	asked, got := b.staff("o", "inviteStaff", map[string]any{"key": "1", "email": "new@todaiza.example", "name": "New", "roles": []string{"billing"}})
	if asked["person"] != nil || !strings.Contains(got.text, `{"field":"roles","from":"","to":"billing"}`) {
		t.Fatal(got.text)
	}
	if p, err := b.People.LookupByEmail(t.Context(), "new@todaiza.example"); p != nil || err != nil {
		t.Error("works here before a second person has said so", p, err)
	}
	if mails := b.mails("p@todaiza.example"); !slices.Equal(mails, []string{"staff-changed", "staff-changed", "staff-asked"}) { // h and s by a command
		t.Error(mails)
	}
	for _, other := range []string{"o@todaiza.example", "s@todaiza.example", "new@todaiza.example"} {
		if slices.Contains(b.mails(other), "staff-asked") {
			t.Errorf("%s is asked", other)
		}
	}
	id, hash := proposalOf(t, asked)
	if own, got := b.approve("o", "a", id, hash); codeOf(own) != "OWN_PROPOSAL" {
		t.Error(got.text)
	}
	if done, got := b.approve("p", "b", id, hash); codeOf(done) != "" || done["actId"] == nil {
		t.Fatal(got.text)
	}
	if p, err := b.People.LookupByEmail(t.Context(), "new@todaiza.example"); err != nil || p == nil || !slices.Equal(p.Roles, []string{"billing"}) {
		t.Error(p, err)
	}
	if mails := b.mails("new@todaiza.example"); !slices.Equal(mails, []string{"staff-invitation"}) {
		t.Error(mails)
	}

	// Who would get the roles cannot approve them.
	second := b.tokens["p"]
	asked, _ = b.staff("o", "setStaffRoles", map[string]any{"key": "2", "staffId": second.ID.String(), "roles": []string{"owner", "billing"}})
	id, hash = proposalOf(t, asked)
	if _, got := b.approve("p", "c", id, hash); got.code() != "STAFF_ONESELF" {
		t.Error(got.text)
	}
	if p, _ := b.People.Lookup(t.Context(), second.ID); !slices.Equal(p.Roles, []string{"owner"}) {
		t.Error(p.Roles)
	}

	// Of fifty who approve at once, one does.
	asked, _ = b.staff("o", "setStaffRoles", map[string]any{"key": "3", "staffId": helper.ID.String(), "roles": []string{"supportLead"}})
	id, hash = proposalOf(t, asked)
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() { _, _ = b.approve("p", "many"+string(rune('a'+i)), id, hash) })
	}
	all.Wait()
	if p, _ := b.People.Lookup(t.Context(), helper.ID); !slices.Equal(p.Roles, []string{"supportLead"}) {
		t.Error(p.Roles)
	}
	var n int
	b.must(b.env.Store.QueryRow(t.Context(), `SELECT count(*) FROM acts WHERE kind = 'staff.changed' AND outcome = 'done' AND target_id = $1`, helper.ID.String()).Scan(&n))
	if n != 1 {
		t.Errorf("%d changes", n)
	}
}
