package oidc

import (
	"kaiin/ent/oidcdevice"
	"kaiin/ent/oidckey"
	"kaiin/ent/oidcrequest"
	"kaiin/server/base/reseal"
)

// Sealed are the columns of this package that hang on the service's secret. Of requests and devices
// the browser and the member alone have what opens them.
func (s *Service) Sealed() []reseal.Column {
	return []reseal.Column{
		{Table: oidckey.Table, Name: oidckey.FieldPrivate, Reseal: reseal.SealedFor(sealedKey)},
		{Table: oidcrequest.Table, Name: oidcrequest.FieldState, Read: "expires_at > $1", Ends: oidcrequest.FieldExpiresAt},
		{Table: oidcdevice.Table, Name: oidcdevice.FieldUserMAC, Read: "state = 'waiting' AND expires_at > $1", Ends: oidcdevice.FieldExpiresAt},
	}
}
