package subscription

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/cancellation"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/settings"
	"kaiin/server/base/survey"
	"kaiin/server/base/words"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/transport/paths"
)

// asking is a world whose store asks members why they cancel.
func asking(t *testing.T) *world {
	t.Helper()
	env := paymenttest.Setup(t, "2026-05-15", func(s *settings.Settings) {
		said := words.Text{"ja": "解約", "en": "Cancelling"}
		s.CancelSurvey = &survey.Survey{Name: said, Questions: []survey.Question{
			{ID: "reason", Type: survey.AnswerRadio, Title: said, Required: true, Options: []survey.AnswerOption{{ID: "price", Title: said}, {ID: "films", Title: said}}},
			{ID: "words", Type: survey.AnswerTextarea, Title: said},
		}}
	})
	return worldOf(env)
}

// charging makes a charge of the contract's next period be under way.
func (w *world) charging(t *testing.T, row *ent.Subscription) {
	t.Helper()
	err := w.Store.Tx(t.Context(), func(ctx context.Context) error {
		row, err := w.lock(ctx, row.ID)
		if err != nil {
			return err
		}
		basis, p, err := w.basis(ctx, row)
		if err != nil {
			return err
		}
		owed, err := w.Service.Billing.Owe(ctx, billOf(row, p, basis.Term(row.Period+1)))
		if err != nil {
			return err
		}
		_, err = w.attempt(ctx, row, owed, w.Store.Client(ctx).PaymentMethod.GetX(ctx, *row.PaymentMethodID))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// put brings the contract into the status, as if it had come there.
func (w *world) put(t *testing.T, id uuid.UUID, status Status) {
	t.Helper()
	w.Store.Client(t.Context()).Subscription.UpdateOneID(id).SetStatus(string(status)).SetHeldAt(w.Clock.Now()).ExecX(t.Context())
}

// cancelled cancels the contract as a member does who opens the page and sends it.
func (w *world) cancelled(t *testing.T, a actor.Actor, id uuid.UUID) error {
	t.Helper()
	if _, err := w.CancelPage(t.Context(), a, id.String(), ""); err != nil {
		return err
	}
	_, err := w.Cancel(t.Context(), a, id.String(), CancelInput{})
	return err
}

func (w *world) cancellations(t *testing.T, id uuid.UUID) []*ent.Cancellation {
	t.Helper()
	return w.Store.Client(t.Context()).Cancellation.Query().Where(cancellation.SubscriptionID(id)).Order(cancellation.ByCreatedAt()).AllX(t.Context())
}

func said(err error) string { return faulttest.Said(err) }

// Cancelling in each status, before the billing day and on it. A second call is answered as one for
// a contract that was cancelled before.
func TestCancelInEachStatus(t *testing.T) { // E-050 E-053 S-073 K-027 A-130 A-131
	t.Parallel()
	const renewing, twice, unknown = "SUBSCRIPTION_RENEWING", "SUBSCRIPTION_ALREADY_CANCELLED", "NOT_FOUND"
	want := map[Status]struct {
		before, onTheDay string
		after            Status
	}{
		NewContract: {"", renewing, CancelRequest}, NewTrialContract: {"", renewing, TrialCancelRequest}, ReContract: {"", renewing, CancelRequest},
		OngoingContract: {"", renewing, CancelRequest}, TrialToPaid: {"", renewing, CancelRequest},
		Hold: {"", "", HoldCancelRequest}, TrialHold: {"", "", TrialHoldCancelRequest},
		HoldReleased: {"", renewing, CancelRequest}, TrialHoldReleased: {"", renewing, CancelRequest},
		CancelRequest: {twice, twice, ""}, TrialCancelRequest: {twice, twice, ""}, HoldCancelRequest: {twice, twice, ""}, TrialHoldCancelRequest: {twice, twice, ""},
		Cancelled: {twice, twice, ""}, TrialCancelled: {twice, twice, ""}, HoldCancelled: {twice, twice, ""},
		Terminated: {unknown, unknown, ""},
	}
	w := setup(t, "2026-05-15")
	for _, day := range []string{"2026-06-14", "2026-06-15"} {
		for _, status := range Statuses {
			w.Clock.Advance(clock.Date(2026, 5, 15).Start().Add(12 * time.Hour).Sub(w.Clock.Now()))
			row, member := w.contract(t, "standard", nil)
			if _, err := w.CancelPage(t.Context(), member, row.ID.String(), ""); err != nil {
				t.Fatal(err)
			}
			w.put(t, row.ID, status)
			w.at(t, day)
			if err := w.Flow.Save(t.Context(), member.SessionID, cancelling(row.ID), opened{}, w.Clock.Now().Add(cancelTime)); err != nil {
				t.Fatal(err)
			}
			c := want[status]
			answer, after, receipts := c.before, c.after, 1
			if day == "2026-06-15" {
				answer = c.onTheDay
			}
			if answer != "" {
				after, receipts = status, 0
			}
			_, err := w.Cancel(t.Context(), member, row.ID.String(), CancelInput{})
			got := w.row(t, row.ID)
			if said(err) != answer || Status(got.Status) != after || len(w.cancellations(t, row.ID)) != receipts || w.Mails(t, member, "contract-cancelled") != receipts {
				t.Errorf("%s on %s: %q, %s, %d cancellations", status, day, said(err), got.Status, len(w.cancellations(t, row.ID)))
			}
			if _, again := w.Cancel(t.Context(), member, row.ID.String(), CancelInput{}); answer == "" && said(again) != twice {
				t.Errorf("%s on %s, once more: %v", status, day, again)
			}
		}
	}
	for code, text := range map[fault.Code]string{
		"SUBSCRIPTION_RENEWING": "契約更新中のため、解約することができません。", "SUBSCRIPTION_RENEWING_UNDO": "契約更新中のため、解約取り消しすることができません。",
	} {
		if got := fault.Text("ja", code, "", nil); got != text {
			t.Errorf("%s reads %s", code, got)
		}
	}
}

func TestCancelling(t *testing.T) { // S-056 L-061
	t.Parallel()
	w := asking(t)
	row, member := w.contract(t, "standard", nil)
	page, err := w.CancelPage(t.Context(), member, row.ID.String(), "/withdraw")
	if err != nil || page.ReturnTo != "/withdraw" || page.Watch.String() != "2026-06-14" || !page.Survey.Asks() || page.Blocked != nil || !page.Next.None() {
		t.Fatalf("%+v, %v", page, err)
	}
	if _, err := w.Cancel(t.Context(), member, row.ID.String(), CancelInput{}); said(err) != "answers.reason:INVALID_CHOICE" {
		t.Errorf("without an answer: %v", err)
	}
	long := map[string][]string{"reason": {"rent"}, "words": {strings.Repeat("あ", 100000)}}
	if _, err := w.Cancel(t.Context(), member, row.ID.String(), CancelInput{Answers: long}); said(err) != "answers.reason:INVALID_CHOICE answers.words:TOO_LONG" {
		t.Errorf("with wrong answers: %v", err)
	}
	if got := w.row(t, row.ID); Status(got.Status) != NewContract || len(w.cancellations(t, row.ID)) != 0 {
		t.Fatalf("a refused form cancelled: %s", got.Status)
	}
	next, err := w.Cancel(t.Context(), member, row.ID.String(), CancelInput{Answers: map[string][]string{"reason": {"films"}, "words": {"海の映画を"}}})
	if want := "/mypage/subscription/" + row.ID.String() + "/withdraw/complete?returnTo=%2Fwithdraw"; err != nil || paths.Of(next) != want {
		t.Fatalf("%s, %v", paths.Of(next), err)
	}
	kept := w.cancellations(t, row.ID)
	if len(kept) != 1 || kept[0].By != cancellation.ByMember || kept[0].AccountID != member.AccountID {
		t.Fatalf("kept %+v", kept)
	}
	var answered survey.Answered
	if err := json.Unmarshal(kept[0].Answers, &answered); err != nil {
		t.Fatal(err)
	}
	if answered.Name != "解約" || answered.Questions[0].Values[0] != "films" || answered.Questions[0].Title != "解約" || answered.Questions[1].Values[0] != "海の映画を" {
		t.Errorf("kept %s", kept[0].Answers)
	}
	if !regexp.MustCompile(`^K(-[2-9A-HJ-NP-Z]{4}){3}$`).MatchString(kept[0].Receipt) {
		t.Errorf("receipt %s", kept[0].Receipt)
	}
	if story := w.story(t, row.ID); story != "Contract CancelRequested" {
		t.Error(story)
	}
	receipt, err := w.CancelledPage(t.Context(), member, row.ID.String(), "//evil.example")
	if err != nil || receipt.Receipt != kept[0].Receipt || receipt.LastDay.String() != "2026-06-14" || !receipt.Undoable || receipt.Held || receipt.ReturnTo != "" {
		t.Errorf("%+v, %v", receipt, err)
	}
	if again, err := w.CancelPage(t.Context(), member, row.ID.String(), ""); err != nil || paths.Of(again.Next) != "/mypage/subscription/"+row.ID.String()+"/withdraw/complete" {
		t.Errorf("the page, once more: %+v, %v", again, err)
	}
	w.at(t, "2026-06-15")
	w.work(t)
	if count, _ := w.Gateway.Settled(); count != 0 || Status(w.row(t, row.ID).Status) != Cancelled {
		t.Errorf("%d charges, %s", count, w.row(t, row.ID).Status)
	}
	if receipt, err := w.CancelledPage(t.Context(), member, row.ID.String(), ""); err != nil || receipt.Receipt != kept[0].Receipt || receipt.Undoable {
		t.Errorf("after its end: %+v, %v", receipt, err)
	}
}

// The page begins the flow; without it, nothing is cancelled. Two contracts in two tabs do
// not disturb each other.
func TestCancellingNeedsItsPage(t *testing.T) { // S-056
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	restart := "INVALID_SESSION_FLOW → /mypage/subscription/" + row.ID.String() + "/withdraw"
	if _, err := w.Cancel(t.Context(), member, row.ID.String(), CancelInput{}); said(err) != restart {
		t.Errorf("without the page: %v", err)
	}
	second, _ := w.contract(t, "annual", func(a *Agreement) { a.AccountID = member.AccountID })
	for _, id := range []uuid.UUID{row.ID, second.ID} {
		if _, err := w.CancelPage(t.Context(), member, id.String(), ""); err != nil {
			t.Fatal(err)
		}
	}
	w.Clock.Advance(cancelTime + time.Second)
	if _, err := w.Cancel(t.Context(), member, row.ID.String(), CancelInput{}); said(err) != restart {
		t.Errorf("a day later: %v", err)
	}
	for _, id := range []uuid.UUID{row.ID, second.ID} {
		if _, err := w.CancelPage(t.Context(), member, id.String(), ""); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []uuid.UUID{row.ID, second.ID} {
		if _, err := w.Cancel(t.Context(), member, id.String(), CancelInput{}); err != nil {
			t.Errorf("two tabs: %v", err)
		}
	}
}

// Another's contract, an ended one and none at all look the same.
func TestOthersContracts(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, owner := w.contract(t, "standard", nil)
	if err := w.cancelled(t, owner, row.ID); err != nil {
		t.Fatal(err)
	}
	running, _ := w.contract(t, "standard", nil)
	stranger := w.Member(t)
	w.Card(t, stranger)
	for _, id := range []string{row.ID.String(), running.ID.String(), uuid.NewString(), "", "x", "' OR 1=1 --"} {
		_, cancel := w.Cancel(t.Context(), stranger, id, CancelInput{})
		_, undo := w.Undo(t.Context(), stranger, id)
		_, cancelPage := w.CancelPage(t.Context(), stranger, id, "")
		_, cancelledPage := w.CancelledPage(t.Context(), stranger, id, "")
		_, undoPage := w.UndoPage(t.Context(), stranger, id)
		_, keptPage := w.KeptPage(t.Context(), stranger, id)
		for i, err := range []error{cancel, undo, cancelPage, cancelledPage, undoPage, keptPage} {
			if said(err) != "NOT_FOUND" {
				t.Errorf("%q, %d: %v", id, i, err)
			}
		}
	}
	if Status(w.row(t, row.ID).Status) != CancelRequest || Status(w.row(t, running.ID).Status) != NewContract {
		t.Error("a stranger moved a contract")
	}
}
