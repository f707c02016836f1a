package written

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// empty is a value that is left empty in the file, for a field of a type. A number and a truth
// value would be 0 and false: it is left out where that is meant. Where a variable was filled in, a
// value was meant.
func (k *kinds) empty(n *ast.NullNode, t reflect.Type) ast.Node {
	if slices.Contains(k.filled, n.GetToken().Position.Line) {
		return k.refuse(n, pathOf(n)+" is empty, though a variable is filled in: a text that may be empty is written in quotes")
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int64, reflect.Float64, reflect.Bool:
		return k.refuse(n, pathOf(n)+" is empty: write a value, or leave the line out")
	}
	return n
}

// needed refuses a mapping that lacks what its struct cannot do without: the fields with the
// tag written:"needed".
func (k *kinds) needed(n ast.Node, t reflect.Type) {
	if t.Kind() != reflect.Struct || k.missing != nil {
		return
	}
	for field := range t.Fields() {
		if field.Tag.Get("written") == "needed" && !k.has(n, name(field)) {
			k.missing = &yaml.SyntaxError{Message: fmt.Sprintf("%s.%s has to be written, also where it is 0", pathOf(n), name(field)), Token: n.GetToken()}
			return
		}
	}
}

// has reports whether a mapping holds a key, or one that is merged into it does.
func (k *kinds) has(node ast.Node, key string) bool {
	switch n := node.(type) {
	case *ast.MappingNode:
		return slices.ContainsFunc(n.Values, func(one *ast.MappingValueNode) bool { return k.has(one, key) })
	case *ast.MappingValueNode:
		if _, merged := n.Key.(*ast.MergeKeyNode); merged {
			return k.has(n.Value, key)
		}
		return n.Key.GetToken().Value == key
	case *ast.SequenceNode: // several that are merged
		return slices.ContainsFunc(n.Values, func(one ast.Node) bool { return k.has(one, key) })
	case *ast.AnchorNode:
		return k.has(n.Value, key)
	case *ast.AliasNode:
		anchor := k.anchors[n.Value.GetToken().Value]
		return anchor != nil && k.has(anchor.Value, key)
	}
	return false
}

// pathOf is the path of a node, such as plans[0].price.
func pathOf(n ast.Node) string { return strings.TrimPrefix(n.GetPath(), "$.") }
