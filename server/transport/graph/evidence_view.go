package graph

import (
	"kaiin/server/base/spoken"
	"kaiin/server/money/evidence"
	"kaiin/server/transport/graph/model"
)

func evidenceView(r *evidence.Record) model.OrderEvidence {
	view := model.OrderEvidence{
		OrderID: r.OrderID.String(), OrderNumber: spoken.Of(spoken.Order, r.OrderID), ShownAt: r.ShownAt, Language: r.Locale, TemplateVersion: r.Template, HTML: r.HTML, Hash: r.Hash,
	}
	if r.PlanVersion > 0 {
		view.PlanVersion = &r.PlanVersion
	}
	return view
}
