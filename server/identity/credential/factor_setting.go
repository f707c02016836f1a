package credential

import (
	"context"
	"slices"
	"time"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/flow"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
)

// settingTime is how long what a member has begun to set up waits for its end.
const settingTime = 30 * time.Minute

// What a session has begun to set up, by the kind of its flow. Each is stored sealed.
const (
	flowFactorSetting flow.Kind = "multiFactorSetting" // newFactor
	flowOTPSetting    flow.Kind = "otpSetting"         // pendingOTP
	flowPhoneSetting  flow.Kind = "phoneSetting"       // pendingPhone
	flowBackupCodes   flow.Kind = "backupCodes"        // pendingCodes
)

type (
	// newFactor is one that was proved and waits for the backup codes to be saved.
	newFactor struct {
		Type        FactorKind
		PhoneNumber string
		Secret      string // base32
		Step        int64  // of the password that proved it
	}
	pendingOTP   struct{ Secret string }
	pendingPhone struct{ Number string }
	pendingCodes struct{ Codes []string }
)

// FactorSetting is what the page of all second factors shows.
type FactorSetting struct {
	Offered []FactorKind
	Enabled Factors
}

// FactorSetting is what the page of all second factors shows to the member. Faults: not found when
// the store offers none; those of NeedsFresh.
func (s *Service) FactorSetting(ctx context.Context, a actor.Actor) (*FactorSetting, error) {
	row, offered, err := s.settingFactors(ctx, a)
	if err != nil {
		return nil, err
	}
	f, err := s.Factors(ctx, row)
	return &FactorSetting{Offered: offered, Enabled: f}, err
}

// settingFactors is the member who sets up second factors, and what the store offers.
func (s *Service) settingFactors(ctx context.Context, a actor.Actor) (*ent.Account, []FactorKind, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, nil, err
	}
	if !settings.Flags.MultiFactor {
		return nil, nil, fault.NotFound()
	}
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return nil, nil, err
	}
	row, err := s.Account.Find(ctx, a.AccountID)
	return row, s.offeredFactors(settings), err
}

// FactorPage is what the page of one type shows.
type FactorPage struct {
	Type          FactorKind
	Enabled       bool
	SendTo        string // Email: the address; SMS: the number, shortened
	EmailVerified bool
	Secret        string // OTP, not enabled: the pending one in base32
	OTPAddress    string // and as apps take it
	QRCode        string // and that as SVG
	Code          *passcode.Page
	PhoneNumber   string // SMS: where a code went that waits for its entry; else the one registered
}

// FactorPage is what the page of one type shows to the member. An authenticator app gets a fresh
// secret, which stays pending until its first password comes back. Faults: not found for what the
// store does not offer; those of NeedsFresh.
func (s *Service) FactorPage(ctx context.Context, a actor.Actor, kind FactorKind) (*FactorPage, error) {
	row, offered, err := s.settingFactors(ctx, a)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(offered, kind) {
		return nil, fault.NotFound()
	}
	f, err := s.Factors(ctx, row)
	if err != nil {
		return nil, err
	}
	page := &FactorPage{Type: kind, Enabled: f.Has(kind), EmailVerified: account.HasVerifiedEmail(row)}
	switch {
	case kind == FactorEmail && row.Email != nil:
		page.SendTo = *row.Email
	case kind == FactorSMS && page.Enabled:
		page.SendTo = f.Phone
	case kind == FactorSMS:
		return page, s.phonePage(ctx, a, row, page)
	case kind == FactorOTP && !page.Enabled:
		return page, s.otpPage(ctx, a, row, page)
	}
	return page, nil
}

func (s *Service) phonePage(ctx context.Context, a actor.Actor, row *ent.Account, page *FactorPage) error {
	var pending pendingPhone
	found, err := s.Flow.Open(ctx, a.SessionID, flowPhoneSetting, &pending)
	if err != nil {
		return err
	}
	if !found {
		if row.PhoneNumber != nil {
			page.PhoneNumber = *row.PhoneNumber
		}
		return nil
	}
	code, err := s.Passcode.PageOf(ctx, phoneCode(a, pending.Number))
	page.PhoneNumber, page.SendTo, page.Code = pending.Number, pending.Number, &code
	return err
}

func (s *Service) otpPage(ctx context.Context, a actor.Actor, row *ent.Account, page *FactorPage) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	pending := pendingOTP{Secret: NewOTPSecret()}
	if err := s.Flow.Save(ctx, a.SessionID, flowOTPSetting, pending, s.Clock.Now().Add(settingTime)); err != nil {
		return err
	}
	who := row.ID.String()
	if row.Email != nil {
		who = *row.Email
	}
	page.Secret = pending.Secret
	page.OTPAddress = OTPAddress(settings.ServiceName.In(a.Locale), who, pending.Secret)
	page.QRCode, err = QRCode(page.OTPAddress)
	return err
}
