package credential

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/factor"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account"
	"kaiin/server/staff/acts"
)

// How long a change waits that the staff have begun.
const (
	heldFor  = 72 * time.Hour     // the member can stop it until then
	heldLife = 7 * 24 * time.Hour // a new address can be proved until then
	apart    = 30 * 24 * time.Hour
	heldKept = apart + 10*24*time.Hour // so that apart can be known

	heldDigits = 8
	heldTries  = 5
	heldCode   = "held change"
)

// Held is a change that the staff have begun.
type Held struct {
	ID, Account       uuid.UUID
	StartedAt, From   time.Time
	Email             string       // the new one; "" where factors are taken off
	Factors           []FactorKind // those that are taken off
	ProvedAt          *time.Time
	AgreedAt, EndedAt *time.Time

	expiresAt time.Time
	outcome   string
	code      []byte
}

const heldColumns = `id, account_id, created_at, takes_effect_at, coalesce(email, ''), factors, proved_at, agreed_at, ended_at, expires_at, outcome, code_hash`

func scanHeld(row interface{ Scan(...any) error }) (*Held, error) {
	var h Held
	var factors string
	err := row.Scan(&h.ID, &h.Account, &h.StartedAt, &h.From, &h.Email, &factors, &h.ProvedAt, &h.AgreedAt, &h.EndedAt, &h.expiresAt, &h.outcome, &h.code)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	for _, kind := range strings.Fields(factors) {
		h.Factors = append(h.Factors, FactorKind(kind))
	}
	return &h, err
}

func (s *Service) findHeld(ctx context.Context, id uuid.UUID, lock string) (*Held, error) {
	return scanHeld(s.Store.QueryRow(ctx, `SELECT `+heldColumns+` FROM held_changes WHERE id = $1`+lock, id))
}

// HeldOf are the changes of the account that have not ended, the oldest first.
func (s *Service) HeldOf(ctx context.Context, id uuid.UUID) (all []*Held, err error) {
	rows, err := s.Store.Query(ctx, `SELECT `+heldColumns+` FROM held_changes WHERE account_id = $1 AND ended_at IS NULL ORDER BY created_at, id`, id)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		h, err := scanHeld(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, h)
	}
	return all, rows.Err()
}

// notLately is the fault CHANGED_LATELY where the other kind of change was begun within 30 days,
// whatever became of it: both in a row would hand the account over.
func (s *Service) notLately(ctx context.Context, id uuid.UUID, factors bool) error {
	var lately bool
	err := s.Store.QueryRow(ctx, `SELECT EXISTS (SELECT FROM held_changes WHERE account_id = $1 AND created_at > $2 AND (email IS NULL) = $3)`,
		id, s.Clock.Now().Add(-apart), factors).Scan(&lately)
	if err == nil && lately {
		err = changedLately()
	}
	return err
}

func changedLately() error {
	return fault.Precondition(fault.ChangedLately).With(map[string]any{"days": int(apart.Hours()) / 24})
}

// MayChangeEmail is the address as it is meant, and the fault that HoldEmailChange would answer
// now.
func (s *Service) MayChangeEmail(ctx context.Context, id uuid.UUID, email string) (string, error) {
	row, err := s.Account.Find(ctx, id)
	if err != nil {
		return "", err
	}
	return s.mayChangeEmail(ctx, row, email)
}

func (s *Service) mayChangeEmail(ctx context.Context, row *ent.Account, email string) (string, error) {
	email = typed.HalfWidth(email)
	var wrong fault.Fields
	account.CheckTypedEmail(&wrong, email)
	if len(wrong) == 0 && account.EmailKey(email) == account.EmailKey(store.Text(row.Email)) {
		wrong.Add("email", fault.Unchanged)
	}
	switch {
	case len(wrong) > 0:
		return email, wrong.Err()
	case row.Status != entaccount.StatusActive:
		return email, notActive(row)
	case row.Email == nil: // no mail could say how to stop it
		return email, fault.Precondition(fault.EmailNotSet)
	}
	if err := s.notLately(ctx, row.ID, true); err != nil {
		return email, err
	}
	taken, err := s.Account.EmailTaken(ctx, email)
	if err == nil && taken {
		err = fault.Invalid(fault.AccountAlreadyExistsEmail, "email")
	}
	return email, err
}

// errAlone says that no second person has approved the decision.
var errAlone = errors.New("a change of what a member logs in with, decided by one person")

