package desk

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/desk/records"
	"kaiin/server/desk/search"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/leaving/blocking"
	"kaiin/server/leaving/withdrawal"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/gate"
)

// care is a bank whose members are blocked, guarded and taken leave of.
type care struct {
	*bank
	told   []notify.Message // to the owners
	broken error            // of that
}

func (c *care) Tell(_ context.Context, m notify.Message) error {
	if c.broken == nil {
		c.told = append(c.told, m)
	}
	return c.broken
}

func openCare(t *testing.T) *care { return openCareOf(t, nil) }

func openCareOf(t *testing.T, change func(*settings.Settings)) *care {
	t.Helper()
	c := &care{bank: openBank(t, change)}
	in := c.in
	c.Blocking = &blocking.Service{Store: in.Store, Clock: in.Clock, Account: in.Account, Session: in.Session, Subscription: c.Subscription}
	c.Withdrawal = &withdrawal.Service{
		Store: in.Store, Clock: in.Clock, Catalog: c.env.Catalog, Settings: in.Settings, Flow: in.Flow, Passcode: in.Passcode, Account: in.Account, Payment: c.env.Payment,
		Subscription: c.Subscription, Notify: in.Notify, Secrets: in.Secrets, Throttle: in.Throttle, Leavers: []withdrawal.Leaver{c.Subscription, in.Session, c.Members, in.Account},
	}
	c.Search = &search.Service{Store: in.Store, Reads: in.Store, Clock: in.Clock, Secrets: in.Secrets}
	c.Records = &records.Service{Store: in.Store, Clock: in.Clock, Settings: in.Settings, Payment: c.env.Payment, Subscription: c.Subscription}
	c.Owners, c.Members.Owners = c, c
	c.person("p", "supportLead")
	c.person("q", "supportLead")
	c.person("s", "support")
	c.person("e", "compliance")
	c.person("f", "compliance")
	return c
}

// does sends a mutation about the member.
func (c *care) does(token, field string, key string, member any, more map[string]any) (map[string]any, answer) {
	c.t.Helper()
	input := map[string]any{"key": key, "accountId": member}
	for k, v := range more {
		input[k] = v
	}
	answers := "proposal { proposalId inputHash }"
	if field != "holdAct" {
		answers += " member { status isGuarded }"
	} else {
		delete(input, "accountId")
	}
	c.door.Desk.Meter = &gate.Meter{}
	return c.ask(token, field, answers, input)
}

func (c *care) statusOf(id uuid.UUID) (status string) {
	c.t.Helper()
	c.must(c.in.Store.QueryRow(c.t.Context(), `SELECT status FROM accounts WHERE id = $1`, id).Scan(&status))
	return status
}

func (c *care) count(query string, args ...any) (n int) {
	c.t.Helper()
	c.must(c.in.Store.QueryRow(c.t.Context(), query, args...).Scan(&n))
	return n
}

