package session_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/identity/session"
)

// What a caller's connection and cookies say of them stays, with a session and without; what an
// actor said of a session goes.
func TestBind(t *testing.T) {
	t.Parallel()
	said := actor.Actor{
		AccountID: uuid.New(), Staff: &actor.Staff{Name: "x"}, SessionID: uuid.New(), Locale: "en", IP: "172.18.0.2", UserAgent: "test",
		Email: "a@example.jp", AuthenticatedAt: time.Unix(1, 0), LoginMethod: actor.MethodPassword, Factor: "OTP",
		MustChangePassword: true, MustReConsent: true, ProfileID: uuid.New(), SwitchTo: []string{"Taro"}, TrustedDevice: "tdt", KnownBrowser: "latid", AppBrowsers: []string{"apps"}, PasskeyBrowser: "passkey", CrossSite: true, Abroad: true, Behind: "203.0.113.7",
	}
	ofSession := []string{"AccountID", "Staff", "SessionID", "Email", "AuthenticatedAt", "LoginMethod", "Factor", "MustChangePassword", "MustReConsent", "ProfileID", "SwitchTo"}
	row := &ent.Session{ID: uuid.New()} // a visitor's
	for name, bound := range map[string]actor.Actor{"none": session.Bind(said, nil, nil), "a visitor's": session.Bind(said, row, nil)} {
		before, after := reflect.ValueOf(said), reflect.ValueOf(bound)
		for i := range before.NumField() {
			field := before.Type().Field(i).Name
			if before.Field(i).IsZero() {
				t.Fatalf("the actor of this test lacks %s", field)
			}
			kept := reflect.DeepEqual(before.Field(i).Interface(), after.Field(i).Interface())
			if kept == slices.Contains(ofSession, field) {
				t.Errorf("session: %s; %s is %v", name, field, after.Field(i).Interface())
			}
		}
		if bound.Network() != "203.0.113.7" {
			t.Errorf("session: %s; limits count by %s", name, bound.Network())
		}
	}
}
