package money

import (
	"fmt"
	"strings"
	"testing"

	"kaiin/server/sandbox/ledger"
)

// The days of the table of restores, counted from the one at whose noon the backup is taken.
const (
	dueAtBackup = 0 // in the morning before the backup
	due         = 1
	dueLater    = 2
	lostOn      = 3 // at eleven in the morning the database is put back
	walked      = lostOn + 14
)

// lostAct is a row of the table: what is done after the backup and is forgotten with it.
type lostAct struct {
	name    string
	has     string                                // what the member has bought a month before: monthly, film, or nothing
	due     int                                   // when their contract is
	refused bool                                  // the first charge of that day is
	before  func(t *testing.T, m *member, by way) // done right before the backup
	act     func(t *testing.T, m *member, by way) // after it
	late    func(t *testing.T, m *member, by way) // when everything is charged, on the day of the loss
	again   func(t *testing.T, m *member, by way) // after the loss
	ends    map[string]end                        // by the way to pay: where it applies, and how it ends there
}

// end is how a cell of the table ends.
type end struct {
	gone   int    // yen that the provider keeps when the database is put back
	kept   int    // yen that it keeps two weeks later
	group  string // of the contract; empty: there is none
	twice  bool   // for some days the provider keeps two payments of a term, until the unknown one has gone back by itself
	left   string // what is left to the staff, in their lists
	either bool   // or nothing is: two lines of a file are applied side by side, and it depends on which comes first
}

// ownRefund is left to the staff after an unknown sale has gone back: PayPal tells of it by a
// notice, which is about no charge we know.
const ownRefund = "event refunded"

// everywhere is the same end by several ways to pay.
func everywhere(e end, ways ...way) map[string]end {
	ends := map[string]end{}
	for _, by := range ways {
		ends[by.name] = e
	}
	return ends
}

func buysFilm(t *testing.T, m *member, by way)       { by.pays(t, m, "film") }
func buysMonthly(t *testing.T, m *member, by way)    { by.pays(t, m, "monthly") }
func cancelsContract(t *testing.T, m *member, _ way) { m.cancels(t) }
func givenBack(t *testing.T, m *member, _ way)       { m.refund() }
func givenInPart(t *testing.T, m *member, _ way)     { m.refund("--amount", "500") }

// filmGivenBack gives a film's payment back and sees on the page that has it whether that was all
// of it.
func filmGivenBack(page string, whole bool, args ...string) func(*testing.T, *member, way) {
	return func(t *testing.T, m *member, by way) {
		m.refund(args...)
		a, err := want(m.Get(page + "/screen-data"))
		must(t, err)
		if !strings.Contains(string(a.Raw), fmt.Sprintf(`"isRefunded":%t`, whole)) {
			t.Errorf("by %s, all of it given back: %t; the member sees %s", by.name, whole, a)
		}
	}
}

func addsCard(number string) func(*testing.T, *member, way) {
	return func(t *testing.T, m *member, _ way) {
		m.adds(t, func() { must(t, m.AddCard(number)) })
		m.changes(t)
	}
}

// atPayPal is what PayPal does by itself to the member's payment.
func atPayPal(act string) func(*testing.T, *member, way) {
	return func(t *testing.T, m *member, _ way) {
		order := m.s.Rows("SELECT c.provider_order_id FROM charges c JOIN accounts a ON a.id = c.account_id WHERE a.email = $1", m.Email)[0]
		for _, e := range m.s.Outside.Ledger(t) {
			if e.OrderID == order && e.Kind == ledger.Charge {
				m.s.atPayPalDo(t, "payments/"+e.TrackingID+"/"+act)
				return
			}
		}
		t.Fatalf("PayPal has no payment of %s", order)
	}
}

