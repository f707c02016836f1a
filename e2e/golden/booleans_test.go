package golden

import (
	"maps"
	"slices"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"kaiin/schema"
)

// booleans are the Boolean fields that the documents of the shim ask for, by type and name, and
// which of both values were answered.
type booleans struct {
	documents map[string]*ast.QueryDocument
	seen      map[string]map[bool]bool
}

// oneSided are the fields with one value in all stories, and what shows the other one.
var oneSided = map[string]string{
	"BoughtItem.isRefunded":                     "no story gives all of an order back: e2e/money, TestWhatARestoreLoses",
	"HomeHeadline.isCheapest":                   "the store's one offer is the cheapest: server/transport/graph, home_cheapest_test.go",
	"LoginScreen.takesPasskeys":                 "the site of the stories has no host name: server/transport/graph, passkey_test.go, and passkey.spec.ts",
	"MypageScreen.isNewsletterAgreed":           "e2e/contract, consent_test.go",
	"MypageScreen.isPinSet":                     "e2e/contract, pin_test.go",
	"MypageScreen.isProfileIncomplete":          "e2e/contract, root_test.go",
	"MypageScreen.offersPasskey":                "the site of the stories has no host name: server/transport/graph, passkey_test.go",
	"SignupCompleteScreen.offersPasskey":        "the same",
	"PasskeysScreen.isFresh":                    "the same",
	"PurchaseConfirmScreen.orderAfterTerms":     "a setting of the store: purchase/PurchaseConfirm.test.tsx",
	"HeldChangeScreen.isAgreed":                 "where the staff have begun a change, which no story does: email/HeldChange.test.tsx, and server/transport/desk, access_test.go",
	"HeldChangeScreen.isNewAddress":             "the same",
	"HeldChangeScreen.isProved":                 "the same",
	"LeaveScreen.isPaymentOpen":                 "no story leaves while a provider is silent: server/money/subscription, outage_test.go, and server/transport/graph, cancel_view_test.go",
	"LeaveScreen.isUndoable":                    "null before leaving by the link, which no story does: server/money/subscription, leave_test.go",
	"MethodChangedScreen.isReleased":            "no story has a contract on hold; what the page makes of it: subscription/Manage.test.tsx",
	"MultiFactorScreen.isMailWithheld":          "after a password set by a mailed link: server/identity/login, factor_kinds_test.go",
	"PaymentMethodCompleteScreen.isAwaited":     "a carrier that has not told yet: server/money/payment, link_test.go",
	"PurchaseCompleteScreen.isPending":          "while the outcome is not known: server/transport/graph, TestPendingPurchase",
	"Store.hasSubscriptionPlan":                 "a store that sells no subscriptions: server/shop/catalog, seed_test.go",
	"Subscription.isRenewalInProgress":          "while a renewal is charged: server/transport/graph, TestRenewalInProgress",
	"Subscription.isRenewing":                   "between the day and the renewal, which the jobs end at once: server/money/subscription, contract_test.go",
	"CancelSubscriptionScreen.isPlanChangeable": "no story sells plans of a group: server/money/purchase, plan_change_test.go; what the page makes of it: subscription/Cancel.test.tsx",
	"SubscriptionScreen.isPlanChangeable":       "no story sells plans of a group: server/money/purchase, plan_change_test.go; what the page makes of it: subscription/SubscriptionView.test.tsx",
	"SubscriptionCancelledScreen.isPaymentOpen": "the same as for LeaveScreen",
	"WithdrawStopScreen.isStopped":              "null without a good link, which no story has: server/transport/desk, TestWithdrawMember; what the page makes of it: withdraw/WithdrawStop.test.tsx",
}

func newBooleans(t testing.TB, names []string) *booleans {
	t.Helper()
	files, err := schema.SDL.ReadDir(".")
	must(t, err)
	var sources []*ast.Source
	for _, file := range files {
		text, err := schema.SDL.ReadFile(file.Name())
		must(t, err)
		sources = append(sources, &ast.Source{Name: file.Name(), Input: string(text)})
	}
	sdl, err := gqlparser.LoadSchema(sources...)
	must(t, err)
	all := &booleans{documents: map[string]*ast.QueryDocument{}, seen: map[string]map[bool]bool{}}
	for _, name := range names {
		document, errs := gqlparser.LoadQueryWithRules(sdl, schema.Documents()[name].Text, rules.NewDefaultRules())
		if len(errs) > 0 {
			t.Fatalf("%s: %v", name, errs)
		}
		all.documents[name] = document
		all.walk(ownFields(document), nil)
	}
	return all
}

// ownFields are the fields of the one that the shim answers: the page's or the action's own,
// without the frame of a page.
func ownFields(document *ast.QueryDocument) ast.SelectionSet {
	selections := document.Operations[0].SelectionSet
	for _, selection := range selections {
		if field, ok := selection.(*ast.Field); ok && (field.Alias == "screen" || field.Alias == "result" || len(selections) == 1) {
			return field.SelectionSet
		}
	}
	return nil
}

// see notes the values in an answer to the document.
func (b *booleans) see(document string, body object) {
	b.walk(ownFields(b.documents[document]), body)
}

func (b *booleans) walk(selections ast.SelectionSet, value any) {
	if list, ok := value.([]any); ok {
		for _, one := range list {
			b.walk(selections, one)
		}
		return
	}
	members, _ := value.(object)
	for _, selection := range selections {
		switch s := selection.(type) {
		case *ast.FragmentSpread:
			b.walk(s.Definition.SelectionSet, value)
		case *ast.InlineFragment:
			b.walk(s.SelectionSet, value)
		case *ast.Field:
			if s.Definition.Type.Name() != "Boolean" {
				b.walk(s.SelectionSet, members[s.Alias])
				continue
			}
			name := s.ObjectDefinition.Name + "." + s.Name
			if b.seen[name] == nil {
				b.seen[name] = map[bool]bool{}
			}
			if is, ok := members[s.Alias].(bool); ok {
				b.seen[name][is] = true
			}
		}
	}
}

// compare fails for every field that was not answered with both values and has no reason for that,
// and every reason that is none any more.
func (b *booleans) compare(t *testing.T) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(b.seen)) {
		if _, excused := oneSided[name]; (len(b.seen[name]) < 2) != excused {
			t.Errorf("%s: the stories saw %v; both values are wanted, or one of them and what shows the other in oneSided", name, slices.Collect(maps.Keys(b.seen[name])))
		}
	}
	for name := range oneSided {
		if b.seen[name] == nil {
			t.Errorf("%s: no document asks for it", name)
		}
	}
}
