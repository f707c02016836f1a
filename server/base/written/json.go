package written

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// jsonText is the type of what is kept as JSON, whatever it holds.
var jsonText = reflect.TypeFor[json.RawMessage]()

// keepJSON reads what plain has let through. An empty value is "not given".
func keepJSON(into *json.RawMessage, document []byte) error {
	text, err := yaml.YAMLToJSON(document)
	if err != nil {
		return err
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		return err
	}
	if compact.String() != "null" {
		*into = compact.Bytes()
	}
	return nil
}

// plain is a value whose kind no field tells: it is what JSON would make of it. A number that is
// not one in JSON, too, is refused.
func (k *kinds) plain(node ast.Node) ast.Node {
	switch n := node.(type) {
	case *ast.AnchorNode:
		k.anchors[n.Name.GetToken().Value] = n
		n.Value = k.plain(n.Value)
	case *ast.TagNode:
		n.Value = k.plain(n.Value)
	case *ast.MappingNode:
		for _, one := range n.Values {
			k.plain(one)
		}
	case *ast.MappingValueNode:
		k.plain(n.Key)
		n.Value = k.plain(n.Value)
	case *ast.SequenceNode:
		for i, one := range n.Values {
			n.Values[i] = k.plain(one)
		}
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		if !decimalForm.MatchString(n.GetToken().Value) {
			return k.refuse(n, notDecimal+"; in quotes, if it is a text")
		}
	}
	return node
}