// A lead blocks a member, who reads that later; once for each key, and never without the scope, a
// fresh proof and a good input.
func TestBlockingAtTheDesk(t *testing.T) {
	t.Parallel()
	c := openCare(t)
	id := c.member()
	lead := c.tokens["p"]
	for name, try := range map[string]struct {
		token  string
		member any
		more   map[string]any
		want   string
	}{
		"no scope":        {"s", id, nil, "MISSING_SCOPE"},
		"nobody":          {"p", uuid.NewString(), nil, "NOT_FOUND"},
		"no id":           {"p", "x", nil, "NOT_FOUND"},
		"empty":           {"p", "", nil, "NOT_FOUND"},
		"no reason":       {"p", id, map[string]any{"reason": "　"}, "REQUIRED"},
		"a long reason":   {"p", id, map[string]any{"reason": strings.Repeat("あ", 501)}, "TOO_LONG"},
		"null":            {"p", nil, nil, "INVALID_REQUEST"},
		"no such choice":  {"p", id, map[string]any{"contracts": "LATER"}, "DOCUMENT_INVALID"},
		"a full-width id": {"p", "０１９ｆ", nil, "NOT_FOUND"},
		"no text":         {"p", id, map[string]any{"ticket": "a\u200b"}, "INVALID_CHARACTERS"},
		"NUL":             {"p", id, map[string]any{"ticket": "\x00"}, "INVALID_JSON"},
	} {
		payload, got := c.does(try.token, "block", name, try.member, try.more)
		if codeOf(payload) != try.want && got.code() != try.want || c.statusOf(id) != "active" {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	lead.FreshAt = c.Clock.Now().Add(-time.Hour)
	if _, got := c.does("p", "block", "stale", id, nil); got.code() != "REAUTHENTICATION_REQUIRED" || c.statusOf(id) != "active" {
		t.Error(got.text)
	}
	lead.FreshAt = c.Clock.Now()
	first, got := c.does("p", "block", "k", id, map[string]any{"contracts": "END_NOW"})
	if first["actId"] == nil || !strings.Contains(got.text, `"member":{"status":"suspended"`) || c.statusOf(id) != "suspended" {
		t.Fatal(got.text)
	}
	if again, got := c.does("p", "block", "k", id, map[string]any{"contracts": "END_NOW"}); again["isReplay"] != true || again["actId"] != first["actId"] {
		t.Error(got.text)
	}
	if other, got := c.does("p", "block", "k", id, nil); codeOf(other) != "KEY_REUSED" {
		t.Error(got.text)
	}
	if other, got := c.does("q", "block", "l", id, nil); codeOf(other) != "ALREADY_DONE" {
		t.Error(got.text)
	}
	if done, got := c.does("q", "unblock", "m", id, nil); done["actId"] == nil || c.statusOf(id) != "active" {
		t.Error(got.text)
	}
	told, _, err := c.Acts.Accesses(t.Context(), id, keyset.Page{First: 20})
	c.must(err)
	var kinds []string
	for _, a := range told {
		kinds = append(kinds, string(a.What))
	}
	if !slices.Contains(kinds, "BLOCKED") || !slices.Contains(kinds, "UNBLOCKED") {
		t.Errorf("told %v", kinds)
	}
	if got := c.written("member.blocked"); !slices.Equal(got[len(got)-3:], []string{"member.blocked done by person p", "member.blocked refused by person p", "member.blocked refused by person q"}) {
		t.Errorf("acts %v", got)
	}
}

// What harms members where it is much is done sixty times an hour by a person, and no more.
func TestSixtyDecisionsAnHour(t *testing.T) {
	t.Parallel()
	c := openCare(t)
	try := func(token string, kind acts.Kind, n int) error {
		given := acts.Given{Key: fmt.Sprint(kind, n), ReasonKind: acts.Inquiry, Reason: fmt.Sprint("a call, number ", n)}
		d, err := c.Acts.At(t.Context(), actor.Actor{Staff: c.tokens[token]}, acts.Origin{}, "x", kind, given)
		c.must(err)
		return d.Note(t.Context(), acts.Act{Kind: kind})
	}
	for _, kind := range acts.Bounded() {
		c.tokens["p"].FreshAt, c.tokens["q"].FreshAt = c.Clock.Now(), c.Clock.Now()
		for n := range 60 {
			c.must(try("p", kind, n))
		}
		if err := try("p", kind, 60); !fault.Is(err, fault.LimitExceeded) {
			t.Errorf("the 61st %s: %v", kind, err)
		}
		c.must(try("q", kind, 0))
	}
	if payload, got := c.does("p", "block", "k", c.member(), nil); codeOf(payload) != "LIMIT_EXCEEDED" && got.code() != "LIMIT_EXCEEDED" {
		t.Error(got.text)
	}
	c.Clock.Advance(time.Hour)
	c.tokens["p"].FreshAt = c.Clock.Now()
	c.must(try("p", acts.MemberBlocked, 61))
}

// Of fifty who block at once, with ten keys, one does.
func TestFiftyBlockAtOnce(t *testing.T) {
	t.Parallel()
	c := openCare(t)
	id := c.member()
	for i := range 10 {
		c.person(fmt.Sprint("a", i), "supportLead")
	}
	var at sync.WaitGroup
	for i := range 50 {
		at.Go(func() {
			c.ask(fmt.Sprint("a", i%10), "block", "", map[string]any{"key": fmt.Sprint("k", i), "accountId": id})
		})
	}
	at.Wait()
	if n := c.count(`SELECT count(*) FROM acts WHERE kind = 'member.blocked' AND outcome = 'done'`); n != 1 || c.count(`SELECT count(*) FROM messages WHERE template = 'member-blocked'`) != 1 {
		t.Errorf("%d blocks", n)
	}
}

// What a program asks for waits for a person.
func TestAProgramProposesABlock(t *testing.T) {
	t.Parallel()
	c := openCare(t)
	id := c.member()
	c.program("t", scope.Propose(scope.MembersBlock))
	payload, got := c.ask("t", "block", "proposal { proposalId inputHash }", map[string]any{"key": "k", "accountId": id, "contracts": "END_NOW"})
	if payload["proposal"] == nil || c.statusOf(id) != "active" {
		t.Fatal(got.text)
	}
	proposal, hash := proposalOf(t, payload)
	if done, got := c.approve("p", "a", proposal, hash); codeOf(done) != "" || c.statusOf(id) != "suspended" {
		t.Error(got.text)
	}
	c.program("u", scope.Propose(scope.MembersReveal))
	if payload, got := c.ask("u", "revealMember", "proposal { proposalId }", map[string]any{"key": "r", "accountId": id, "fields": []string{"NAME"}}); payload["proposal"] != nil {
		t.Error("a program has something opened: " + got.text)
	}
}

const findIt = `query($term: String!) { find(term: $term) { nodes { matched member { accountId name isGuarded } } } }`

// A guarded member is in no list and no count; an exact key finds them, and the owners are told.
func TestGuardedMembers(t *testing.T) {
	t.Parallel()
	c := openCare(t)
	id, other := c.member(), c.member()
	var mail string
	c.must(c.in.Store.QueryRow(t.Context(), `UPDATE accounts SET user_id = 'hidden01', user_id_key = 'hidden01', phone_number = '09099998888' WHERE id = $1 RETURNING email`, id).Scan(&mail))
	find := func(token, term string) answer {
		c.door.Desk.Meter = &gate.Meter{}
		return c.send(by(token, findIt, map[string]any{"term": term}))
	}
	if got := find("s", "ヤマダ"); !strings.Contains(got.text, id.String()) {
		t.Fatal("before: " + got.text)
	}
	if _, got := c.does("s", "guardMember", "k", id, nil); got.code() != "MISSING_SCOPE" {
		t.Error(got.text)
	}
	if done, got := c.does("p", "guardMember", "k", id, nil); done["actId"] == nil || !strings.Contains(got.text, `"isGuarded":true`) {
		t.Fatal(got.text)
	}
	if again, got := c.does("q", "guardMember", "l", id, nil); codeOf(again) != "ALREADY_DONE" {
		t.Error(got.text)
	}
	c.told = nil
	for _, term := range []string{"ヤマダ", "山田", "8888", "@example.com", "@example.jp"} {
		if got := find("s", term); strings.Contains(got.text, id.String()) {
			t.Errorf("%s: %s", term, got.text)
		}
	}
	c.must(c.in.Store.Exec(t.Context(), `UPDATE accounts SET birthday = '19800504' WHERE id = ANY ($1)`, pq.Array([]uuid.UUID{id, other})))
	if got := c.send(by("s", `query($id: ID!) { member(accountId: $id) { lookalikes { member { accountId } } } }`, map[string]any{"id": other})); len(got.Errors) > 0 || strings.Contains(got.text, id.String()) {
		t.Error("who is alike: " + got.text)
	}
	const list = `query($f: MemberFilter!) { members(filter: $f) { nodes { member { accountId } } } memberCount(filter: $f) { count } }`
	for name, filter := range map[string]map[string]any{
		"words": {"nameKana": "ヤマダ", "phoneLast4": "8888"}, "a filter": {"prefecture": []int{13}}, "time": {"createdFrom": "2000-01-01T00:00:00Z"},
	} {
		c.door.Desk.Meter = &gate.Meter{}
		got := c.send(by("s", list, map[string]any{"f": filter}))
		if strings.Contains(got.text, id.String()) || strings.Contains(got.text, `"count":2`) || name == "a filter" && !strings.Contains(got.text, other.String()) {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	if len(c.told) != 0 {
		t.Errorf("told %+v", c.told)
	}
	c.door.Desk.Meter = &gate.Meter{}
	if got := c.send(by("s", list, map[string]any{"f": map[string]any{"email": mail}})); !strings.Contains(got.text, id.String()) || !strings.Contains(got.text, `"count":1`) {
		t.Error("by a filter: " + got.text)
	}
	for _, term := range []string{mail, "HIDDEN01", "090-9999-8888", id.String()} {
		before := len(c.told)
		if got := find("s", term); !strings.Contains(got.text, `"name":"山＊＊＊","isGuarded":true`) {
			t.Errorf("%s: %s", term, got.text)
		}
		if len(c.told) != before+1 {
			t.Errorf("%s: told %+v", term, c.told)
		}
	}
	const count = `query($f: MemberFilter!) { memberCount(filter: $f) { count } }`
	searched, _, err := c.Acts.Accesses(t.Context(), id, keyset.Page{First: 1})
	c.must(err)
	c.Clock.Advance(24 * time.Hour)
	for name, filter := range map[string]map[string]any{"address": {"email": mail}, "user ID": {"userId": "hidden01"}, "phone": {"phone": "09099998888"}} {
		before := len(c.told)
		c.door.Desk.Meter = &gate.Meter{}
		if got := c.send(by("s", count, map[string]any{"f": filter})); !strings.Contains(got.text, `"count":1`) || len(c.told) != before+1 {
			t.Errorf("counted by %s: %s, told %+v", name, got.text, c.told[before:])
		}
	}
	if all, _, err := c.Acts.Accesses(t.Context(), id, keyset.Page{First: 1}); err != nil || all[0].What != acts.AccessSearched || all[0].Count != 3 || all[0].ID == searched[0].ID {
		t.Errorf("the member who is counted reads %+v, %v", all, err)
	}
	last, _ := c.told[len(c.told)-1].(notify.GuardedFound)
	if last.By != "person s" || last.Number == 0 || last.Opened || !slices.Equal(last.Members, []string{id.String()}) {
		t.Errorf("%+v", last)
	}
	before := len(c.told)
	for range 2 {
		if got := c.send(by("s", openMember, map[string]any{"id": id.String()})); !strings.Contains(got.text, "山＊＊＊") {
			t.Error(got.text)
		}
	}
	if opened, _ := c.told[len(c.told)-1].(notify.GuardedFound); len(c.told) != before+1 || !opened.Opened {
		t.Errorf("opened twice in an hour: %+v", c.told[before:])
	}
	c.broken = context.DeadlineExceeded
	if got := find("s", mail); strings.Contains(got.text, "山") || len(got.Errors) == 0 {
		t.Error("the owners cannot be told: " + got.text)
	}
	c.broken = nil
	c.unguard("p", "q", id)
	if got := find("s", "ヤマダ"); !strings.Contains(got.text, id.String()) {
		t.Error("after: " + got.text)
	}
}

// No list of contracts and money has guarded members, nor the membership of the person who reads
// it, unless an id of theirs is named: then the owners are told.
func TestGuardedMembersAreInNoList(t *testing.T) {
	t.Parallel()
	c := openCare(t)
	of := func() (*ent.Subscription, uuid.UUID) {
		row, member := c.contracted()
		for _, statement := range owned(1) {
			c.must(c.in.Store.Exec(t.Context(), statement, member.AccountID))
		}
		return row, member.AccountID
	}
	contract, guarded := of()
	_, own := of()
	_, other := of()
	c.must(c.in.Store.Exec(t.Context(), `UPDATE accounts SET email = 'Hanako@Example.jp', email_key = 'hanako@example.jp' WHERE id = $1`, own))
	c.must(c.in.Store.Exec(t.Context(), `UPDATE charges SET state = 'unknown'`))
	c.person("h", "support", "billing").Email = "hanako@example.jp"
	c.person("b", "support", "billing")
	c.does("p", "guardMember", "g", guarded, nil)
	c.told = nil
	read := func(token, query string) answer {
		c.door.Desk.Meter = &gate.Meter{}
		return c.send(by(token, "{ "+query+" }", nil))
	}
	const nodes = " { nodes { accountId } }"
	for name, list := range map[string]string{
		"contracts": `contracts(filter: {})`, "bills": `bills(filter: {})`, "charges": `charges(filter: {cardSuffix: "4242"})`, "orders": `orders(filter: {})`,
		"refunds": `refunds(filter: {})`, "what waits": `openMatters(first: 50)`, "what comes": `upcoming(until: "` + c.Clock.Today().AddDays(60).String() + `")`,
	} {
		got := read("h", list+nodes)
		if !strings.Contains(got.text, other.String()) || strings.Contains(got.text, guarded.String()) || strings.Contains(got.text, own.String()) {
			t.Errorf("%s: %s", name, got.text)
		}
		if got := read("b", list+nodes); !strings.Contains(got.text, own.String()) || strings.Contains(got.text, guarded.String()) {
			t.Errorf("%s, to a colleague: %s", name, got.text)
		}
	}
	if len(c.told) != 0 {
		t.Errorf("told %+v", c.told)
	}
	var charge string
	c.must(c.in.Store.QueryRow(t.Context(), `SELECT id FROM charges WHERE account_id = $1`, guarded).Scan(&charge))
	for name, query := range map[string]string{
		"contracts": `contracts(filter: {accountId: "` + guarded.String() + `"})` + nodes, "refunds": `refunds(filter: {chargeId: "` + charge + `"})` + nodes,
		"a contract": `contract(subscriptionId: "` + contract.ID.String() + `") { accountId }`, "a charge": `charge(chargeId: "` + charge + `") { accountId }`,
	} {
		before := len(c.told)
		if got := read("b", query); !strings.Contains(got.text, guarded.String()) || len(c.told) != before+1 {
			t.Errorf("%s: %s, told %+v", name, got.text, c.told[before:])
		}
		c.broken = context.DeadlineExceeded
		if got := read("b", query); len(got.Errors) == 0 || strings.Contains(got.text, guarded.String()) {
			t.Errorf("%s, and the owners cannot be told: %s", name, got.text)
		}
		c.broken = nil
	}
	for name, query := range map[string]string{
		"proposals": `proposals { nodes { accountId } }`, "acts": `acts(filter: {}) { nodes { accountId } }`,
	} {
		c.person("e2", "compliance", "supportLead").Email = "hanako@example.jp"
		c.send(by("s", openMember, map[string]any{"id": own.String()}))
		c.program("t", scope.Propose(scope.MembersBlock))
		c.ask("t", "block", "actId", map[string]any{"key": name, "accountId": own})
		if got := read("e2", query); len(got.Errors) > 0 || strings.Contains(got.text, own.String()) {
			t.Errorf("%s: %s", name, got.text)
		}
		if got := read("e", query); !strings.Contains(got.text, own.String()) {
			t.Errorf("%s, to a colleague: %s", name, got.text)
		}
	}
}

// unguard has one person ask for the end of a guard, and another approve it.
func (c *care) unguard(asks, approves string, id uuid.UUID) {
	c.t.Helper()
	c.tokens[asks].FreshAt, c.tokens[approves].FreshAt = c.Clock.Now(), c.Clock.Now()
	payload, _ := c.does(asks, "unguardMember", "unguard "+id.String(), id, nil)
	proposal, hash := proposalOf(c.t, payload)
	if done, got := c.approve(approves, "unguard "+id.String(), proposal, hash); done["actId"] == nil {
		c.t.Fatal(got.text)
	}
}

// One person takes no guard off, opens everything and puts it back: a second one decides on the
// first step, too, and the owners are told of each change of a guard.
func TestNoOneAloneTakesAGuardOff(t *testing.T) {
	t.Parallel()
	c := openCare(t)
	id := c.member()
	c.does("p", "guardMember", "g", id, nil)
	changes := func() (all []notify.GuardChanged) {
		for _, mail := range c.told {
			if one, is := mail.(notify.GuardChanged); is {
				all = append(all, one)
			}
		}
		return all
	}
	if all := changes(); len(all) != 1 || all[0].Off || all[0].By != "person p" || all[0].Member != id.String() {
		t.Errorf("told %+v", c.told)
	}
	payload, got := c.does("p", "unguardMember", "u", id, nil)
	if payload["proposal"] == nil || payload["member"] != nil || c.count(`SELECT count(*) FROM member_guards`) != 1 {
		t.Fatal(got.text)
	}
	if opened, got := c.does("p", "revealMember", "r", id, map[string]any{"fields": []string{"NAME"}}); opened["proposal"] == nil || c.count(`SELECT count(*) FROM reveals`) != 0 {
		t.Error(got.text)
	}
	proposal, hash := proposalOf(t, payload)
	if own, got := c.approve("p", "a", proposal, hash); codeOf(own) != "OWN_PROPOSAL" {
		t.Error(got.text)
	}
	c.broken = context.DeadlineExceeded
	if _, got := c.approve("q", "b", proposal, hash); len(got.Errors) == 0 || c.count(`SELECT count(*) FROM member_guards`) != 1 {
		t.Error("the owners cannot be told: " + got.text)
	}
	c.broken = nil
	if done, got := c.approve("q", "c", proposal, hash); done["actId"] == nil || c.count(`SELECT count(*) FROM member_guards`) != 0 {
		t.Error(got.text)
	}
	if all := changes(); len(all) != 2 || !all[1].Off || all[1].By != "person p" {
		t.Errorf("told %+v", c.told)
	}
}

// Nothing of a guarded member is opened before a second person says so, and then to the first.
func TestTwoPeopleOpenAGuardedMember(t *testing.T) {
	t.Parallel()
	c := openCare(t)
	id := c.member()
	c.does("p", "guardMember", "g", id, nil)
	payload, got := c.does("p", "revealMember", "k", id, map[string]any{"fields": []string{"NAME", "PHONE"}})
	if payload["proposal"] == nil || payload["member"] != nil || c.count(`SELECT count(*) FROM reveals`) != 0 {
		t.Fatal(got.text)
	}
	proposal, hash := proposalOf(t, payload)
	if own, got := c.approve("p", "a", proposal, hash); codeOf(own) != "OWN_PROPOSAL" {
		t.Error(got.text)
	}
	if done, got := c.approve("q", "b", proposal, hash); codeOf(done) != "" {
		t.Fatal(got.text)
	}
	c.door.Desk.Meter = &gate.Meter{}
	if got := c.send(by("p", openMember, map[string]any{"id": id.String()})); !strings.Contains(got.text, `"name":"山田 太郎"`) || !strings.Contains(got.text, "09012345678") {
		t.Error(got.text)
	}
	if got := c.send(by("q", openMember, map[string]any{"id": id.String()})); strings.Contains(got.text, "山田") {
		t.Error("to the one who approved: " + got.text)
	}
	if got := c.written("member.revealed"); !slices.Equal(got, []string{"member.revealed proposed by person p #", "member.revealed done by person p, approved #"}) {
		t.Errorf("acts %v", got)
	}
}

// Where the store wants it, a member is mailed what was opened, and why, but not where a law asks
// for it: the owners are told of that, unless two people have decided it.
func TestRevealsAreTold(t *testing.T) {
	t.Parallel()
	c := openCareOf(t, func(s *settings.Settings) { s.Staff.TellReveals = true })
	silent := openCare(t)
	id, other := c.member(), silent.member()
	const mails = `SELECT count(*) FROM messages WHERE template = 'member-revealed'`
	c.does("p", "revealMember", "a", id, map[string]any{"fields": []string{"NAME"}, "reasonKind": "LEGAL"})
	if n := c.count(mails); n != 0 {
		t.Errorf("%d mails of what a law asks for", n)
	}
	if told, _ := c.told[len(c.told)-1].(notify.StaffUnusual); told.What != "untold" || told.By != "person p" || told.Member != id.String() {
		t.Errorf("the owners are told %+v", c.told)
	}
	guarded := c.member()
	c.does("p", "guardMember", "g", guarded, nil)
	before := len(c.told)
	payload, _ := c.does("p", "revealMember", "l", guarded, map[string]any{"fields": []string{"NAME"}, "reasonKind": "LEGAL"})
	proposal, hash := proposalOf(t, payload)
	if done, got := c.approve("q", "m", proposal, hash); done["actId"] == nil || len(c.told) != before || c.count(mails) != 0 {
		t.Errorf("approved: %s, told %+v", got.text, c.told[before:])
	}
	c.does("p", "revealMember", "b", id, map[string]any{"fields": []string{"PHONE", "NAME"}, "reasonKind": "FRAUD"})
	var address string
	c.must(c.in.Store.QueryRow(t.Context(), `SELECT email FROM accounts WHERE id = $1`, id).Scan(&address))
	told := accounttest.Mail[notify.MemberRevealed](t, c.in.Account, address)
	if n := c.count(mails); n != 1 || told.Why != "FRAUD" || told.Department != "Support" || told.Number != c.tokens["p"].Number || !slices.Equal(told.Fields, []string{"PHONE", "NAME"}) {
		t.Errorf("%d mails, %+v", n, told)
	}
	silent.does("p", "revealMember", "a", other, map[string]any{"fields": []string{"NAME"}})
	if n := silent.count(mails); n != 0 || silent.count(`SELECT count(*) FROM reveals`) != 1 {
		t.Errorf("%d mails of a store that wants none", n)
	}
}

// No person of the staff does anything with their own membership, looks at it or finds it, or
// approves what is about it.
func TestOnesOwnMembership(t *testing.T) {
	t.Parallel()
	c := openCare(t)
	id := c.member()
	c.must(c.in.Store.Exec(t.Context(), `UPDATE accounts SET email = 'Hanako@Example.jp', email_key = 'hanako@example.jp' WHERE id = $1`, id))
	paid := c.settled(c.sold(actor.Actor{AccountID: id}, 15_000))
	c.tokens["p"].Email = "hanako@example.jp"
	biller := c.person("b", "billing")
	biller.Email = "hanako@example.jp"
	if got := c.send(by("p", openMember, map[string]any{"id": id.String()})); got.code() != "OWN_ACCOUNT" || strings.Contains(got.text, "山") {
		t.Error(got.text)
	}
	for _, field := range []string{"block", "guardMember", "endSessions"} {
		if field == "endSessions" {
			if got := c.send(by("p", endSessions, c.ending("k", id))); !strings.Contains(got.text, "OWN_ACCOUNT") {
				t.Error(got.text)
			}
			continue
		}
		if payload, got := c.does("p", field, field, id, nil); codeOf(payload) != "OWN_ACCOUNT" || payload["actId"] != nil {
			t.Errorf("%s: %s", field, got.text)
		}
	}
	if payload, got := c.does("p", "revealMember", "r", id, map[string]any{"fields": []string{"NAME"}}); codeOf(payload) != "OWN_ACCOUNT" {
		t.Error(got.text)
	}
	c.door.Desk.Meter = &gate.Meter{}
	if payload, got := c.refund("b", map[string]any{"key": "f", "chargeId": paid.ID.String(), "amount": 100}); codeOf(payload) != "OWN_ACCOUNT" {
		t.Error("by a charge, which does not show whose it is: " + got.text)
	}
	if got := c.send(by("b", `query($id: ID!) { charges(filter: {accountId: $id}) { nodes { chargeId } } }`, map[string]any{"id": id.String()})); got.code() != "OWN_ACCOUNT" || strings.Contains(got.text, paid.ID.String()) {
		t.Error("a list: " + got.text)
	}
	for _, term := range []string{"ヤマダ", "hanako@example.jp", id.String()} {
		c.door.Desk.Meter = &gate.Meter{}
		if got := c.send(by("p", findIt, map[string]any{"term": term})); strings.Contains(got.text, id.String()) {
			t.Errorf("%s: %s", term, got.text)
		}
		if got := c.send(by("q", findIt, map[string]any{"term": term})); !strings.Contains(got.text, id.String()) {
			t.Errorf("a colleague, %s: %s", term, got.text)
		}
	}
	for token, want := range map[string]string{"p": `"count":0`, "q": `"count":1`} {
		for name, filter := range map[string]map[string]any{"by a key": {"email": "hanako@example.jp"}, "by a word": {"prefecture": []int{13}}} {
			c.door.Desk.Meter = &gate.Meter{}
			if got := c.send(by(token, `query($f: MemberFilter!) { memberCount(filter: $f) { count } }`, map[string]any{"f": filter})); !strings.Contains(got.text, want) {
				t.Errorf("%s counts %s: %s", token, name, got.text)
			}
		}
	}
	c.person("c", "billing")
	c.door.Desk.Meter = &gate.Meter{}
	payload, got := c.refund("c", map[string]any{"key": "g", "chargeId": paid.ID.String()})
	if payload["proposal"] == nil {
		t.Fatal(got.text)
	}
	proposal, hash := proposalOf(t, payload)
	c.door.Desk.Meter = &gate.Meter{}
	if payload, got := c.approve("b", "h", proposal, hash); codeOf(payload) != "OWN_ACCOUNT" {
		t.Error("approving: " + got.text)
	}
	if yen, _ := c.given(); yen != 0 || c.statusOf(id) != "active" || c.count(`SELECT count(*) FROM member_guards`) != 0 {
		t.Errorf("%d yen, %s", yen, c.statusOf(id))
	}
}

// proved has p compare three things of the member, for the ticket.
func (c *care) proved(token, ticket string, id uuid.UUID) {
	c.t.Helper()
	c.door.Desk.Meter = &gate.Meter{}
	got := c.send(by(token, check, decision("check"+token+ticket, id, map[string]any{"ticket": ticket, "birthday": "19800504", "phoneLast4": "5678", "nameKana": "ヤマダタロウ"})))
	if !strings.Contains(got.text, `"isProven":true`) {
		c.t.Fatal(got.text)
	}
}

// A membership ends 72 hours after two people have decided it, and not if its member stops it.
func TestWithdrawMember(t *testing.T) {
	t.Parallel()
	c := openCare(t)
	c.person("x", "support", "compliance")
	id, stays := c.member(), c.member()
	letter := map[string]any{"request": "LETTER", "ticket": "T-1"}
	if payload, got := c.does("x", "withdrawMember", "a", id, letter); codeOf(payload) != "IDENTITY_UNPROVEN" || payload["proposal"] != nil {
		t.Error(got.text)
	}
	c.proved("x", "T-2", id)
	if payload, got := c.does("x", "withdrawMember", "b", id, letter); codeOf(payload) != "IDENTITY_UNPROVEN" {
		t.Error("another ticket: " + got.text)
	}
	if _, got := c.does("p", "withdrawMember", "c", id, letter); got.code() != "MISSING_SCOPE" {
		t.Error(got.text)
	}
	c.proved("x", "T-1", id)
	ask := func(key string, id uuid.UUID, more map[string]any) {
		t.Helper()
		payload, got := c.does("x", "withdrawMember", key, id, more)
		if payload["proposal"] == nil || payload["member"] != nil {
			t.Fatal(got.text)
		}
		proposal, hash := proposalOf(t, payload)
		if done, got := c.approve("f", "approve "+key, proposal, hash); codeOf(done) != "" || done["actId"] == nil {
			t.Fatal(got.text)
		}
	}
	ask("d", id, letter)
	ask("e", stays, map[string]any{"request": "COURT"})
	blocked := c.member()
	c.does("p", "block", "b", blocked, nil)
	ask("g", blocked, map[string]any{"request": "COURT"})
	if n := c.count(`SELECT count(*) FROM messages WHERE template = 'withdrawal-coming'`); n != 3 || c.statusOf(id) != "active" {
		t.Errorf("%d mails, %s", n, c.statusOf(id))
	}
	c.must(c.Withdrawal.Stop(t.Context(), actor.Actor{IP: "203.0.113.7"}, c.stopToken(stays)))
	c.must(c.Withdrawal.Stop(t.Context(), actor.Actor{IP: "203.0.113.7"}, c.stopToken(stays)))
	called := c.member()
	ask("h", called, map[string]any{"request": "COURT"})
	shown := c.send(by("p", `query($id: ID!) { member(accountId: $id) { leavesAt } }`, map[string]any{"id": called.String()}))
	if at, _ := at(shown, "member", "leavesAt").(string); at == "" {
		t.Error(shown.text)
	}
	if payload, got := c.stops("i", called); payload["actId"] == nil {
		t.Error(got.text)
	}
	if payload, got := c.stops("j", called); codeOf(payload) != "INVALID_CHOICE" {
		t.Error(got.text)
	}
	if n := c.count(`SELECT count(*) FROM messages WHERE template = 'withdrawal-off'`); n != 2 { // by the link, too
		t.Errorf("%d mails of a withdrawal that is off", n)
	}
	c.in.Clock.Advance(72*time.Hour - time.Second)
	if n, err := c.Withdrawal.Due(t.Context()); n != 0 || err != nil {
		t.Errorf("a second before: %d, %v", n, err)
	}
	c.in.Clock.Advance(time.Second)
	c.leave(2)
	if c.statusOf(id) != "withdrawn" || c.statusOf(stays) != "active" || c.statusOf(blocked) != "withdrawn" || c.count(`SELECT count(*) FROM messages WHERE template = 'withdrawn'`) != 2 {
		t.Errorf("%s, %s", c.statusOf(id), c.statusOf(stays))
	}
	if err := c.Withdrawal.Stop(t.Context(), actor.Actor{IP: "203.0.113.7"}, c.stopToken(id)); err == nil {
		t.Error("it is stopped once it is over")
	}
	c.tokens["x"].FreshAt, c.tokens["f"].FreshAt = c.Clock.Now(), c.Clock.Now()
	if payload, got := c.does("x", "withdrawMember", "f", id, map[string]any{"request": "COURT"}); payload["proposal"] == nil {
		t.Error(got.text)
	} else if proposal, hash := proposalOf(t, payload); true {
		if done, got := c.approve("f", "again", proposal, hash); codeOf(done) != "MEMBER_LEFT" {
			t.Error(got.text)
		}
	}
}

// stops has support stop a withdrawal.
func (c *care) stops(key string, id uuid.UUID) (map[string]any, answer) {
	c.t.Helper()
	return c.ask("p", "stopWaiting", "", about(key, id, map[string]any{"what": "WITHDRAWAL"}))
}

// stopToken is that of the mail to the member.
func (c *care) stopToken(id uuid.UUID) string {
	c.t.Helper()
	var address string
	c.must(c.in.Store.QueryRow(c.t.Context(), `SELECT email FROM accounts WHERE id = $1`, id).Scan(&address))
	return accounttest.Mail[notify.WithdrawalComing](c.t, c.in.Account, address).StopToken
}

// leave does the jobs that end memberships, so many.
func (c *care) leave(want int) {
	c.t.Helper()
	n, err := c.Withdrawal.Due(c.t.Context())
	c.must(err)
	if n != want {
		c.t.Errorf("%d are due", n)
	}
	rows, err := c.in.Store.DB.QueryContext(c.t.Context(), `DELETE FROM river_job WHERE kind = 'withdrawal.leave' RETURNING args ->> 'request_id'`)
	c.must(err)
	defer func() { _ = rows.Close() }()
	var ids []uuid.UUID
	for rows.Next() {
		var id uuid.UUID
		c.must(rows.Scan(&id))
		ids = append(ids, id)
	}
	c.must(rows.Err())
	for _, id := range ids {
		c.must(c.Withdrawal.CarryOut(c.t.Context(), id))
		c.must(c.Withdrawal.CarryOut(c.t.Context(), id))
	}
}

// An act that is held is told to its member on the day, and stays in the record.
func TestHoldAct(t *testing.T) {
	t.Parallel()
	c := openCare(t)
	id := c.member()
	c.send(by("s", openMember, map[string]any{"id": id.String()}))
	act := c.actOf("member.opened")
	day := c.Clock.Today()
	hold := func(token, key string, act any, until string) (map[string]any, answer) {
		return c.does(token, "holdAct", key, "", map[string]any{"actId": act, "until": until, "reasonKind": "LEGAL"})
	}
	for name, try := range map[string]struct {
		token, until string
		act          any
		want         string
	}{
		"no scope":           {"p", day.AddDays(10).String(), act, "MISSING_SCOPE"},
		"today":              {"e", day.String(), act, "INVALID_CHOICE"},
		"after 180 days":     {"e", day.AddDays(181).String(), act, "INVALID_CHOICE"},
		"no act":             {"e", day.AddDays(10).String(), uuid.NewString(), "NOT_FOUND"},
		"no id":              {"e", day.AddDays(10).String(), "x", "NOT_FOUND"},
		"no day":             {"e", "soon", act, "INVALID_REQUEST"},
		"of no member":       {"e", day.AddDays(10).String(), c.actOf("acts.read"), "NOT_FOUND"},
		"null instead of it": {"e", day.AddDays(10).String(), nil, "INVALID_REQUEST"},
	} {
		payload, got := hold(try.token, name, try.act, try.until)
		if codeOf(payload) != try.want && got.code() != try.want || payload["proposal"] != nil {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	payload, got := hold("e", "k", act, day.AddDays(180).String())
	if payload["proposal"] == nil {
		t.Fatal(got.text)
	}
	told := func() (n int) {
		all, _, err := c.Acts.Accesses(t.Context(), id, keyset.Page{First: 20})
		c.must(err)
		return len(all)
	}
	if told() != 1 {
		t.Error("a proposal alone holds it")
	}
	proposal, hash := proposalOf(t, payload)
	if own, got := c.approve("e", "a", proposal, hash); codeOf(own) != "OWN_PROPOSAL" {
		t.Error(got.text)
	}
	if done, got := c.approve("f", "b", proposal, hash); codeOf(done) != "" {
		t.Fatal(got.text)
	}
	if told() != 0 {
		t.Error("it is told")
	}
	if !slices.Contains(c.acts(), "member.opened done") || !slices.Contains(c.acts(), "act.held done") {
		t.Error(c.acts())
	}
	c.in.Clock.Advance(day.AddDays(180).Start().Add(-time.Second).Sub(c.Clock.Now()))
	c.must(c.Acts.Purge(t.Context()))
	if told() != 0 {
		t.Error("a second before the day it is told")
	}
	c.in.Clock.Advance(time.Second)
	c.must(c.Acts.Purge(t.Context()))
	if told() != 1 {
		t.Error("on the day it is not told")
	}
}

// No one has an act of their own held, or one about their own membership, nor approves it; the one
// who approves is shown whose it is and of whom, and the member learns nothing of a hold.
func TestNoOneHoldsTheirOwnAct(t *testing.T) {
	t.Parallel()
	c := openCare(t)
	id, own := c.member(), c.member()
	c.must(c.in.Store.Exec(t.Context(), `UPDATE accounts SET email = 'Hanako@Example.jp', email_key = 'hanako@example.jp' WHERE id = $1`, own))
	c.person("h", "compliance").Email = "hanako@example.jp"
	until := c.Clock.Today().AddDays(10).String()
	hold := func(token, key, act string) (map[string]any, answer) {
		return c.does(token, "holdAct", key, "", map[string]any{"actId": act, "until": until, "reasonKind": "LEGAL"})
	}
	c.send(by("e", openMember, map[string]any{"id": id.String()}))
	opened := c.actOf("member.opened")
	if payload, got := hold("e", "a", opened); codeOf(payload) != "STAFF_ONESELF" && got.code() != "STAFF_ONESELF" || payload["proposal"] != nil {
		t.Error("one's own act: " + got.text)
	}
	payload, _ := hold("f", "b", opened)
	proposal, hash := proposalOf(t, payload)
	c.door.Desk.Meter = &gate.Meter{}
	shown := c.send(by("e", `query($id: ID!) { proposal(proposalId: $id) { accountId changes { field to } } }`, map[string]any{"id": proposal}))
	for _, want := range []string{`"accountId":"` + id.String() + `"`, `{"field":"act","to":"member.opened"}`, `{"field":"by","to":"person e"}`, `{"field":"day","to":"` + c.Clock.Today().String() + `"}`} {
		if !strings.Contains(shown.text, want) {
			t.Errorf("no %s in %s", want, shown.text)
		}
	}
	if done, got := c.approve("e", "c", proposal, hash); codeOf(done) != "STAFF_ONESELF" && got.code() != "STAFF_ONESELF" || c.count(`SELECT count(*) FROM act_holds`) != 0 {
		t.Error("approved by the one who did it: " + got.text)
	}
	c.send(by("s", openMember, map[string]any{"id": own.String()}))
	about := c.actOf("member.opened")
	if payload, got := hold("h", "d", about); codeOf(payload) != "OWN_ACCOUNT" || payload["proposal"] != nil {
		t.Error("about oneself: " + got.text)
	}
	c.door.Desk.Meter = &gate.Meter{}
	c.send(by("s", findIt, map[string]any{"term": "ヤマダ"}))
	found := c.actOf("members.found")
	if payload, got := hold("h", "e", found); codeOf(payload) != "OWN_ACCOUNT" || payload["proposal"] != nil {
		t.Error("a search that found oneself among others: " + got.text)
	}
	for i, act := range []string{about, found} {
		payload, _ = hold("e", fmt.Sprint("f", i), act)
		proposal, hash = proposalOf(t, payload)
		if done, got := c.approve("h", fmt.Sprint("g", i), proposal, hash); codeOf(done) != "OWN_ACCOUNT" || c.count(`SELECT count(*) FROM act_holds`) != 0 {
			t.Error("approved by the member: " + got.text)
		}
	}
	all, _, err := c.Acts.Accesses(t.Context(), own, keyset.Page{First: 20})
	c.must(err)
	for _, one := range all {
		if one.What != acts.AccessOpened && one.What != acts.AccessSearched || one.Number != c.tokens["s"].Number {
			t.Errorf("the member reads of the hold: %+v", one)
		}
	}
	if n := c.count(`SELECT count(*) FROM acts WHERE `+acts.AboutMember+` AND `+acts.NotHeld+` AND kind = 'act.held'`, own); n != 0 {
		t.Errorf("the file of the member's data has %d acts of the hold", n)
	}
}

// actOf is the last act of the kind; made up where there is none.
func (c *care) actOf(kind string) string {
	c.t.Helper()
	entries, err := c.Acts.List(c.t.Context(), acts.Filter{}, 100)
	c.must(err)
	for _, e := range entries {
		if e.Kind == kind {
			return e.ID.String()
		}
	}
	return uuid.NewString()
}
