package written

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Problem is one thing that is wrong with an operator's file.
type Problem struct {
	Path string // such as plans[0].price
	Text string
	Line int // from 1; 0 where it is not known
}

func (p *Problem) Error() string {
	if p.Line == 0 {
		return p.Path + ": " + p.Text
	}
	return fmt.Sprintf("line %d: %s: %s", p.Line, p.Path, p.Text)
}

// Under puts what is wrong with a part of a file below the path of that part, such as "settings.".
func Under(path string, err error) Problems {
	var all Problems
	for _, one := range each(err) {
		var p *Problem
		if errors.As(one, &p) {
			one = &Problem{Path: path + p.Path, Text: p.Text, Line: p.Line}
		}
		all = append(all, one)
	}
	return all
}

// Lines gives each Problem of err the line of the document that its path leads to. What is missing
// has the line of what should hold it.
func Lines(document []byte, err error) error {
	if err == nil {
		return nil
	}
	file, failed := parser.ParseBytes(Plain(document), 0)
	if failed != nil {
		return err
	}
	lines := map[string]int{}
	ast.Walk(visitor(func(n ast.Node) {
		if entry, ok := n.(*ast.MappingValueNode); ok {
			lines[pathOf(entry.Value)] = entry.Key.GetToken().Position.Line
		} else if at := pathOf(n); lines[at] == 0 {
			lines[at] = n.GetToken().Position.Line
		}
	}), file.Docs[0].Body)
	all := each(err)
	for i, one := range all {
		var p *Problem
		if errors.As(one, &p) {
			all[i] = &Problem{Path: p.Path, Text: p.Text, Line: lineOf(lines, p.Path)}
		}
	}
	return errors.Join(all...)
}

// lineOf is the line of a path, or of the nearest part of it that is written.
func lineOf(lines map[string]int, path string) int {
	for path != "" {
		if line := lines[path]; line > 0 {
			return line
		}
		path = path[:max(strings.LastIndexAny(path, ".["), 0)]
	}
	return 0
}

type visitor func(ast.Node)

func (v visitor) Visit(n ast.Node) ast.Visitor {
	v(n)
	return v
}

// each is what errors.Join has put together.
func each(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, one := range joined.Unwrap() {
			all = append(all, each(one)...)
		}
		return all
	}
	if err == nil {
		return nil
	}
	return []error{err}
}