// lostActs are the rows.
var lostActs = []lostAct{
	{name: "a purchase", act: buysFilm, ends: map[string]end{
		byCard.name: {gone: 2500}, byDocomo.name: {gone: 2500}, byClassic.name: {gone: 2500},
		byRest.name: {gone: 2500, left: ownRefund}}},
	{name: "a contract that is bought again after the loss", act: buysMonthly, again: buysMonthly,
		ends: map[string]end{
			byCard.name: {gone: 1100, kept: 1100, group: "CONTRACT"}, byDocomo.name: {gone: 1100, kept: 1100, group: "CONTRACT"},
			byRest.name:    {gone: 1100, kept: 1100, group: "CONTRACT", left: ownRefund},
			byClassic.name: {gone: 1100, kept: 1100, group: "CONTRACT"}}},
	{name: "an order of what a carrier charges", act: buysMonthly, // no list tells of an order's own payment; the file of results has its months, which cannot be applied here
		ends: everywhere(end{gone: 1100, kept: 1100, left: "question"}, bySimple)},
	{name: "a sign-up and a purchase", has: "no account", act: func(t *testing.T, m *member, by way) {
		must(t, m.SignUp())
		by.join(t, m)
		by.pays(t, m, "film")
	}, ends: everywhere(end{gone: 2500}, byCard)},
	{name: "a renewal", has: "monthly", due: due, ends: everywhere(end{gone: 2200, kept: 2200, group: "CONTRACT"}, byCard, byDocomo, byRest, byClassic, bySimple)},
	{name: "a renewal and its refund in part", has: "monthly", due: due, late: givenInPart,
		ends: everywhere(end{gone: 1700, kept: 1700, group: "CONTRACT"}, byCard, byRest, byClassic)},
	{name: "a renewal and its refund", has: "monthly", due: due, late: givenBack, ends: map[string]end{
		byCard.name: {gone: 1100, kept: 1100, group: "CONTRACT"}, byDocomo.name: {gone: 1100, kept: 1100, group: "CONTRACT"},
		byRest.name: {gone: 1100, kept: 1100, group: "CONTRACT"}, byClassic.name: {gone: 1100, kept: 1100, group: "CONTRACT"},
		// the month is booked by the file of results; that it went back is a line of that file,
		// which waits for the staff
		bySimple.name: {gone: 1100, kept: 1100, group: "CONTRACT", left: "provider-differs, question", either: true}}},
	{name: "the second attempt at a renewal", has: "monthly", due: dueAtBackup, refused: true,
		ends: everywhere(end{gone: 2200, kept: 2200, group: "CONTRACT"}, byCard, byDocomo, byRest, byClassic)},
	{name: "both attempts at a renewal", has: "monthly", due: dueLater, refused: true, ends: map[string]end{
		// the refused attempt has used its order id up, so that it cannot be told from one that
		// took money; what the second attempt took goes back
		byCard.name: {gone: 2200, kept: 1100, group: "CONTRACT", left: "charge unknown"}, byDocomo.name: {gone: 2200, kept: 1100, group: "CONTRACT", left: "charge unknown"},
		// PayPal takes the first attempt when it is made again; what the second one took goes back
		byRest.name: {gone: 2200, kept: 2200, group: "CONTRACT", twice: true, left: ownRefund}, byClassic.name: {gone: 2200, kept: 2200, group: "CONTRACT", twice: true}}},
	{name: "a refund in part", has: "film", act: filmGivenBack("/mypage/purchases", false, "--amount", "500"),
		ends: everywhere(end{gone: 2000, kept: 2000}, byCard, byRest, byClassic)},
	{name: "a refund", has: "film", act: filmGivenBack("/mypage/purchases/ended", true),
		ends: everywhere(end{}, byCard, byDocomo, byRest, byClassic)},
	{name: "a cancellation", has: "monthly", due: due, act: cancelsContract, ends: map[string]end{ // the members alone know of it
		byCard.name: {gone: 1100, kept: 2200, group: "CONTRACT"}, byDocomo.name: {gone: 1100, kept: 2200, group: "CONTRACT"},
		byRest.name: {gone: 1100, kept: 2200, group: "CONTRACT"}, byClassic.name: {gone: 1100, kept: 2200, group: "CONTRACT"},
		// the carrier was told that it is over, and gave the month back: as above
		bySimple.name: {gone: 1100, kept: 1100, group: "CONTRACT", left: "provider-differs, question", either: true}}},
	{name: "the end of a membership", has: "monthly", due: due, act: func(_ *testing.T, m *member, _ way) { m.leave() },
		ends: everywhere(end{gone: 1100, kept: 1100, group: "HOLD"}, byCard, byDocomo, byRest, byClassic)},
	{name: "another card", has: "monthly", due: due, act: addsCard("5555555555554444"),
		ends: everywhere(end{gone: 2200, kept: 2200, group: "CONTRACT"}, byCard)},
	{name: "a card instead", has: "monthly", due: due, act: addsCard(goodCard), ends: map[string]end{ // while a carrier charges by itself no member may change
		// cards and carriers have their order ids in common: the carrier's attempt finds its own
		// used, by a sale that it does not know
		byDocomo.name: {gone: 2200, kept: 1100, group: "CONTRACT", left: "charge unknown"},
		byRest.name:   {gone: 2200, kept: 2200, group: "CONTRACT", twice: true}, byClassic.name: {gone: 2200, kept: 2200, group: "CONTRACT", twice: true}}},
	{name: "PayPal instead", has: "monthly", due: due, act: func(t *testing.T, m *member, _ way) {
		m.adds(t, func() { m.joinPayPal(t, "ok") })
		m.changes(t)
	}, ends: everywhere(end{gone: 2200, kept: 2200, group: "CONTRACT", twice: true, left: ownRefund}, byCard)},
	{name: "an agreement that the member ended there", has: "monthly", due: due, act: func(t *testing.T, m *member, by way) {
		reference := m.s.Rows("SELECT p.reference FROM payment_methods p JOIN accounts a ON a.id = p.account_id WHERE a.email = $1", m.Email)[0]
		if by.sbps() {
			m.posts(t, m.s.Outside.URL+"/sbps/contracts/"+reference+"/end", "")
		} else {
			m.s.atPayPalDo(t, "wallets/"+reference+"/end")
		}
	}, ends: map[string]end{
		byRest.name: {gone: 1100, kept: 1100, group: "HOLD"}, byClassic.name: {gone: 1100, kept: 1100, group: "HOLD"},
		// the refused attempt has used its order id up
		byDocomo.name: {gone: 1100, kept: 1100, group: "CONTRACT", left: "charge unknown"}}},
	{name: "a chargeback", has: "film", act: atPayPal("reverse"), ends: everywhere(end{}, byRest, byClassic)},
	{name: "a payment that was held back", before: func(t *testing.T, m *member, by way) {
		m.s.next(t, "pending")
		by.pays(t, m, "film")
	}, act: atPayPal("complete"), ends: map[string]end{
		byRest.name: {gone: 2500}, byClassic.name: {gone: 2500}}},
}
