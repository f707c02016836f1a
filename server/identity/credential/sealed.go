package credential

import (
	"kaiin/ent/backupcode"
	"kaiin/ent/factor"
	"kaiin/server/base/reseal"
)

// Sealed are the columns of this package that hang on the service's secret, and the requests for a
// link that wait.
func (s *Service) Sealed() []reseal.Column {
	return []reseal.Column{
		{Table: factor.Table, Name: factor.FieldSecret, By: []string{factor.FieldAccountID}, Reseal: reseal.Sealed(func(by []string) string { return otpSeal(by[0]) })},
		{Table: backupcode.Table, Name: backupcode.FieldCodeHash, Read: "used_at IS NULL", Reseal: reseal.Hash(sealBackup)},
		{
			Table: "river_job", Name: "args", Value: "decode(args->>'sealed', 'base64')",
			Read: "kind = 'account.reset' AND state NOT IN ('completed', 'cancelled', 'discarded')",
		},
	}
}
