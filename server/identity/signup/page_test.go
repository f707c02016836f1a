package signup

import (
	"testing"

	"kaiin/server/transport/paths"
)

func TestStepCounter(t *testing.T) {
	for _, c := range []struct {
		row        string
		step       Stage
		policyStep bool
		number, of int
	}{
		{"S-025", StageAuth, false, 1, 3},
		{"S-026", StageAuth, true, 2, 4},
		{"S-027 email page, start 1", StageEmail, false, 1, 3},
		{"S-027 email page, start 2", StageEmail, true, 2, 4},
		{"S-028", StagePinCode, true, 3, 4},
		{"S-029", StagePinCode, false, 2, 3},
		{"policy", StagePolicy, true, 1, 4},
		{"form", StageForm, true, 4, 4},
		{"form without policy step", StageForm, false, 3, 3},
		{"confirm is not counted", StageConfirm, true, 0, 0},
	} {
		if number, of := counter(c.step, c.policyStep); number != c.number || of != c.of {
			t.Errorf("%s: %d of %d, want %d of %d", c.row, number, of, c.number, c.of)
		}
	}
}

func TestRoute(t *testing.T) { // S-022 S-023
	fresh := progress{policyStep: true}
	consented := progress{policyStep: true, consented: true}
	sent := progress{policyStep: true, consented: true, sent: true}
	proved := progress{policyStep: true, consented: true, proved: true}
	confirmed := progress{policyStep: true, consented: true, proved: true, confirmed: true}
	changing := progress{policyStep: true, consented: true, proved: true, sent: true}
	for _, c := range []struct {
		name  string
		step  Stage
		p     progress
		want  string // "" stays, "broken" starts again
		plain string // the same in a store without the policy step
	}{
		{"entry", StageEntry, fresh, "/signup/policy", "/signup/auth"},
		{"policy", StagePolicy, fresh, "", "/signup/auth"},
		{"policy again", StagePolicy, consented, "", "/signup/auth"},
		{"email too early", StageAuth, fresh, "/signup/policy", ""},
		{"email", StageAuth, consented, "", ""},
		{"email only", StageEmail, consented, "", ""},
		{"PIN without a flow", StagePinCode, fresh, "broken", "broken"},
		{"PIN before the email", StagePinCode, consented, "broken", "broken"},
		{"PIN", StagePinCode, sent, "", ""},
		{"form before the PIN", StageForm, sent, "broken", "broken"},
		{"form", StageForm, proved, "", ""},
		{"PIN again", StagePinCode, proved, "/signup/form", "/signup/form"},
		{"PIN of a changed address", StagePinCode, changing, "", ""},
		{"email again", StageAuth, proved, "/signup/form", "/signup/form"},
		{"entry again", StageEntry, proved, "/signup/form", "/signup/form"},
		{"confirm before the PIN", StageConfirm, sent, "broken", "broken"},
		{"confirm before the form", StageConfirm, proved, "/signup/form", "/signup/form"},
		{"confirm", StageConfirm, confirmed, "", ""},
		{"member", StageEntry, progress{signedIn: true}, "/mypage", "/mypage"},
		{"member at the form", StageForm, progress{signedIn: true}, "/mypage", "/mypage"},
	} {
		for policyStep, want := range map[bool]string{true: c.want, false: c.plain} {
			c.p.policyStep = policyStep
			next, broken := route(c.step, c.p)
			got := paths.Of(next)
			if broken {
				got = "broken"
			}
			if got != want {
				t.Errorf("%s (policy step %v): %q, want %q", c.name, policyStep, got, want)
			}
		}
	}
}
