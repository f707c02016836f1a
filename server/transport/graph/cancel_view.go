package graph

import (
	"kaiin/server/base/fault"
	"kaiin/server/base/words"
	"kaiin/server/money/subscription"
	"kaiin/server/transport/graph/model"
)

func cancelView(page *subscription.CancelPage, locale string) *model.CancelSubscriptionScreen {
	view := &model.CancelSubscriptionScreen{
		RedirectTo: address(page.Next), Subscription: *subscriptionView(page.View, locale), LastViewingDay: orNull(page.Watch),
		BlockedBy: blockedBy(page.Blocked, locale), IsPlanChangeable: page.Switches, ReturnTo: orNull(page.ReturnTo),
	}
	view.Survey = surveyView(page.Survey, locale)
	return view
}

func cancelledView(page *subscription.CancelledPage, id, locale string) *model.SubscriptionCancelledScreen {
	view := &model.SubscriptionCancelledScreen{RedirectTo: address(page.Next), SubscriptionID: id}
	if !page.Next.None() {
		return view
	}
	view.PlanName, view.ReceiptNumber = orNull(words.Text(page.Plan.Name).In(locale)), &page.Receipt
	view.EndDay, view.LastViewingDay = &page.LastDay, &page.LastDay
	if page.Held {
		view.LastViewingDay = nil
	}
	view.IsUndoable, view.IsPaymentOpen, view.ReturnTo = page.Undoable, page.Open, orNull(page.ReturnTo)
	return view
}

// blockedBy says what prevents what a page is for; nil when nothing does.
func blockedBy(f *fault.Error, locale string) *model.UserError {
	if f == nil {
		return nil
	}
	return userErrors(locale, f)[0]
}

// leaveView is the page of a mailed link, which anyone who has the link may see.
func leaveView(page *subscription.LeavePage, locale string) *model.LeaveScreen {
	id, trial := page.Row.ID.String(), page.Row.Status == string(subscription.NewTrialContract)
	view := &model.LeaveScreen{
		SubscriptionID: &id, PlanName: orNull(words.Text(page.Plan.Name).In(locale)), IsTrial: &trial,
		LastViewingDay: orNull(page.Watch), BlockedBy: blockedBy(page.Blocked, locale),
	}
	if !page.Watch.IsZero() {
		view.NextSettlementDay = &page.Row.NextSettlementDay
	}
	if receipt := page.Cancelled; receipt != nil {
		view.ReceiptNumber, view.EndDay, view.IsUndoable, view.IsPaymentOpen = &receipt.Receipt, &receipt.LastDay, &receipt.Undoable, receipt.Open
		if !receipt.Held {
			view.LastViewingDay = &receipt.LastDay
		}
	}
	return view
}
