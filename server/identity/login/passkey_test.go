package login_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/factor"
	"kaiin/ent/flow"
	"kaiin/ent/loginevent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/step"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/passkey"
	"kaiin/server/identity/passkey/passkeytest"
	"kaiin/server/transport/paths"
)

const site = "https://store.example"

// withPasskey gives the member a passkey on a device of theirs.
func withPasskey(t *testing.T, s *login.Service, row *ent.Account) *passkeytest.Device {
	t.Helper()
	a, _ := logintest.Member(t, s, row.ID)
	options, err := s.Passkey.StartRegistration(t.Context(), a)
	d := passkeytest.New(t, site)
	if err == nil {
		err = s.Passkey.Register(t.Context(), a, passkey.New{Answer: d.Make(t, options), Name: "電話"})
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// asks is a challenge for a device.
func asks(t *testing.T, s *login.Service, a actor.Actor, use passkey.Use) string {
	t.Helper()
	started, err := s.StartPasskey(t.Context(), a, use, step.Plain)
	if err != nil {
		t.Fatal(err)
	}
	return started.Options
}

// visitorFrom is a browser in a network of its own.
func visitorFrom(t *testing.T, s *login.Service, n int) actor.Actor {
	t.Helper()
	a := at(fmt.Sprintf("198.51.100.%d", n))
	a.PasskeyBrowser = secret.Token()
	_, id, err := s.Session.Begin(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	a.SessionID = id
	return a
}

func by(answer string) login.PasskeyInput { return login.PasskeyInput{Answer: answer} }

// A passkey alone logs a member in, who has given both factors.
func TestLoginByPasskey(t *testing.T) {
	s := setup(t, nil)
	row := protected(t, s, factor.TypeOTP)
	d := withPasskey(t, s, row)
	a, planted := logintest.Visitor(t, s)
	options := asks(t, s, a, passkey.UseLogin)
	if asked := passkeytest.Read(t, options); len(asked.Allow) != 0 || asked.UserVerification != "required" || asked.RPID != "store.example" {
		t.Errorf("a visitor is told %s", options)
	}
	in := by(d.Use(t, options))
	in.ReturnTo = "/mypage/sessions"
	entered, err := s.LoginByPasskey(t.Context(), a, in)
	if err != nil || entered.AccountID != row.ID || paths.Of(entered.Next) != "/mypage/sessions" {
		t.Fatalf("%+v, %v", entered, err)
	}
	session := logintest.Resumed(t, s, entered.Token)
	if session == nil || *session.LoginMethod != "Passkey" || session.Factor == nil || *session.Factor != "Passkey" {
		t.Errorf("the session: %+v", session)
	}
	if logintest.Resumed(t, s, planted) != nil {
		t.Error("the session from before goes on")
	}
	event := s.Store.Client(t.Context()).LoginEvent.Query().Where(loginevent.AccountID(row.ID)).OnlyX(t.Context())
	if !event.Result || event.LoginMethod != "Passkey" || event.RequestMultiFactor || event.Identifier != "Passkey" {
		t.Errorf("the history: %+v", event)
	}
	if !slices.Contains(accounttest.Mails(t, s.Account, *row.Email), notify.LoginAlert{}.Template()) {
		t.Error("a login from a new browser is not told")
	}
	passkeys, err := s.Passkey.Of(t.Context(), row.ID)
	if err != nil || len(passkeys) != 1 || passkeys[0].LastUsedAt == nil {
		t.Errorf("%+v, %v", passkeys, err)
	}
}

// What is not this device's answer to this challenge, here and now, opens nothing.
func TestAPasskeyIsRefused(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	stranger := withPasskey(t, s, accounttest.Member(t, s.Account))
	n := 0
	for name, c := range map[string]struct {
		change func(d *passkeytest.Device)
		wait   time.Duration
		want   string
	}{
		"at another site":                  {change: func(d *passkeytest.Device) { d.Origin = "https://evil.example" }, want: "PASSKEY_FAILED"},
		"at another port":                  {change: func(d *passkeytest.Device) { d.Origin = site + ":8443" }, want: "PASSKEY_FAILED"},
		"at the site without TLS":          {change: func(d *passkeytest.Device) { d.Origin = "http://store.example" }, want: "PASSKEY_FAILED"},
		"for another host":                 {change: func(d *passkeytest.Device) { d.Host = "evil.example" }, want: "PASSKEY_FAILED"},
		"the device has not seen a member": {change: func(d *passkeytest.Device) { d.Unseen = true }, want: "PASSKEY_FAILED"},
		"the name of another account":      {change: func(d *passkeytest.Device) { d.Handle = stranger.Handle }, want: "PASSKEY_FAILED"},
		"no name of an account":            {change: func(d *passkeytest.Device) { d.NoHandle = true }, want: "PASSKEY_FAILED"},
		"another device's key":             {change: func(d *passkeytest.Device) { d.ID = stranger.ID }, want: "PASSKEY_FAILED"},
		"a passkey that is unknown":        {change: func(d *passkeytest.Device) { d.ID = slices.Repeat([]byte{7}, 32) }, want: "PASSKEY_UNKNOWN"},
		"it is synced all of a sudden":     {change: func(d *passkeytest.Device) { d.Synced = true }, want: "PASSKEY_FAILED"},
		"too late":                         {change: func(*passkeytest.Device) {}, wait: 5*time.Minute + time.Second, want: "PASSKEY_EXPIRED"},
	} {
		d := withPasskey(t, s, row)
		n++
		a := visitorFrom(t, s, n)
		options := asks(t, s, a, passkey.UseLogin)
		right := *d
		c.change(d)
		s.Clock.Advance(c.wait)
		entered, err := s.LoginByPasskey(t.Context(), a, by(d.Use(t, options)))
		if said(err) != c.want || entered.Token != "" {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := s.LoginByPasskey(t.Context(), a, by(right.Use(t, options))); said(err) != "PASSKEY_EXPIRED" {
			t.Errorf("%s: the challenge was used up: %v", name, err)
		}
		all, err := s.Passkey.Of(t.Context(), row.ID)
		if err != nil {
			t.Fatal(err)
		}
		m, _ := logintest.Member(t, s, row.ID)
		for _, p := range all {
			if err := s.Passkey.Delete(t.Context(), m, p.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A challenge belongs to the browser, or to the session, and to the errand that it was asked for,
// and works once.
func TestAChallengeIsForOneErrand(t *testing.T) {
	s := setup(t, nil)
	row := protected(t, s, factor.TypeOTP)
	d := withPasskey(t, s, row)
	a, _ := logintest.Visitor(t, s)
	b, _ := logintest.Visitor(t, s)
	options := asks(t, s, a, passkey.UseLogin)
	answer := d.Use(t, options)
	if _, err := s.LoginByPasskey(t.Context(), b, by(answer)); said(err) != "PASSKEY_EXPIRED" {
		t.Errorf("another browser: %v", err)
	}
	fresh := a
	fresh.PasskeyBrowser = ""
	if _, err := s.LoginByPasskey(t.Context(), fresh, by(answer)); said(err) != "PASSKEY_EXPIRED" {
		t.Errorf("the session without the browser's cookie: %v", err)
	}
	m, _ := logintest.Member(t, s, row.ID)
	if _, err := s.ConfirmByPasskey(t.Context(), m, by(d.Use(t, asks(t, s, m, passkey.UseLogin)))); said(err) != "PASSKEY_EXPIRED" {
		t.Errorf("a login's challenge at a confirmation: %v", err)
	}
	w, _ := waits(t, s, row)
	if _, err := s.LoginByPasskey(t.Context(), w, by(d.Use(t, asks(t, s, w, passkey.UseFactor)))); said(err) != "PASSKEY_EXPIRED" {
		t.Errorf("a second factor's challenge at a login: %v", err)
	}
	second := asks(t, s, a, passkey.UseLogin) // another tab
	if _, err := s.LoginByPasskey(t.Context(), a, by(answer)); err != nil {
		t.Errorf("the first tab: %v", err)
	}
	if _, err := s.LoginByPasskey(t.Context(), a, by(answer)); said(err) != "PASSKEY_EXPIRED" {
		t.Errorf("replayed: %v", err)
	}
	if _, err := s.LoginByPasskey(t.Context(), a, by(d.Use(t, second))); err != nil {
		t.Errorf("the second tab: %v", err)
	}
	for range 5 {
		asks(t, s, b, passkey.UseLogin)
	}
	first := asks(t, s, b, passkey.UseLogin)
	for range 5 {
		asks(t, s, b, passkey.UseLogin)
	}
	if _, err := s.LoginByPasskey(t.Context(), b, by(d.Use(t, first))); said(err) != "PASSKEY_EXPIRED" {
		t.Errorf("five tabs later: %v", err)
	}
	if _, err := s.StartPasskey(t.Context(), b, passkey.UseConfirm, step.Plain); said(err) != "UNAUTHENTICATED" {
		t.Errorf("a visitor confirms: %v", err)
	}
	if _, err := s.StartPasskey(t.Context(), b, passkey.UseFactor, step.Plain); said(err) != "INVALID_SESSION_FLOW → /login" {
		t.Errorf("no login waits: %v", err)
	}
	for name, junk := range map[string]string{"nothing": "", "no JSON": "<", "null": "null", "empty": "{}", "huge": `{"id":"` + strings.Repeat("a", 1<<20) + `"}`} {
		if _, err := s.LoginByPasskey(t.Context(), b, by(junk)); said(err) != "PASSKEY_FAILED" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A challenge of a login needs no session. A browser without the cookie is given a secret for it,
// which is stored nowhere, and keeps it; a challenge of a session gives it none.
func TestAChallengeBelongsToABrowser(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	d := withPasskey(t, s, row)
	start := func(a actor.Actor, use passkey.Use) passkey.Started {
		started, err := s.StartPasskey(t.Context(), a, use, step.Plain)
		if err != nil {
			t.Fatal(err)
		}
		return started
	}
	before := s.Store.Client(t.Context()).Session.Query().CountX(t.Context())
	a := at("192.0.2.1")
	first := start(a, passkey.UseLogin)
	if other := start(a, passkey.UseLogin); len(first.Browser) != 43 || other.Browser == first.Browser {
		t.Errorf("%q and %q", first.Browser, other.Browser)
	}
	a.PasskeyBrowser = first.Browser
	if again := start(a, passkey.UseLogin); again.Browser != first.Browser {
		t.Errorf("another secret: %q", again.Browser)
	}
	if rows := s.Store.Client(t.Context()).Session.Query().CountX(t.Context()); rows != before {
		t.Errorf("%d sessions began", rows-before)
	}
	if kept := s.Store.Client(t.Context()).Flow.Query().Where(flow.SessionID(uuid.UUID(secret.HashToken(first.Browser)[:16]))).CountX(t.Context()); kept != 1 {
		t.Errorf("%d flows are named by the hash of the secret", kept)
	}
	entered, err := s.LoginByPasskey(t.Context(), a, by(d.Use(t, first.Options)))
	if err != nil || entered.AccountID != row.ID {
		t.Fatalf("%+v, %v", entered, err)
	}
	m, _ := logintest.Member(t, s, row.ID)
	if bound := start(m, passkey.UseConfirm); bound.Browser != "" {
		t.Errorf("a member's is bound to the session: %q", bound.Browser)
	}
}

// Of many answers at once to one challenge one logs in; so does one of many with the same counter.
func TestAnAnswerCountsOnce(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	d := withPasskey(t, s, row)
	a, _ := logintest.Visitor(t, s)
	answer := d.Use(t, asks(t, s, a, passkey.UseLogin))
	got := faulttest.Races(8, func(int) error {
		_, err := s.LoginByPasskey(t.Context(), a, by(answer))
		return err
	})
	if got[""] != 1 || got["PASSKEY_EXPIRED"] != 7 {
		t.Errorf("one challenge: %v", got)
	}
	d.Counter = 9
	var visitors []actor.Actor
	var answers []string
	for n := range 8 {
		v := visitorFrom(t, s, n)
		visitors, answers = append(visitors, v), append(answers, d.Use(t, asks(t, s, v, passkey.UseLogin)))
	}
	got = faulttest.Races(8, func(i int) error {
		_, err := s.LoginByPasskey(t.Context(), visitors[i], by(answers[i]))
		return err
	})
	if got[""] != 1 || got["PASSKEY_FAILED"] != 7 {
		t.Errorf("one counter: %v", got)
	}
}

// A counter that went back is refused, and the member is told once an hour.
func TestACopiedPasskeyIsRefused(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	d := withPasskey(t, s, row)
	use := func(counter uint32) string {
		d.Counter = counter
		a, _ := logintest.Visitor(t, s)
		_, err := s.LoginByPasskey(t.Context(), a, by(d.Use(t, asks(t, s, a, passkey.UseLogin))))
		return said(err)
	}
	warnings := func() (n int) {
		for _, template := range accounttest.Mails(t, s.Account, *row.Email) {
			if template == (notify.PasskeyChanged{}).Template() {
				n++
			}
		}
		return n - 1 // without that of the registration
	}
	if got := []string{use(5), use(5), use(4), use(0), use(6)}; !slices.Equal(got, []string{"", "PASSKEY_FAILED", "PASSKEY_FAILED", "PASSKEY_FAILED", ""}) {
		t.Errorf("%q", got)
	}
	if m := accounttest.Mail[notify.PasskeyChanged](t, s.Account, *row.Email); m.What != notify.PasskeyRefused || warnings() != 1 {
		t.Errorf("%+v, %d warnings", m, warnings())
	}
	s.Clock.Advance(time.Hour)
	if use(6); warnings() != 2 {
		t.Errorf("an hour later: %d warnings", warnings())
	}
}

// With a passkey a member proves once more who they are, and not with another member's.
func TestConfirmByPasskey(t *testing.T) {
	s := setup(t, nil)
	row := protected(t, s, factor.TypeOTP)
	d, other := withPasskey(t, s, row), withPasskey(t, s, accounttest.Member(t, s.Account))
	a, before := logintest.Member(t, s, row.ID)
	s.Clock.Advance(16 * time.Minute)
	page, err := s.ConfirmPage(t.Context(), a, "/mypage/passkeys", time.Time{})
	if err != nil || len(page.Methods) == 0 || page.Methods[0] != actor.MethodPasskey {
		t.Fatalf("%+v, %v", page, err)
	}
	options := asks(t, s, a, passkey.UseConfirm)
	if asked := passkeytest.Read(t, options); len(asked.Allow) != 1 {
		t.Errorf("%s", options)
	}
	if _, err := s.ConfirmByPasskey(t.Context(), a, by(other.Use(t, options))); said(err) != "PASSKEY_FAILED" {
		t.Errorf("another member's: %v", err)
	}
	d.NoHandle = true // which a device may where the passkey was named
	entered, err := s.ConfirmByPasskey(t.Context(), a, by(d.Use(t, asks(t, s, a, passkey.UseConfirm))))
	if err != nil || entered.SessionID != a.SessionID || logintest.Resumed(t, s, before) != nil {
		t.Fatalf("%+v, %v", entered, err)
	}
	if session := logintest.Resumed(t, s, entered.Token); session == nil || s.Clock.Now().Sub(*session.AuthenticatedAt) > time.Minute {
		t.Errorf("%+v", session)
	}
	bare, _ := logintest.Member(t, s, accounttest.Member(t, s.Account).ID)
	if _, err := s.StartPasskey(t.Context(), bare, passkey.UseConfirm, step.Plain); said(err) != "NOT_FOUND" {
		t.Errorf("without a passkey: %v", err)
	}
}

// Beside a password a passkey is the second factor, also without the member's face or finger; it is
// asked for only where a second factor is.
func TestAPasskeyAsTheSecondFactor(t *testing.T) {
	s := setup(t, nil)
	row := protected(t, s, factor.TypeOTP)
	d, other := withPasskey(t, s, row), withPasskey(t, s, accounttest.Member(t, s.Account))
	a, _ := waits(t, s, row)
	page, err := s.FactorChoice(t.Context(), a, step.Plain)
	if err != nil || !slices.Equal(page.Types, []credential.FactorKind{"Passkey", "OTP"}) {
		t.Fatalf("%+v, %v", page, err)
	}
	if entry, err := s.FactorEntry(t.Context(), a, credential.FactorPasskey, step.Plain); err != nil || entry.Type != credential.FactorPasskey || entry.CodeLife != 0 {
		t.Errorf("%+v, %v", entry, err)
	}
	d.Unseen = true
	given := func(by *passkeytest.Device) (login.Entered, error) {
		return s.GiveFactor(t.Context(), a, login.FactorInput{Type: credential.FactorPasskey, Value: by.Use(t, asks(t, s, a, passkey.UseFactor)), Preferred: true, Remember: true})
	}
	if _, err := given(other); said(err) != "PASSKEY_FAILED" {
		t.Errorf("another member's: %v", err)
	}
	entered, err := given(d)
	if err != nil || entered.AccountID != row.ID || entered.TrustedDevice == "" {
		t.Fatalf("%+v, %v", entered, err)
	}
	if session := logintest.Resumed(t, s, entered.Token); *session.LoginMethod != "Password" || *session.Factor != "Passkey" {
		t.Errorf("%+v", session)
	}
	events := s.Store.Client(t.Context()).LoginEvent.Query().Where(loginevent.AccountID(row.ID)).Order(ent.Asc(loginevent.FieldID)).AllX(t.Context())
	if len(events) != 2 || events[0].Result || !events[1].Result || events[1].MultiFactorType != "Passkey" {
		t.Errorf("%+v", events)
	}
	plain := accounttest.Member(t, s.Account)
	withPasskey(t, s, plain)
	if _, direct := waits(t, s, plain); direct.AccountID != plain.ID {
		t.Error("a passkey alone has a second factor asked for")
	}
}

// A passkey that is gone opens nothing, nor does an account that is blocked, whose member is told.
func TestPasskeysOfAccountsThatAreClosed(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	d := withPasskey(t, s, row)
	use := func() string {
		a, _ := logintest.Visitor(t, s)
		_, err := s.LoginByPasskey(t.Context(), a, by(d.Use(t, asks(t, s, a, passkey.UseLogin))))
		return said(err)
	}
	set := func(status entaccount.Status) {
		s.Store.Client(t.Context()).Account.UpdateOneID(row.ID).SetStatus(status).ExecX(t.Context())
	}
	set(entaccount.StatusSuspended)
	if got := use(); got != "LOGIN_PROHIBITED" {
		t.Errorf("suspended: %s", got)
	}
	if n := s.Store.Client(t.Context()).LoginEvent.Query().Where(loginevent.AccountID(row.ID), loginevent.Result(false), loginevent.LoginMethod("Passkey")).CountX(t.Context()); n != 1 {
		t.Errorf("suspended: the history has %d tries", n)
	}
	set(entaccount.StatusActive)
	if got := use(); got != "" {
		t.Errorf("active again: %s", got)
	}
	a, _ := logintest.Visitor(t, s)
	answer := d.Use(t, asks(t, s, a, passkey.UseLogin))
	if err := s.Passkey.Leave(t.Context(), row.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.LoginByPasskey(t.Context(), a, by(answer)); said(err) != "PASSKEY_UNKNOWN" {
		t.Errorf("deleted while the device was asked: %v", err)
	}
	if got := use(); got != "PASSKEY_UNKNOWN" {
		t.Errorf("deleted: %s", got)
	}
}

// Challenges that are asked for at once, before the browser has any, all wait for their answers.
func TestChallengesAtOnce(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	d := withPasskey(t, s, row)
	a, _ := logintest.Visitor(t, s)
	answers := make([]string, 5)
	got := faulttest.Races(len(answers), func(i int) error {
		started, err := s.StartPasskey(t.Context(), a, passkey.UseLogin, step.Plain)
		answers[i] = started.Options
		return err
	})
	if got[""] != len(answers) {
		t.Fatal(got)
	}
	for _, options := range answers {
		if _, err := s.LoginByPasskey(t.Context(), a, by(d.Use(t, options))); err != nil {
			t.Error(err)
		}
	}
}

// An answer that comes too late is no wrong try: neither at a login nor as a second factor.
func TestALateAnswerCountsAsNoTry(t *testing.T) {
	s := setup(t, nil)
	row := protected(t, s, factor.TypeOTP)
	d := withPasskey(t, s, row)
	a, _ := logintest.Visitor(t, s)
	late := d.Use(t, asks(t, s, a, passkey.UseLogin))
	s.Clock.Advance(6 * time.Minute)
	for range 15 {
		if _, err := s.LoginByPasskey(t.Context(), a, by(late)); said(err) != "PASSKEY_EXPIRED" {
			t.Fatal(err)
		}
	}
	w, _ := waits(t, s, row)
	late = d.Use(t, asks(t, s, w, passkey.UseFactor))
	s.Clock.Advance(6 * time.Minute)
	for range 8 {
		if _, err := s.GiveFactor(t.Context(), w, login.FactorInput{Type: credential.FactorPasskey, Value: late}); said(err) != "PASSKEY_EXPIRED" {
			t.Fatal(err)
		}
	}
}

// A thousand tries from one network come to an end, and keep the member out nowhere else.
func TestTriesWithPasskeysAreCounted(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	d := withPasskey(t, s, row)
	wrong := *d
	wrong.Origin = "https://evil.example"
	a, _ := logintest.Visitor(t, s)
	refused := 0
	for range 40 {
		if _, err := s.LoginByPasskey(t.Context(), a, by(wrong.Use(t, asks(t, s, a, passkey.UseLogin)))); said(err) == "TOO_MANY_REQUESTS" {
			refused++
		}
	}
	if refused < 20 {
		t.Errorf("%d of 40 were refused", refused)
	}
	member := visitorFrom(t, s, 7)
	if _, err := s.LoginByPasskey(t.Context(), member, by(d.Use(t, asks(t, s, member, passkey.UseLogin)))); err != nil {
		t.Errorf("the member elsewhere: %v", err)
	}
	if p, err := s.Passkey.Count(t.Context(), uuid.New()); p != 0 || err != nil {
		t.Errorf("%d, %v", p, err)
	}
}
