package graph

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"kaiin/schema"
	"kaiin/server/transport/gql"
	"kaiin/server/transport/graph/generated"
)

func sdl() *ast.Schema { return generated.NewExecutableSchema(generated.Config{}).Schema() }

func TestLimits(t *testing.T) {
	t.Parallel()
	logins := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `a%d: login(input: {emailUserId: "x", password: "y", loginMethod: Password}) { redirectTo } `, i)
		}
		return "mutation X { " + b.String() + "}"
	}
	wide := func(n int) string {
		return "query X { " + strings.Repeat("root { authId } ", n) + "}"
	}
	for _, c := range []struct{ name, text, want string }{
		{"one login", logins(1), ""},
		{"two logins by alias", logins(2), "one field"},
		{"a hundred logins by alias", logins(100), "one field"},
		{"two logins by fragment", `mutation X { ...L } fragment L on Mutation { a: logout { redirectTo } b: logout { redirectTo } }`, "one field"},
		{"two mutations by inline fragment", `mutation X { ... { logout { redirectTo } } ... { b: logout { redirectTo } } }`, "one field"},
		{"wide", wide(180), ""},
		{"too wide", wide(215), "fields"},
		{"too many aliases", `query X { a: root { authId } b: root { authId } c: root { authId } d: root { authId } e: root { authId } f: root { authId } }`, "aliases"},
		{"a spread of spreads", "query X { ...A } fragment A on Query { ...B ...B ...B ...B } fragment B on Query { ...C ...C ...C ...C } " +
			"fragment C on Query { ...D ...D ...D ...D } fragment D on Query { " + strings.Repeat("root { authId } ", 4) + "}", "fields"},
	} {
		document, errs := gqlparser.LoadQueryWithRules(sdl(), c.text, rules.NewDefaultRules())
		if errs != nil {
			t.Fatalf("%s: %v", c.name, errs)
		}
		err := limits.Check(document.Operations[0])
		if (err == nil) != (c.want == "") || (err != nil && !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestEveryDocumentFitsTheSchemaAndTheLimitsWithRoom(t *testing.T) {
	t.Parallel()
	list := newAllowList(sdl(), schema.Documents())
	for _, o := range list.byText {
		name := o.name
		if _, err := o.parse(); err != nil {
			t.Errorf("%s cannot run: %v", name, err)
			continue
		}
		room := gql.Limits{Depth: limits.Depth * 2 / 3, Fields: limits.Fields * 2 / 3, Aliases: limits.Aliases}
		if err := room.Check(o.definition()); err != nil {
			t.Errorf("%s is large: %v", name, err)
		}
		if mutation := o.definition().Operation == ast.Mutation; mutation != (schema.Documents()[name].Kind == "mutation") {
			t.Errorf("%s is listed as a %s", name, schema.Documents()[name].Kind)
		}
	}
	for _, broken := range []string{"query X { nothing }", "query Y { root { authId } }", "query X {"} {
		if _, err := newOperation(sdl(), "X", broken).parse(); err == nil {
			t.Errorf("%q was accepted", broken)
		}
	}
}
