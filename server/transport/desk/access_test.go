package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/keyset"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/gate"
)

const (
	former = "taro@example.com"
	latest = "hanako@example.jp"
)

// access is a bank with two people who may decide on how members log in, and a member who is proven
// to the first of them for ticket T-1.
type access struct {
	*bank
	id uuid.UUID
}

func openAccess(t *testing.T) access {
	t.Helper()
	b := openBank(t, func(s *settings.Settings) {
		for _, field := range []string{"name", "nameKana", "birthday", "phoneNumber", "postalCode", "prefecture", "address"} {
			s.Registration.Rules[field] = settings.Optional
		}
	})
	b.person("p", "supportLead")
	b.person("q", "supportLead")
	b.person("s", "support")
	id := b.member(accounttest.Email(former))
	b.prove("p", "T-1", id)
	return access{b, id}
}

func (a access) fresh() {
	for _, s := range a.tokens {
		s.FreshAt = a.Clock.Now()
	}
	a.door.Desk.Meter = &gate.Meter{}
}

func (a access) begin(token, field, key string, more map[string]any) (map[string]any, answer) {
	a.t.Helper()
	a.fresh()
	more["ticket"] = "T-1"
	return a.ask(token, field, proposalFields, about(key, a.id, more))
}

// begun has the second person approve what the first one asks for.
func (a access) begun(field string, more map[string]any) {
	a.t.Helper()
	payload, got := a.begin("p", field, "begin "+uuid.NewString(), more)
	if codeOf(payload) != "" {
		a.t.Fatal(got.text)
	}
	id, hash := proposalOf(a.t, payload)
	if done, got := a.approve("q", "approve "+uuid.NewString(), id, hash); done["actId"] == nil {
		a.t.Fatal(got.text)
	}
}

func (a access) email() string {
	a.t.Helper()
	row, err := a.in.Account.Find(a.t.Context(), a.id)
	a.must(err)
	return *row.Email
}

// wait lets time pass and does what is due then.
func (a access) wait(by time.Duration) {
	a.t.Helper()
	a.Clock.Advance(by)
	for range 5 {
		n, err := a.Credential.Due(a.t.Context())
		a.must(err)
		if n == 0 {
			return
		}
	}
	a.t.Fatal("there is always something due")
}

func (a access) enable(kinds ...string) {
	a.t.Helper()
	for _, kind := range kinds {
		var phone any
		if kind == "SMS" {
			phone = "09000000000"
		}
		a.must(a.env.Store.Exec(a.t.Context(), `INSERT INTO factors (id, created_at, account_id, type, phone_number, last_step) VALUES ($1, $2, $3, $4, $5, 0)`, uuid.New(), a.Clock.Now(), a.id, kind, phone))
	}
}

func (a access) factors() int {
	return a.count(`SELECT count(*) FROM factors WHERE account_id = $1`, a.id)
}

func (a access) offered() notify.EmailOffered {
	return accounttest.Mail[notify.EmailOffered](a.t, a.in.Account, latest)
}

func (a access) held() notify.ChangeHeld {
	return accounttest.Mail[notify.ChangeHeld](a.t, a.in.Account, former)
}

func said(err error) string { return faulttest.Said(err) }

