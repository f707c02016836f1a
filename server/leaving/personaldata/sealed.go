package personaldata

import (
	"kaiin/ent/dataexportpart"
	"kaiin/server/base/reseal"
)

// Sealed is the column of this package that hangs on the service's secret.
func (s *Service) Sealed() []reseal.Column {
	return []reseal.Column{{
		Table: dataexportpart.Table, Name: dataexportpart.FieldContent, By: []string{dataexportpart.FieldFileID, dataexportpart.FieldNumber},
		Reseal: reseal.Sealed(func(by []string) string { return purposeOf(by[0], by[1]) }),
	}}
}
