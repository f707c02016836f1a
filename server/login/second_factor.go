package login

import (
	"context"
	"slices"
	"strings"
	"time"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/account"
	"kaiin/server/actor"
	"kaiin/server/catalog"
	"kaiin/server/fault"
)

// accepted are the second factors that may follow a first one of the method. A mailed code proves the same as a mailed second
// factor, hence the one is never accepted after the other (NIST SP 800-63B: two factors are two different things).
func accepted(method string, f account.Factors) []string {
	types := slices.DeleteFunc(slices.Clone(f.Types), func(kind string) bool {
		return kind == account.FactorEmail && method == MethodAuthCode
	})
	if f.BackupCodes > 0 {
		types = append(types, account.FactorBackup)
	}
	return types
}

func loginPath(oidc bool) string {
	if oidc {
		return "/oidc/login"
	}
	return "/login"
}

// factorPath is the page that asks for the kind of factor; "" is the choice.
func factorPath(oidc bool, kind string) string {
	return strings.TrimSuffix(loginPath(oidc)+"/multi-factor/"+kind, "/")
}

// waiting is a login that waits for its second factor.
type waiting struct {
	pending
	account *ent.Account
	factors account.Factors
	types   []string // those it accepts
}

// lookupWaiting is the login of the actor's browser that waits for a second factor, or nil.
func (s *Service) lookupWaiting(ctx context.Context, a actor.Actor) (*waiting, error) {
	var w waiting
	found, err := s.Account.OpenFlow(ctx, a.SessionID, flowFactor, &w.pending)
	if err != nil || !found {
		return nil, err
	}
	if w.account, err = s.Account.Find(ctx, w.AccountID); err != nil {
		return nil, err
	}
	if w.account.Status != entaccount.StatusActive {
		return nil, nil
	}
	if w.factors, err = s.Account.Factors(ctx, w.account); err != nil {
		return nil, err
	}
	w.types = accepted(w.Method, w.factors)
	return &w, nil
}

// FactorPage is what the choice of a second factor, and the entry of one, show.
type FactorPage struct {
	RedirectTo string // go there instead
	Type       string // the one that is entered; "" on the choice
	SendTo     string // where its code went, shortened
	Types      []string
	Default    string
	CodeName   string
	CodeLife   time.Duration // 0 for what is not sent
	ResendAt   *time.Time
}

// FactorChoice is the choice of a second factor. Where no login waits for one it leads to the login page.
func (s *Service) FactorChoice(ctx context.Context, a actor.Actor, oidc bool) (*FactorPage, error) {
	w, err := s.lookupWaiting(ctx, a)
	if err != nil {
		return nil, err
	}
	if w == nil {
		return &FactorPage{RedirectTo: loginPath(oidc)}, nil
	}
	return &FactorPage{Types: w.types, Default: w.factors.Default}, nil
}

// FactorEntry is the entry of a second factor, whose code, when it is one that is sent, is on its way then. A factor that the
// login does not accept leads to the choice. Faults: not found, for what is no type at all; throttled.
func (s *Service) FactorEntry(ctx context.Context, a actor.Actor, kind string, oidc bool) (*FactorPage, error) {
	if !slices.Contains([]string{account.FactorEmail, account.FactorSMS, account.FactorOTP, account.FactorBackup}, kind) {
		return nil, fault.NotFound()
	}
	w, err := s.lookupWaiting(ctx, a)
	switch {
	case err != nil:
		return nil, err
	case w == nil:
		return &FactorPage{RedirectTo: loginPath(oidc)}, nil
	case !slices.Contains(w.types, kind):
		return &FactorPage{RedirectTo: factorPath(oidc, "")}, nil
	}
	settings, err := s.Catalog.Settings(ctx)
	if err != nil {
		return nil, err
	}
	called := factorCode(settings, kind)
	page := &FactorPage{
		Type: kind, Types: w.types, Default: w.factors.Default, CodeName: called.DisplayName.In(a.Locale), CodeLife: called.Life(),
	}
	switch kind {
	case account.FactorEmail:
		page.SendTo = w.factors.Email
	case account.FactorSMS:
		page.SendTo = w.factors.Phone
	default:
		return page, nil
	}
	code, err := s.Account.OpenFactorCode(ctx, a, w.account, kind)
	page.ResendAt = code.ResendAt
	return page, err
}