// What the sign-up would take is put right, under the version that was shown; what is not named
// stays, and nothing at all is no act.
func TestCorrectProfile(t *testing.T) {
	t.Parallel()
	a := openAccess(t)
	version := func() string {
		got := a.send(by("p", `query($id: ID!) { member(accountId: $id) { version } }`, map[string]any{"id": a.id.String()}))
		return got.Data["member"].(map[string]any)["version"].(string)
	}
	correct := func(token, key string, more map[string]any) (map[string]any, answer) {
		if more["version"] == nil {
			more["version"] = version()
		}
		return a.begin(token, "correctProfile", key, more)
	}
	shown := version()
	if _, got := correct("s", "a", map[string]any{"name": "山田 次郎"}); got.code() != "MISSING_SCOPE" {
		t.Error(got.text)
	}
	done, got := correct("p", "b", map[string]any{"name": " 山田　次郎 ", "phoneNumber": "０９０-１１１１-２２２２"})
	if done["actId"] == nil || done["proposal"] != nil {
		t.Fatal(got.text)
	}
	row, err := a.in.Account.Find(t.Context(), a.id)
	a.must(err)
	if *row.Name != "山田　次郎" || *row.PhoneNumber != "09011112222" || *row.NameKana != "ヤマダ タロウ" || *row.Birthday != "19800504" {
		t.Errorf("%+v", row)
	}
	if again, got := correct("p", "b", map[string]any{"name": " 山田　次郎 ", "phoneNumber": "０９０-１１１１-２２２２", "version": shown}); again["isReplay"] != true {
		t.Error(got.text)
	}
	for name, c := range map[string]struct {
		more map[string]any
		want string
	}{
		"what was shown before": {map[string]any{"name": "山田", "version": shown}, "STALE"},
		"no version":            {map[string]any{"name": "山田", "version": ""}, "STALE"},
		"nothing":               {map[string]any{}, "REQUIRED"},
		"a long name":           {map[string]any{"name": strings.Repeat("𠮷", 300)}, "TOO_LONG"},
		"no phone":              {map[string]any{"phoneNumber": "abc"}, "INVALID_FORMAT"},
		"a day to come":         {map[string]any{"birthday": "21000101"}, "INVALID_FORMAT"},
		"not asked for":         {map[string]any{"country": "JP"}, "INVALID_CHOICE"},
		"no prefecture":         {map[string]any{"prefecture": 48}, "INVALID_CHOICE"},
		"no character":          {map[string]any{"address": "a\u0007b"}, "INVALID_CHARACTERS"},
	} {
		if payload, got := correct("p", name, c.more); payload["actId"] != nil || codeOf(payload) != c.want && !(c.want == "INVALID_FORMAT" && codeOf(payload) != "") {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	if nothing, got := correct("p", "the same", map[string]any{"name": "山田　次郎"}); codeOf(nothing) != "" || nothing["actId"] != nil {
		t.Error(got.text)
	}
	if mail := accounttest.Mail[notify.ProfileCorrected](t, a.in.Account, former); !slices.Equal(mail.Fields, []string{"NAME", "PHONE"}) || !slices.Equal(a.lettersTo(a.id), []string{"profile-corrected"}) {
		t.Errorf("the member is mailed %+v, %q", mail, a.lettersTo(a.id))
	}
	var fields string
	a.must(a.env.Store.QueryRow(t.Context(), `SELECT string_agg(fields, '; ' ORDER BY id) FROM acts WHERE kind = 'member.changed' AND outcome = 'done'`).Scan(&fields))
	if fields != "NAME PHONE" {
		t.Errorf("the member reads %q", fields)
	}
	a.must(a.env.Store.Exec(t.Context(), `UPDATE accounts SET status = 'withdrawn'`))
	if payload, got := correct("p", "of one who has left", map[string]any{"name": "山田"}); codeOf(payload) != "MEMBER_NOT_ACTIVE" {
		t.Error(got.text)
	}
}

// Of many corrections of what was shown to all, one comes first.
func TestManyCorrectAtOnce(t *testing.T) {
	t.Parallel()
	a := openAccess(t)
	got := a.send(by("p", `query($id: ID!) { member(accountId: $id) { version } }`, map[string]any{"id": a.id.String()}))
	version := got.Data["member"].(map[string]any)["version"]
	var at sync.WaitGroup
	var mu sync.Mutex
	codes := map[string]int{}
	for i := range 10 {
		at.Go(func() {
			payload, got := a.ask("p", "correctProfile", "", about(fmt.Sprint("k", i), a.id, map[string]any{"version": version, "name": fmt.Sprint("山田 ", i)}))
			mu.Lock()
			defer mu.Unlock()
			codes[codeOf(payload)+got.code()]++
		})
	}
	at.Wait()
	if codes[""] != 1 || codes["STALE"]+codes["TOO_MANY_REQUESTS"] != 9 {
		t.Error(codes)
	}
}

// A program may ask for a correction, which a person approves, and for nothing that needs
// a member who is proven.
func TestAProgramProposesACorrection(t *testing.T) {
	t.Parallel()
	a := openAccess(t)
	a.enable("OTP")
	a.program("t", scope.Propose(scope.MembersAccess))
	got := a.send(by("p", `query($id: ID!) { member(accountId: $id) { version } }`, map[string]any{"id": a.id.String()}))
	version := got.Data["member"].(map[string]any)["version"]
	payload, got := a.begin("t", "correctProfile", "k", map[string]any{"version": version, "name": "山田 次郎"})
	if payload == nil || payload["proposal"] == nil {
		t.Fatal(got.text)
	}
	id, hash := proposalOf(t, payload)
	if done, got := a.approve("q", "a", id, hash); done["actId"] == nil {
		t.Fatal(got.text)
	}
	if row, err := a.in.Account.Find(t.Context(), a.id); err != nil || *row.Name != "山田 次郎" {
		t.Error(row, err)
	}
	for field, more := range map[string]map[string]any{"startEmailChange": {"email": latest}, "resetFactors": {"kinds": []string{"OTP"}}} {
		if payload, got := a.begin("t", field, field, more); got.code() != "MISSING_SCOPE" || payload != nil {
			t.Error(got.text)
		}
	}
	if n := a.count(`SELECT count(*) FROM held_changes`); n != 0 {
		t.Errorf("%d changes", n)
	}
}

// Factors are not taken off within 30 days of a change of the address that the account itself made:
// it may have been taken over.
func TestNoFactorsAreResetAfterAChangedAddress(t *testing.T) {
	t.Parallel()
	a := openAccess(t)
	a.enable("OTP")
	a.must(a.env.Store.Exec(t.Context(), `UPDATE accounts SET email_changed_at = $1 WHERE id = $2`, a.Clock.Now(), a.id))
	begin := func(key string) (map[string]any, answer) {
		a.fresh()
		a.prove("p", "T-1", a.id)
		return a.begin("p", "resetFactors", key, map[string]any{"kinds": []string{"OTP"}})
	}
	a.wait(30*24*time.Hour - time.Minute)
	if payload, got := begin("a"); codeOf(payload) != "CHANGED_LATELY" {
		t.Error(got.text)
	}
	a.wait(time.Minute)
	if payload, got := begin("b"); codeOf(payload) != "" || payload["proposal"] == nil {
		t.Error(got.text)
	}
}

// What a member logs in with is changed by no one person alone, and for no member who is not
// proven.
func TestNoOneAloneChangesHowAMemberLogsIn(t *testing.T) {
	t.Parallel()
	for field, more := range map[string]map[string]any{"startEmailChange": {"email": latest}, "resetFactors": {"kinds": []string{"OTP"}}} {
		t.Run(field, func(t *testing.T) {
			t.Parallel()
			a := openAccess(t)
			a.enable("OTP")
			if _, got := a.begin("s", field, "a", more); got.code() != "MISSING_SCOPE" {
				t.Error(got.text)
			}
			if payload, got := a.begin("q", field, "b", more); codeOf(payload) != "IDENTITY_UNPROVEN" {
				t.Error("a colleague of the one who had the member proven: " + got.text)
			}
			payload, got := a.begin("p", field, "c", more)
			id, hash := proposalOf(t, payload)
			if again, _ := a.begin("p", field, "c", more); again["isReplay"] != true {
				t.Error(got.text)
			}
			if n := a.count(`SELECT count(*) FROM held_changes`) + len(a.lettersTo(a.id)); n != 0 {
				t.Fatalf("%d changes and mails before anybody approved", n)
			}
			if own, got := a.approve("p", "d", id, hash); codeOf(own) != "OWN_PROPOSAL" {
				t.Error(got.text)
			}
			var at sync.WaitGroup
			for i := range 8 {
				a.person(fmt.Sprint("q", i), "supportLead")
			}
			for i := range 8 {
				at.Go(func() { a.approve(fmt.Sprint("q", i), fmt.Sprint("e", i), id, hash) })
			}
			at.Wait()
			if n := a.count(`SELECT count(*) FROM held_changes WHERE ended_at IS NULL`); n != 1 || !slices.Equal(a.lettersTo(a.id)[:1], []string{"change-held"}) && field == "resetFactors" {
				t.Errorf("%d changes, mails %q", n, a.lettersTo(a.id))
			}
			kind := map[string]string{"startEmailChange": "email_change.started", "resetFactors": "factors_reset.started"}[field]
			if got := a.written(kind); !slices.Contains(got, kind+" done by person p, approved #") {
				t.Errorf("acts %q", got)
			}
			other := map[string]string{"startEmailChange": "resetFactors", "resetFactors": "startEmailChange"}[field]
			others := map[string]map[string]any{"startEmailChange": {"email": latest}, "resetFactors": {"kinds": []string{"OTP"}}}[other]
			if payload, got := a.begin("p", other, "f", others); codeOf(payload) != "CHANGED_LATELY" {
				t.Error(got.text)
			}
			a.wait(30*24*time.Hour - time.Minute)
			if field == "startEmailChange" {
				a.fresh()
				a.prove("p", "T-1", a.id)
				if payload, got := a.begin("p", other, "g", others); codeOf(payload) != "CHANGED_LATELY" {
					t.Error(got.text)
				}
				a.wait(time.Minute)
				if payload, got := a.begin("p", other, "h", others); codeOf(payload) != "" {
					t.Error(got.text)
				}
			}
		})
	}
}

// What is proposed of a member is shown to the one who asked and to those who may decide it, until
// it is decided; the member reads who has looked.
func TestWhoReadsWhatIsProposed(t *testing.T) {
	t.Parallel()
	a := openAccess(t)
	a.person("o", "owner")
	a.person("c", "compliance")
	payload, got := a.begin("p", "startEmailChange", "k", map[string]any{"email": latest})
	id, hash := proposalOf(t, payload)
	if !strings.Contains(got.text, latest) {
		t.Error("to the one who asked: " + got.text)
	}
	read := func(token string) answer {
		a.door.Desk.Meter = &gate.Meter{}
		list := a.send(by(token, `{ proposals { nodes { accountId input changes { field from to } } } }`, nil))
		one := a.send(by(token, `query($id: ID!) { proposal(proposalId: $id) { accountId input changes { field from to } } }`, map[string]any{"id": id}))
		if strings.Contains(list.text, latest) != strings.Contains(one.text, latest) || strings.Contains(list.text, a.id.String()) != strings.Contains(one.text, a.id.String()) {
			t.Errorf("%s reads another thing in a list: %s, %s", token, list.text, one.text)
		}
		return one
	}
	a.tokens["q"].FreshAt = a.Clock.Now().Add(-time.Hour)
	for token, whole := range map[string]bool{"p": true, "q": true, "o": false, "c": false} {
		if got := read(token); strings.Contains(got.text, latest) != whole || !strings.Contains(got.text, `"field":"email"`) || strings.Contains(got.text, `"input":null`) == whole {
			t.Errorf("%s: %s", token, got.text)
		}
	}
	read("o")
	if want := []string{"proposals.read done by person c", "proposals.read done by person o", "proposals.read done by person p", "proposals.read done by person q"}; !slices.Equal(slices.Sorted(slices.Values(a.written("proposals.read"))), want) {
		t.Errorf("acts %q", a.written("proposals.read"))
	}
	told, _, err := a.Acts.Accesses(t.Context(), a.id, keyset.Page{First: 20})
	a.must(err)
	if n := len(slices.DeleteFunc(told, func(one acts.Access) bool { return one.What != acts.AccessOpened })); n != 4 {
		t.Errorf("the member reads of %d", n)
	}
	a.fresh()
	if done, got := a.approve("q", "d", id, hash); done["actId"] == nil || strings.Contains(got.text, latest) {
		t.Error("once it is decided: " + got.text)
	}
	for _, token := range []string{"p", "q", "o"} {
		if got := read(token); strings.Contains(got.text, latest) || !strings.Contains(got.text, `"field":"email"`) {
			t.Errorf("once it is decided, %s: %s", token, got.text)
		}
	}
	a.must(a.env.Store.Exec(t.Context(), `ALTER TABLE acts ADD CONSTRAINT broken CHECK (false) NOT VALID`))
	a.Clock.Advance(2 * time.Hour)
	if got := read("p"); len(got.Errors) == 0 || strings.Contains(got.text, a.id.String()) {
		t.Error("without its act: " + got.text)
	}
}

// Factors are taken off no member whom neither a mail nor a message would tell.
func TestNoFactorsAreResetInSilence(t *testing.T) {
	t.Parallel()
	a := openAccess(t)
	a.enable("OTP")
	a.must(a.env.Store.Exec(t.Context(), `UPDATE accounts SET email = NULL, email_key = NULL WHERE id = $1`, a.id))
	if payload, got := a.begin("p", "resetFactors", "a", map[string]any{"kinds": []string{"OTP"}}); codeOf(payload) != "EMAIL_NOT_SET" || payload["proposal"] != nil {
		t.Error(got.text)
	}
	a.enable("SMS")
	a.Credential.Notify.Texter = texter{}
	if payload, got := a.begin("p", "resetFactors", "b", map[string]any{"kinds": []string{"OTP"}}); payload["proposal"] == nil {
		t.Error("a message tells them: " + got.text)
	}
}

type texter struct{}

func (texter) SendText(context.Context, notify.Text) error { return nil }

// Bad input begins nothing.
func TestChangesThatAreNotBegun(t *testing.T) {
	t.Parallel()
	a := openAccess(t)
	a.enable("OTP")
	a.member(accounttest.Email("taken@example.com"))
	for name, c := range map[string]struct {
		field string
		more  map[string]any
		want  string
	}{
		"no address":           {"startEmailChange", map[string]any{"email": ""}, "EMAIL_REQUIRED"},
		"no form":              {"startEmailChange", map[string]any{"email": "taro"}, "EMAIL_INVALID"},
		"the same":             {"startEmailChange", map[string]any{"email": "ＴＡＲＯ＠example.com"}, "UNCHANGED"},
		"long":                 {"startEmailChange", map[string]any{"email": strings.Repeat("a", 500) + "@example.com"}, "TOO_LONG"},
		"another's":            {"startEmailChange", map[string]any{"email": "Taken@example.com"}, "ACCOUNT_ALREADY_EXISTS_EMAIL"},
		"no kinds":             {"resetFactors", map[string]any{"kinds": []string{}}, "REQUIRED"},
		"a kind that is off":   {"resetFactors", map[string]any{"kinds": []string{"OTP", "SMS"}}, "INVALID_CHOICE"},
		"backup codes are not": {"resetFactors", map[string]any{"kinds": []string{"BackupCode"}}, "INVALID_REQUEST"},
	} {
		payload, got := a.begin("p", c.field, name, c.more)
		if payload["actId"] != nil || codeOf(payload) != c.want && !strings.Contains(got.text, c.want) && c.want != "INVALID_REQUEST" {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	if n := a.count(`SELECT count(*) FROM proposals`); n != 0 {
		t.Errorf("%d proposals", n)
	}
}

// Second factors are taken off 72 hours after a second person approved, and not a second sooner;
// the member was told, and is told then.
func TestFactorsAreTakenOffAfter72Hours(t *testing.T) {
	t.Parallel()
	a := openAccess(t)
	a.enable("OTP", "SMS")
	logintest.Trusted(t, a.in, a.id)
	a.begun("resetFactors", map[string]any{"kinds": []string{"OTP", "SMS", "OTP"}})
	shown := a.send(by("p", `query($id: ID!) { member(accountId: $id) { login { heldChanges { factors email from } } } }`, map[string]any{"id": a.id.String()}))
	if !strings.Contains(shown.text, `"heldChanges":[{"factors":["OTP","SMS"],"email":null,"from":"`) {
		t.Error(shown.text)
	}
	if got := a.lettersTo(a.id); !slices.Equal(got, []string{"change-held"}) {
		t.Errorf("mails %q", got)
	}
	a.wait(72*time.Hour - time.Second)
	if a.factors() != 2 {
		t.Fatal("they are gone too early")
	}
	a.wait(time.Second)
	if a.factors() != 0 || a.count(`SELECT count(*) FROM trusted_devices`) != 0 {
		t.Error("they are still there")
	}
	if got := a.lettersTo(a.id); !slices.Equal(got, []string{"change-held", "factor-changed", "factor-changed"}) {
		t.Errorf("mails %q", got)
	}
	if err := a.Credential.StopHeld(t.Context(), a.held().Token); !fault.Is(err, fault.HeldChangeOver) {
		t.Errorf("stopped later: %v", err)
	}
	a.wait(24 * time.Hour)
	if got := len(a.lettersTo(a.id)); got != 3 {
		t.Errorf("%d mails", got)
	}
}

// The link of the mail stops it, and so does a login with a second factor.
func TestFactorsThatStay(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]func(a access) error{
		"the link": func(a access) error {
			token := a.held().Token
			if _, err := a.Credential.HeldPage(a.t.Context(), token); err != nil {
				return err
			}
			if err := a.Credential.StopHeld(a.t.Context(), token); err != nil {
				return err
			}
			return a.Credential.StopHeld(a.t.Context(), token) // the answer was lost
		},
		"the desk": func(a access) error {
			if payload, got := a.ask("s", "stopWaiting", "", about("stop", a.id, map[string]any{"what": "FACTOR_RESET"})); payload["actId"] == nil {
				return errors.New(got.text)
			}
			for what, want := range map[string]string{"FACTOR_RESET": "INVALID_CHOICE", "EMAIL_CHANGE": "INVALID_CHOICE"} {
				if payload, got := a.ask("s", "stopWaiting", "", about("again "+what, a.id, map[string]any{"what": what})); codeOf(payload) != want {
					return errors.New(what + ": " + got.text)
				}
			}
			return nil
		},
		"a login": func(a access) error {
			return a.env.Store.Tx(a.t.Context(), func(ctx context.Context) error {
				row, err := a.in.Account.Lock(ctx, a.id)
				if err != nil {
					return err
				}
				return a.Credential.FactorGiven(ctx, row)
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := openAccess(t)
			a.enable("OTP")
			a.begun("resetFactors", map[string]any{"kinds": []string{"OTP"}})
			a.must(stop(a))
			a.wait(30 * 24 * time.Hour)
			if got := a.lettersTo(a.id); a.factors() != 1 || !slices.Equal(got, []string{"change-held", "change-stopped"}) {
				t.Errorf("%d factors, mails %q", a.factors(), got)
			}
		})
	}
}

// A new address is proved by its code and comes after 72 hours, or as soon as the present one
// agrees; both are told, and everything else by which the account was open ends.
func TestAnAddressIsChangedByTheStaff(t *testing.T) {
	t.Parallel()
	visitor := actor.Actor{Locale: "en"}
	for name, c := range map[string]struct {
		prove, agree, wait, atOnce bool
		late                       bool
		want                       string
	}{
		"proved, and waited for":      {prove: true, wait: true, want: latest},
		"proved, and agreed to":       {prove: true, agree: true, atOnce: true, want: latest},
		"waited for, and then proved": {prove: true, wait: true, late: true, want: latest},
		"never proved":                {agree: true, wait: true, want: former},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := openAccess(t)
			logintest.Trusted(t, a.in, a.id)
			a.begun("startEmailChange", map[string]any{"email": " ｈanako@example.jp "})
			prove := func() {
				t.Helper()
				offered := a.offered()
				if err := a.Credential.ProveHeld(t.Context(), visitor, offered.Token, offered.Code); c.prove && err != nil {
					t.Fatal(err)
				}
				a.must(a.Credential.ProveHeld(t.Context(), visitor, offered.Token, offered.Code)) // the answer was lost
			}
			if c.agree {
				a.must(a.Credential.AgreeToHeld(t.Context(), a.held().Token))
			}
			if c.prove && !c.late {
				prove()
			}
			if got := a.email(); (got == latest) != c.atOnce {
				t.Fatalf("the address is %s at once", got)
			}
			if c.wait {
				a.wait(72*time.Hour - time.Second)
				if got := a.email(); got != former {
					t.Fatalf("the address is %s too early", got)
				}
				a.wait(time.Second)
			}
			if c.late {
				prove()
			}
			a.wait(10 * 24 * time.Hour)
			if got := a.email(); got != c.want {
				t.Fatalf("the address is %s", got)
			}
			if c.want == latest && (!slices.Contains(a.lettersTo(a.id), "email-changed") || a.count(`SELECT count(*) FROM trusted_devices`) != 0) {
				t.Errorf("mails %q", a.lettersTo(a.id))
			}
		})
	}
}

// Five wrong codes are all; the links of one address do nothing of what the other's do, and none
// works once the change has ended.
func TestCodesAndLinksOfAChange(t *testing.T) {
	t.Parallel()
	a := openAccess(t)
	visitor := actor.Actor{Locale: "en"}
	a.begun("startEmailChange", map[string]any{"email": latest})
	first, held := a.offered(), a.held()
	ctx := t.Context()
	for name, err := range map[string]error{
		"a code at the present address": a.Credential.ProveHeld(ctx, visitor, held.Token, first.Code),
		"stopped by the new address":    a.Credential.StopHeld(ctx, first.Token),
		"agreed to by the new address":  a.Credential.AgreeToHeld(ctx, first.Token),
		"made up":                       a.Credential.StopHeld(ctx, "made-up"),
		"empty":                         a.Credential.ProveHeld(ctx, visitor, "", first.Code),
	} {
		if !fault.Is(err, fault.HeldChangeOver) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := a.Credential.ProveHeld(ctx, visitor, first.Token, ""); said(err) != "pinCode:REQUIRED" {
		t.Error(said(err))
	}
	for i := range 6 {
		code := "00000000"
		if i == 5 {
			code = first.Code
		}
		if err := a.Credential.ProveHeld(ctx, visitor, first.Token, code); said(err) != "pinCode:PIN_CODE_ERROR" {
			t.Errorf("%d: %v", i, err)
		}
	}
	a.begun("startEmailChange", map[string]any{"email": latest})
	if err := a.Credential.ProveHeld(ctx, visitor, first.Token, first.Code); !fault.Is(err, fault.HeldChangeOver) {
		t.Errorf("a code of a change that another one replaced: %v", err)
	}
	if page, err := a.Credential.HeldPage(ctx, a.offered().Token); err != nil || !page.IsNew || strings.Contains(page.Email, "hanako") {
		t.Error(page, err)
	}
	a.must(a.Credential.StopHeld(ctx, a.held().Token))
	for name, token := range map[string]string{"the new": a.offered().Token, "the present": a.held().Token} {
		if _, err := a.Credential.HeldPage(ctx, token); !fault.Is(err, fault.HeldChangeOver) {
			t.Errorf("%s address' link of a change that was stopped: %v", name, err)
		}
	}
	if err := a.Credential.ProveHeld(ctx, visitor, a.offered().Token, a.offered().Code); !fault.Is(err, fault.HeldChangeOver) {
		t.Error(err)
	}
	a.wait(10 * 24 * time.Hour)
	if got := a.email(); got != former {
		t.Error(got)
	}
}

// An address that another account takes meanwhile is not taken from it, and a member who has
// changed theirs meanwhile keeps that.
func TestWhatComesBetween(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		meanwhile func(a access)
		want      string
	}{
		"taken": {func(a access) { a.member(accounttest.Email(latest)) }, former},
		"changed": {func(a access) {
			a.must(a.env.Store.Exec(a.t.Context(), `UPDATE accounts SET email = 'third@example.com', email_key = 'third@example.com' WHERE id = $1`, a.id))
			if err := a.Credential.StopHeld(a.t.Context(), a.held().Token); !fault.Is(err, fault.HeldChangeOver) {
				a.t.Errorf("a link that went to the former address: %v", err)
			}
		}, latest},
		"suspended": {func(a access) {
			a.must(a.env.Store.Exec(a.t.Context(), `UPDATE accounts SET status = 'suspended' WHERE id = $1`, a.id))
		}, former},
		"gone": {func(a access) {
			a.must(a.env.Store.Tx(a.t.Context(), func(ctx context.Context) error { return a.Credential.Leave(ctx, a.id) }))
		}, former},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := openAccess(t)
			a.begun("startEmailChange", map[string]any{"email": latest})
			offered := a.offered()
			a.must(a.Credential.ProveHeld(t.Context(), actor.Actor{Locale: "en"}, offered.Token, offered.Code))
			c.meanwhile(a)
			a.wait(72 * time.Hour)
			if got := a.email(); got != c.want {
				t.Errorf("the address is %s", got)
			}
			if n := a.count(`SELECT count(*) FROM held_changes WHERE ended_at IS NULL`); n != 0 {
				t.Errorf("%d changes wait", n)
			}
		})
	}
}
