package desk

import (
	"fmt"

	"kaiin/server/transport/desk/model"
)

// connection is a page of rows as the schema's connection C: each row with its cursor, shown as
// view shows it. follows says that the page began after a cursor.
func connection[
	C ~struct {
		Edges    []*E           `json:"edges"`
		Nodes    []*N           `json:"nodes"`
		PageInfo model.PageInfo `json:"pageInfo"`
	},
	E ~struct {
		Cursor string `json:"cursor"`
		Node   N      `json:"node"`
	},
	N, T any, K fmt.Stringer,
](follows bool, rows []T, more bool, cursor func(T) K, view func(T) *N) *C {
	edges, nodes, info := []*E{}, []*N{}, model.PageInfo{HasNextPage: more, HasPreviousPage: follows}
	for i, row := range rows {
		at, node := cursor(row).String(), view(row)
		edge := E(struct {
			Cursor string `json:"cursor"`
			Node   N      `json:"node"`
		}{at, *node})
		edges, nodes = append(edges, &edge), append(nodes, node)
		if i == 0 {
			info.StartCursor = &at
		}
		info.EndCursor = &at
	}
	page := C(struct {
		Edges    []*E           `json:"edges"`
		Nodes    []*N           `json:"nodes"`
		PageInfo model.PageInfo `json:"pageInfo"`
	}{edges, nodes, info})
	return &page
}

// in shows rows in the language.
func in[T, N any](locale string, view func(T, string) *N) func(T) *N {
	return func(row T) *N { return view(row, locale) }
}
