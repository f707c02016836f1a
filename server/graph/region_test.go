package graph

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/server/actor"
)

// In a country where the service is not offered nothing is open but what is named.
func TestAbroad(t *testing.T) {
	t.Parallel()
	s := newSetup(t, func() error { return nil })
	abroad := actor.Actor{AccountID: uuid.New(), Locale: "en", Abroad: true}
	status, body, _ := s.post(t, abroad, hashed("MypageScreen"))
	if !strings.Contains(body, `"code":"REGION_BLOCKED"`) || !strings.Contains(body, "cannot be used from the country or region you are in") || status != 200 {
		t.Errorf("A-020 R-114: %d %s", status, body)
	}
	if _, body, _ = s.post(t, abroad, hashed("Logout")); strings.Contains(body, "REGION_BLOCKED") {
		t.Errorf("logging out: %s", body)
	}
	abroad.Abroad = false
	if _, body, _ = s.post(t, abroad, hashed("MypageScreen")); strings.Contains(body, "REGION_BLOCKED") {
		t.Errorf("at home: %s", body)
	}
}

// What is open names fields that there are, and nothing by which somebody becomes a member, orders or watches.
func TestOpenAbroad(t *testing.T) {
	t.Parallel()
	s := newSetup(t, func() error { return nil })
	var fields []string
	for _, root := range []string{"Query", "Mutation"} {
		for _, f := range s.sdl.Types[root].Fields {
			fields = append(fields, f.Name)
		}
	}
	closed := []string{"signup", "purchase", "fetchPlayback", "homeScreen", "plansScreen", "undoCancellation", "setDefaultPaymentMethod", "mypageScreen"}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(openAbroad)), slices.Collect(maps.Keys(openWithoutConsent))) {
		if !slices.Contains(fields, name) {
			t.Errorf("there is no field %s", name)
		}
		if slices.Contains(closed, name) || strings.HasPrefix(name, "signup") || strings.HasPrefix(name, "purchase") {
			t.Errorf("%s is open abroad", name)
		}
	}
	for name := range openAbroad {
		if openWithoutConsent[name] {
			t.Errorf("%s is named twice", name)
		}
	}
}
