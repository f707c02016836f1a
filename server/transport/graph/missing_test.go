package graph

import (
	"maps"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"kaiin/server/base/fault"
	"kaiin/server/transport/gql"
)

// A required text that is missing or null reaches the service as an empty one, whose words it then
// has; together with something else that is wrong it is named, and no member ever reads a
// placeholder (B-01).
func TestMissingTextsAreEmptyOnes(t *testing.T) {
	e, err := New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, o := range e.allowed.byName {
		for _, v := range o.definition().VariableDefinitions {
			definition := e.sdl.Types[v.Type.NamedType]
			if v.Variable != "input" || definition == nil || definition.Kind != ast.InputObject {
				continue
			}
			for _, field := range definition.Fields {
				if !field.Type.NonNull || field.DefaultValue != nil {
					continue
				}
				for how, value := range map[string]map[string]any{"missing": {}, "null": {field.Name: nil}, "of a wrong type": {field.Name: []int{1}}} {
					input := maps.Clone(value)
					f, _ := fault.As(gql.CheckVariables(e.sdl, o.definition(), map[string]any{"input": input}))
					if f == nil { // only texts are required
						filled := gql.WithMissingTexts(e.sdl, o.definition(), map[string]any{"input": input})["input"].(map[string]any)
						if text, ok := filled[field.Name].(string); !ok || text != "" || len(input) != len(value) {
							t.Errorf("%s: %s %s: %v", name, field.Name, how, filled)
						}
						continue
					}
					named := false
					for _, locale := range []string{"ja", "en"} {
						for _, said := range gql.FieldErrors(locale, f) {
							named = named || said.Field == field.Name
							if strings.ContainsAny(said.Message, "{}") || said.Message == "" {
								t.Errorf("%s: %s %s: %q", name, field.Name, how, said.Message)
							}
						}
					}
					if !named {
						t.Errorf("%s: %s %s is not named: %v", name, field.Name, how, f.Fields)
					}
				}
			}
		}
	}
}
