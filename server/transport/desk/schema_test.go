package desk

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"kaiin/schema"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/gate"
	"kaiin/server/transport/desk/generated"
	"kaiin/server/transport/desk/scalar"
	members "kaiin/server/transport/graph/generated"
)

var update = flag.Bool("update", false, "write testdata anew")

func sdl() *ast.Schema { return generated.NewExecutableSchema(generated.Config{}).Schema() }

// ofProposals ask for the scopes of the proposal itself (package proposal).
var ofProposals = []string{"approveProposal", "rejectProposal", "withdrawProposal"}

// Every decision says why and has a key, and answers as all others do.
func TestEveryDecisionSaysWhy(t *testing.T) {
	t.Parallel()
	s := sdl()
	for _, f := range s.Mutation.Fields {
		if strings.HasPrefix(f.Name, "__") {
			continue
		}
		input := s.Types[f.Arguments[0].Type.Name()]
		for _, name := range []string{"key", "reasonKind", "reason", "ticket"} {
			if input.Fields.ForName(name) == nil {
				t.Errorf("%s has no %s", input.Name, name)
			}
		}
		if f.Directives.ForName("staff") == nil && !slices.Contains(ofProposals, f.Name) {
			t.Errorf("%s is open to every caller of the staff", f.Name)
		}
		if answer := s.Types[f.Type.Name()]; !slices.Contains(answer.Interfaces, "StaffResult") {
			t.Errorf("%s is no StaffResult", answer.Name)
		}
	}
}

// The enum of the schema and the scopes of the server are the same list.
func TestScopesOfTheSchema(t *testing.T) {
	t.Parallel()
	var listed, known []string
	for _, v := range sdl().Types["StaffScope"].EnumValues {
		listed = append(listed, v.Name)
	}
	for _, rule := range scope.Rules() {
		known = append(known, scalar.ScopeName(rule.Scope))
	}
	if !slices.Equal(listed, known) {
		t.Errorf("%v in the schema, %v in the server", listed, known)
	}
}

// shared are the types that both schemas have: scalars, enums and what says where a list is. None
// leads from one to the other.
var shared = []string{"Any", "Boolean", "Day", "ErrorCode", "Float", "ID", "Int", "Mutation", "PageInfo", "Query", "String", "Time", "Yen"}

// No object of members is reachable from the desk, and none of the desk from the documents of
// members.
func TestTheSchemasAreDisjoint(t *testing.T) {
	t.Parallel()
	theirs := members.NewExecutableSchema(members.Config{}).Schema()
	for name, ours := range sdl().Types {
		if theirs.Types[name] == nil || strings.HasPrefix(name, "__") || slices.Contains(shared, name) || ours.Kind == ast.Enum {
			continue
		}
		if ours.Kind == ast.Object && len(ours.Fields) > 0 {
			t.Errorf("%s is a type of members, too: %s", name, "another thing needs another name, so that no reader takes one for the other")
		}
	}
	for name, d := range schema.Documents() {
		for _, word := range []string{"userErrors { code field message } actId", "StaffScope", "staffNumber"} {
			if strings.Contains(d.Text, word) {
				t.Errorf("the document %s asks for %s", name, word)
			}
		}
	}
}

// What every role may ask for and do, as a table that reviewers see change.
func TestTheRolesOfTheDesk(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, root := range []*ast.Definition{sdl().Query, sdl().Mutation} {
		for _, f := range root.Fields {
			if strings.HasPrefix(f.Name, "__") {
				continue
			}
			needed := []string{}
			for _, s := range []scope.Scope{neededBy(f.Directives), neededBy(sdl().Types[f.Type.Name()].Directives)} {
				if s != "" && !slices.Contains(needed, string(s)) {
					needed = append(needed, string(s))
				}
			}
			fmt.Fprintf(&b, "%s %s: %s\n", strings.ToLower(root.Name), f.Name, strings.Join(needed, ", "))
			for _, role := range scope.Roles() {
				may := true
				for _, s := range needed {
					may = may && slices.Contains(scope.Of(string(role)), scope.Scope(s))
				}
				if may {
					fmt.Fprintf(&b, "    %s\n", role)
				}
			}
		}
	}
	const file = "testdata/roles.txt"
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(file)
	if err != nil || string(kept) != b.String() {
		t.Errorf("%v: the roles are other ones now; -update writes %s", err, file)
	}
}

// neededBy is the scope that @staff names; empty where there is none.
func neededBy(directives ast.DirectiveList) scope.Scope {
	d := directives.ForName("staff")
	if d == nil {
		return ""
	}
	s, _ := scalar.ScopeOf(d.Arguments.ForName("scope").Value.Raw)
	return s
}

// A walk over the schema: no role without the scope gets a field, nor a field of a type that is
// closed by itself, whatever the way to it.
func TestEveryFieldIsClosedWithoutItsScope(t *testing.T) {
	t.Parallel()
	r := setup(t)
	s := sdl()
	cells := 0
	for _, role := range scope.Roles() {
		token := string(role)
		r.person(token, token)
		held := scope.Of(token)
		for _, root := range []*ast.Definition{s.Query, s.Mutation} {
			for _, f := range root.Fields {
				if strings.HasPrefix(f.Name, "__") || f.Directives.ForName("anyStaff") != nil {
					continue
				}
				if slices.Contains(held, neededBy(f.Directives)) {
					continue
				}
				cells++
				query, variables := callOf(s, root, f)
				if got := r.send(by(token, query, variables)); got.code() != "MISSING_SCOPE" || got.Data != nil {
					t.Errorf("%s asks %s: %.200s", role, f.Name, got.text)
				}
				r.door.Desk.Meter = &gate.Meter{}
			}
		}
	}
	if cells < 20 {
		t.Errorf("only %d cells were walked", cells)
	}
}

// callOf is the smallest operation that asks for a root field.
func callOf(s *ast.Schema, root *ast.Definition, f *ast.FieldDefinition) (query string, variables map[string]any) {
	var declared, given []string
	variables = map[string]any{}
	for _, a := range f.Arguments {
		if !a.Type.NonNull {
			continue
		}
		declared = append(declared, "$"+a.Name+": "+a.Type.String())
		given = append(given, a.Name+": $"+a.Name)
		variables[a.Name] = sample(s, a.Type)
	}
	open, shut := "", ""
	if len(declared) > 0 {
		open, shut = "("+strings.Join(declared, ", ")+")", "("+strings.Join(given, ", ")+")"
	}
	answers := ""
	if s.Types[f.Type.Name()].IsCompositeType() {
		answers = " { __typename }"
	}
	return fmt.Sprintf("%s%s { %s%s%s }", strings.ToLower(root.Name), open, f.Name, shut, answers), variables
}

// sample is a value of the type.
func sample(s *ast.Schema, t *ast.Type) any {
	definition := s.Types[t.Name()]
	switch {
	case t.Elem != nil:
		return []any{}
	case definition.Kind == ast.Enum:
		return definition.EnumValues[0].Name
	case definition.Kind == ast.InputObject:
		object := map[string]any{}
		for _, f := range definition.Fields {
			if f.Type.NonNull && f.DefaultValue == nil {
				object[f.Name] = sample(s, f.Type)
			}
		}
		return object
	case t.Name() == "Int" || t.Name() == "Yen":
		return 1
	case t.Name() == "Boolean":
		return true
	case t.Name() == "Day":
		return "2026-05-04"
	}
	return "00000000-0000-7000-8000-000000000000"
}
