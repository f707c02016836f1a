package graph

import (
	"kaiin/server/leaving/withdrawal"
	"kaiin/server/transport/graph/model"
)

func withdrawView(page *withdrawal.Screen, locale string) *model.WithdrawScreen {
	view := &model.WithdrawScreen{ContractSubscriptions: subscriptionViews(page.Contracts, locale), HasContractSubscription: page.Remains, OpenAgreements: agreementViews(page.Agreements)}
	view.Survey = surveyView(page.Survey, locale)
	if page.Policy != nil {
		view.Policy = policyView(page.Policy, page.UsesExternalPolicy, locale)
	}
	return view
}

func withdrawCodeView(page *withdrawal.CodePage, locale string) *model.WithdrawPinCodeScreen {
	view := &model.WithdrawPinCodeScreen{RedirectTo: address(page.Next), SendTo: orNull(page.SendTo),
		CodeName: page.Code.DisplayName.In(locale), CodeMinutes: page.Code.Minutes}
	if page.Next.None() {
		view.ResendAt = &page.ResendAt
	}
	return view
}
