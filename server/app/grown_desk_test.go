package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kaiin/server/oidc/oidctest"
	"kaiin/server/staff/acts/actstest"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/gate"
)

// registerProgram adds a program of the staff that may read members.
func (g *grown) registerProgram(b *testing.B) {
	r, _ := oidctest.Program(b, scope.MembersFind, scope.MembersRead, scope.ContractsRead, scope.MoneyRead)
	if _, err := g.app.OIDC.AddClient(b.Context(), actstest.By(g.app.Store), r); err != nil {
		b.Fatal(err)
	}
}

// oneWithSixLists is a member as the desk shows them.
const oneWithSixLists = `query($id: ID!) { member(accountId: $id) { status profile { name } contracts(first: 20) { nodes { subscriptionId } } orders(first: 20) { nodes { orderId } }
	bills(first: 20) { nodes { billId } } refunds(first: 20) { nodes { refundId } } entitlements(first: 20) { nodes { planId } } timeline(first: 20) { nodes { at } } } }`

// askDesk has the program ask the desk about the member, each time with a token of its own and as
// if it had asked for nothing before.
func askDesk(query string) func(*testing.B, *App, *grownMember) error {
	return func(b *testing.B, a *App, m *grownMember) error {
		client, err := a.OIDC.Client(b.Context(), "night-report")
		if err != nil {
			return err
		}
		names := []string{scope.Wire(scope.MembersFind), scope.Wire(scope.MembersRead), scope.Wire(scope.ContractsRead), scope.Wire(scope.MoneyRead)}
		tokens, err := a.OIDC.ClientCredentials(b.Context(), client, names...)
		if err != nil {
			return err
		}
		body, err := json.Marshal(map[string]any{"query": query, "variables": map[string]any{"id": m.AccountID}})
		if err != nil {
			return err
		}
		a.Edge.Graph.(*gate.Door).Desk.Meter = &gate.Meter{}
		r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(string(body)))
		r.RemoteAddr = oidctest.Office + ":1024"
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+tokens.Access)
		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, r)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"nodes":[{"subscriptionId"`) {
			return fmt.Errorf("%d %.500s", w.Code, w.Body)
		}
		return nil
	}
}
