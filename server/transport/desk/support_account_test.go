package desk

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/gate"
)

// about is the input of a decision about the member.
func about(key string, id uuid.UUID, more map[string]any) map[string]any {
	input := map[string]any{"key": key, "accountId": id.String()}
	for k, v := range more {
		input[k] = v
	}
	return input
}

var noEmail = accounttest.With(func(c *ent.AccountCreate) {
	m := c.Mutation()
	m.ClearEmail()
	m.ClearEmailKey()
	m.ClearEmailVerifiedAt()
})

// lettersTo are the templates of what was written to the member, the oldest first.
func (b *bank) lettersTo(id uuid.UUID) (all []string) {
	b.t.Helper()
	rows, err := b.env.Store.Query(b.t.Context(), `SELECT template FROM messages WHERE account_id = $1 ORDER BY created_at, id`, id)
	b.must(err)
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name string
		b.must(rows.Scan(&name))
		all = append(all, name)
	}
	b.must(rows.Err())
	return all
}

func (b *bank) count(statement string, values ...any) (n int) {
	b.t.Helper()
	b.must(b.env.Store.QueryRow(b.t.Context(), statement, values...).Scan(&n))
	return n
}

// prove has the person compare what the member says of themselves.
func (b *bank) prove(token, ticket string, id uuid.UUID) {
	b.t.Helper()
	claims := map[string]any{"birthday": "19800504", "phoneLast4": "5678", "postalCode": "1000001", "ticket": ticket}
	if payload, got := b.ask(token, "checkMember", "isProven", about("proof "+uuid.NewString(), id, claims)); payload["isProven"] != true {
		b.t.Fatal(got.text)
	}
}

// accountActs are what support does for an account without more input.
var accountActs = map[string]struct{ kind, mail string }{
	"forgetDevices": {"devices.forgotten", ""}, "sendResetLink": {"mail.sent", ""}, "requireNewPassword": {"password.required", "password-required"},
}

// Each is done once, with one act, whatever comes of the answer; not without its scope, and not to
// somebody who is no member.
func TestSupportForAnAccount(t *testing.T) {
	t.Parallel()
	for field, want := range accountActs {
		t.Run(field, func(t *testing.T) {
			t.Parallel()
			b := openBank(t, nil)
			b.person("s", "support")
			b.person("x", "billing")
			b.program("t", scope.MembersRead)
			id := b.member(accounttest.Email("taro@example.com"))
			logintest.Trusted(t, b.in, id)
			for _, token := range []string{"x", "t"} {
				if _, got := b.ask(token, field, "", about("k", id, nil)); got.code() != "MISSING_SCOPE" {
					t.Errorf("%s: %s", token, got.text)
				}
			}
			done, got := b.ask("s", field, "member { accountId }", about("k", id, nil))
			if done["actId"] == nil || codeOf(done) != "" {
				t.Fatal(got.text)
			}
			if again, got := b.ask("s", field, "", about("k", id, nil)); again["isReplay"] != true || again["actId"] != done["actId"] {
				t.Error(got.text)
			}
			for name, wrong := range map[string]any{"": "NOT_FOUND", "ｘ": "NOT_FOUND", uuid.NewString(): "NOT_FOUND", strings.Repeat("9", 5000): "NOT_FOUND"} {
				if payload, got := b.ask("s", field, "", map[string]any{"key": "wrong " + name[:min(9, len(name))], "accountId": name}); codeOf(payload) != wrong {
					t.Errorf("%.20q: %s", name, got.text)
				}
			}
			b.must(b.env.Store.Exec(t.Context(), `UPDATE accounts SET status = 'suspended' WHERE id = $1`, id))
			if field != "forgetDevices" {
				if payload, got := b.ask("s", field, "", about("of one who is suspended", id, nil)); codeOf(payload) != "MEMBER_NOT_ACTIVE" {
					t.Error(got.text)
				}
			}
			if acts := b.written(want.kind); slices.Index(acts, want.kind+" done by person s") != 0 || len(slices.DeleteFunc(acts, func(a string) bool { return strings.Contains(a, "refused") })) != 1 {
				t.Errorf("acts %q", b.written())
			}
			if mails := b.lettersTo(id); want.mail != "" && !slices.Equal(mails, []string{want.mail}) || want.mail == "" && len(mails) > 0 {
				t.Errorf("mails %q", mails)
			}
			if n := b.count(`SELECT count(*) FROM trusted_devices`); (n == 0) != (field == "forgetDevices") {
				t.Errorf("%d devices", n)
			}
			var must bool
			b.must(b.env.Store.QueryRow(t.Context(), `SELECT must_change_password FROM accounts WHERE id = $1`, id).Scan(&must))
			if must != (field == "requireNewPassword") {
				t.Errorf("must change the password: %v", must)
			}
			if n := b.count(`SELECT count(*) FROM river_job WHERE kind = 'account.reset'`); n != map[bool]int{true: 1}[field == "sendResetLink"] {
				t.Errorf("%d links", n)
			}
		})
	}
}

