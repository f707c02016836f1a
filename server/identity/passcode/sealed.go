package passcode

import (
	"kaiin/ent/authcode"
	"kaiin/server/base/reseal"
)

// Sealed is the column of this package that hangs on the service's secret: MACs of codes, which the
// recipients alone know.
func (s *Service) Sealed() []reseal.Column {
	return []reseal.Column{{
		Table: authcode.Table, Name: authcode.FieldCodeHash, Read: "used_at IS NULL AND voided_at IS NULL AND expires_at > $1", Ends: authcode.FieldExpiresAt,
	}}
}
