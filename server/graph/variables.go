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
	if len(c.wrong) > 0 {
		c.wrong = append(c.wrong, c.missing...)
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

// withMissingTexts is the variables with "" for every text that the operation requires and that is missing or null, in new objects, once
// checkVariables has found nothing else:
// the service that it reaches says in its own words what is wrong with one that is empty, together with everything else that is.
func withMissingTexts(sdl *ast.Schema, o *ast.OperationDefinition, variables map[string]any) map[string]any {
	all := maps.Clone(variables)
	if all == nil {
		all = map[string]any{}
	}
	for _, v := range o.VariableDefinitions {
		if v.DefaultValue == nil {
			complete(sdl, all, v.Variable, v.Type)
		}
	}
	return all
}

func complete(sdl *ast.Schema, object map[string]any, name string, t *ast.Type) {
	value := object[name]
	if value == nil && t.NonNull && t.NamedType == "String" {
		object[name] = ""
	}
	if list, ok := value.([]any); ok && t.Elem != nil {
		list = slices.Clone(list)
		for i, element := range list {
			of := map[string]any{name: element}
			complete(sdl, of, name, t.Elem)
			list[i] = of[name]
		}
		object[name] = list
		return
	}
	members, ok := value.(map[string]any)
	if !ok || t.NamedType == "" || sdl.Types[t.NamedType].Kind != ast.InputObject {
		return
	}
	members = maps.Clone(members)
	for _, field := range sdl.Types[t.NamedType].Fields {
		if field.DefaultValue == nil {
			complete(sdl, members, field.Name, field.Type)
		}
	}
	object[name] = members
}

type checker struct {
	sdl     *ast.Schema
	wrong   fault.Fields
	missing fault.Fields // texts, which alone are no reason to refuse the call (withMissingTexts)
}

func (c *checker) check(path string, t *ast.Type, value any) {
	if value == nil {
		switch {
		case t.NonNull && t.NamedType == "String":
			c.missing.Add(path, codeRequired)
		case t.NonNull:
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
			if at := path + "." + strconv.Itoa(i); element == nil && t.Elem.NonNull {
				c.wrong.Add(at, codeRequired)
			} else {
				c.check(at, t.Elem, element)
			}
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
