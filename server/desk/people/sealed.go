package people

import "kaiin/server/base/reseal"

// Sealed are the columns of this package that hang on the service's secret.
func (s *Service) Sealed() []reseal.Column {
	return []reseal.Column{
		{Table: "staff_members", Name: "totp_secret", By: []string{"id"}, Reseal: reseal.Sealed(func(by []string) string { return otpSeal(by[0]) })},
		{Table: "staff_invites", Name: "totp_secret", By: []string{"id"}, Reseal: reseal.Sealed(func(by []string) string { return pendingSeal(by[0]) })},
	}
}
