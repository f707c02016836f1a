package credential

import (
	"context"

	"kaiin/ent"
	"kaiin/ent/authcode"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/step"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
)

// To which address a link about a held change went: purposes under which its token is sealed.
const (
	toNew     = "held change to the new address"
	toPresent = "held change to the present address"
)

func (s *Service) heldLink(h *Held, to, address string) string {
	return account.SealMailLink(s.Secrets, to, h.ID, address, h.StartedAt, "")
}

// heldOver says that a link is made up or that the change is over, which must look the same.
func heldOver() error { return fault.BrokenFlow(fault.HeldChangeOver, step.Login) }

// openHeld is the change that a link is about, with its account, and whether the link went to the
// new address. Both are locked where there is a transaction. Fault: a broken flow.
func (s *Service) openHeld(ctx context.Context, token string, lock bool) (row *ent.Account, h *Held, isNew bool, err error) {
	link, ok := account.OpenMailLink(s.Secrets, toPresent, "", token)
	if !ok {
		if link, isNew = account.OpenMailLink(s.Secrets, toNew, "", token); !isNew {
			return nil, nil, false, heldOver()
		}
	}
	if lock {
		row, h, err = s.lockHeld(ctx, link.Of)
	} else if h, err = s.findHeld(ctx, link.Of, ""); err == nil && h != nil {
		row, err = s.Account.Find(ctx, h.Account)
	}
	switch {
	case fault.Is(err, fault.CodeNotFound):
		return nil, nil, false, heldOver()
	case err != nil:
		return nil, nil, false, err
	case h == nil || row == nil || !isNew && !link.IsSentTo(row) || isNew && h.Email == "":
		return nil, nil, false, heldOver()
	case !s.Clock.Now().Before(h.expiresAt):
		return nil, nil, false, heldOver()
	}
	return row, h, isNew, nil
}

// HeldPage is what a mailed link shows of a change to anyone who has it.
type HeldPage struct {
	*Held
	IsNew bool   // the link went to the new address
	Email string // the new address, shortened
}

// HeldPage opens the page of a mailed link. It changes nothing, since mail programs open links by
// themselves. Fault: a broken flow.
func (s *Service) HeldPage(ctx context.Context, token string) (*HeldPage, error) {
	_, h, isNew, err := s.openHeld(ctx, token, false)
	if err == nil && h.EndedAt != nil {
		err = heldOver()
	}
	if err != nil {
		return nil, err
	}
	page := &HeldPage{Held: h, IsNew: isNew}
	if h.Email != "" {
		page.Email = account.ShortEmail(h.Email)
	}
	return page, nil
}

// ProveHeld proves the new address with the code that went there. The change then happens once its
// time has come or the present address has agreed, and at once if that is so already. A code that
// was right before is right again, since the answer may have been lost.
//
// Faults: a broken flow; PIN_CODE_ERROR and what is wrong with its form on pinCode.
func (s *Service) ProveHeld(ctx context.Context, a actor.Actor, token, pinCode string) error {
	_, h, isNew, err := s.openHeld(ctx, token, false)
	if err != nil {
		return err
	}
	if !isNew {
		return heldOver()
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	called := settings.AuthCodes.Of(authcode.PurposeMailEdit).DisplayName.In(a.Locale)
	pinCode = typed.Code(pinCode)
	var wrong fault.Fields
	passcode.CheckForm(&wrong, "pinCode", pinCode, called)
	if err := wrong.Err(); err != nil {
		return err
	}
	if h.ProvedAt == nil {
		if h.EndedAt != nil {
			return heldOver()
		}
		var counted bool
		err := s.Store.QueryRow(ctx, `WITH counted AS (UPDATE held_changes SET tries = tries + 1 WHERE id = $1 AND tries < $2 AND ended_at IS NULL RETURNING id)
			SELECT EXISTS (SELECT FROM counted)`, h.ID, heldTries).Scan(&counted)
		if err != nil {
			return err
		}
		if !counted || !s.Secrets.IsMAC(h.code, heldCode, h.bound(pinCode)) {
			return passcode.Wrong("pinCode", called)
		}
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		row, h, _, err := s.openHeld(ctx, token, true)
		if err != nil {
			return err
		}
		if h.ProvedAt != nil && (h.EndedAt == nil || h.outcome == "done") {
			return nil
		}
		if h.EndedAt != nil {
			return heldOver()
		}
		now := s.Clock.Now()
		h.ProvedAt = &now
		if err := s.Store.Exec(ctx, `UPDATE held_changes SET proved_at = $1, due_at = greatest($1, takes_effect_at), code_hash = NULL WHERE id = $2`, now, h.ID); err != nil {
			return err
		}
		_, err = s.carryOut(ctx, row, h)
		return err
	})
}

// AgreeToHeld has a change of the address happen as soon as the new address is proved, since the
// mailbox of the present one agrees. Faults: a broken flow.
func (s *Service) AgreeToHeld(ctx context.Context, token string) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		row, h, isNew, err := s.openHeld(ctx, token, true)
		switch {
		case err != nil:
			return err
		case isNew || h.EndedAt != nil || h.Email == "":
			return heldOver()
		case h.AgreedAt != nil:
			return nil
		}
		now := s.Clock.Now()
		h.AgreedAt = &now
		if err := s.Store.Exec(ctx, `UPDATE held_changes SET agreed_at = $1 WHERE id = $2`, now, h.ID); err != nil || h.ProvedAt == nil {
			return err
		}
		_, err = s.carryOut(ctx, row, h)
		return err
	})
}

// StopHeld ends a change that waits, by the link that went to the present address. One that was
// stopped before stays so. Fault: a broken flow.
func (s *Service) StopHeld(ctx context.Context, token string) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		row, h, isNew, err := s.openHeld(ctx, token, true)
		switch {
		case err != nil:
			return err
		case isNew || h.EndedAt != nil && h.outcome != "stopped":
			return heldOver()
		case h.EndedAt != nil:
			return nil
		}
		if err := s.end(ctx, h, "stopped"); err != nil {
			return err
		}
		return s.Account.Mail(ctx, row, row.Locale, notify.ChangeStopped{At: s.Clock.Now(), Factors: h.Email == ""})
	})
}