// HoldEmailChange begins a change of the member's address that a second person has approved. The
// new address gets a code, which the member alone types, and the present one a notice with a link
// that stops the change, or agrees. A change of the address that was begun before ends.
//
// Faults: NOT_FOUND on accountId; EMAIL_REQUIRED, TOO_LONG, EMAIL_INVALID, UNCHANGED,
// ACCOUNT_ALREADY_EXISTS_EMAIL on email; MEMBER_NOT_ACTIVE; EMAIL_NOT_SET; CHANGED_LATELY.
func (s *Service) HoldEmailChange(ctx context.Context, by acts.Decision, id uuid.UUID, email string) error {
	if !by.IsApproved() {
		return errAlone
	}
	act := acts.Act{Kind: acts.EmailChangeStarted, AccountID: id, Fields: []acts.PersonalField{acts.FieldEmail}, Details: map[string]any{"email": email}}
	return by.Do(ctx, act, func(ctx context.Context, act *acts.Act) error {
		row, err := s.lockActive(ctx, id)
		if err != nil {
			return err
		}
		email, err := s.mayChangeEmail(ctx, row, email)
		if err != nil {
			return err
		}
		if err := s.endHeldEmail(ctx, id); err != nil {
			return err
		}
		code, h := secret.Digits(heldDigits), Held{ID: uuid.Must(uuid.NewV7()), Account: id, Email: email}
		h.code = s.Secrets.KeptMAC(heldCode, h.bound(code))
		if err := s.hold(ctx, &h); err != nil {
			return err
		}
		act.Target = acts.Target{Type: "change", ID: h.ID.String()}
		offered := notify.EmailOffered{Code: code, Token: s.heldLink(&h, toNew, email), Until: h.expiresAt}
		if err := s.Notify.Send(ctx, notify.To{AccountID: id, Address: email, Locale: row.Locale}, offered); err != nil {
			return err
		}
		told := notify.ChangeHeld{At: h.StartedAt, Email: account.ShortEmail(email), From: h.From, Token: s.heldLink(&h, toPresent, *row.Email)}
		return s.Account.Mail(ctx, row, row.Locale, told)
	})
}

// bound is the code with what it is bound to.
func (h *Held) bound(code string) []byte { return []byte(h.ID.String() + "\n" + code) }

