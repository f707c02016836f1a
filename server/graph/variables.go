package graph

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"kaiin/server/fault"
)

// Codes of what can be wrong with a variable or a field of an input; the path of the field says where.
const (
	codeRequired  = fault.Required
	codeWrongType = fault.WrongType
	codeUnknown   = fault.UnknownField
)

// checkVariables holds the variables against the operation's declaration and reports everything that is wrong with them.
// It is stricter than GraphQL: nothing is converted (a number is no text, one value is no list), and a variable nobody
// declared is refused like an unknown field. Paths are those within the argument input, as the member's mistakes have them.
func checkVariables(sdl *ast.Schema, o *ast.OperationDefinition, variables map[string]any) error {
	c := checker{sdl: sdl}
	for name := range variables {
		if o.VariableDefinitions.ForName(name) == nil {
			c.wrong.Add(name, codeUnknown)
		}
	}
	for _, v := range o.VariableDefinitions {
		value, given := variables[v.Variable]
		if given || v.DefaultValue == nil {
			c.check(v.Variable, v.Type, value)
		}
	}
	for i := range c.wrong {
		c.wrong[i].Path = strings.TrimPrefix(c.wrong[i].Path, "input.")
	}
	if len(c.wrong) == 0 {
		return nil
	}
	slices.SortFunc(c.wrong, func(a, b fault.Field) int { return strings.Compare(a.Path, b.Path) })
	return &fault.Error{Kind: fault.KindInvalid, Code: fault.InvalidRequest, Fields: c.wrong}
}

type checker struct {
	sdl   *ast.Schema
	wrong fault.Fields
}

func (c *checker) check(path string, t *ast.Type, value any) {
	if value == nil {
		if t.NonNull {
			c.wrong.Add(path, codeRequired)
		}
		return
	}
	if t.Elem != nil {
		list, ok := value.([]any)
		if !ok {
			c.wrong.Add(path, codeWrongType)
			return
		}
		for i, element := range list {
			c.check(path+"."+strconv.Itoa(i), t.Elem, element)
		}
		return
	}
	definition := c.sdl.Types[t.NamedType]
	if definition.Kind == ast.InputObject {
		c.checkObject(path, definition, value)
		return
	}
	if !fits(definition, value) {
		c.wrong.Add(path, codeWrongType)
	}
}

func (c *checker) checkObject(path string, definition *ast.Definition, value any) {
	object, ok := value.(map[string]any)
	if !ok {
		c.wrong.Add(path, codeWrongType)
		return
	}
	for name := range object {
		if definition.Fields.ForName(name) == nil {
			c.wrong.Add(path+"."+name, codeUnknown)
		}
	}
	for _, field := range definition.Fields {
		value, given := object[field.Name]
		if given || field.DefaultValue == nil {
			c.check(path+"."+field.Name, field.Type, value)
		}
	}
}

// fits tells whether a value, as package jsonbody reads it, is one of the scalar. Of an enum every text is: the service that it
// reaches says in its own words what is wrong with one that does not exist, after what it has to say before, such as that nobody
// is signed in.
func fits(definition *ast.Definition, value any) bool {
	switch definition.Name {
	case "Boolean":
		_, ok := value.(bool)
		return ok
	case "Int", "Yen":
		number, ok := value.(json.Number)
		if !ok {
			return false
		}
		_, err := strconv.ParseInt(number.String(), 10, 32)
		return err == nil
	case "Any":
		return true
	default: // String, ID, enums, Day, Time: texts, the latter two read by their scalar
		_, ok := value.(string)
		return ok
	}
}

// openEnums is the executable schema as the executor holds variables against it: enums are scalars there, whose values it leaves
// to the resolvers. checkVariables has been stricter in everything else.
type openEnums struct {
	graphql.ExecutableSchema
	sdl *ast.Schema
}

func newOpenEnums(es graphql.ExecutableSchema) openEnums {
	sdl := *es.Schema()
	sdl.Types = maps.Clone(sdl.Types)
	for name, definition := range sdl.Types {
		if definition.Kind == ast.Enum {
			scalar := *definition
			scalar.Kind = ast.Scalar
			sdl.Types[name] = &scalar
		}
	}
	return openEnums{es, &sdl}
}

// Schema implements graphql.ExecutableSchema.
func (o openEnums) Schema() *ast.Schema { return o.sdl }
