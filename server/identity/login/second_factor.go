package login

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/authcode"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/base/words"
	"kaiin/server/identity/credential"
)

// accepted are the second factors that may follow a first one of the method. A mailed code proves
// the same as a mailed second factor, so the one is never accepted after the other (NIST SP
// 800-63B: two factors are two different things); nor is it after a password that a mailed link has
// just set.
func (s *Service) accepted(method actor.Method, f credential.Factors) []credential.FactorKind {
	mailBlocked := s.mailFactorBlocked(method, f)
	types := slices.DeleteFunc(slices.Clone(f.Ready), func(kind credential.FactorKind) bool {
		return kind == credential.FactorEmail && (method == actor.MethodAuthCode || mailBlocked)
	})
	if f.BackupCodes > 0 {
		types = append(types, credential.FactorBackup)
	}
	return types
}

// mailFactorBlocked is whether a mailed code is not accepted because a mailed link has set the
// password that was given.
func (s *Service) mailFactorBlocked(method actor.Method, f credential.Factors) bool {
	return method == actor.MethodPassword && s.Clock.Now().Before(f.MailFrom) && slices.Contains(f.Ready, credential.FactorEmail)
}

// only is the one kind where there is nothing to choose but it, and perhaps the backup codes that
// its page offers too; "" where there is a choice.
func only(types []credential.FactorKind) credential.FactorKind {
	types = slices.DeleteFunc(slices.Clone(types), func(kind credential.FactorKind) bool { return kind == credential.FactorBackup })
	if len(types) != 1 {
		return ""
	}
	return types[0]
}

// waiting is a login that waits for its second factor.
type waiting struct {
	pending
	account *ent.Account
	factors credential.Factors
	types   []credential.FactorKind // those it accepts
}

// lookupWaiting is the login of the actor's browser that waits for a second factor, or nil. What
// ends the account's sessions ends it, too. again is where the login begins anew, for what the one
// was for that waits or has waited too long; where there was none, for the errand.
func (s *Service) lookupWaiting(ctx context.Context, a actor.Actor, errand step.Errand) (waits *waiting, again step.Step, err error) {
	var w waiting
	found, err := s.Flow.Open(ctx, a.SessionID, flowFactor, &w.pending)
	again = step.Login.For(cmp.Or(w.Errand, errand)).AndBack(w.ReturnTo)
	if err != nil || !found {
		return nil, again, err
	}
	if w.account, err = s.Account.Find(ctx, w.AccountID); err != nil {
		return nil, again, err
	}
	if w.account.Status != entaccount.StatusActive || w.account.AccessStamp != w.Stamp {
		return nil, again, nil
	}
	if w.factors, err = s.Credential.Factors(ctx, w.account); err != nil {
		return nil, again, err
	}
	w.types = s.accepted(w.Method, w.factors)
	return &w, again, nil
}

// FactorPage is what the choice of a second factor, and the entry of one, show.
type FactorPage struct {
	Next              step.Step             // go there instead
	ReturnTo          string                // where the login leads; "" is My Page
	Type              credential.FactorKind // the one that is entered; "" on the choice
	SendTo            string                // where its code went, shortened
	CodeSent          bool                  // its code was sent and can still be entered
	Types             []credential.FactorKind
	Default           credential.FactorKind
	MailFactorBlocked bool       // Email is not among Types because a mailed link has set the password
	MailFrom          *time.Time // from when it is again; nil: only once another factor has been given
	CodeName          string
	CodeLife          time.Duration // 0 for what is not sent
	ResendAt          *time.Time
}

// FactorChoice is the choice of a second factor. Where no login waits for one it leads to the
// login page.
func (s *Service) FactorChoice(ctx context.Context, a actor.Actor, errand step.Errand) (*FactorPage, error) {
	w, again, err := s.lookupWaiting(ctx, a, errand)
	if err != nil {
		return nil, err
	}
	if w == nil {
		return &FactorPage{Next: again}, nil
	}
	page := &FactorPage{ReturnTo: w.ReturnTo, Types: w.types, Default: w.factors.Default, MailFactorBlocked: s.mailFactorBlocked(w.Method, w.factors)}
	if from := w.factors.MailFrom; page.MailFactorBlocked && from != credential.Never {
		page.MailFrom = &from
	}
	return page, nil
}

// FactorEntry is the entry of a second factor, whose code, when it is one that is sent, is on its
// way then. A factor that the login does not accept leads to the choice. Faults: not found, for
// what is no type at all; throttled.
func (s *Service) FactorEntry(ctx context.Context, a actor.Actor, kind credential.FactorKind, errand step.Errand) (*FactorPage, error) {
	if !slices.Contains(credential.FactorKinds, kind) {
		return nil, fault.NotFound()
	}
	w, again, err := s.lookupWaiting(ctx, a, errand)
	switch {
	case err != nil:
		return nil, err
	case w == nil:
		return &FactorPage{Next: again}, nil
	case !slices.Contains(w.types, kind):
		return &FactorPage{Next: step.GiveFactor("").For(errand)}, nil
	}
	current, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	called := factorCode(current, kind)
	page := &FactorPage{
		ReturnTo: w.ReturnTo, Type: kind, Types: w.types, Default: w.factors.Default, CodeName: called.DisplayName.In(a.Locale), CodeLife: called.Life(),
	}
	switch kind {
	case credential.FactorEmail:
		page.SendTo = w.factors.Email
	case credential.FactorSMS:
		page.SendTo = w.factors.Phone
	default:
		return page, nil
	}
	code, err := s.Credential.OpenFactorCode(ctx, a, w.account, w.factors, kind)
	page.CodeSent, page.ResendAt = code.Sent, code.ResendAt
	return page, err
}

