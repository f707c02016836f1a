package graph

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/schema"
	"kaiin/server/base/actor"
	"kaiin/server/transport/gql"
)

// To a restricted profile nothing of the account is open but its list and switching (P-016): every
// page and action of a member, whatever asks for it, and however many come later.
func TestWhatIsClosedToARestrictedProfile(t *testing.T) {
	t.Parallel()
	s := newSetup(t, func() error { return nil })
	rules := accessOf(t)
	for name, r := range rules {
		if r.member && r.isOpen(restrictedProfile) != slices.Contains([]string{"profiles", "switchProfile"}, name) {
			t.Errorf("P-016: %s is a member's, and open: %v", name, r.open)
		}
	}
	for _, d := range schema.Documents() { // the page of every link that is mailed is for anyone who has it
		isMailed := strings.HasPrefix(d.Name, "PasswordReset") || slices.Contains([]string{"EmailUndoScreen", "LeaveScreen", "WithdrawStopScreen", "NewsletterStopScreen"}, d.Name)
		for _, f := range gql.RootFields(s.allowed.byName[d.Name].definition().SelectionSet) {
			if isMailed && !rules[f.Name].isOpen(restrictedProfile) {
				t.Errorf("%s is closed to a restricted profile", f.Name)
			}
		}
	}
	for name, r := range rules {
		another := strings.HasPrefix(name, "oidcConsent") || strings.HasPrefix(name, "oidcSelect") || strings.HasPrefix(name, "device") || strings.HasPrefix(name, "signup")
		if another && r.isOpen(restrictedProfile) {
			t.Errorf("%s is open to a restricted profile", name)
		}
	}
}

func TestARestrictedProfile(t *testing.T) {
	t.Parallel()
	s := newSetup(t, func() error { return nil })
	rules := accessOf(t)
	child := actor.Actor{AccountID: uuid.New(), Locale: "en", SwitchTo: []string{"Taro", "Hanako"}}
	for name, d := range schema.Documents() {
		if strings.Contains(strings.SplitN(d.Text, "{", 2)[0], "!") {
			continue // needs variables; what it asks for is in the test above
		}
		closed := false
		for _, f := range gql.RootFields(s.allowed.byName[name].definition().SelectionSet) {
			closed = closed || !rules[f.Name].isOpen(restrictedProfile)
		}
		_, body, _ := s.post(t, child, hashed(name))
		if strings.Contains(body, `"code":"PROFILE_FORBIDDEN"`) != closed || strings.Contains(body, "UNAUTHENTICATED") {
			t.Errorf("P-016 %s, closed: %v: %s", name, closed, body)
		}
	}
	_, body, _ := s.post(t, child, hashed("MypageScreen"))
	for _, want := range []string{`"code":"PROFILE_FORBIDDEN"`, `"status":403`, "Please switch to the profile “Taro” or “Hanako” and try again."} {
		if !strings.Contains(body, want) {
			t.Errorf("P-016: %s lacks %s", body, want)
		}
	}
	child.MustReConsent = true // is asked of the profile that may agree
	if _, body, _ = s.post(t, child, hashed("ReConsentScreen")); !strings.Contains(body, "PROFILE_FORBIDDEN") {
		t.Errorf("agreeing: %s", body)
	}
	if _, body, _ = s.post(t, child, hashed("Profiles")); strings.Contains(body, "FORBIDDEN") || strings.Contains(body, "RE_CONSENT") {
		t.Errorf("the list: %s", body)
	}
	child.SwitchTo, child.MustReConsent = nil, false
	if _, body, _ = s.post(t, child, hashed("MypageScreen")); strings.Contains(body, "FORBIDDEN") {
		t.Errorf("in another profile: %s", body)
	}
}
