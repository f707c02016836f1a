package login_test

import (
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/factor"
	"kaiin/ent/trusteddevice"
	"kaiin/server/base/actor"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/transport/paths"
)

func TestTrustedDevice(t *testing.T) {
	s := setup(t, nil)
	row, other := protected(t, s, factor.TypeEmail), protected(t, s, factor.TypeEmail)
	a, _ := waits(t, s, row)
	in := give(mailed(t, s, a, row))
	in.Remember = true
	signed, err := s.GiveFactor(t.Context(), a, in)
	if err != nil || len(signed.TrustedDevice) != 43 {
		t.Fatalf("%+v, %v", signed, err)
	}
	enter := func(token string, row *ent.Account) string {
		t.Helper()
		browser := at("192.0.2.1")
		browser.TrustedDevice = token
		signed, err := s.Login(t.Context(), browser, input(*row.Email, accounttest.Password))
		if err != nil {
			t.Fatal(err)
		}
		return paths.Of(signed.Next)
	}
	if got := enter(signed.TrustedDevice, row); got != "/mypage" {
		t.Errorf("on the trusted device the login leads to %s", got)
	}
	if got := enter(signed.TrustedDevice, other); got != "/login/multi-factor/Email" {
		t.Errorf("another account on that device goes to %s", got)
	}
	if got := enter(logintest.Token(), row); got != "/login/multi-factor/Email" {
		t.Errorf("a token that is none leads to %s", got)
	}
	member := actor.Actor{AccountID: row.ID, TrustedDevice: signed.TrustedDevice}
	devices, err := s.Session.TrustedDevices(t.Context(), member.AccountID, member) // F-077 F-078 F-079 F-080
	if err != nil || len(devices) != 1 || !devices[0].Current || s.Clock.Now().Sub(devices[0].CreatedAt) > time.Minute {
		t.Fatalf("%+v, %v", devices, err)
	}
	s.Clock.Advance(30*24*time.Hour + time.Second)
	if got := enter(signed.TrustedDevice, row); got != "/login/multi-factor/Email" {
		t.Errorf("after 30 days it leads to %s", got)
	}
	if err := s.Session.Purge(t.Context()); err != nil || s.Store.Client(t.Context()).TrustedDevice.Query().CountX(t.Context()) != 0 {
		t.Errorf("a device that is trusted no more is kept (%v)", err)
	}
}

func TestForgettingDevices(t *testing.T) {
	s := setup(t, nil)
	row, other := protected(t, s, factor.TypeEmail), protected(t, s, factor.TypeEmail)
	remembered := func(row *ent.Account, token string) login.Entered {
		t.Helper()
		a, _ := waits(t, s, row)
		in := give(mailed(t, s, a, row))
		in.Remember, a.TrustedDevice = true, token
		signed, err := s.GiveFactor(t.Context(), a, in)
		if err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(time.Minute)
		return signed
	}
	first := remembered(row, "")
	shared := remembered(other, first.TrustedDevice) // both use that browser
	if shared.TrustedDevice == first.TrustedDevice {
		t.Error("a browser keeps a token that may have been planted")
	}
	mine := actor.Actor{AccountID: row.ID, TrustedDevice: shared.TrustedDevice}
	devices, err := s.Session.TrustedDevices(t.Context(), mine.AccountID, mine)
	if err != nil || len(devices) != 1 || !devices[0].Current {
		t.Fatalf("the first account's trust is lost: %+v, %v", devices, err)
	}
	theirs := actor.Actor{AccountID: other.ID, TrustedDevice: shared.TrustedDevice}
	if _, err := s.Session.ForgetDevice(t.Context(), theirs, devices[0].ID); said(err) != "NOT_FOUND" {
		t.Errorf("another's device: %v", err)
	}
	if current, err := s.Session.ForgetDevice(t.Context(), mine, devices[0].ID); err != nil || !current {
		t.Errorf("%v, %v", current, err)
	}
	if _, err := s.Session.ForgetDevice(t.Context(), mine, devices[0].ID); said(err) != "NOT_FOUND" {
		t.Errorf("once more: %v", err)
	}
	remembered(row, "")
	remembered(row, "")
	if err := s.Session.ForgetAllDevices(t.Context(), mine); err != nil {
		t.Fatal(err)
	}
	left := s.Store.Client(t.Context()).TrustedDevice.Query().AllX(t.Context())
	if len(left) != 1 || left[0].AccountID != other.ID {
		t.Errorf("left: %+v", left)
	}
	if n := s.Store.Client(t.Context()).TrustedDevice.Query().Where(trusteddevice.AccountID(row.ID)).CountX(t.Context()); n != 0 {
		t.Errorf("%d devices", n)
	}
}
