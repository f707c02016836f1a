package graph

import (
	"kaiin/server/money/evidence"
	"kaiin/server/transport/graph/model"
)

func evidenceView(r *evidence.Record) model.OrderEvidence {
	view := model.OrderEvidence{
		OrderID: r.OrderID.String(), ShownAt: r.ShownAt, Language: r.Locale, TemplateVersion: r.Template, HTML: r.HTML, Hash: r.Hash,
	}
	if r.PlanVersion > 0 {
		view.PlanVersion = &r.PlanVersion
	}
	return view
}
