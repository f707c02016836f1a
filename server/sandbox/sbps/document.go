package sbps

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/japanese"
)

const (
	requestRoot  = "sps-api-request"
	responseRoot = "sps-api-response"
	charset      = "Shift_JIS"

	maxDepth    = 4 // root, group, row, field
	maxElements = 1000
)

// element is an XML element: either a group of elements or a value, never both.
type element struct {
	name     string
	text     string
	children []*element
}

// decode reads a request: its function id and its elements in the order sent. The document must say
// that it is Shift_JIS and must be it.
func decode(body []byte) (function string, fields []*element, err error) {
	utf8, err := japanese.ShiftJIS.NewDecoder().Bytes(body)
	if err != nil {
		return "", nil, fmt.Errorf("not %s: %w", charset, err)
	}
	declared := false
	d := xml.NewDecoder(bytes.NewReader(utf8))
	d.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		if !strings.EqualFold(label, charset) {
			return nil, fmt.Errorf("the declaration says %s, not %s", label, charset)
		}
		declared = true
		return in, nil
	}
	var root *element
	var open []*element
	count := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", nil, err
		}
		if !declared {
			return "", nil, fmt.Errorf("no XML declaration that says %s", charset)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if count++; count > maxElements || len(open) == maxDepth {
				return "", nil, errors.New("too many elements, or too deep")
			}
			e := &element{name: t.Name.Local}
			switch {
			case t.Name.Space != "":
				return "", nil, fmt.Errorf("element %s has a namespace", e.name)
			case len(open) > 0:
				parent := open[len(open)-1]
				parent.children = append(parent.children, e)
			case root != nil || e.name != requestRoot:
				return "", nil, fmt.Errorf("the root is not one %s", requestRoot)
			default:
				root = e
				for _, a := range t.Attr {
					if a.Name.Local == "id" && a.Name.Space == "" {
						function = a.Value
					}
				}
			}
			open = append(open, e)
		case xml.EndElement:
			e := open[len(open)-1]
			open = open[:len(open)-1]
			if len(e.children) > 0 {
				if strings.TrimSpace(e.text) != "" {
					return "", nil, fmt.Errorf("text between the elements of %s", e.name)
				}
				e.text = ""
			}
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text += string(t)
			} else if len(bytes.TrimSpace(t)) > 0 {
				return "", nil, errors.New("text outside the root")
			}
		case xml.Directive:
			return "", nil, errors.New("document type declarations are not read")
		}
	}
	if root == nil {
		return "", nil, errors.New("no document")
	}
	return function, root.children, nil
}

// value and group build the elements of an answer.
func value(name, text string) *element { return &element{name: name, text: text} }

func group(name string, children ...*element) *element {
	return &element{name: name, children: children}
}

// encode writes an answer. An empty value is written as an explicit pair of tags, as the real
// service does. The function id is left out when the request was refused before it was known.
func encode(function string, fields []*element) []byte {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="` + charset + `"?>` + "\n<" + responseRoot)
	if function != "" {
		b.WriteString(` id="` + function + `"`)
	}
	b.WriteString(">\n")
	writeElements(&b, fields)
	b.WriteString("</" + responseRoot + ">\n")
	return toShiftJIS(b.String())
}

func writeElements(b *strings.Builder, fields []*element) {
	for _, e := range fields {
		b.WriteString("<" + e.name + ">")
		if len(e.children) > 0 {
			b.WriteString("\n")
			writeElements(b, e.children)
		} else {
			_ = xml.EscapeText(b, []byte(e.text)) // a Builder does not fail
		}
		b.WriteString("</" + e.name + ">\n")
	}
}
