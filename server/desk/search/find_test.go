package search

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/account"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/spoken"
)

// A member is found right after signing up, by everything that somebody at the desk may be told.
func TestATermFindsByWhatItLooksLike(t *testing.T) {
	t.Parallel()
	h := setup(t)
	taro := h.member(t, func(a *ent.AccountCreate) {
		a.SetName("山田 太郎").SetNameKana("ヤマダ　タロウ").SetEmail("Taro@example.jp").SetEmailKey("taro@example.jp").SetUserID("Taro1980").SetUserIDKey("taro1980").SetPhoneNumber("09012345678")
	})
	john := h.member(t, func(a *ent.AccountCreate) { a.SetName("John Smith").SetPhoneNumber("0312349999") })
	yoshida := h.named(t, "𠮷田 100%_", "ﾖｼﾀﾞ")
	takahashi, takahashi2 := h.named(t, "髙橋", "タカハシ"), h.named(t, "高橋", "たかはし")
	hayashi := h.member(t, func(a *ent.AccountCreate) { a.SetFamilyName("林").SetGivenName("花子") })
	h.named(t, "馬田山", "マダヤマヤ") // has all pairs of ヤマダ and マヤマダ, in another order
	gone := h.member(t, func(a *ent.AccountCreate) {
		a.SetStatus(account.StatusWithdrawn).SetEmail("gone@example.jp").SetEmailKey("gone@example.jp")
	})
	h.card(t, john, "5678")
	contract := h.contract(t, taro, "standard", "", "ONGOING_CONTRACT")
	client, day := h.Store.Client(t.Context()), clock.DayOf(h.made)
	client.Cancellation.Create().SetSubscriptionID(contract).SetAccountID(taro).SetReceipt("K-7QXM-2PZC-HT5W").SetBy("member").SetCreatedAt(h.made).ExecX(t.Context())
	charge, bill, refund, order := uuid.New(), uuid.New(), uuid.New(), uuid.New()
	client.Charge.Create().SetID(charge).SetAccountID(taro).SetBillID(bill).SetInitiator("member").SetPlanName("x").SetPaymentMethodID(uuid.New()).SetProvider("sbps").
		SetProviderOrderID("4dfca7").SetTrackingID("99887766554433").SetState("settled").SetAmount(1).SetTax(0).SetGiveUpAt(h.made).SetCreatedAt(h.made).SetUpdatedAt(h.made).ExecX(t.Context())
	client.Charge.Create().SetAccountID(john).SetBillID(uuid.New()).SetInitiator("member").SetPlanName("x").SetPaymentMethodID(uuid.New()).SetProvider("paypal").
		SetProviderOrderID("PP-1").SetState("settled").SetAmount(1).SetTax(0).SetGiveUpAt(h.made).SetCreatedAt(h.made).SetUpdatedAt(h.made).ExecX(t.Context())
	client.Bill.Create().SetID(bill).SetAccountID(taro).SetOrderID(order).SetPeriodStart(day).SetPeriodEnd(day).SetPlanID("standard").SetPlanName(map[string]string{"ja": "x"}).SetListAmount(1).SetAmount(1).SetTax(0).
		SetTaxRate(10).SetDueDay(day).SetState("paid").SetCreatedAt(h.made).SetUpdatedAt(h.made).ExecX(t.Context())
	client.Refund.Create().SetID(refund).SetChargeID(charge).SetAccountID(taro).SetKind("refund").SetAmount(1).SetTrackingID("t").SetRequestKey("r").SetState("done").SetReason("x").SetAskedBy("x").
		SetCreatedAt(h.made).SetUpdatedAt(h.made).ExecX(t.Context())
	client.Order.Create().SetID(order).SetAccountID(taro).SetSessionID(uuid.New()).SetPlanID("standard").SetTokenHash([]byte("x")).SetState("completed").SetAmount(1).SetPrice(1).SetTaxRate(10).
		SetTerms([]byte("{}")).SetExpiresAt(h.made).SetCreatedAt(h.made).ExecX(t.Context())
	change := uuid.New()
	client.PlanChange.Create().SetID(change).SetAccountID(taro).SetSubscriptionID(contract).SetFromPlanID("standard").SetPlanID("annual").SetPlanVersionID(uuid.New()).SetPrice(1).
		SetFromDay(day).SetCreatedAt(h.made).ExecX(t.Context())

	type want struct {
		member uuid.UUID
		kind   Kind
		id     uuid.UUID
	}
	none := uuid.Nil
	for _, c := range []struct {
		terms []string
		want  []want
	}{
		{[]string{"taro@example.jp", "ＴＡＲＯ＠example.jp", " taro@EXAMPLE.jp "}, []want{{taro, Email, none}}},
		{[]string{"gone@example.jp"}, []want{{gone, Email, none}}},
		{[]string{"unknown@example.jp"}, nil},
		{[]string{"@example.jp", "＠Example.jp"}, []want{{taro, EmailDomain, none}}},
		{[]string{"taro1980", "TARO1980", "ｔａｒｏ１９８０"}, []want{{taro, UserID, none}}},
		{[]string{"09012345678", "090-1234-5678", "０９０ー１２３４ー５６７８", "+81 90 1234 5678"}, []want{{taro, Phone, none}}},
		{[]string{"03-1234-9999"}, []want{{john, Phone, none}}},
		{[]string{"5678", "５６７８"}, []want{{john, CardSuffix, none}, {taro, PhoneLast4, none}}},
		{[]string{"ヤマダ", "やまだ", "ﾔﾏﾀﾞ", "ヤマダ　タロウ", "マダタ"}, []want{{taro, Kana, none}}},
		{[]string{"ダヤマダ", "ヤマ田"}, nil},
		{[]string{"山田", "太郎", "田 太", "山田太郎"}, []want{{taro, Name, none}}},
		{[]string{"林"}, []want{{hayashi, Name, none}}},
		{[]string{"𠮷田", "𠮷田100%"}, []want{{yoshida, Name, none}}},
		{[]string{"吉田", "山田%", "山_太"}, nil},
		{[]string{"%_", "100%"}, []want{{yoshida, Name, none}}},
		{[]string{"髙橋"}, []want{{takahashi, Name, none}}},
		{[]string{"高橋"}, []want{{takahashi2, Name, none}}},
		{[]string{"タカハシ"}, []want{{takahashi2, Kana, none}, {takahashi, Kana, none}}},
		{[]string{"smith", "John Smith", "ＳＭＩＴＨ"}, []want{{john, Name, none}}},
		{[]string{taro.String(), strings.ToUpper(taro.String())}, []want{{taro, AccountID, none}}},
		{[]string{gone.String()}, []want{{gone, AccountID, none}}},
		{[]string{uuid.NewString()}, nil},
		{[]string{contract.String()}, []want{{taro, ContractID, contract}}},
		{[]string{order.String()}, []want{{taro, OrderID, order}}},
		{[]string{bill.String()}, []want{{taro, BillID, bill}}},
		{[]string{charge.String()}, []want{{taro, ChargeID, charge}}},
		{[]string{refund.String()}, []want{{taro, RefundID, refund}}},
		{[]string{"K-7QXM-2PZC-HT5W", "k-7qxm-2pzc-ht5w", "Ｋ－７ＱＸＭ－２ＰＺＣ－ＨＴ５Ｗ", "K7QXM2PZCHT5W"}, []want{{taro, Receipt, contract}}},
		{[]string{spoken.Of(spoken.Order, order), strings.ToLower(spoken.Of(spoken.Order, order)), strings.ReplaceAll(spoken.Of(spoken.Order, order), "-", " ")}, []want{{taro, OrderID, order}}},
		{[]string{change.String(), spoken.Of(spoken.Order, change)}, []want{{taro, ContractID, contract}}},
		{[]string{spoken.Of(spoken.Invoice, bill)}, []want{{taro, BillID, bill}}},
		{[]string{spoken.Of(spoken.ReturnInvoice, refund)}, []want{{taro, RefundID, refund}}},
		{[]string{spoken.Of(spoken.Order, bill), spoken.Of(spoken.Invoice, order), "C-2222-2222-2222"}, nil}, // of another kind, of none
		{[]string{"4dfca7"}, []want{{taro, ProviderOrder, charge}}},
		{[]string{"99887766554433"}, []want{{taro, Tracking, charge}}},
	} {
		for _, term := range c.terms {
			hits, err := h.Find(t.Context(), term, Page{})
			if err != nil {
				t.Errorf("%s: %v", term, err)
				continue
			}
			var got []want
			for _, hit := range hits.List {
				if len(hit.Matched) != 1 || hit.Cursor == "" {
					t.Errorf("%s: %+v", term, hit)
					continue
				}
				got = append(got, want{hit.AccountID, hit.Matched[0], hit.ID})
			}
			if !slices.Equal(got, c.want) || hits.More {
				t.Errorf("%s: %+v, want %+v", term, got, c.want)
			}
		}
	}
	if hits := must[*Hits](t)(h.Find(t.Context(), "PP-1", Page{})); len(hits.List) != 1 || hits.List[0].AccountID != john || hits.List[0].Matched[0] != ProviderOrder {
		t.Errorf("the order of another provider: %+v", hits)
	}
	for term, code := range map[string]fault.Code{
		"": fault.Required, " 　": fault.Required, "\u200b": fault.Required, strings.Repeat("あ", 201): fault.TooLong, "a\x00b": fault.InvalidCharacters, "\xff": fault.InvalidCharacters,
		"ー・": fault.InvalidCharacters,
	} {
		_, err := h.Find(t.Context(), term, Page{})
		says(t, term, err, code, "term")
	}
	if _, err := h.Find(t.Context(), strings.Repeat("あ", 200), Page{}); err != nil {
		t.Error(err)
	}
}

// Members who share a phone number are paged through as others are.
func TestMembersWithTheSamePhoneArePagedThrough(t *testing.T) {
	t.Parallel()
	h := setup(t)
	var want []uuid.UUID
	for range 5 {
		want = append([]uuid.UUID{h.member(t, func(a *ent.AccountCreate) { a.SetPhoneNumber("0312345678") })}, want...)
	}
	if got := h.through(t, 2, func(p Page) (*Hits, error) { return h.Find(t.Context(), "03-1234-5678", p) }); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// through are the members of all pages of a list.
func (h *house) through(t *testing.T, first int, list func(Page) (*Hits, error)) (all []uuid.UUID) {
	t.Helper()
	for page := (Page{First: &first}); ; {
		hits, err := list(page)
		if err != nil {
			t.Fatal(err)
		}
		if all = append(all, found(hits)...); len(all) > 1000 {
			t.Fatal("the pages do not end")
		}
		if !hits.More {
			return all
		}
		page.After = &hits.List[len(hits.List)-1].Cursor
	}
}