// factorCode is what the code of a kind of factor is called, and how long one that is sent lives.
func factorCode(settings *catalog.Settings, kind string) catalog.CodePurpose {
	switch kind {
	case account.FactorOTP:
		return catalog.CodePurpose{DisplayName: catalog.Text{"ja": "ワンタイムパスワード", "en": "one-time password"}}
	case account.FactorBackup:
		return catalog.CodePurpose{DisplayName: catalog.Text{"ja": "バックアップコード", "en": "backup code"}}
	default:
		return settings.AuthCodes.Of("multiFactor" + map[string]string{account.FactorEmail: "Email", account.FactorSMS: "Sms"}[kind])
	}
}

// ResendFactorCode sends the code of the second factor once more. Faults: throttled, within 30 seconds of the last; a broken
// flow, when no login waits for the factor.
func (s *Service) ResendFactorCode(ctx context.Context, a actor.Actor, kind string) error {
	w, err := s.lookupWaiting(ctx, a)
	if err != nil {
		return err
	}
	if w == nil || kind != account.FactorEmail && kind != account.FactorSMS || !slices.Contains(w.types, kind) {
		return fault.BrokenFlow(fault.CodeSessionFlow, loginPath(w != nil && w.Oidc))
	}
	return s.Account.ResendFactorCode(ctx, a, w.account, kind)
}

// FactorInput is what the entry of a second factor sends.
type FactorInput struct {
	Type      string
	Value     string
	Preferred bool // ask for this type first from now on
	Remember  bool // spare this browser the second factor for 30 days
	Oidc      bool
}

// GiveFactor signs the member in whose login waits for the second factor. Of several right answers to one login, one signs in.
//
// Faults: REQUIRED and MULTI_FACTOR_FAILED on value; throttled; a broken flow, when no login waits for the factor (any more).
func (s *Service) GiveFactor(ctx context.Context, a actor.Actor, in FactorInput) (Signed, error) {
	w, err := s.lookupWaiting(ctx, a)
	if err != nil {
		return Signed{}, err
	}
	broken := fault.BrokenFlow(fault.CodeSessionFlow, loginPath(in.Oidc))
	if w == nil || !slices.Contains(w.types, in.Type) {
		return Signed{}, broken
	}
	if in.Value = strings.TrimSpace(in.Value); in.Value == "" {
		settings, err := s.Catalog.Settings(ctx)
		if err != nil {
			return Signed{}, err
		}
		called := factorCode(settings, in.Type).DisplayName.In(a.Locale)
		return Signed{}, fault.Invalid("REQUIRED", "value").With(map[string]any{"codeName": called})
	}
	var signed Signed
	err = s.Account.CheckFactor(ctx, a, w.account, in.Type, in.Value, func(ctx context.Context) error {
		spent, err := s.Account.SpendFlow(ctx, a.SessionID, flowFactor)
		if err != nil {
			return err
		}
		if !spent {
			return broken
		}
		if in.Preferred && in.Type != account.FactorBackup { // which is used up
			if err := s.Store.Client(ctx).Account.UpdateOneID(w.AccountID).SetDefaultMultiFactorType(in.Type).Exec(ctx); err != nil {
				return err
			}
		}
		signed, err = s.admit(ctx, a, w.proof(), givenFactor{kind: in.Type, remember: in.Remember})
		return err
	})
	if fault.Is(err, "MULTI_FACTOR_FAILED") {
		try := attempt{method: w.Method, identifier: w.Identifier, hint: w.DeviceHint, asked: true, factor: in.Type}
		if noted := s.record(ctx, a, w.AccountID, try); noted != nil {
			return Signed{}, noted
		}
	}
	if err != nil {
		return Signed{}, err
	}
	return signed, nil
}

// proof is the first factor the login began with.
func (w *waiting) proof() Proof {
	return Proof{
		Account: w.account, Method: w.Method, Identifier: w.Identifier, ReturnTo: w.ReturnTo, DeviceHint: w.DeviceHint,
		Oidc: w.Oidc, MustChangePassword: w.MustChangePassword,
	}
}
