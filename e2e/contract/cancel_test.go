package contract

import (
	"testing"

	"kaiin/server/shop/storefile"
)

const (
	cancelMembers    = "redirectTo flowError subscription lastViewingDay survey blockedBy returnTo isPlanChangeable"
	cancelledMembers = "redirectTo flowError subscriptionId planName receiptNumber endDay lastViewingDay isUndoable isPaymentOpen returnTo"
)

// A member cancels a contract, is given a receipt, and takes the cancellation back.
func TestCancellation(t *testing.T) { // A-126 A-127
	t.Parallel()
	s := start(t, func(f *storefile.File) { f.Settings.CancelSurvey = everyQuestion() })
	_, b := s.Member(t)
	id, _ := bought(t, s, b, "club", order(t, b, "club", card(t, s, b)))["subscriptionId"].(string)
	page, call := "/mypage/subscription/"+id+"/withdraw", "/zapi/subscription/"+id+"/withdraw"

	form := get(t, b, page)
	exactly(t, "R-070", form, cancelMembers)
	has(t, form, []member{
		{"R-070", "subscription.subscriptionId", id}, {"R-070", "lastViewingDay", something{}}, {"L-060", "survey.questions.0.questionId", "q-text"},
		{"S-073", "blockedBy", nil}, {"L-061", "returnTo", nil},
	})
	for _, locale := range []string{"ja", "en"} {
		refused(t, "C-072", said(t, b, locale, "POST", call, map[string]any{"answers": []any{}}), locale, 400, "REQUIRED", "answers.q-text", nil)
	}
	has(t, good(t, b.Get(page+"/screen-data?returnTo=%2Fwithdraw")), []member{{"L-061", "returnTo", "/withdraw"}})
	answer := post(t, b, call, map[string]any{"answers": leaving["answers"]})
	exactly(t, "C-072", answer, "redirectTo")
	has(t, answer, []member{{"C-072", "redirectTo", page + "/complete?returnTo=%2Fwithdraw"}})
	for _, locale := range []string{"ja", "en"} {
		refused(t, "E-053", said(t, b, locale, "POST", call, map[string]any{"answers": leaving["answers"]}), locale, 409, "SUBSCRIPTION_ALREADY_CANCELLED", "", nil)
	}
	receipt := get(t, b, page+"/complete")
	exactly(t, "R-071", receipt, cancelledMembers)
	has(t, receipt, []member{
		{"R-071", "receiptNumber", something{}}, {"R-071", "planName", "Plan club"}, {"R-071", "lastViewingDay", form["lastViewingDay"]},
		{"R-071", "endDay", form["lastViewingDay"]}, {"S-079", "isUndoable", true}, {"", "isPaymentOpen", false},
	})
	has(t, get(t, b, page), []member{{"", "redirectTo", page + "/complete"}})
	undo := get(t, b, page+"/cancel")
	exactly(t, "R-072", undo, "redirectTo flowError subscription blockedBy")
	has(t, undo, []member{
		{"S-066", "subscription.statusGroup", "CANCEL_REQUESTED"}, {"S-075", "subscription.endDay", form["lastViewingDay"]},
		{"S-077", "subscription.accountPaymentMethod", nil}, {"S-074 S-080", "blockedBy", nil},
	})
	answer = post(t, b, call+"/cancel", map[string]any{})
	exactly(t, "C-073", answer, "redirectTo")
	has(t, answer, []member{{"C-073", "redirectTo", page + "/cancel/complete"}})
	kept := get(t, b, page+"/cancel/complete")
	exactly(t, "R-073", kept, "redirectTo flowError subscription nextPaymentDay")
	next, _ := at(kept, "subscription.nextSettlementDay")
	has(t, kept, []member{{"R-073", "subscription.subscriptionStatus", "NEW_CONTRACT"}, {"R-073", "nextPaymentDay", next}})
	has(t, get(t, b, page+"/cancel"), []member{{"", "redirectTo", "/mypage/subscription/" + id}})
	has(t, get(t, b, page+"/complete"), []member{{"", "redirectTo", "/mypage/subscription/" + id}})

	_, other := s.Member(t)
	for _, path := range []string{page, page + "/complete", page + "/cancel", page + "/cancel/complete"} {
		refused(t, "A-137", said(t, other, "en", "GET", path+"/screen-data", nil), "en", 404, "NOT_FOUND", "", nil)
	}
	refused(t, "A-137", said(t, other, "en", "POST", call, map[string]any{"answers": []any{}}), "en", 404, "NOT_FOUND", "", nil)
	refused(t, "A-137", said(t, other, "en", "POST", call+"/cancel", map[string]any{}), "en", 404, "NOT_FOUND", "", nil)
}
