package passkey_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/notify"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/passkey"
	"kaiin/server/identity/passkey/passkeytest"
)

// What a device is asked for, and what is kept of its answer.
func TestAPasskeyIsRegistered(t *testing.T) {
	s := setup(t)
	row := accounttest.Member(t, s.Account)
	a, _ := logintest.Member(t, s, row.ID)
	a.UserAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"
	options, err := s.Passkey.StartRegistration(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	asked := passkeytest.Read(t, options)
	if asked.RP.ID != "store.example" || asked.User.Name != *row.Email || asked.Attestation != "none" || asked.Selection.ResidentKey != "required" ||
		asked.Selection.UserVerification != "required" || asked.Timeout != 300_000 || len(asked.Exclude) != 0 || len(asked.User.ID) < 43 {
		t.Errorf("%s", options)
	}
	if strings.Contains(options, row.ID.String()) {
		t.Error("the device learns the account's number")
	}
	d := passkeytest.New(t, origin)
	d.Synced = true
	if err := s.Passkey.Register(t.Context(), a, passkey.New{Answer: d.Make(t, options)}); err != nil {
		t.Fatal(err)
	}
	if got := names(t, s, a); !slices.Equal(got, []string{"iPhone"}) {
		t.Errorf("named %q", got)
	}
	if m := accounttest.Mail[notify.PasskeyChanged](t, s.Account, *row.Email); m.What != notify.PasskeyAdded || m.Name != "iPhone" {
		t.Errorf("%+v", m)
	}
	again, err := s.Passkey.StartRegistration(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	second := passkeytest.Read(t, again)
	if len(second.Exclude) != 1 || second.User.ID != asked.User.ID || second.Challenge == asked.Challenge {
		t.Errorf("the second: %s", again)
	}
}

// A registration that is not by the member, here, now and once changes nothing.
func TestARegistrationIsRefused(t *testing.T) {
	s := setup(t)
	a, _ := logintest.Member(t, s, accounttest.Member(t, s.Account).ID)
	other, _ := logintest.Member(t, s, accounttest.Member(t, s.Account).ID)
	for name, c := range map[string]struct {
		change func(d *passkeytest.Device)
		wait   time.Duration
		want   string
	}{
		"of another site":                  {func(d *passkeytest.Device) { d.Origin = "https://store.example.evil.example" }, 0, "PASSKEY_FAILED"},
		"for another host":                 {func(d *passkeytest.Device) { d.Host = "evil.example" }, 0, "PASSKEY_FAILED"},
		"the device has not seen a member": {func(d *passkeytest.Device) { d.Unseen = true }, 0, "PASSKEY_FAILED"},
		"too late":                         {func(*passkeytest.Device) {}, 5*time.Minute + time.Second, "PASSKEY_EXPIRED"},
	} {
		options, err := s.Passkey.StartRegistration(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		d := passkeytest.New(t, origin)
		c.change(d)
		s.Clock.Advance(c.wait)
		if err := s.Passkey.Register(t.Context(), a, passkey.New{Answer: d.Make(t, options)}); said(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	a, _ = logintest.Member(t, s, a.AccountID)
	other, _ = logintest.Member(t, s, other.AccountID)
	options, err := s.Passkey.StartRegistration(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	answer := passkeytest.New(t, origin).Make(t, options)
	if err := s.Passkey.Register(t.Context(), other, passkey.New{Answer: answer}); said(err) != "PASSKEY_EXPIRED" {
		t.Errorf("another member's challenge: %v", err)
	}
	for name, junk := range map[string]string{"nothing": "", "no JSON": "{", "null": "null", "empty": "{}", "huge": strings.Repeat("a", 1<<20)} {
		if err := s.Passkey.Register(t.Context(), a, passkey.New{Answer: junk}); said(err) != "PASSKEY_FAILED" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.Passkey.Register(t.Context(), a, passkey.New{Answer: answer, Name: strings.Repeat("名", 41)}); said(err) != "name:TOO_LONG" {
		t.Errorf("a long name: %v", err)
	}
	if err := s.Passkey.Register(t.Context(), a, passkey.New{Answer: answer, Name: strings.Repeat("名", 40)}); err != nil {
		t.Errorf("after all of it the challenge is good: %v", err)
	}
	if err := s.Passkey.Register(t.Context(), a, passkey.New{Answer: answer}); said(err) != "PASSKEY_EXPIRED" {
		t.Errorf("once more: %v", err)
	}
	if got := names(t, s, a); len(got) != 1 {
		t.Errorf("kept %q", got)
	}
}

// A public key is read at each use: one that is longer than those of devices is refused.
func TestALongKeyIsRefused(t *testing.T) {
	s := setup(t)
	a, _ := logintest.Member(t, s, accounttest.Member(t, s.Account).ID)
	for bits, want := range map[int]string{2048: "", 4096: "", 8192: "PASSKEY_FAILED", 32768: "PASSKEY_FAILED"} {
		d := passkeytest.New(t, origin)
		d.Key = binary.BigEndian.AppendUint16([]byte{0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59}, uint16(bits/8)) // RS256, and its modulus
		d.Key = append(append(d.Key, bytes.Repeat([]byte{0xc5}, bits/8)...), 0x21, 0x43, 0x01, 0x00, 0x01)
		if err := register(t, s, a, d, ""); said(err) != want {
			t.Errorf("RSA with %d bits: %v", bits, err)
		}
	}
}

// What a device calls its passkey is one member's alone, and a member has ten.
func TestLimitsOfPasskeys(t *testing.T) {
	s := setup(t)
	a, _ := logintest.Member(t, s, accounttest.Member(t, s.Account).ID)
	other, _ := logintest.Member(t, s, accounttest.Member(t, s.Account).ID)
	d := made(t, s, a)
	if err := register(t, s, other, d, ""); said(err) != "PASSKEY_REGISTERED" {
		t.Errorf("by another member: %v", err)
	}
	for i := range 9 {
		if err := register(t, s, a, passkeytest.New(t, origin), fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := register(t, s, a, passkeytest.New(t, origin), ""); said(err) != "TOO_MANY_PASSKEYS" {
		t.Errorf("the eleventh: %v", err)
	}
}

// To change anything needs a recent proof, and ends where it should.
func TestPasskeysAreRenamedAndDeleted(t *testing.T) {
	s := setup(t)
	row := accounttest.Member(t, s.Account)
	a, _ := logintest.Member(t, s, row.ID)
	_, elsewhere := logintest.Member(t, s, row.ID)
	other, _ := logintest.Member(t, s, accounttest.Member(t, s.Account).ID)
	made(t, s, a)
	all, err := s.Passkey.List(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	id := all[0].ID
	for name, want := range map[string]string{
		" 仕事の　Mac ": "", "": "name:REQUIRED", "\u200b": "name:REQUIRED", strings.Repeat("a", 41): "name:TOO_LONG", "a\x00b": "name:INVALID_CHARACTERS",
	} {
		if err := s.Passkey.Rename(t.Context(), a, id, name); said(err) != want {
			t.Errorf("%q: %v", name, err)
		}
	}
	if got := names(t, s, a); len(got) != 1 || !strings.HasPrefix(got[0], "仕事の") {
		t.Errorf("named %q", got)
	}
	if err := s.Passkey.Rename(t.Context(), other, id, "mine"); said(err) != "NOT_FOUND" {
		t.Errorf("another's: %v", err)
	}
	if err := s.Passkey.Delete(t.Context(), other, id); said(err) != "NOT_FOUND" {
		t.Errorf("another's: %v", err)
	}
	old := a
	old.AuthenticatedAt = s.Clock.Now().Add(-time.Hour)
	for what, err := range map[string]error{
		"rename": s.Passkey.Rename(t.Context(), old, id, "x"), "delete": s.Passkey.Delete(t.Context(), old, id), "register": register(t, s, old, passkeytest.New(t, origin), ""),
	} {
		if said(err) != "REAUTHENTICATION_REQUIRED" {
			t.Errorf("%s without a recent proof: %v", what, err)
		}
	}
	if err := s.Passkey.Delete(t.Context(), a, id); err != nil {
		t.Fatal(err)
	}
	if err := s.Passkey.Delete(t.Context(), a, id); said(err) != "NOT_FOUND" {
		t.Errorf("twice: %v", err)
	}
	if logintest.Resumed(t, s, elsewhere) != nil {
		t.Error("the other session goes on")
	}
	if m := accounttest.Mail[notify.PasskeyChanged](t, s.Account, *row.Email); m.What != notify.PasskeyDeleted {
		t.Errorf("%+v", m)
	}
	if err := s.Passkey.Delete(t.Context(), a, uuid.New()); said(err) != "NOT_FOUND" {
		t.Errorf("one that never was: %v", err)
	}
}

// Browsers have passkeys for hosts with a name, at safe pages.
func TestWherePasskeysAreOffered(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"https://store.example": true, "http://localhost:8080": true, "https://localhost": true,
		"http://store.example": false, "http://127.0.0.1:8080": false, "https://203.0.113.1": false, "https://[2001:db8::1]": false,
	} {
		at, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		s := passkey.Service{Origin: at}
		if s.Offered() != want {
			t.Errorf("%s: %v", address, !want)
		}
	}
	if (&passkey.Service{}).Offered() {
		t.Error("without an origin")
	}
}
