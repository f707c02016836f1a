package modeltest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/subscription"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/purchase"
	domain "kaiin/server/money/subscription"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/acts/actstest"
	"kaiin/server/transport/paths"
)

// act does what the member or the staff do, and answers as the model does.
func (w *world) act(t testing.TB, m *member, a Act) string {
	t.Helper()
	ctx := w.ctx
	switch a.Do {
	case "buy":
		return code(w.buy(ctx, m, a))
	case "buy unapplied":
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		w.losing[m.AccountID] = cancel
		defer delete(w.losing, m.AccountID)
		err := w.buy(ctx, m, a)
		if errors.Is(err, context.Canceled) {
			err = nil // the member has gone before the page said how it ended
		}
		return code(err)
	case "refund", "refund part":
		return w.refund(ctx, m, a)
	case "leave":
		return code(w.leave(ctx, m))
	case "join":
		return w.join(m, a.With)
	case "end":
		return w.end(m, a.With)
	case "extend":
		return w.extend(ctx, t, m, a.Plan)
	case "waive":
		return w.waive(ctx, m, a.Plan)
	}
	id, err := w.running(ctx, m, a.Plan)
	if err != nil {
		return code(err)
	}
	if w.bank.is != Up && (a.Do == "retry" || a.Do == "change") {
		return "not now"
	}
	if a.Do == "change" {
		return code(w.change(ctx, m, id))
	}
	if a.Do == "retry" {
		_, err = w.contract.Retry(ctx, m.Actor, id)
		return code(err)
	}
	if a.Do == "switch" {
		return code(w.choose(ctx, m, id, a.With))
	}
	if a.Do == "keep" {
		_, err = w.contract.KeepPlan(ctx, m.Actor, id)
		return code(err)
	}
	if a.Do == "undo" {
		_, err = w.contract.Undo(ctx, m.Actor, id)
		return code(err)
	}
	if _, err := w.contract.CancelPage(ctx, m.Actor, id, ""); err != nil {
		return code(err)
	}
	_, err = w.contract.Cancel(ctx, m.Actor, id, domain.CancelInput{})
	return code(err)
}

// running is the newest contract of the plan, as a page that the member has open knows it.
func (w *world) running(ctx context.Context, m *member, plan string) (string, error) {
	row, err := w.Store.Client(ctx).Subscription.Query().Where(subscription.AccountID(m.AccountID), subscription.PlanID(plan)).
		Order(ent.Desc(subscription.FieldCreatedAt)).First(ctx)
	if ent.IsNotFound(err) {
		return "none", nil
	}
	if err != nil {
		return "", err
	}
	return row.ID.String(), nil
}

// change has the contract paid with the card that does not pay it now.
func (w *world) change(ctx context.Context, m *member, id string) error {
	other := m.other
	if parsed, err := uuid.Parse(id); err == nil {
		row, err := w.Store.Client(ctx).Subscription.Get(ctx, parsed)
		if err != nil {
			return err
		}
		if row.PaymentMethodID != nil && *row.PaymentMethodID == m.other.ID {
			other = m.card
		}
	}
	_, err := w.contract.ChangeMethod(ctx, m.Actor, id, other.ID.String())
	return err
}

// buy fills in the form, confirms it, and authenticates at the bank.
func (w *world) buy(ctx context.Context, m *member, a Act) error {
	method, err := w.method(m, a.With)
	if err != nil {
		return err
	}
	plan := a.Plan
	token, err := w.purchase.Form(ctx, m.Actor, plan, purchase.Form{MethodID: method, CampaignCode: a.Code})
	if err != nil {
		return err
	}
	in := purchase.Purchase{Token: token, Info: gateway.CardToken{Token: "info", Key: "key"}}
	sent, err := w.purchase.Purchase(ctx, m.Actor, plan, in)
	if err != nil {
		return err
	}
	if sent.Form != nil {
		return w.agree(m, plan, in, a.With == auRefused)
	}
	if key, atTheBank := w.Gateway.Agree(paths.Of(sent.Next)); atTheBank {
		if _, err := w.purchase.ReturnFromBank(ctx, key); err != nil {
			return err
		}
		_, err = w.purchase.Purchase(ctx, m.Actor, plan, in)
	}
	return err
}

func (w *world) refund(ctx context.Context, m *member, a Act) string {
	client := w.Store.Client(ctx)
	bills, err := client.Bill.Query().Where(bill.AccountID(m.AccountID), bill.PlanID(a.Plan)).IDs(ctx)
	if err != nil {
		return code(err)
	}
	c, err := client.Charge.Query().Where(charge.BillIDIn(bills...), charge.SettledAtNotNil()).Order(ent.Desc(charge.FieldCreatedAt)).First(ctx)
	if ent.IsNotFound(err) {
		return "nothing"
	}
	if err != nil {
		return code(err)
	}
	w.asked++
	in := payment.Refund{ChargeID: c.ID, Key: fmt.Sprintf("staff:%d", w.asked)}
	in.Over = func(context.Context, *acts.Act, *ent.Charge, int, int) (goesOn bool, err error) { return true, nil }
	if a.Do == "refund part" {
		in.Amount = c.Amount / 3
	}
	if _, err := w.Payment.Refund(ctx, actstest.By(w.Store), in); err != nil {
		return "error"
	}
	return ""
}

// leave ends what the member holds, as a withdrawal does.
func (w *world) leave(ctx context.Context, m *member) error {
	return w.Store.Tx(ctx, func(ctx context.Context) error {
		if _, err := w.Account.Lock(ctx, m.AccountID); err != nil {
			return err
		}
		if underWay, err := w.Payment.UnderWay(ctx, m.AccountID); err != nil || underWay {
			return errOr(err, fault.Precondition(fault.WithdrawPaymentUnderWay))
		}
		for _, leave := range []func(context.Context, uuid.UUID) error{w.contract.Leave, w.Entitlement.Leave, w.Payment.Leave} {
			if err := leave(ctx, m.AccountID); err != nil {
				return err
			}
		}
		return nil
	})
}

func errOr(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

func code(err error) string {
	if f, ok := fault.As(err); ok && len(f.Fields) > 0 {
		return string(f.Fields[0].Code)
	} else if ok {
		return string(f.Code)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}