// A link goes out as often as anybody may ask for one, and to no address that was not proved where
// there is no password.
func TestSendResetLinkIsThrottled(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("s", "support")
	id := b.member(accounttest.Email("taro@example.com"))
	for i := range 5 {
		if payload, got := b.ask("s", "sendResetLink", "", about(fmt.Sprint("k", i), id, nil)); payload["actId"] == nil {
			t.Fatal(got.text)
		}
	}
	if _, got := b.ask("s", "sendResetLink", "", about("k6", id, nil)); got.code() != "TOO_MANY_REQUESTS" {
		t.Error(got.text)
	}
	if again, got := b.ask("s", "sendResetLink", "", about("k4", id, nil)); again["isReplay"] != true {
		t.Error("the same key is told what it did, whatever is counted: " + got.text)
	}
	if n := b.count(`SELECT count(*) FROM river_job WHERE kind = 'account.reset'`); n != 5 {
		t.Errorf("%d links", n)
	}
	for name, c := range map[string]struct {
		option accounttest.Option
		want   string
	}{
		"no address":                        {noEmail, "EMAIL_NOT_SET"},
		"no password, and not verified too": {accounttest.NoPassword, "EMAIL_NOT_VERIFIED"},
	} {
		other := b.member(c.option, accounttest.Unverified)
		if payload, got := b.ask("s", "sendResetLink", "", about(name, other, nil)); codeOf(payload) != c.want {
			t.Errorf("%s: %s", name, got.text)
		}
		if name == "no address" {
			continue
		}
		if payload, got := b.ask("s", "requireNewPassword", "", about("p "+name, other, nil)); codeOf(payload) != "PASSWORD_NOT_SET" {
			t.Errorf("%s: %s", name, got.text)
		}
	}
}

const limitsOf = `query($id: ID!) { member(accountId: $id) { login { throttles { what tries until } } } }`

