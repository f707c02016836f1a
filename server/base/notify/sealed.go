package notify

import (
	"kaiin/ent/message"
	"kaiin/server/base/reseal"
)

// Sealed is the column of this package that hangs on the service's secret.
func (s *Service) Sealed() []reseal.Column {
	return []reseal.Column{{Table: message.Table, Name: message.FieldData, Reseal: reseal.SealedFor(sealing)}}
}
