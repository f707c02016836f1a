package written

import (
	"errors"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// YAML reads one document of YAML, which JSON is too, into a struct. Keys that are unknown or given
// twice, values of another kind than their field's and a second document are errors, which show the
// line. So are a missing value of a field with the tag written:"needed", an empty one of a number
// or a truth value, and any empty one on the lines where a variable was filled in.
func YAML(document []byte, into any, filled ...int) error {
	err := read(Plain(document), into, filled)
	var shown yaml.Error
	if errors.As(err, &shown) {
		return errors.New(yaml.FormatError(err, false, true))
	}
	return err
}

func read(document []byte, into any, filled []int) error {
	file, err := parser.ParseBytes(document, 0)
	if err != nil {
		return err
	}
	var bodies []ast.Node
	for _, one := range file.Docs {
		if one.Body != nil {
			bodies = append(bodies, one.Body)
		}
	}
	switch {
	case len(bodies) == 0:
		return errors.New("it is empty")
	case len(bodies) > 1:
		return errors.New("more than one document")
	}
	k := kinds{anchors: map[string]*ast.AnchorNode{}, filled: filled}
	body := k.fit(bodies[0], reflect.TypeOf(into).Elem())
	if k.wrong != nil {
		return k.wrong
	}
	if err := yaml.NewDecoder(strings.NewReader(""), yaml.Strict(), yaml.CustomUnmarshaler(keepJSON)).DecodeFromNode(body, into); err != nil {
		return err // such as an unknown key, which may be why another one is missing
	}
	return k.missing
}

// kinds makes the values of a document those of the fields that take them.
type kinds struct {
	anchors map[string]*ast.AnchorNode
	filled  []int // the lines where a variable was filled in
	wrong   error // the first one
	missing error // the first one
}

// refuse keeps the first error, with its line.
func (k *kinds) refuse(node ast.Node, message string) ast.Node {
	if k.wrong == nil {
		k.wrong = &yaml.SyntaxError{Message: message, Token: node.GetToken()}
	}
	return node
}

// fit answers the node that replaces a node whose value a Go type takes.
func (k *kinds) fit(node ast.Node, t reflect.Type) ast.Node {
	if n, ok := node.(*ast.NullNode); ok {
		return k.empty(n, t)
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == jsonText {
		return k.plain(node)
	}
	switch n := node.(type) {
	case nil:
	case *ast.AnchorNode:
		k.anchors[n.Name.GetToken().Value] = n
		n.Value = k.fit(n.Value, t)
	case *ast.AliasNode:
		if anchor := k.anchors[n.Value.GetToken().Value]; anchor != nil {
			anchor.Value = k.fit(anchor.Value, t)
		}
	case *ast.TagNode:
		n.Value = k.fit(n.Value, t)
	case *ast.MappingNode:
		for _, one := range n.Values {
			k.entry(one, t)
		}
		k.needed(n, t)
	case *ast.MappingValueNode:
		k.entry(n, t)
		k.needed(n, t)
	case *ast.SequenceNode:
		for i, one := range n.Values {
			n.Values[i] = k.fit(one, elementOf(t))
		}
	case ast.ScalarNode:
		return k.scalar(n, t)
	}
	return node
}

// entry fits one entry of a mapping. The keys of a mapping are texts.
func (k *kinds) entry(n *ast.MappingValueNode, t reflect.Type) {
	if _, merged := n.Key.(*ast.MergeKeyNode); merged {
		k.merge(n.Value, t)
		return
	}
	if key, ok := n.Key.(ast.ScalarNode); ok {
		n.Key = asWritten(key).(ast.MapKeyNode)
	}
	n.Value = k.fit(n.Value, fieldOf(t, n.Key.GetToken().Value))
}

// merge fits what is merged into a mapping, which needs not be whole by itself.
func (k *kinds) merge(node ast.Node, t reflect.Type) {
	switch n := node.(type) {
	case *ast.AnchorNode:
		k.anchors[n.Name.GetToken().Value] = n
		k.merge(n.Value, t)
	case *ast.AliasNode:
		if anchor := k.anchors[n.Value.GetToken().Value]; anchor != nil {
			k.merge(anchor.Value, t)
		}
	case *ast.MappingNode:
		for _, one := range n.Values {
			k.entry(one, t)
		}
	case *ast.MappingValueNode:
		k.entry(n, t)
	case *ast.SequenceNode:
		for _, one := range n.Values {
			k.merge(one, t)
		}
	}
}

func (k *kinds) scalar(n ast.ScalarNode, t reflect.Type) ast.Node {
	if isTexts(t) { // one text instead of one in each language
		t = t.Elem()
	}
	text := n.GetToken().Value
	switch t.Kind() {
	case reflect.String:
		return asWritten(n)
	case reflect.Int, reflect.Int64:
		if _, ok := n.(*ast.IntegerNode); !ok || !wholeForm.MatchString(text) {
			return k.refuse(n, notWhole)
		}
	case reflect.Float64:
		switch n.(type) {
		case *ast.IntegerNode, *ast.FloatNode:
			if decimalForm.MatchString(text) {
				return n
			}
		}
		return k.refuse(n, notDecimal)
	case reflect.Bool:
		if _, ok := n.(*ast.BoolNode); !ok {
			return k.refuse(n, notBool)
		}
	}
	return n
}

// asWritten is a number or a truth value as the text that the file has; a text is one already.
func asWritten(n ast.ScalarNode) ast.Node {
	switch n.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return ast.String(n.GetToken())
	}
	return n
}

var anything = reflect.TypeFor[any]()

func isTexts(t reflect.Type) bool {
	return t.Kind() == reflect.Map && t.Elem().Kind() == reflect.String
}

// elementOf is the type of the elements of a list; anything for what is no list, which the
// decoder refuses.
func elementOf(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8 {
		return t.Elem()
	}
	return anything
}

// fieldOf is the type of the value of a key; anything for a key that is unknown, which the decoder
// refuses.
func fieldOf(t reflect.Type, key string) reflect.Type {
	switch t.Kind() {
	case reflect.Map:
		return t.Elem()
	case reflect.Struct:
		for field := range t.Fields() {
			if name(field) == key {
				return field.Type
			}
		}
	}
	return anything
}

func name(field reflect.StructField) string {
	tag, ok := field.Tag.Lookup("yaml")
	if !ok {
		tag = field.Tag.Get("json")
	}
	before, _, _ := strings.Cut(tag, ",")
	return before
}
