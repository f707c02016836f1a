package withdrawal

import (
	"context"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/step"
	"kaiin/server/base/typed"
	"kaiin/server/identity/passcode"
	"kaiin/server/money/payment"

	"github.com/google/uuid"
)

// Withdraw ends the membership and everything it holds, and mails a receipt. Whatever it is called
// with at the same time, it happens once. Next is the page that says so.
//
// Faults: PIN_CODE_ERROR and what is wrong with the code's form on pinCode; CONTRACT_REMAINS;
// WITHDRAW_PAYMENT_UNDER_WAY; a broken flow without a confirmed form; unauthenticated for a member
// who has left meanwhile.
func (s *Service) Withdraw(ctx context.Context, a actor.Actor, pinCode string) (next step.Step, err error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return step.Step{}, err
	}
	called := settings.AuthCodes.Withdraw.DisplayName.In(a.Locale)
	pinCode = typed.Code(pinCode)
	var wrong fault.Fields
	passcode.CheckForm(&wrong, "pinCode", pinCode, called)
	if err := wrong.Err(); err != nil {
		return step.Step{}, err
	}
	row, err := s.leaving(ctx, a)
	if err != nil {
		return step.Step{}, err
	}
	if found, err := s.Flow.Open(ctx, a.SessionID, flowWithdraw, new(confirmed)); err != nil || !found {
		return step.Step{}, firstOf(err, broken())
	}
	codeID, err := s.Passcode.Try(ctx, scope(a, *row.Email), pinCode, "pinCode", called)
	if err != nil {
		return step.Step{}, err
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		if err := s.Passcode.Spend(ctx, codeID, "pinCode", called); err != nil {
			return err
		}
		return s.leave(ctx, a, row)
	})
	if err != nil {
		return step.Step{}, err
	}
	return step.Withdrawn, nil
}

// leave is the transaction of a withdrawal, under the account's lock.
func (s *Service) leave(ctx context.Context, a actor.Actor, row *ent.Account) error {
	var f confirmed
	found, err := s.Flow.Lock(ctx, a.SessionID, flowWithdraw, &f)
	if err != nil || !found {
		return firstOf(err, broken())
	}
	var answers any // NULL without answers
	if f.Answered != nil {
		answers = f.Answered
	}
	return s.end(ctx, row, answers, a.Locale, f.Address)
}

// end ends the membership and everything it holds, under the account's lock, and tells the address,
// if there is one.
func (s *Service) end(ctx context.Context, row *ent.Account, answers any, locale, address string) error {
	underWay, err := s.Payment.UnderWay(ctx, row.ID)
	if err != nil {
		return err
	}
	if underWay {
		return fault.Precondition(fault.WithdrawPaymentUnderWay)
	}
	agreements, err := s.Payment.Outliving(ctx, row.ID)
	if err != nil {
		return err
	}
	for _, holder := range s.Leavers {
		if err := holder.Leave(ctx, row.ID); err != nil {
			return err
		}
	}
	err = s.Store.Exec(ctx, `INSERT INTO withdrawals (id, created_at, account_id, answers) VALUES ($1, $2, $3, $4)`,
		uuid.Must(uuid.NewV7()), s.Clock.Now(), row.ID, answers)
	if err != nil {
		return err
	}
	err = s.Store.Exec(ctx, `UPDATE requested_withdrawals SET ended_at = $1, outcome = $2 WHERE account_id = $3 AND ended_at IS NULL`, s.Clock.Now(), hasLeft, row.ID)
	if err != nil || address == "" {
		return err
	}
	to := notify.To{AccountID: row.ID, Address: address, Locale: locale}
	left := notify.Withdrawn{}
	if left.Open, err = s.Payment.LeftOpen(ctx, row.ID); err != nil {
		return err
	}
	for _, m := range agreements {
		left.Agreements = append(left.Agreements, payment.Label(m, locale))
	}
	return s.Notify.Send(ctx, to, left)
}

func firstOf(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}
