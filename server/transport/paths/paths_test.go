package paths_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/step"
	"kaiin/server/transport/paths"
)

// names are the steps that package step names.
func names(t *testing.T) (all []step.Name) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../base/step/step.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		name, err := strconv.Unquote(literal.Value)
		if err != nil || name == "" || name == string(step.RelyingParty) {
			return true
		}
		all = append(all, step.Name(name))
		return true
	})
	if len(all) < 40 {
		t.Errorf("only %d steps were found", len(all))
	}
	return all
}

// Every step leads somewhere.
func TestEveryStepHasAnAddress(t *testing.T) {
	for _, name := range names(t) {
		if got := paths.Of(step.Step{Name: name, Of: "x", URL: "https://store.example/x", ReturnTo: "/x"}); got == "" {
			t.Errorf("the step %q has no address", name)
		}
	}
	if got := paths.Of(step.Step{}); got != "" {
		t.Errorf("no step leads to %q", got)
	}
}

// A step of this site leads to a page that is there, or back from a provider's.
func TestEveryStepHasAPage(t *testing.T) {
	ways := map[step.Name][]string{ // of steps that lead to a page for each kind
		step.NameGiveFactor:  {"", "OTP"},
		step.NameSetUpFactor: {"Email", "SMS", "OTP"},
	}
	for _, name := range names(t) {
		kinds := ways[name]
		if kinds == nil {
			kinds = []string{"x"}
		}
		for _, kind := range kinds {
			for _, errand := range []step.Errand{step.Plain, step.RelyingParty} {
				address := paths.Of(step.Step{Name: name, Of: kind, Errand: errand, URL: "https://store.example/x"})
				if strings.HasPrefix(address, "/") && !strings.HasPrefix(address, paths.BankReturn) && name != step.NameOidcContinue && !hasPage("../../../web/pages", address) {
					t.Errorf("the step %q leads to %s, where there is no page", name, address)
				}
			}
		}
	}
	for _, missing := range []string{"/nowhere", "/mypage/x", "/plans/x/y", "/mypage/payment-method/delete"} {
		if hasPage("../../../web/pages", missing) {
			t.Errorf("there seems to be a page at %s", missing)
		}
	}
}

// hasPage reports whether Next finds a page of its own for the address in the folder.
func hasPage(folder, address string) bool {
	address, _, _ = strings.Cut(address, "?")
	first, rest, deeper := strings.Cut(strings.TrimPrefix(address, "/"), "/")
	if first == "" {
		first = "index"
	}
	entries, _ := os.ReadDir(folder) // no folder: no page
	for _, entry := range entries {
		name, isPage := strings.CutSuffix(entry.Name(), ".tsx")
		if name != first && (!strings.HasPrefix(name, "[") || strings.HasPrefix(name, "[...")) {
			continue
		}
		switch {
		case entry.IsDir() && deeper && hasPage(folder+"/"+entry.Name(), rest):
			return true
		case entry.IsDir() && !deeper && hasPage(folder+"/"+entry.Name(), "index"):
			return true
		case isPage && !deeper:
			return true
		}
	}
	return false
}

// What names a plan is the address of its page alone: nothing below it, no other page, and no
// other site.
func TestPlanOf(t *testing.T) {
	for path, want := range map[string]string{
		"/plans/club": "club", "/plans/club?paymentMethodId=7#x": "club", "/plans/a%2Fb": "a/b", "/plans/a%20b": "a b", "/plans/%E5%B9%B4": "年", "/plans/年": "年",
		"": "", "/": "", "/plans": "", "/plans/": "", "/plans/club/": "", "/plans/club/confirm": "", "/plans/../mypage": "", "/signup/plans/club/confirm": "",
		"/mypage/plans/club": "", "//plans/club": "", "https://evil.example/plans/club": "", "/plans/%": "", "/plans/%63lub": "", "/PLANS/club": "",
	} {
		if got := paths.PlanOf(path); got != want {
			t.Errorf("%q names the plan %q, want %q", path, got, want)
		}
	}
}

func TestRequestOf(t *testing.T) {
	for path, want := range map[string]string{
		"/oidc?request=k": "k", "/oidc?request=a%2Fb": "a/b", "": "", "/oidc": "", "/oidc?request=": "", "/oidc/consent?request=k": "", "//oidc?request=k": "",
		"https://evil.example/oidc?request=k": "", "/oidc?request=%": "",
	} {
		if got := paths.RequestOf(path); got != want {
			t.Errorf("%q leads to the request %q, want %q", path, got, want)
		}
	}
}

func TestAddresses(t *testing.T) {
	for want, s := range map[string]step.Step{
		"/login/confirm?since=2026-05-15T03%3A00%3A00.000001Z":                         step.ProvedSince(time.Date(2026, 5, 15, 3, 0, 0, 1000, time.UTC)),
		"/login/confirm?returnTo=%2Foidc%3Frequest%3Dk&since=2026-05-15T03%3A00%3A00Z": step.ProvedSince(time.Date(2026, 5, 15, 3, 0, 0, 0, time.UTC)).AndBack("/oidc?request=k"),
		"/login":                                   step.Login,
		"/oidc/login/code":                         step.LoginCode.For(step.RelyingParty),
		"/login?returnTo=%2Fplans%2Fclub":          step.Login.AndBack("/plans/club"),
		"/oidc/login?returnTo=%2F":                 step.Login.For(step.RelyingParty).AndBack("/"),
		"/signup/policy?returnTo=%2Fplans%3Fa%3Db": step.SignupPolicy.AndBack("/plans?a=b"),
		"/login/multi-factor":                      step.GiveFactor(""),
		"/oidc/login/multi-factor/OTP":             step.GiveFactor("OTP").For(step.RelyingParty),
		"/mypage":                                  step.Done(""),
		"/plans?a=b":                               step.Done("/plans?a=b"),
		"/plans/a%2Fb/confirm":                     step.ConfirmOrder("a/b", false),
		"/signup/plans/club/complete":              step.OrderComplete("club", true),
		"/mypage/payment-method":                   step.CardRefused(""),
		"/mypage/payment-method/delete/complete":   step.MethodDeleted,
		"/mypage/payment-method/delete/complete?paymentMethodId=7":    step.AgreementToEnd("7"),
		"/plans/x?a=b&paymentMethodId=7":                              step.CardAdded("7", "/plans/x?a=b"),
		"https://store.example/mail":                                  step.Outside("https://store.example/mail"),
		"/mypage/subscription/7":                                      step.Contract("7"),
		"/mypage/subscription/7/withdraw?returnTo=%2Fwithdraw":        step.CancelContract("7", "/withdraw"),
		"/mypage/subscription/7/withdraw/complete":                    step.ContractCancelled("7", ""),
		"/mypage/subscription/7/withdraw/cancel":                      step.UndoCancellation("7"),
		"/mypage/subscription/7/withdraw/cancel/complete":             step.ContractKept("7"),
		"/mypage/subscription/7/payment-method":                       {Name: step.NameChangeMethod, Of: "7"},
		"/mypage/subscription/7/plan":                                 step.ChangePlan("7"),
		"/mypage/subscription/7/plan/complete":                        step.PlanChanged("7"),
		"/mypage/subscription/7/payment-method/complete":              step.MethodChanged("7"),
		"/mypage/subscription/7/payment-method/complete?earningsId=8": step.MethodPaid("7", "8"),
	} {
		if got := paths.Of(s); got != want {
			t.Errorf("%+v leads to %q, want %q", s, got, want)
		}
	}
}
