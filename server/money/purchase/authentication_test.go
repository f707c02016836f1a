package purchase

import (
	"fmt"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/cardauthentication"
	"kaiin/ent/order"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/transport/paths"
)

// registers is a member whose new card the bank decides of, and who has not come back from there to
// the form.
func (s *shop) registers(t *testing.T, verdict gateway.Verdict) actor.Actor {
	t.Helper()
	member := s.Member(t)
	_, err := s.Env.Payment.RegisterCard(t.Context(), member, payment.RegisterCard{
		Token: gateway.CardToken{Token: "t", Key: "k"}, Info: gateway.CardToken{Token: "i", Key: "k"}, ReturnTo: "/plans/standard",
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Gateway.Decide(0, verdict)
	return member
}

func TestReturnAfterRegistration(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.registers(t, gateway.VerdictSucceeded)
	row := s.client(t).CardAuthentication.Query().Where(cardauthentication.AccountID(member.AccountID)).OnlyX(t.Context())
	next, err := s.ReturnFromBank(t.Context(), s.Gateway.Key(0))
	if err != nil || paths.Of(next) != fmt.Sprintf("/plans/standard?paymentMethodId=%s", row.PaymentMethodID) {
		t.Errorf("%+v, %v", next, err)
	}
	if _, err := s.ReturnFromBank(t.Context(), "guess"); !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("a key of a stranger: %v", err)
	}
}

// The bank refused a new card: the form says that it was not saved.
func TestFormTellsOfAFailedRegistration(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.registers(t, gateway.VerdictFailed)
	if next, err := s.ReturnFromBank(t.Context(), s.Gateway.Key(0)); err != nil || paths.Of(next) != "/plans/standard" {
		t.Fatalf("%+v, %v", next, err)
	}
	if page, err := s.FormPage(t.Context(), member, "standard", ""); err != nil || page.Failure != fault.TDSCardNotSaved {
		t.Errorf("the form says %q, %v", page.Failure, err)
	}
	s.Env.Clock.Advance(11 * time.Minute)
	if page, err := s.FormPage(t.Context(), member, "standard", ""); err != nil || page.Failure != "" {
		t.Errorf("later it says %q, %v", page.Failure, err)
	}
}

// A trial is authenticated for what its first term costs, and completes without a charge.
func TestTrialIsAuthenticatedForItsFirstTerm(t *testing.T) { // M-08
	t.Parallel()
	for verdict, want := range map[gateway.Verdict]order.State{
		gateway.VerdictSucceeded: order.StateCompleted, gateway.VerdictFailed: order.StateFailed,
	} {
		t.Run(string(verdict), func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			member := s.Member(t)
			token := s.form(t, member, "trial")
			if page, err := s.ConfirmPage(t.Context(), member, "trial"); err != nil || !page.NeedsAuthentication || page.Email == "" {
				t.Errorf("the confirm page: %+v, %v", page, err)
			}
			if _, err := s.Purchase(t.Context(), member, "trial", Purchase{Token: token}); code(err) != fault.AuthenticationRequired {
				t.Errorf("without authentication: %v", err)
			}
			if _, err := s.Purchase(t.Context(), member, "trial", withTDS(token)); err != nil || s.Gateway.Asked()[0].Amount != 980 || s.sold(t, "trial") != 0 {
				t.Errorf("asked for %+v, %v", s.Gateway.Asked(), err)
			}
			s.Gateway.Decide(0, verdict)
			if _, err := s.ReturnFromBank(t.Context(), s.Gateway.Key(0)); err != nil {
				t.Error(err)
			}
			contracts := s.client(t).Subscription.Query().CountX(t.Context())
			if o := s.order(t, member); o.State != want || contracts != s.sold(t, "trial") || (contracts == 1) != (want == order.StateCompleted) {
				t.Errorf("the order is %s, %d contracts, %d sold", o.State, contracts, s.sold(t, "trial"))
			}
			if s.Gateway.Calls(paymenttest.Charge) != 0 {
				t.Error("it was charged")
			}
		})
	}
}

