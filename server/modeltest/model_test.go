package modeltest

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
)

// A world has so many members, who share its database and what its workers do in a tick.
const together = 250

// share is how many members live if nothing else is said, and many how many `make lives` has.
const share, many = 500, 10_000

// everything is what many lives come to, and the usual share without what is rare.
var everything = []string{
	"NEW_CONTRACT", "NEW_TRIAL_CONTRACT", "RE_CONTRACT", "ONGOING_CONTRACT", "TRIAL_TO_PAID", "HOLD", "TRIAL_HOLD",
	"CANCEL_REQUEST", "TRIAL_CANCEL_REQUEST", "HOLD_CANCEL_REQUEST", "TRIAL_HOLD_CANCEL_REQUEST",
	"CANCELLED", "TRIAL_CANCELLED", "HOLD_CANCELLED", "TERMINATED",
	"bill open", "bill paying", "bill paid", "bill waived", "bill void", "refunded", "refunded in part",
	"mail order-completed", "mail order-failed", "mail renewed", "mail renewal-refused", "mail renewal-failed", "mail hold-ended",
	"mail contract-cancelled", "mail contract-kept", "mail price-changes",
	"buy: ", "buy: CARD_DECLINED", "buy: DOUBLE_BILLING_DETECTED", "cancel: ", "cancel: SUBSCRIPTION_RENEWING",
	"cancel: SUBSCRIPTION_ALREADY_CANCELLED", "cancel: NOT_FOUND", "undo: ", "undo: SUBSCRIPTION_RENEWING_UNDO", "undo: NOT_FOUND",
	"HOLD_RELEASED", "retry: ", "retry: CARD_DECLINED", "retry: NOT_FOUND",
	"change: ", "change: NOT_FOUND", "change: PAYMENT_METHOD_NOT_CHANGEABLE", "change: SUBSCRIPTION_RENEWING_METHOD",
	"buy unapplied: ",
	"mail payment-late", "mail viewing-closed", "cancelled while it was not known whether it was paid", "a period that was waived without an answer",
	"an order that was given up without an answer", "a period that is paid late begins on the day of payment", "money that was no longer awaited",
	"money for a period that was over", "stopped by what the store decided later",
	"held at the end of a period shorter than the retries",
	"buy: PAYMENT_DECLINED", "buy: PAYMENT_METHOD_UNAVAILABLE", "buy: PAYMENT_METHOD_NOT_FOR_PLAN", "buy: CAMPAIGN_CODE_REQUIRED",
	"buy: CAMPAIGN_CODE_NOT_APPLICABLE", "buy: CAMPAIGN_NOT_FREE", "join: ", "end: ", "mail method-ended",
	"retry: PAYMENT_METHOD_UNAVAILABLE", "extended", "waived on hold", "waived while it was tried again",
	"HALF: a cheaper period", "THIRD: a cheaper period", "YEN3: a cheaper period", "GIFT: a free period", "free days of FREE", "free days of FIRST",
	"a campaign that is used up", "a campaign that the member has used up", "a campaign that is over", "a campaign for first contracts",
	"an order that gave its campaign back", "a contract that a code alone paid has ended",
	"the agreement is over, says a notice", "the agreement is over, says a refusal", "held: the agreement is over",
	"a carrier that was joined in time", "a carrier that was joined too late", "a carrier that was not joined", "an order with a carrier that was not joined",
	"carrier takes", "carrier cannot take", "a month paid by the carrier", "a month that the carrier could not take", "a month that is a question",
	"a month without a word", "money of a month that was not owed", "undo: SUBSCRIPTION_AGREEMENT_ENDED",
	"switch: ", "switch: NOT_FOUND", "switch: PRODUCT_UNAVAILABLE", "switch: PLAN_NOT_CHANGEABLE", "switch: PLAN_CHANGE_CANCELLED", "switch: PLAN_CHANGE_UNPAID",
	"switch: SUBSCRIPTION_RENEWING_PLAN", "keep: ", "keep: NOT_FOUND", "buy: PLAN_GROUP_HELD", "mail plan-change-taken", "mail plan-change-undone", "another plan",
	"another plan after the free days", "a discount that was lost to another plan",
	"refund: ", "refund: error", "refund part: ", "refund part: error", "leave: ", "leave: CONTRACT_REMAINS", "leave: WITHDRAW_PAYMENT_UNDER_WAY",
}

