package desk

import (
	"kaiin/server/base/keyset"
	"kaiin/server/desk/records"
	"kaiin/server/money/subscription"
	"kaiin/server/transport/desk/model"
)

func contractConnection(p keyset.Page, rows []records.Contract, more bool, locale string) *model.StaffContractConnection {
	connection := &model.StaffContractConnection{Edges: []*model.StaffContractEdge{}, Nodes: []*model.StaffContract{}}
	var cursors []string
	for _, row := range rows {
		node, cursor := contractView(row, locale), records.Cursor(row).String()
		connection.Nodes, cursors = append(connection.Nodes, node), append(cursors, cursor)
		connection.Edges = append(connection.Edges, &model.StaffContractEdge{Cursor: cursor, Node: *node})
	}
	connection.PageInfo = pageInfo(p, cursors, more)
	return connection
}

func billConnection(p keyset.Page, rows []records.Bill, more bool, locale string) *model.StaffBillConnection {
	connection := &model.StaffBillConnection{Edges: []*model.StaffBillEdge{}, Nodes: []*model.StaffBill{}}
	var cursors []string
	for _, row := range rows {
		node, cursor := billView(row, locale), records.Cursor(row).String()
		connection.Nodes, cursors = append(connection.Nodes, node), append(cursors, cursor)
		connection.Edges = append(connection.Edges, &model.StaffBillEdge{Cursor: cursor, Node: *node})
	}
	connection.PageInfo = pageInfo(p, cursors, more)
	return connection
}

func chargeConnection(p keyset.Page, rows []records.Charge, more bool, locale string) *model.StaffChargeConnection {
	connection := &model.StaffChargeConnection{Edges: []*model.StaffChargeEdge{}, Nodes: []*model.StaffCharge{}}
	var cursors []string
	for _, row := range rows {
		node, cursor := chargeView(row, locale), records.Cursor(row).String()
		connection.Nodes, cursors = append(connection.Nodes, node), append(cursors, cursor)
		connection.Edges = append(connection.Edges, &model.StaffChargeEdge{Cursor: cursor, Node: *node})
	}
	connection.PageInfo = pageInfo(p, cursors, more)
	return connection
}

func refundConnection(p keyset.Page, rows []records.Refund, more bool, locale string) *model.StaffRefundConnection {
	connection := &model.StaffRefundConnection{Edges: []*model.StaffRefundEdge{}, Nodes: []*model.StaffRefund{}}
	var cursors []string
	for _, row := range rows {
		node, cursor := refundView(row, locale), records.Cursor(row).String()
		connection.Nodes, cursors = append(connection.Nodes, node), append(cursors, cursor)
		connection.Edges = append(connection.Edges, &model.StaffRefundEdge{Cursor: cursor, Node: *node})
	}
	connection.PageInfo = pageInfo(p, cursors, more)
	return connection
}

func orderConnection(p keyset.Page, rows []records.Order, more bool, locale string) *model.StaffOrderConnection {
	connection := &model.StaffOrderConnection{Edges: []*model.StaffOrderEdge{}, Nodes: []*model.StaffOrder{}}
	var cursors []string
	for _, row := range rows {
		node, cursor := orderView(row, locale), records.Cursor(row).String()
		connection.Nodes, cursors = append(connection.Nodes, node), append(cursors, cursor)
		connection.Edges = append(connection.Edges, &model.StaffOrderEdge{Cursor: cursor, Node: *node})
	}
	connection.PageInfo = pageInfo(p, cursors, more)
	return connection
}

func matterConnection(p keyset.Page, rows []records.Matter, more bool, locale string) *model.MatterConnection {
	connection := &model.MatterConnection{Edges: []*model.MatterEdge{}, Nodes: []*model.Matter{}}
	var cursors []string
	for _, row := range rows {
		node, cursor := matterView(row, locale), records.Cursor(row).String()
		connection.Nodes, cursors = append(connection.Nodes, node), append(cursors, cursor)
		connection.Edges = append(connection.Edges, &model.MatterEdge{Cursor: cursor, Node: *node})
	}
	connection.PageInfo = pageInfo(p, cursors, more)
	return connection
}

func eventConnection(p keyset.Page, rows []records.Event, more bool, locale string) *model.GatewayEventConnection {
	connection := &model.GatewayEventConnection{Edges: []*model.GatewayEventEdge{}, Nodes: []*model.GatewayEvent{}}
	var cursors []string
	for _, row := range rows {
		node, cursor := eventView(row, locale), records.Cursor(row).String()
		connection.Nodes, cursors = append(connection.Nodes, node), append(cursors, cursor)
		connection.Edges = append(connection.Edges, &model.GatewayEventEdge{Cursor: cursor, Node: *node})
	}
	connection.PageInfo = pageInfo(p, cursors, more)
	return connection
}

func jobConnection(p keyset.Page, rows []records.Job, more bool, locale string) *model.StaffJobConnection {
	connection := &model.StaffJobConnection{Edges: []*model.StaffJobEdge{}, Nodes: []*model.StaffJob{}}
	var cursors []string
	for _, row := range rows {
		node, cursor := jobView(row, locale), records.JobCursor(row).String()
		connection.Nodes, cursors = append(connection.Nodes, node), append(cursors, cursor)
		connection.Edges = append(connection.Edges, &model.StaffJobEdge{Cursor: cursor, Node: *node})
	}
	connection.PageInfo = pageInfo(p, cursors, more)
	return connection
}

func upcomingConnection(p keyset.Page, rows []subscription.Upcoming, more bool, locale string) *model.UpcomingChargeConnection {
	connection := &model.UpcomingChargeConnection{Edges: []*model.UpcomingChargeEdge{}, Nodes: []*model.UpcomingCharge{}}
	var cursors []string
	for _, row := range rows {
		node, cursor := upcomingView(row, locale), records.CursorOf(row).String()
		connection.Nodes, cursors = append(connection.Nodes, node), append(cursors, cursor)
		connection.Edges = append(connection.Edges, &model.UpcomingChargeEdge{Cursor: cursor, Node: *node})
	}
	connection.PageInfo = pageInfo(p, cursors, more)
	return connection
}