// What was tried too often is shown, and cleared for a member who is proven: of the account, three
// times a day, and by no colleague.
func TestClearThrottles(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("s", "support")
	b.person("q", "support")
	id, other := b.member(), b.member()
	guess := func(of uuid.UUID) {
		t.Helper()
		for i := range 11 {
			_ = b.in.Throttle.CountGuess(t.Context(), throttle.Guesses{Key: credential.LoginGuesses(of) + ":browser x", Free: 10, Window: 24 * time.Hour})
			if i < 3 {
				_ = b.in.Throttle.CountGuess(t.Context(), throttle.Guesses{Key: "present-password:" + of.String(), Free: 10, Window: 24 * time.Hour})
			}
		}
		b.must(b.in.Throttle.Count(t.Context(), "code-of:confirmLogin "+of.String(), 20, 24*time.Hour))
	}
	guess(id)
	guess(other)
	shown := b.send(by("s", limitsOf, map[string]any{"id": id.String()}))
	if !strings.Contains(shown.text, `{"what":"LOGIN","tries":10,"until":"`) || !strings.Contains(shown.text, `{"what":"PASSWORD","tries":3,"until":null},{"what":"CODES","tries":1,"until":null}`) {
		t.Error(shown.text)
	}
	clearing := func(token, key, ticket string, of uuid.UUID, what ...string) (map[string]any, answer) {
		if what == nil {
			what = []string{}
		}
		b.door.Desk.Meter = &gate.Meter{}
		return b.ask(token, "clearThrottles", "member { login { throttles { what } } }", about(key, of, map[string]any{"what": what, "ticket": ticket}))
	}
	if payload, got := clearing("s", "a", "T-1", id, "LOGIN"); codeOf(payload) != "IDENTITY_UNPROVEN" {
		t.Error(got.text)
	}
	b.prove("s", "T-1", id)
	for name, payload := range map[string]func() (map[string]any, answer){
		"by a colleague":     func() (map[string]any, answer) { return clearing("q", "b", "T-1", id, "LOGIN") },
		"for another ticket": func() (map[string]any, answer) { return clearing("s", "c", "T-2", id, "LOGIN") },
		"of another member":  func() (map[string]any, answer) { return clearing("s", "d", "T-1", other, "LOGIN") },
	} {
		if p, got := payload(); codeOf(p) != "IDENTITY_UNPROVEN" {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	if payload, got := clearing("s", "e", "T-1", id); codeOf(payload) != "REQUIRED" {
		t.Error(got.text)
	}
	if done, got := clearing("s", "f", "T-1", id, "LOGIN", "LOGIN"); !strings.Contains(got.text, `"throttles":[{"what":"PASSWORD"},{"what":"CODES"}]`) || done["actId"] == nil {
		t.Error(got.text)
	}
	if _, got := clearing("s", "g", "T-1", id, "PASSWORD", "CODES", "SECOND_FACTOR"); !strings.Contains(got.text, `"throttles":[]`) {
		t.Error(got.text)
	}
	if _, got := clearing("s", "h", "T-1", id, "LOGIN"); got.code() != "" {
		t.Error(got.text)
	}
	if _, got := clearing("s", "i", "T-1", id, "LOGIN"); got.code() != "LIMIT_EXCEEDED" {
		t.Error("a fourth time that day: " + got.text)
	}
	if again, got := clearing("s", "h", "T-1", id, "LOGIN"); again["isReplay"] != true {
		t.Error(got.text)
	}
	if got := b.send(by("s", limitsOf, map[string]any{"id": other.String()})); !strings.Contains(got.text, `"LOGIN"`) {
		t.Error("another member: " + got.text)
	}
	b.env.Clock.Advance(15 * time.Minute)
	if payload, got := clearing("s", "j", "T-1", id, "LOGIN"); codeOf(payload) != "IDENTITY_UNPROVEN" {
		t.Error("after 15 minutes: " + got.text)
	}
}

// Many who clear at once clear three times.
func TestManyClearAtOnce(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	id := b.member()
	const people = 10
	for i := range people {
		token := fmt.Sprint("s", i)
		b.person(token, "support")
		b.prove(token, "T-1", id)
	}
	var at sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for i := range people {
		at.Go(func() {
			payload, _ := b.ask(fmt.Sprint("s", i), "clearThrottles", "", about("k", id, map[string]any{"what": []string{"LOGIN"}, "ticket": "T-1"}))
			mu.Lock()
			defer mu.Unlock()
			if payload["actId"] != nil {
				done++
			}
		})
	}
	at.Wait()
	if n := b.count(`SELECT count(*) FROM acts WHERE kind = 'limits.cleared' AND outcome = 'done'`); done != 3 || n != 3 {
		t.Errorf("cleared %d times, %d acts", done, n)
	}
}

// A mail is made anew and goes to the address on file, ten times a day; not about what is
// another's, or has not happened.
func TestResendMail(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("s", "support")
	b.person("x", "billing")
	row, owner := b.contracted()
	other := b.member(accounttest.Email("other@example.com"))
	resend := func(token, key string, of uuid.UUID, more map[string]any) (map[string]any, answer) {
		b.door.Desk.Meter = &gate.Meter{}
		return b.ask(token, "resendMail", "", about(key, of, more))
	}
	contract := map[string]any{"kind": "CANCELLATION", "subjectId": row.ID.String()}
	if payload, got := resend("s", "early", owner.AccountID, contract); codeOf(payload) != "NOT_FOUND" {
		t.Error("of one that goes on: " + got.text)
	}
	if payload, got := b.ask("s", "cancelContract", "", map[string]any{"key": "c", "subscriptionId": row.ID.String()}); payload["actId"] == nil {
		t.Fatal(got.text)
	}
	before := b.lettersTo(owner.AccountID)
	if _, got := resend("x", "k", owner.AccountID, contract); got.code() != "MISSING_SCOPE" {
		t.Error(got.text)
	}
	if payload, got := resend("s", "k", owner.AccountID, contract); payload["actId"] == nil {
		t.Fatal(got.text)
	}
	if payload, got := resend("s", "k", owner.AccountID, contract); payload["isReplay"] != true {
		t.Error(got.text)
	}
	if got := b.lettersTo(owner.AccountID); !slices.Equal(got, append(slices.Clone(before), "contract-cancelled")) {
		t.Errorf("mails %q, then %q", before, got)
	}
	given := uuid.NewString()
	b.must(b.env.Store.Exec(t.Context(), `UPDATE accounts SET email_verified_at = NULL WHERE id = $1`, other))
	for name, c := range map[string]struct {
		of   uuid.UUID
		more map[string]any
		want string
	}{
		"another's":             {other, contract, "NOT_FOUND"},
		"no refund":             {other, map[string]any{"kind": "REFUND", "subjectId": given}, "NOT_FOUND"},
		"nothing":               {other, map[string]any{"kind": "REFUND"}, "REQUIRED"},
		"no id":                 {other, map[string]any{"kind": "CANCELLATION", "subjectId": "１"}, "NOT_FOUND"},
		"one of an address":     {other, map[string]any{"kind": "VERIFY", "subjectId": given}, "INVALID_CHOICE"},
		"verified already":      {owner.AccountID, map[string]any{"kind": "VERIFY"}, "EMAIL_ALREADY_VERIFIED"},
		"somebody without mail": {b.member(noEmail), map[string]any{"kind": "VERIFY"}, "EMAIL_NOT_SET"},
	} {
		if payload, got := resend("s", name, c.of, c.more); codeOf(payload) != c.want {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	for i := range 10 {
		if payload, got := resend("s", fmt.Sprint("v", i), other, map[string]any{"kind": "VERIFY"}); payload["actId"] == nil {
			t.Fatal(got.text)
		}
	}
	if _, got := resend("s", "v10", other, map[string]any{"kind": "VERIFY"}); got.code() != "LIMIT_EXCEEDED" {
		t.Error(got.text)
	}
	if got := b.lettersTo(other); len(got) != 10 || got[0] != "verify-address" {
		t.Errorf("mails %q", got)
	}
}

// What was given back is told once more.
func TestResendARefund(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("s", "support")
	member := b.env.Member(t)
	c := b.settled(b.sold(member, 1100))
	id := uuid.New()
	b.must(b.env.Store.Exec(t.Context(), `INSERT INTO refunds (id, created_at, charge_id, account_id, kind, amount, tracking_id, request_key, state, reason, asked_by, updated_at, done_at)
		VALUES ($1, now(), $2, $3, 'refund', 300, 't', 'k', 'attempting', 'r', 'system', now(), now())`, id, c.ID, member.AccountID))
	subject := map[string]any{"kind": "REFUND", "subjectId": id.String()}
	if payload, got := b.ask("s", "resendMail", "", about("k", member.AccountID, subject)); codeOf(payload) != "NOT_FOUND" {
		t.Error("of one that is not done: " + got.text)
	}
	b.must(b.env.Store.Exec(t.Context(), `UPDATE refunds SET state = 'done'`))
	if payload, got := b.ask("s", "resendMail", "", about("l", member.AccountID, subject)); payload["actId"] == nil || !slices.Contains(b.lettersTo(member.AccountID), "refunded") {
		t.Error(got.text)
	}
}

const loggedIn = `query($id: ID!, $after: String) { member(accountId: $id) {
	sessions(first: 1, after: $after) { nodes { sessionId method ip device } pageInfo { hasNextPage endCursor } }
	trustedDevices { deviceId } messages { nodes { template channel state tries to } } } }`

// Sessions, devices and messages are shown without what says too much.
func TestWhereAMemberIsLoggedIn(t *testing.T) {
	t.Parallel()
	b := openBank(t, nil)
	b.person("s", "support")
	b.person("o", "operations")
	id := b.member(accounttest.Email("taro@example.com"))
	now := b.env.Clock.Now()
	for i, ended := range []any{nil, nil, now} {
		b.must(b.env.Store.Exec(t.Context(), `INSERT INTO sessions (id, created_at, token_hash, account_id, last_seen_at, expires_at, ended_at, ip, user_agent, login_method)
			VALUES ($1, $2, $3, $4, $2, $5, $6, '203.0.113.9', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'Password')`,
			uuid.Must(uuid.NewV7()), now.Add(time.Duration(i)*time.Second), []byte{byte(i)}, id, now.Add(time.Hour), ended))
	}
	b.must(b.env.Store.Exec(t.Context(), `INSERT INTO sessions (id, created_at, token_hash, account_id, last_seen_at, expires_at, ip, user_agent, login_method)
		VALUES ($1, $2, 'idle', $3, $2, $4, '203.0.113.9', '', 'Password')`, uuid.Must(uuid.NewV7()), now.Add(-8*24*time.Hour), id, now.Add(time.Hour)))
	logintest.Trusted(t, b.in, id)
	if payload, got := b.ask("s", "resendMail", "", about("k", id, map[string]any{"kind": "VERIFY"})); codeOf(payload) != "EMAIL_ALREADY_VERIFIED" {
		t.Fatal(got.text)
	}
	b.must(b.env.Store.Exec(t.Context(), `UPDATE accounts SET email_verified_at = NULL`))
	b.ask("s", "resendMail", "", about("l", id, map[string]any{"kind": "VERIFY"}))
	got := b.send(by("s", loggedIn, map[string]any{"id": id.String()}))
	for _, want := range []string{`"method":"Password","ip":"203.0.113.*","device":"iPhone"`, `"hasNextPage":true`, `"trustedDevices":[{"deviceId":"`, `{"template":"verify-address","channel":"mail","state":"queued","tries":0,"to":"t***@example.com"}`} {
		if !strings.Contains(got.text, want) {
			t.Errorf("no %s in %s", want, got.text)
		}
	}
	page := got.Data["member"].(map[string]any)["sessions"].(map[string]any)["pageInfo"].(map[string]any)
	next := b.send(by("s", loggedIn, map[string]any{"id": id.String(), "after": page["endCursor"]}))
	if strings.Count(next.text, `"sessionId"`) != 1 || !strings.Contains(next.text, `"hasNextPage":false`) {
		t.Error(next.text)
	}
	if got := b.send(by("s", openMember, map[string]any{"id": id.String()})); !strings.Contains(got.text, `"openSessions":2`) {
		t.Error("as many are counted as are listed: " + got.text)
	}
	if got := b.send(by("o", loggedIn, map[string]any{"id": id.String()})); got.code() != "MISSING_SCOPE" {
		t.Error(got.text)
	}
}