func (s *Service) hold(ctx context.Context, h *Held) error {
	h.StartedAt = s.Clock.Now()
	h.From, h.expiresAt = h.StartedAt.Add(heldFor), h.StartedAt.Add(heldLife)
	var factors []string
	for _, kind := range h.Factors {
		factors = append(factors, string(kind))
	}
	return s.Store.Exec(ctx, `INSERT INTO held_changes (id, created_at, account_id, email, factors, due_at, takes_effect_at, expires_at, code_hash) VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
		h.ID, h.StartedAt, h.Account, store.Nullable(h.Email), strings.Join(factors, " "), h.From, h.expiresAt, h.code)
}

// MayResetFactors is the fault that HoldFactorReset would answer now.
func (s *Service) MayResetFactors(ctx context.Context, id uuid.UUID, kinds []FactorKind) error {
	row, err := s.Account.Find(ctx, id)
	if err == nil {
		_, err = s.mayResetFactors(ctx, row, kinds)
	}
	return err
}

func (s *Service) mayResetFactors(ctx context.Context, row *ent.Account, kinds []FactorKind) (Factors, error) {
	if row.Status != entaccount.StatusActive {
		return Factors{}, notActive(row)
	}
	if len(kinds) == 0 {
		return Factors{}, fault.Invalid(fault.Required, "kinds")
	}
	f, err := s.Factors(ctx, row)
	if err != nil {
		return f, err
	}
	passkeys, err := s.Passkey.Count(ctx, row.ID)
	if err != nil {
		return f, err
	}
	for _, kind := range kinds {
		if !f.Has(kind) && (kind != FactorPasskey || passkeys == 0) {
			return f, fault.Invalid(fault.InvalidChoice, "kinds")
		}
	}
	if row.Email == nil && !s.textsHeld(f) { // nothing would tell the member
		return f, fault.Precondition(fault.EmailNotSet)
	}
	if row.EmailChangedAt != nil && s.Clock.Now().Before(row.EmailChangedAt.Add(apart)) { // perhaps not by the member
		return f, changedLately()
	}
	return f, s.notLately(ctx, row.ID, false)
}

// textsHeld reports whether a message to a phone tells a member that factors are taken off.
func (s *Service) textsHeld(f Factors) bool { return f.row(FactorSMS) != nil && s.Notify.CanText() }

// HoldFactorReset begins to take second factors off, which a second person has approved. The member
// is told on every way there is; the mail has a link that stops it, and so does a login with
// a second factor.
//
// Faults: NOT_FOUND on accountId; REQUIRED and INVALID_CHOICE on kinds, also of one that is not on;
// MEMBER_NOT_ACTIVE; EMAIL_NOT_SET, unless a message to a phone tells the member; CHANGED_LATELY.
func (s *Service) HoldFactorReset(ctx context.Context, by acts.Decision, id uuid.UUID, kinds []FactorKind) error {
	if !by.IsApproved() {
		return errAlone
	}
	act := acts.Act{Kind: acts.FactorsResetStarted, AccountID: id, Fields: []acts.PersonalField{acts.FieldFactors}, Details: map[string]any{"kinds": kinds}}
	return by.Do(ctx, act, func(ctx context.Context, act *acts.Act) error {
		row, err := s.lockActive(ctx, id)
		if err != nil {
			return err
		}
		f, err := s.mayResetFactors(ctx, row, kinds)
		if err != nil {
			return err
		}
		if _, err := s.endHeld(ctx, id, "replaced", "email IS NULL"); err != nil {
			return err
		}
		h := Held{ID: uuid.Must(uuid.NewV7()), Account: id, Factors: slices.Compact(slices.Sorted(slices.Values(kinds)))}
		if err := s.hold(ctx, &h); err != nil {
			return err
		}
		act.Target = acts.Target{Type: "change", ID: h.ID.String()}
		if s.textsHeld(f) {
			to := notify.To{AccountID: id, Address: *f.row(FactorSMS).PhoneNumber, Locale: row.Locale}
			if err := s.Notify.Send(ctx, to, notify.SMSFactorsHeld{Days: int(heldFor.Hours()) / 24}); err != nil {
				return err
			}
		}
		told := notify.ChangeHeld{At: h.StartedAt, From: h.From, Token: s.heldLink(&h, toPresent, store.Text(row.Email))}
		for _, kind := range h.Factors {
			told.Factors = append(told.Factors, string(kind))
		}
		return s.Account.Mail(ctx, row, row.Locale, told)
	})
}

// endHeld ends the changes of the account that wait and are such ones, and says how many that were.
// It joins the caller's transaction, which holds the account's lock.
func (s *Service) endHeld(ctx context.Context, id uuid.UUID, outcome, such string) (ended int, err error) {
	err = s.Store.QueryRow(ctx, `WITH ended AS (UPDATE held_changes SET ended_at = $1, outcome = $2, code_hash = NULL WHERE account_id = $3 AND ended_at IS NULL AND `+such+` RETURNING id)
		SELECT count(*) FROM ended`, s.Clock.Now(), outcome, id).Scan(&ended)
	return ended, err
}

// StopHeldByStaff ends the change of the address that waits, or what would take second factors off,
// and tells the member. Faults: NOT_FOUND on accountId; INVALID_CHOICE on what where none waits.
func (s *Service) StopHeldByStaff(ctx context.Context, by acts.Decision, id uuid.UUID, factors bool) error {
	what, field, such := "EMAIL_CHANGE", acts.FieldEmail, "email IS NOT NULL"
	if factors {
		what, field, such = "FACTOR_RESET", acts.FieldFactors, "email IS NULL"
	}
	act := acts.Act{Kind: acts.WaitingStopped, AccountID: id, Fields: []acts.PersonalField{field}, Details: map[string]any{"what": what}}
	return by.Do(ctx, act, func(ctx context.Context, _ *acts.Act) error {
		row, err := s.Account.LockAny(ctx, id)
		if err != nil {
			return err
		}
		if row == nil {
			return fault.Invalid(fault.CodeNotFound, "accountId")
		}
		stopped, err := s.endHeld(ctx, id, "stopped", such)
		if err != nil {
			return err
		}
		if stopped == 0 {
			return fault.Invalid(fault.InvalidChoice, "what")
		}
		return s.Account.Mail(ctx, row, row.Locale, notify.ChangeStopped{At: s.Clock.Now(), Factors: factors})
	})
}

// endHeldEmail ends a change of the address that waits, since another address has been set or is
// about to be.
func (s *Service) endHeldEmail(ctx context.Context, id uuid.UUID) error {
	_, err := s.endHeld(ctx, id, "replaced", "email IS NOT NULL")
	return err
}

// FactorGiven stops what would take second factors off: the member has just given one. It must be
// called inside the transaction of the login, which holds the account's lock.
func (s *Service) FactorGiven(ctx context.Context, row *ent.Account) error {
	stopped, err := s.endHeld(ctx, row.ID, "kept", "email IS NULL")
	if err != nil || stopped == 0 {
		return err
	}
	return s.Account.Mail(ctx, row, row.Locale, notify.ChangeStopped{At: s.Clock.Now(), Factors: true, ByLogin: true})
}

// heldBatch is how many changes one Due looks at.
const heldBatch = 50

// Due carries out the changes whose time has come, and says how many it looked at.
func (s *Service) Due(ctx context.Context) (looked int, err error) {
	rows, err := s.Store.Query(ctx, `SELECT id FROM held_changes WHERE due_at <= $1 AND ended_at IS NULL ORDER BY due_at LIMIT $2`, s.Clock.Now(), heldBatch)
	if err != nil {
		return 0, err
	}
	var all []uuid.UUID
	for rows.Next() {
		var id uuid.UUID
		if err = rows.Scan(&id); err != nil {
			break
		}
		all = append(all, id)
	}
	if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return 0, err
	}
	for _, id := range all {
		done, settleErr := s.settle(ctx, id)
		if done {
			looked++
		}
		err = errors.Join(err, settleErr)
	}
	return looked, err
}

// settle carries a change out if its time has come, and reports whether anything came of it.
func (s *Service) settle(ctx context.Context, id uuid.UUID) (moved bool, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		moved = false
		row, h, err := s.lockHeld(ctx, id)
		if err != nil || h == nil || h.EndedAt != nil {
			return err
		}
		moved, err = s.carryOut(ctx, row, h)
		return err
	})
	return moved, err
}

// lockHeld locks the account of a change and then the change; nil where it is gone.
func (s *Service) lockHeld(ctx context.Context, id uuid.UUID) (*ent.Account, *Held, error) {
	h, err := s.findHeld(ctx, id, "")
	if err != nil || h == nil {
		return nil, nil, err
	}
	row, err := s.Account.LockAny(ctx, h.Account)
	if err != nil || row == nil {
		return nil, nil, err
	}
	h, err = s.findHeld(ctx, id, " FOR UPDATE")
	return row, h, err
}

// carryOut carries out a change that waits, if its time has come. It joins the caller's
// transaction, which holds both locks.
func (s *Service) carryOut(ctx context.Context, row *ent.Account, h *Held) (moved bool, err error) {
	now := s.Clock.Now()
	switch {
	case row.Status != entaccount.StatusActive || !now.Before(h.expiresAt):
		return true, s.end(ctx, h, "expired")
	case h.Email == "" && !now.Before(h.From):
		return true, errors.Join(s.end(ctx, h, "done"), s.takeOff(ctx, row, h.Factors))
	case h.Email == "" || now.Before(h.From) && h.AgreedAt == nil:
		return false, nil
	case h.ProvedAt == nil: // the code may still come
		return true, s.Store.Exec(ctx, `UPDATE held_changes SET due_at = expires_at WHERE id = $1`, h.ID)
	}
	taken, err := s.Account.EmailTaken(ctx, h.Email)
	if err != nil {
		return false, err
	}
	if taken {
		return true, errors.Join(s.end(ctx, h, "taken"), s.Account.Mail(ctx, row, row.Locale, notify.ChangeStopped{At: now}))
	}
	if err := s.end(ctx, h, "done"); err != nil {
		return false, err
	}
	if err := s.moveTo(ctx, actor.Actor{Locale: row.Locale}, row, h.Email); err != nil {
		return false, err
	}
	if err := s.Session.Distrust(ctx, actor.Actor{}, row.ID, uuid.Nil); err != nil {
		return false, err
	}
	_, err = s.Passkey.TakeOffRecent(ctx, notify.To{AccountID: row.ID, Address: h.Email, Locale: row.Locale}, h.StartedAt)
	return true, err
}

func (s *Service) end(ctx context.Context, h *Held, outcome string) error {
	return s.Store.Exec(ctx, `UPDATE held_changes SET ended_at = $1, outcome = $2, code_hash = NULL WHERE id = $3`, s.Clock.Now(), outcome, h.ID)
}

// takeOff takes second factors off as their member does (DisableFactor), and passkeys.
func (s *Service) takeOff(ctx context.Context, row *ent.Account, kinds []FactorKind) error {
	client := s.Store.Client(ctx)
	var gone []FactorKind
	for _, kind := range kinds {
		if kind == FactorPasskey {
			if err := s.Passkey.TakeOff(ctx, row); err != nil {
				return err
			}
			continue
		}
		n, err := client.Factor.Delete().Where(factor.AccountID(row.ID), factor.TypeEQ(factor.Type(kind))).Exec(ctx)
		if err != nil {
			return err
		}
		if n > 0 {
			gone = append(gone, kind)
		}
	}
	left, err := client.Factor.Query().Where(factor.AccountID(row.ID)).Exist(ctx)
	if err != nil {
		return err
	}
	if !left && len(gone) > 0 {
		if err := s.dropStandIns(ctx, row.ID); err != nil {
			return err
		}
	}
	for _, kind := range gone {
		if err := s.factorChanged(ctx, actor.Actor{}, row, kind, false); err != nil {
			return err
		}
	}
	return nil
}
