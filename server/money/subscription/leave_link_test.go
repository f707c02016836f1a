package subscription

import (
	"encoding/base64"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/cancellation"
	"kaiin/server/base/actor"
	"kaiin/server/identity/account/accounttest"
)

const over = "LEAVE_LINK_EXPIRED → /login"

// reader is anyone who reads a mail: no member is signed in.
var reader = actor.Actor{Locale: "ja", IP: "198.51.100.7"}

// leave is the link of a mail about the contract that leaves now.
func (w *world) leave(t *testing.T, row *ent.Subscription) string {
	t.Helper()
	member, err := w.Env.Account.Find(t.Context(), row.AccountID)
	if err != nil {
		t.Fatal(err)
	}
	return w.LeaveLink(row, *member.Email)
}

// anyone who reads a mailbox that was the member's cancels nothing: a link dies with the
// address to which it was sent.
func TestALinkDiesWithItsAddress(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "annual", nil)
	link := w.leave(t, row)
	was, err := w.Env.Account.Find(t.Context(), member.AccountID)
	if err != nil {
		t.Fatal(err)
	}
	moves := func(address string) {
		t.Helper()
		if err := w.Env.Account.SetEmail(t.Context(), member.AccountID, address, nil); err != nil {
			t.Fatal(err)
		}
	}
	moves("elsewhere@example.jp")
	if _, err := w.LeavePage(t.Context(), link); said(err) != over {
		t.Errorf("the page, from the former address: %v", err)
	}
	if err := w.CancelByLink(t.Context(), reader, link); said(err) != over || len(w.cancellations(t, row.ID)) != 0 {
		t.Errorf("cancelled from the former address: %v", err)
	}
	newer := w.leave(t, row)
	if _, err := w.LeavePage(t.Context(), newer); err != nil {
		t.Errorf("from the address of now: %v", err)
	}
	moves(strings.ToUpper(*was.Email)) // a mailbox is known by its address in any case
	if _, err := w.LeavePage(t.Context(), newer); said(err) != over {
		t.Errorf("from an address that the member gave up again: %v", err)
	}
	if err := w.CancelByLink(t.Context(), reader, link); err != nil || len(w.cancellations(t, row.ID)) != 1 {
		t.Errorf("from the first address, which is the member's again: %v", err)
	}
}

// A link from before the links knew their address cancels its contract, unless the member has
// another address since.
func TestALinkOfAFormerReleaseCancelsItsContract(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, _ := w.contract(t, "annual", nil)
	moved, member := w.contract(t, "annual", nil)
	w.Clock.Advance(time.Hour)
	former := func(row *ent.Subscription) string {
		return accounttest.FormerMailLink(w.Service.Secrets, "leave link", row.ID, w.Clock.Now(), "")
	}
	link, lost, old := former(row), former(moved), former(moved)
	if page, err := w.LeavePage(t.Context(), link); err != nil || page.Row.ID != row.ID {
		t.Errorf("%+v, %v", page, err)
	}
	if err := w.CancelByLink(t.Context(), reader, link); err != nil || len(w.cancellations(t, row.ID)) != 1 {
		t.Errorf("%v", err)
	}
	w.Clock.Advance(time.Hour)
	if err := w.Env.Account.SetEmail(t.Context(), member.AccountID, "elsewhere@example.jp", nil); err != nil {
		t.Fatal(err)
	}
	if err := w.CancelByLink(t.Context(), reader, lost); said(err) != over || len(w.cancellations(t, moved.ID)) != 0 {
		t.Errorf("from the former address: %v", err)
	}
	w.Clock.Advance(60 * 24 * time.Hour)
	if _, err := w.LeavePage(t.Context(), old); said(err) != over {
		t.Errorf("after 60 days: %v", err)
	}
}

// With a survey that has to be answered elsewhere, a link cancels without one, and answers a lost
// answer's second press the same.
func TestALinkCancelsItsContract(t *testing.T) {
	t.Parallel()
	w := asking(t)
	row, member := w.contract(t, "standard", nil)
	other, _ := w.contract(t, "annual", func(a *Agreement) { a.AccountID = member.AccountID })
	link := w.leave(t, row)
	page, err := w.LeavePage(t.Context(), link)
	if err != nil || page.Row.ID != row.ID || page.Plan.ID != "standard" || page.Watch.String() != "2026-06-14" || page.Blocked != nil || page.Cancelled != nil {
		t.Fatalf("%+v, %v", page, err)
	}
	if len(w.cancellations(t, row.ID)) != 0 {
		t.Fatal("opening the link cancelled")
	}
	for range 2 {
		if err := w.CancelByLink(t.Context(), reader, link); err != nil {
			t.Fatal(err)
		}
	}
	kept := w.cancellations(t, row.ID)
	if len(kept) != 1 || kept[0].By != cancellation.ByLink || kept[0].Answers != nil || w.Mails(t, member, "contract-cancelled") != 1 {
		t.Fatalf("kept %+v", kept)
	}
	page, err = w.LeavePage(t.Context(), link)
	if err != nil || page.Cancelled == nil || page.Cancelled.Receipt != kept[0].Receipt || page.Cancelled.LastDay.String() != "2026-06-14" || !page.Cancelled.Undoable {
		t.Errorf("%+v, %v", page, err)
	}
	if got := w.row(t, other.ID); Status(got.Status) != NewContract {
		t.Errorf("another contract of the member is %s", got.Status)
	}
	w.at(t, "2026-06-15")
	w.work(t)
	if _, err := w.LeavePage(t.Context(), link); said(err) != over {
		t.Errorf("after the contract's end: %v", err)
	}
	if count, _ := w.Gateway.Settled(); count != 0 {
		t.Errorf("%d charges", count)
	}
}

