package flow

import (
	"kaiin/ent/flow"
	"kaiin/server/base/reseal"
)

// Sealed is the column of this package that hangs on the service's secret.
func (s *Service) Sealed() []reseal.Column {
	return []reseal.Column{{
		Table: flow.Table, Name: flow.FieldState, By: []string{flow.FieldSessionID, flow.FieldKind},
		Reseal: reseal.Sealed(func(by []string) string { return sealOf(by[0], Kind(by[1])) }),
	}}
}
