package login

import "testing"

func TestOpeningMode(t *testing.T) {
	both, password, code := []Mode{ModePassword, ModeCode}, []Mode{ModePassword}, []Mode{ModeCode}
	for _, c := range []struct {
		name             string
		asked, preferred Mode
		on               []Mode
		want             Mode
	}{
		{"asked for a mode on offer", ModeCode, ModePassword, both, ModeCode},
		{"asked for the other", ModePassword, ModeCode, both, ModePassword},
		{"the store prefers codes", "", ModeCode, both, ModeCode},
		{"S-007 the store prefers passwords", "", ModePassword, both, ModePassword},
		{"asked for nonsense", "token", ModeCode, both, ModeCode},
		{"S-008 codes are off", "", ModeCode, password, ModePassword},
		{"S-008 codes are off and asked for", ModeCode, ModeCode, password, ModePassword},
		{"passwords are off", ModePassword, ModePassword, code, ModeCode},
		{"nothing is on", ModePassword, ModeCode, nil, ""},
	} {
		if got := opening(c.asked, c.preferred, c.on); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
