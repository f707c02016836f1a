package login

import (
	"kaiin/ent/externalrequest"
	"kaiin/server/base/reseal"
)

// Sealed is the column of this package that hangs on the service's secret. The browser alone has
// what opens it.
func (s *Service) Sealed() []reseal.Column {
	return []reseal.Column{{
		Table: externalrequest.Table, Name: externalrequest.FieldSecrets, Read: "used_at IS NULL AND expires_at > $1", Ends: externalrequest.FieldExpiresAt,
	}}
}
