package gql

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"kaiin/schema"
	"kaiin/server/base/fault"
)

// Codes of what can be wrong with a variable or a field of an input; the path of the field
// says where.
const (
	codeRequired  = fault.Required
	codeWrongType = fault.WrongType
	codeUnknown   = fault.UnknownField
	codeTooMany   = fault.TooManyValues
)

// A caller is told so many wrong fields, each by so many bytes of its path, and nothing is looked
// at once they are found: else a body of 64 KB would be answered by megabytes. No page has more
// fields than that which can be of a wrong kind.
const (
	MostWrong   = 20
	LongestPath = 200
)

// CheckVariables holds the variables against the operation's declaration and reports what is wrong
// with them, MostWrong fields at most. A list that is longer than its @bounded allows is not
// walked. It is stricter than GraphQL: nothing is converted (a number is no text, one value is no
// list), and a variable that is not declared is refused like an unknown field. Paths are those
// within the argument input, as the member's mistakes have them.
func CheckVariables(sdl *ast.Schema, o *ast.OperationDefinition, variables map[string]any) error {
	c := checker{sdl: sdl}
	for _, v := range o.VariableDefinitions {
		value, given := variables[v.Variable]
		if given || v.DefaultValue == nil {
			c.check(v.Variable, v.Type, value, mostValues(sdl, v.Type))
		}
	}
	for name := range variables {
		if c.wrong.full() {
			break
		}
		if o.VariableDefinitions.ForName(name) == nil {
			c.wrong.add(name, codeUnknown)
		}
	}
	if len(c.wrong.Fields) == 0 {
		return nil
	}
	return c.wrong.and(c.missing).fault()
}

// mostValues is how many elements a variable may have that is itself a list: of an enum, one for
// each value. Other lists come within an input, whose fields are bounded.
func mostValues(sdl *ast.Schema, t *ast.Type) int {
	if t.Elem == nil || sdl.Types[t.Elem.NamedType] == nil {
		return 0
	}
	return len(sdl.Types[t.Elem.NamedType].EnumValues)
}

// mistakes are fields that are wrong, MostWrong at most.
type mistakes struct{ fault.Fields }

func (m *mistakes) full() bool { return len(m.Fields) >= MostWrong }

func (m *mistakes) add(path string, code fault.Code) { m.addWith(path, code, nil) }

func (m *mistakes) addWith(path string, code fault.Code, args map[string]any) {
	if m.full() {
		return
	}
	path = strings.TrimPrefix(path, "input.")
	m.AddWith(strings.ToValidUTF8(path[:min(len(path), LongestPath)], ""), code, args)
}

func (m mistakes) and(others mistakes) mistakes {
	for _, f := range others.Fields {
		m.addWith(f.Path, f.Code, f.Args)
	}
	return m
}

// fault says them in the order of their paths.
func (m mistakes) fault() *fault.Error {
	slices.SortFunc(m.Fields, func(a, b fault.Field) int { return strings.Compare(a.Path, b.Path) })
	return &fault.Error{Kind: fault.KindInvalid, Code: fault.InvalidRequest, Fields: m.Fields}
}

// Bounded is how many elements the list of an input's field may have (rules.json); 0 of what is
// no list.
func Bounded(field *ast.FieldDefinition) int {
	d := field.Directives.ForName("bounded")
	if d == nil {
		return 0
	}
	return schema.Rules().Lists[d.Arguments.ForName("by").Value.Raw]
}

// WithMissingTexts is the variables with "" for every text that the operation requires and that is
// missing or null, in new objects, once CheckVariables has found nothing else: the service that it
// reaches says in its own words what is wrong with one that is empty, together with everything else
// that is.
func WithMissingTexts(sdl *ast.Schema, o *ast.OperationDefinition, variables map[string]any) map[string]any {
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
	wrong   mistakes
	missing mistakes // texts, which alone are no reason to refuse the call (WithMissingTexts)
}

// check holds a value against its type; of a list there may be most elements.
func (c *checker) check(path string, t *ast.Type, value any, most int) {
	switch {
	case c.wrong.full():
	case value == nil && t.NonNull && t.NamedType == "String":
		c.missing.add(path, codeRequired)
	case value == nil && t.NonNull:
		c.wrong.add(path, codeRequired)
	case value == nil:
	case t.Elem != nil:
		c.checkList(path, t.Elem, value, most)
	case c.sdl.Types[t.NamedType].Kind == ast.InputObject:
		c.checkObject(path, c.sdl.Types[t.NamedType], value)
	case !fits(c.sdl.Types[t.NamedType], value):
		c.wrong.add(path, codeWrongType)
	}
}

func (c *checker) checkList(path string, of *ast.Type, value any, most int) {
	list, ok := value.([]any)
	if !ok {
		c.wrong.add(path, codeWrongType)
		return
	}
	if len(list) > most {
		c.wrong.addWith(path, codeTooMany, map[string]any{"max": most})
		return
	}
	for i, element := range list {
		if at := path + "." + strconv.Itoa(i); element == nil && of.NonNull {
			c.wrong.add(at, codeRequired)
		} else {
			c.check(at, of, element, 0)
		}
	}
}

func (c *checker) checkObject(path string, definition *ast.Definition, value any) {
	object, ok := value.(map[string]any)
	if !ok {
		c.wrong.add(path, codeWrongType)
		return
	}
	for _, field := range definition.Fields {
		value, given := object[field.Name]
		if given || field.DefaultValue == nil {
			c.check(path+"."+field.Name, field.Type, value, Bounded(field))
		}
	}
	for name := range object {
		if c.wrong.full() {
			return
		}
		if definition.Fields.ForName(name) == nil {
			c.wrong.add(path+"."+name, codeUnknown)
		}
	}
}

// fits tells whether a value, as package jsonbody reads it, is one of the scalar. Every text fits
// an enum: the service that it reaches says in its own words what is wrong with one that does not
// exist. It says first what comes before that, such as that the caller is not signed in.
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

// openEnums is the executable schema as the executor holds variables against it: enums are
// scalars there, whose values it leaves to the resolvers. CheckVariables has been stricter in
// everything else.
type openEnums struct {
	graphql.ExecutableSchema
	sdl *ast.Schema
}

func NewOpenEnums(es graphql.ExecutableSchema) openEnums {
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
