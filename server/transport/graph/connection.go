package graph

import (
	"kaiin/ent"
	"kaiin/server/base/keyset"
	"kaiin/server/base/settings"
	"kaiin/server/identity/session"
	"kaiin/server/transport/graph/model"
)

func sessionConnection(p keyset.Page, sessions []session.Shown, more bool) *model.SessionConnection {
	connection := &model.SessionConnection{Edges: []*model.SessionEdge{}, Nodes: []*model.Session{}}
	var cursors []string
	for _, s := range sessions {
		node, cursor := sessionView(s), keyset.Cursor{At: s.CreatedAt, ID: s.ID}.String()
		connection.Nodes = append(connection.Nodes, node)
		connection.Edges = append(connection.Edges, &model.SessionEdge{Cursor: cursor, Node: *node})
		cursors = append(cursors, cursor)
	}
	connection.PageInfo = pageInfo(p, cursors, more)
	return connection
}

func loginEventConnection(p keyset.Page, events []*ent.LoginEvent, more bool, external []settings.ExternalAccount) *model.LoginEventConnection {
	connection := &model.LoginEventConnection{Edges: []*model.LoginEventEdge{}, Nodes: []*model.LoginEvent{}}
	var cursors []string
	for _, e := range events {
		node, cursor := loginEventView(e, external), keyset.Cursor{At: e.CreatedAt, ID: e.ID}.String()
		connection.Nodes = append(connection.Nodes, node)
		connection.Edges = append(connection.Edges, &model.LoginEventEdge{Cursor: cursor, Node: *node})
		cursors = append(cursors, cursor)
	}
	connection.PageInfo = pageInfo(p, cursors, more)
	return connection
}

// pageInfo is the position in its list of a page with these cursors.
func pageInfo(p keyset.Page, cursors []string, more bool) model.PageInfo {
	info := model.PageInfo{HasNextPage: more, HasPreviousPage: p.After != nil}
	if len(cursors) > 0 {
		info.StartCursor, info.EndCursor = &cursors[0], &cursors[len(cursors)-1]
	}
	return info
}