// What never costs anything needs no bank.
func TestNothingToPayNeedsNoAuthentication(t *testing.T) { // M-08
	t.Parallel()
	s := setup(t, nil)
	s.client(t).Plan.UpdateOneID("standard").SetPrice(0).ExecX(t.Context())
	member := s.Member(t)
	token := s.form(t, member, "standard")
	if page, err := s.ConfirmPage(t.Context(), member, "standard"); err != nil || page.NeedsAuthentication || page.Email != "" {
		t.Errorf("the confirm page: %+v, %v", page, err)
	}
	r, err := s.Purchase(t.Context(), member, "standard", Purchase{Token: token})
	if err != nil || r.SubscriptionID == nil || len(s.Gateway.Asked()) != 0 || s.Gateway.Calls(paymenttest.Charge) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// To register a card is to authenticate that card: right after it an order asks the bank as it
// would a month later.
func TestRegisteringACardBuysNothing(t *testing.T) { // M-08
	t.Parallel()
	s := setup(t, nil)
	member := s.registers(t, gateway.VerdictSucceeded)
	if _, err := s.ReturnFromBank(t.Context(), s.Gateway.Key(0)); err != nil {
		t.Fatal(err)
	}
	card := s.client(t).PaymentMethod.Query().OnlyX(t.Context())
	token, err := s.Form(t.Context(), member, "standard", Form{MethodID: card.ID.String()})
	if err != nil {
		t.Fatal(err)
	}
	if page, err := s.ConfirmPage(t.Context(), member, "standard"); err != nil || !page.NeedsAuthentication {
		t.Errorf("the confirm page: %+v, %v", page, err)
	}
	if _, err := s.Purchase(t.Context(), member, "standard", Purchase{Token: token}); code(err) != fault.AuthenticationRequired || s.Gateway.Calls(paymenttest.Charge) != 0 {
		t.Errorf("right after the registration: %v", err)
	}
	if r, err := s.buy(t, member, "standard", token); err != nil || r.SubscriptionID == nil || s.Gateway.Asked()[1].Amount != 1100 {
		t.Errorf("by the bank: %+v, %v", r, err)
	}
}

// The bank's agreement to something else than this order, with this card and for all of its amount,
// buys nothing.
func TestAnAuthenticationForSomethingElse(t *testing.T) { // M-08
	t.Parallel()
	for name, change := range map[string]func(u *ent.CardAuthenticationUpdateOne, other *ent.PaymentMethod){
		"a yen less":    func(u *ent.CardAuthenticationUpdateOne, _ *ent.PaymentMethod) { u.SetAmount(1099) },
		"another card":  func(u *ent.CardAuthenticationUpdateOne, other *ent.PaymentMethod) { u.SetPaymentMethodID(other.ID) },
		"another order": func(*ent.CardAuthenticationUpdateOne, *ent.PaymentMethod) {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			member := s.Member(t)
			if _, err := s.Purchase(t.Context(), member, "standard", withTDS(s.form(t, member, "standard"))); err != nil {
				t.Fatal(err)
			}
			s.Gateway.Decide(0, gateway.VerdictSucceeded)
			challenge := s.client(t).CardAuthentication.Query().OnlyX(t.Context())
			o := s.order(t, member)
			if name == "another order" { // the one that was authenticated is replaced by one that was not
				if _, err := s.Purchase(t.Context(), member, "standard", withTDS(s.form(t, member, "standard"))); err != nil {
					t.Fatal(err)
				}
				s.Gateway.Decide(1, gateway.VerdictFailed)
				o = s.order(t, member)
				if _, err := s.ReturnFromBank(t.Context(), s.Gateway.Key(1)); err != nil {
					t.Error(err)
				}
			}
			update := challenge.Update().SetReturnTo("")
			change(update, s.Card(t, member))
			update.ExecX(t.Context())
			next, err := s.ReturnFromBank(t.Context(), s.Gateway.Key(0))
			if err != nil || paths.Of(next) != "/plans/standard" || s.Gateway.Calls(paymenttest.Charge) != 0 || s.sold(t, "standard") != 0 {
				t.Errorf("%+v, %v, %d charges", next, err, s.Gateway.Calls(paymenttest.Charge))
			}
			if o := s.client(t).Order.GetX(t.Context(), o.ID); o.State != order.StateFailed || o.Failure != fault.TDSFailed {
				t.Errorf("the order is %s, %s", o.State, o.Failure)
			}
		})
	}
}

// What is not there of an order that goes on after the bank ends the call, and changes nothing.
func TestAnOrderWhoseMethodIsGone(t *testing.T) { // M-08
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	token := s.form(t, member, "standard")
	if _, err := s.Purchase(t.Context(), member, "standard", withTDS(token)); err != nil {
		t.Fatal(err)
	}
	s.Gateway.Decide(0, gateway.VerdictSucceeded)
	row := s.client(t).CardAuthentication.Query().Where(cardauthentication.OrderID(s.order(t, member).ID)).OnlyX(t.Context())
	row = row.Update().SetState(cardauthentication.StateSucceeded).SaveX(t.Context())
	s.client(t).PaymentMethod.DeleteOneID(row.PaymentMethodID).ExecX(t.Context())
	if r, err := s.authenticated(t.Context(), *row.OrderID, row); !ent.IsNotFound(err) {
		t.Errorf("%+v, %v", r, err)
	}
	bills, charges := s.client(t).Bill.Query().CountX(t.Context()), s.client(t).Charge.Query().CountX(t.Context())
	if o := s.order(t, member); o.State != order.StateAuthenticating || bills+charges+s.sold(t, "standard") != 0 {
		t.Errorf("the order is %s, %d bills, %d charges, %d sold", o.State, bills, charges, s.sold(t, "standard"))
	}
}
