package gate

import (
	"slices"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// Callers are told what is to go of all that they ask for, each once.
func TestDeprecations(t *testing.T) {
	t.Parallel()
	sdl := gqlparser.MustLoadSchema(&ast.Source{Input: `
		type Query { member(id: ID, name: String @deprecated(reason: "by id, until 2028-01-01")): Member }
		type Member { id: ID, sex: Int @deprecated, friends: [Member] @deprecated(reason: "there are none, until 2028-01-01") }`})
	document := gqlparser.MustLoadQueryWithRules(sdl, `
		query a { member(name: "x") { id ...more } }
		query b { member(id: 1) { id } }
		fragment more on Member { sex ... on Member { friends { sex } } }`, rules.NewDefaultRules())
	want := []string{"Query.member(name): by id, until 2028-01-01", "Member.sex", "Member.friends: there are none, until 2028-01-01"}
	if got := deprecations(document.Operations.ForName("a").SelectionSet); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := deprecations(document.Operations.ForName("b").SelectionSet); len(got) > 0 {
		t.Errorf("%q", got)
	}
}
