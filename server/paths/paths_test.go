package paths_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"kaiin/server/paths"
	"kaiin/server/step"
)

// Every step that package step names leads somewhere.
func TestEveryStepHasAnAddress(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../step/step.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		name, err := strconv.Unquote(literal.Value)
		if err != nil || name == "" || name == string(step.RelyingParty) {
			return true
		}
		found++
		if got := paths.Of(step.Step{Name: step.Name(name), Of: "x", URL: "https://store.example/x", ReturnTo: "/x"}); got == "" {
			t.Errorf("the step %q has no address", name)
		}
		return true
	})
	if found < 40 {
		t.Errorf("only %d steps were found", found)
	}
	if got := paths.Of(step.Step{}); got != "" {
		t.Errorf("no step leads to %q", got)
	}
}

func TestAddresses(t *testing.T) {
	for want, s := range map[string]step.Step{
		"/login":                         step.Login,
		"/oidc/login/code":               step.LoginCode.For(step.RelyingParty),
		"/login/multi-factor":            step.GiveFactor(""),
		"/oidc/login/multi-factor/OTP":   step.GiveFactor("OTP").For(step.RelyingParty),
		"/mypage":                        step.Done(""),
		"/plans?a=b":                     step.Done("/plans?a=b"),
		"/plans/a%2Fb/confirm":           step.ConfirmOrder("a/b", false),
		"/signup/plans/club/complete":    step.OrderComplete("club", true),
		"/mypage/payment-method":         step.CardRefused(""),
		"/plans/x?a=b&paymentMethodId=7": step.CardAdded("7", "/plans/x?a=b"),
		"https://store.example/mail":     step.Outside("https://store.example/mail"),
	} {
		if got := paths.Of(s); got != want {
			t.Errorf("%+v leads to %q, want %q", s, got, want)
		}
	}
}
