package desk

import (
	"strconv"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/spoken"
	"kaiin/server/desk/records"
	"kaiin/server/money/subscription"
	"kaiin/server/transport/desk/model"
)

func contractView(c records.Contract, locale string) *model.StaffContract {
	view := &model.StaffContract{
		SubscriptionID: c.ID.String(), AccountID: c.AccountID.String(), OrderID: c.OrderID.String(), Status: string(c.Status), PlanID: c.PlanID, PlanName: c.PlanName.In(locale),
		PlanVersion: c.PlanVersion, Prices: []*model.StaffContractPrice{}, Period: c.Period, PaidThrough: dayOf(c.PaidThrough), NextSettlementDay: dayOf(c.NextSettlementDay),
		Biller: c.Biller, CampaignID: orNil(c.CampaignID), CardBrand: c.CardBrand, CardSuffix: c.CardSuffix, HeldAt: c.HeldAt, EndedAt: c.EndedAt, CreatedAt: c.CreatedAt,
		CancelledAt: c.CancelRequestedAt, Version: records.Version(c),
	}
	for _, p := range c.Prices {
		view.Prices = append(view.Prices, &model.StaffContractPrice{From: p.From, To: p.To, ListPrice: p.List, Discount: p.Discount})
	}
	if c.NextPlanID != "" {
		name := c.NextPlanName.In(locale)
		view.NextPlanID, view.NextPlanName = &c.NextPlanID, &name
	}
	if c.Cancellation != nil {
		view.Receipt = &c.Cancellation.Receipt
	}
	return view
}

func billView(b records.Bill, locale string) *model.StaffBill {
	return &model.StaffBill{
		BillID: b.ID.String(), Number: spoken.Of(spoken.Invoice, b.ID), AccountID: b.AccountID.String(), SubscriptionID: textOf(b.ContractID), PlanName: b.PlanName.In(locale), Period: b.Period,
		StartDay: dayOf(b.Start), EndDay: dayOf(b.End), Amount: b.Amount, Tax: b.Tax, DueDay: b.DueDay, State: b.State, Attempts: b.Attempts, NextAttemptAt: b.NextAttemptAt,
		PaidAt: b.PaidAt, Refunded: b.Refunded, CreatedAt: b.CreatedAt, Version: records.Version(b),
	}
}

func chargeView(c records.Charge, _ string) *model.StaffCharge {
	view := &model.StaffCharge{
		ChargeID: c.ID.String(), AccountID: c.AccountID.String(), BillID: c.BillID.String(), Attempt: c.Attempt, PlanName: c.PlanName, State: c.State, Initiator: c.Initiator,
		Provider: c.Provider, ProviderOrderID: c.ProviderOrderID, TrackingID: orNil(c.TrackingID), Amount: c.Amount, Tax: c.Tax, Left: c.Left, CardBrand: c.CardBrand,
		CardSuffix: c.CardSuffix, ErrorCode: c.ErrorCode, Checks: c.Checks, SettledAt: c.SettledAt, CreatedAt: c.CreatedAt, Version: records.Version(c),
	}
	if c.AppliedAt == nil && !c.GiveUpAt.IsZero() {
		view.GiveUpAt = &c.GiveUpAt
	}
	return view
}

func refundView(r records.Refund, _ string) *model.StaffRefund {
	return &model.StaffRefund{
		RefundID: r.ID.String(), Number: spoken.Of(spoken.ReturnInvoice, r.ID), AccountID: r.AccountID.String(), ChargeID: r.ChargeID.String(), Kind: r.Kind, Amount: r.Amount, State: r.State, AskedBy: r.AskedBy,
		Reason: r.Reason, ErrorCode: r.ErrorCode, DoneAt: r.DoneAt, CreatedAt: r.CreatedAt, Version: records.Version(r),
	}
}

func orderView(o records.Order, locale string) *model.StaffOrder {
	return &model.StaffOrder{
		OrderID: o.ID.String(), Number: spoken.Of(spoken.Order, o.ID), AccountID: o.AccountID.String(), SubscriptionID: textOf(o.ContractID), PlanID: o.PlanID, PlanName: o.PlanName.In(locale), State: o.State,
		Failure: o.Failure, Amount: o.Amount, ConfirmedAt: o.ConfirmedAt, CompletedAt: o.CompletedAt, CreatedAt: o.CreatedAt,
	}
}

func matterView(m records.Matter, _ string) *model.Matter {
	view := &model.Matter{
		Kind: string(m.Kind), ID: m.ID.String(), Since: m.Since, State: m.State, Provider: m.Provider, AccountID: textOf(m.AccountID), ChargeID: textOf(m.ChargeID),
		SubscriptionID: textOf(m.ContractID),
	}
	if m.Kind != records.MatterAgreement {
		view.Amount = &m.Amount
	}
	return view
}

func eventView(e records.Event, _ string) *model.GatewayEvent {
	view := &model.GatewayEvent{
		EventID: e.ID.String(), Provider: e.Provider, Kind: e.Kind, ChargeID: textOf(e.ChargeID), ProviderOrderID: e.ProviderOrderID, Code: e.Code,
		ReceivedAt: e.ReceivedAt, AppliedAt: e.AppliedAt, EscalatedAt: e.EscalatedAt,
	}
	if e.Amount != 0 {
		view.Amount = &e.Amount
	}
	return view
}

func jobView(j records.Job, _ string) *model.StaffJob {
	view := &model.StaffJob{
		JobID: strconv.FormatInt(j.ID, 10), Kind: j.Kind, Queue: j.Queue, State: j.State, Attempt: j.Attempt, MaxAttempts: j.MaxAttempts, Error: j.Error,
		CreatedAt: j.CreatedAt, ScheduledAt: j.ScheduledAt, FinishedAt: j.FinishedAt,
	}
	if len(j.Args) > 0 {
		view.Args = j.Args
	}
	return view
}

func upcomingView(u subscription.Upcoming, _ string) *model.UpcomingCharge {
	return &model.UpcomingCharge{
		SubscriptionID: u.ContractID.String(), AccountID: u.AccountID.String(), PlanID: u.PlanID, Period: u.Period, StartDay: u.Start, EndDay: u.End, Amount: u.Amount, Day: u.Day,
	}
}

// dayOf is the day; nil of the zero Day.
func dayOf(d clock.Day) *clock.Day {
	if d.IsZero() {
		return nil
	}
	return &d
}

func textOf(id *uuid.UUID) *string {
	if id == nil {
		return nil
	}
	return orNil(id.String())
}