func TestLinksThatDoNotWork(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "annual", nil)
	link := w.leave(t, row)
	sealed, err := base64.RawURLEncoding.DecodeString(link)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := w.Env.Secrets.Open(sealing, sealed)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	foreign := *row
	foreign.ID = uuid.Must(uuid.NewV7())
	tampered := slices.Clone(sealed)
	tampered[20] ^= 1
	for what, token := range map[string]string{
		"none": "", "garbage": "made-up", "full width": "ａｂｃ", "huge": strings.Repeat("A", 1<<20), "cut": link[:len(link)-1],
		"tampered": encode(tampered), "not sealed": encode(plain), "another purpose": encode(w.Env.Secrets.Seal("message", plain)),
		"too long": encode(w.Env.Secrets.Seal(sealing, append(slices.Clone(plain), 0))), "no such contract": w.leave(t, &foreign),
	} {
		if _, err := w.LeavePage(t.Context(), token); said(err) != over {
			t.Errorf("%s: the page: %v", what, err)
		}
		if err := w.CancelByLink(t.Context(), reader, token); said(err) != over {
			t.Errorf("%s: %v", what, err)
		}
	}

	w.Clock.Advance(leaveLife - time.Minute)
	if _, err := w.LeavePage(t.Context(), link); err != nil {
		t.Errorf("a minute before its end: %v", err)
	}
	w.Clock.Advance(time.Minute)
	if _, err := w.LeavePage(t.Context(), link); said(err) != over {
		t.Errorf("after 60 days: %v", err)
	}
	if err := w.CancelByLink(t.Context(), reader, link); said(err) != over {
		t.Errorf("after 60 days: %v", err)
	}

	// A cancellation that was taken back ends the links of before, not those of the mail that
	// says so.
	link = w.leave(t, row)
	w.Clock.Advance(time.Minute)
	if err := w.CancelByLink(t.Context(), reader, link); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(time.Minute)
	if _, err := w.Undo(t.Context(), member, row.ID.String()); err != nil {
		t.Fatal(err)
	}
	newer := w.leave(t, row)
	if err := w.CancelByLink(t.Context(), reader, link); said(err) != over {
		t.Errorf("after it was taken back: %v", err)
	}
	if _, err := w.LeavePage(t.Context(), link); said(err) != over {
		t.Errorf("the page, after it was taken back: %v", err)
	}
	if got := w.row(t, row.ID); Status(got.Status) != NewContract {
		t.Errorf("a void link brought the contract to %s", got.Status)
	}
	if page, err := w.LeavePage(t.Context(), newer); err != nil || page.Cancelled != nil {
		t.Errorf("the newer link: %+v, %v", page, err)
	}
}

// A link cancels when the member could: not on the billing day and not on the day on which a charge
// was begun that is under way.
func TestALinkWaitsForACharge(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, _ := w.contract(t, "standard", nil)
	w.charging(t, row)
	link := w.leave(t, row)
	for _, day := range []string{"2026-05-15", "2026-06-15"} {
		w.at(t, day)
		page, err := w.LeavePage(t.Context(), link)
		if err != nil || page.Blocked == nil || page.Blocked.Code != "SUBSCRIPTION_RENEWING" {
			t.Errorf("%s: %+v, %v", day, page, err)
		}
		if err := w.CancelByLink(t.Context(), reader, link); said(err) != "SUBSCRIPTION_RENEWING" || len(w.cancellations(t, row.ID)) != 0 {
			t.Errorf("%s: %v", day, err)
		}
	}
}

func TestALinkPressedManyTimesAtOnce(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	link := w.leave(t, row)
	var wg sync.WaitGroup
	answers := make([]string, 50)
	for i := range answers {
		wg.Go(func() { answers[i] = said(w.CancelByLink(t.Context(), reader, link)) })
	}
	wg.Wait()
	done := 0
	for _, answer := range answers {
		if answer == "" {
			done++
		} else if answer != "TOO_MANY_REQUESTS" {
			t.Errorf("answered %s", answer)
		}
	}
	if done != leavesPerLink || len(w.cancellations(t, row.ID)) != 1 || w.Mails(t, member, "contract-cancelled") != 1 {
		t.Errorf("%d done, %d cancellations, %d mails", done, len(w.cancellations(t, row.ID)), w.Mails(t, member, "contract-cancelled"))
	}
	far := actor.Actor{Locale: "ja", IP: "198.51.100.200"}
	for range leavesPerSource {
		if err := w.CancelByLink(t.Context(), far, "made-up"); said(err) != over {
			t.Fatal(err)
		}
	}
	if err := w.CancelByLink(t.Context(), far, "made-up"); said(err) != "TOO_MANY_REQUESTS" {
		t.Errorf("one more from that network: %v", err)
	}
	neighbour, _ := w.contract(t, "standard", nil)
	if err := w.CancelByLink(t.Context(), far, w.leave(t, neighbour)); err != nil {
		t.Errorf("a neighbour's true link: %v", err)
	}
}
