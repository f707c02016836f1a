package signup

import "testing"

func TestStepCounter(t *testing.T) {
	for _, c := range []struct {
		row        string
		step       SignupStep
		policyStep bool
		number, of int
	}{
		{"S-025", StepAuth, false, 1, 3},
		{"S-026", StepAuth, true, 2, 4},
		{"S-027 e-mail page, start 1", StepEmail, false, 1, 3},
		{"S-027 e-mail page, start 2", StepEmail, true, 2, 4},
		{"S-028", StepPinCode, true, 3, 4},
		{"S-029", StepPinCode, false, 2, 3},
		{"policy", StepPolicy, true, 1, 4},
		{"form", StepForm, true, 4, 4},
		{"form without policy step", StepForm, false, 3, 3},
		{"confirm is not counted", StepConfirm, true, 0, 0},
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
		step  SignupStep
		p     progress
		want  string // "" stays, "broken" starts again
		plain string // the same in a store without the policy step
	}{
		{"entry", StepEntry, fresh, "/signup/policy", "/signup/auth"},
		{"policy", StepPolicy, fresh, "", "/signup/auth"},
		{"policy again", StepPolicy, consented, "", "/signup/auth"},
		{"e-mail too early", StepAuth, fresh, "/signup/policy", ""},
		{"e-mail", StepAuth, consented, "", ""},
		{"e-mail only", StepEmail, consented, "", ""},
		{"PIN without a flow", StepPinCode, fresh, "broken", "broken"},
		{"PIN before the e-mail", StepPinCode, consented, "broken", "broken"},
		{"PIN", StepPinCode, sent, "", ""},
		{"form before the PIN", StepForm, sent, "broken", "broken"},
		{"form", StepForm, proved, "", ""},
		{"PIN again", StepPinCode, proved, "/signup/form", "/signup/form"},
		{"PIN of a changed address", StepPinCode, changing, "", ""},
		{"e-mail again", StepAuth, proved, "/signup/form", "/signup/form"},
		{"entry again", StepEntry, proved, "/signup/form", "/signup/form"},
		{"confirm before the PIN", StepConfirm, sent, "broken", "broken"},
		{"confirm before the form", StepConfirm, proved, "/signup/form", "/signup/form"},
		{"confirm", StepConfirm, confirmed, "", ""},
		{"member", StepEntry, progress{signedIn: true}, "/mypage", "/mypage"},
		{"member at the form", StepForm, progress{signedIn: true}, "/mypage", "/mypage"},
	} {
		for policyStep, want := range map[bool]string{true: c.want, false: c.plain} {
			c.p.policyStep = policyStep
			got, broken := route(c.step, c.p)
			if broken {
				got = "broken"
			}
			if got != want {
				t.Errorf("%s (policy step %v): %q, want %q", c.name, policyStep, got, want)
			}
		}
	}
}
