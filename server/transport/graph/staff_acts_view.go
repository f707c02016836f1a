package graph

import (
	"context"

	"github.com/google/uuid"

	"kaiin/server/base/keyset"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/graph/model"
)

// accesses is a page of what the staff did that is about the owner.
func (r *Resolver) accesses(ctx context.Context, owner uuid.UUID, first *int, after *string) (*model.AccessConnection, error) {
	page, err := keyset.NewPage(first, after)
	if err != nil {
		return nil, err
	}
	list, more, err := r.Acts.Accesses(ctx, owner, page)
	if err != nil {
		return nil, err
	}
	connection := &model.AccessConnection{Edges: []*model.AccessEdge{}, Nodes: []*model.Access{}}
	var cursors []string
	for _, a := range list {
		node, cursor := accessView(a), keyset.Cursor{At: a.At, ID: a.ID}.String()
		connection.Nodes = append(connection.Nodes, node)
		connection.Edges = append(connection.Edges, &model.AccessEdge{Cursor: cursor, Node: *node})
		cursors = append(cursors, cursor)
	}
	connection.PageInfo = pageInfo(page, cursors, more)
	return connection, nil
}

func accessView(a acts.Access) *model.Access {
	return &model.Access{
		AccessID: a.ID.String(), At: a.At, By: a.By, Department: orNull(a.Department), Number: orNull(a.Number), What: a.What, Fields: a.Fields,
		Why: orNull(a.Why), Ticket: orNull(a.Ticket), Count: a.Count,
	}
}