// factorCode is what the code of a kind of factor is called, and how long one that is sent is
// valid.
func factorCode(current *settings.Settings, kind credential.FactorKind) settings.CodePurpose {
	switch kind {
	case credential.FactorOTP:
		return settings.CodePurpose{DisplayName: words.Text{"ja": "ワンタイムパスワード", "en": "one-time password"}}
	case credential.FactorBackup:
		return settings.CodePurpose{DisplayName: words.Text{"ja": "バックアップコード", "en": "backup code"}}
	case credential.FactorPasskey:
		return settings.CodePurpose{DisplayName: words.Text{"ja": "パスキー", "en": "passkey"}}
	case credential.FactorSMS:
		return current.AuthCodes.Of(authcode.PurposeMultiFactorSms)
	default:
		return current.AuthCodes.Of(authcode.PurposeMultiFactorEmail)
	}
}

// ResendFactorCode sends the code of the second factor once more. Faults: throttled, within 30
// seconds of the last; a broken flow, when no login waits for the factor.
func (s *Service) ResendFactorCode(ctx context.Context, a actor.Actor, kind credential.FactorKind) error {
	w, again, err := s.lookupWaiting(ctx, a, step.Plain)
	if err != nil {
		return err
	}
	if w == nil || kind != credential.FactorEmail && kind != credential.FactorSMS || !slices.Contains(w.types, kind) {
		return fault.BrokenFlow(fault.InvalidSessionFlow, again)
	}
	return s.Credential.ResendFactorCode(ctx, a, w.account, w.factors, kind)
}

// FactorInput is what the entry of a second factor sends.
type FactorInput struct {
	Type      credential.FactorKind
	Value     string
	Preferred bool // ask for this type first from now on
	Remember  bool // spare this browser the second factor for 30 days
	Errand    step.Errand
}

// GiveFactor signs the member in whose login waits for the second factor. Of several right answers
// to one login, one signs in.
//
// Faults: REQUIRED and MULTI_FACTOR_FAILED on value; throttled; a broken flow, when no login waits
// for the factor (any more).
func (s *Service) GiveFactor(ctx context.Context, a actor.Actor, in FactorInput) (Entered, error) {
	w, again, err := s.lookupWaiting(ctx, a, in.Errand)
	if err != nil {
		return Entered{}, err
	}
	if w == nil || !slices.Contains(w.types, in.Type) {
		return Entered{}, fault.BrokenFlow(fault.InvalidSessionFlow, again)
	}
	if in.Value = strings.TrimSpace(in.Value); in.Value == "" {
		current, err := s.Settings.Get(ctx)
		if err != nil {
			return Entered{}, err
		}
		called := factorCode(current, in.Type).DisplayName.In(a.Locale)
		return Entered{}, fault.Invalid(fault.Required, "value").With(map[string]any{"codeName": called})
	}
	proved, err := s.Credential.ProveFactor(ctx, a, w.account, w.factors, in.Type, in.Value)
	var entered Entered
	if err == nil {
		entered, err = s.passWith(ctx, a, w, in, proved)
	}
	if isWrong(err, fault.MultiFactorFailed) {
		try := attempt{method: w.Method, identifier: w.Identifier, hint: w.DeviceHint, asked: true, factor: in.Type}
		if noted := s.record(ctx, a, w.AccountID, try); noted != nil {
			return Entered{}, noted
		}
	}
	return entered, err
}

// passWith uses the proved factor and the login that waited for it up, and signs the member in, in
// one transaction. Fault: a broken flow, when another answer came first.
func (s *Service) passWith(ctx context.Context, a actor.Actor, w *waiting, in FactorInput, proved credential.ProvedFactor) (Entered, error) {
	var entered Entered
	err := s.Store.Tx(ctx, func(ctx context.Context) error {
		spent, err := s.Flow.Spend(ctx, a.SessionID, flowFactor)
		if err != nil {
			return err
		}
		if !spent {
			return fault.BrokenFlow(fault.InvalidSessionFlow, step.Login.For(in.Errand).AndBack(w.ReturnTo))
		}
		browser, err := s.Session.Familiar(ctx, a, w.AccountID)
		if err != nil {
			return err
		}
		entered, err = s.admit(ctx, a, w.proof(), browser, givenFactor{kind: in.Type, remember: in.Remember})
		if err != nil {
			return err
		}
		if err := s.Credential.SpendFactor(ctx, proved); err != nil { // after admit, which locks the account
			return err
		}
		if err := s.Credential.FactorGiven(ctx, w.account); err != nil {
			return err
		}
		if w.Method == actor.MethodPassword && w.account.PasswordMailedAt != nil {
			if err := s.Credential.TrustPassword(ctx, w.AccountID); err != nil {
				return err
			}
		}
		if in.Preferred && w.factors.Has(in.Type) { // a backup code is used up, and a passkey comes first anyway
			return s.Credential.PreferFactor(ctx, w.AccountID, in.Type)
		}
		return nil
	})
	if err != nil {
		return Entered{}, err
	}
	return entered, nil
}

// proof is the first factor the login began with.
func (w *waiting) proof() Proof {
	return Proof{
		Account: w.account, Method: w.Method, Identifier: w.Identifier, ReturnTo: w.ReturnTo, DeviceHint: w.DeviceHint,
		Errand: w.Errand, MustChangePassword: w.MustChangePassword,
	}
}