// rare is what does not occur in the usual share, or three times at most.
var rare = []string{
	"HOLD_CANCEL_REQUEST", "TRIAL_HOLD_CANCEL_REQUEST", "mail contract-kept", "undo: SUBSCRIPTION_RENEWING_UNDO", "HOLD_RELEASED",
	"change: PAYMENT_METHOD_NOT_CHANGEABLE", "a campaign that is used up", "a campaign for first contracts", "refund: error",
	"retry: CARD_DECLINED", "retry: PAYMENT_METHOD_UNAVAILABLE", "held at the end of a period shorter than the retries",
	"a campaign that the member has used up", "an order that gave its campaign back", "undo: SUBSCRIPTION_AGREEMENT_ENDED",
	"leave: WITHDRAW_PAYMENT_UNDER_WAY", "cancel: SUBSCRIPTION_RENEWING", "YEN3: a cheaper period",
	"a month that the carrier could not take", "mail plan-change-undone", "switch: PLAN_CHANGE_UNPAID", "switch: SUBSCRIPTION_RENEWING_PLAN",
	"another plan after the free days", "a discount that was lost to another plan", "waived while it was tried again", "switch: PLAN_CHANGE_CANCELLED",
}

// What the services log of charges that stay open is what is meant to happen.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

func setting(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

func TestLives(t *testing.T) {
	t.Parallel()
	lives, seed := setting(t, "KAIIN_LIVES", share), setting(t, "KAIIN_SEED", 1)
	var mu sync.Mutex
	var first atomic.Bool
	reached := map[string]int{}
	saw := func(what string) {
		mu.Lock()
		defer mu.Unlock()
		reached[what]++
	}
	t.Cleanup(func() {
		t.Logf("KAIIN_SEED=%d KAIIN_LIVES=%d: %v", seed, lives, reached)
		for _, what := range everything {
			expected := lives >= many || lives == share && seed == 1 && !slices.Contains(rare, what)
			if reached[what] == 0 && expected && !t.Failed() {
				t.Errorf("no life came to %q: the lives prove less than they should", what)
			}
		}
	})
	for i := range max(1, lives/together) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			s := draw(rand.New(rand.NewPCG(uint64(seed), uint64(i))), together)
			d := live(t, s, saw)
			if d == nil {
				return
			}
			if !first.CompareAndSwap(false, true) {
				t.Errorf("KAIIN_SEED=%d, world %d, tick %d: another disagreement, which is not shrunk", seed, i, d.tick)
				return
			}
			script, d := shrunk(t, s, d)
			t.Errorf("KAIIN_SEED=%d, world %d: member %d of\n%s\ntick %d: %s", seed, i, d.member, script, d.tick, d.what)
		})
	}
}

func unseen(string) {}

// shrunk drops from a script on which the two disagree all that has nothing to do with it.
func shrunk(t *testing.T, s Script, d *disagreement) (Script, *disagreement) {
	t.Helper()
	var alone Script
	var found *disagreement
	for m := range s.Members {
		if d.member < 0 || d.member == m {
			alone = s.only(m, d.tick)
			found = live(t, alone, unseen)
		}
		if found != nil {
			break
		}
	}
	if found == nil {
		return s, d // it takes more than one member
	}
	s, d = alone.only(0, found.tick), found
	for tries := 0; tries < 200; {
		smaller := false
		for _, c := range s.smaller() {
			tries++
			if found := live(t, c, unseen); found != nil {
				s, d, smaller = c.only(0, found.tick), found, true
				break
			}
		}
		if !smaller {
			break
		}
	}
	return s, d
}
