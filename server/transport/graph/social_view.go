package graph

import (
	"slices"

	"kaiin/server/base/fault"
	"kaiin/server/identity/login"
	"kaiin/server/transport/graph/model"
)

// socialErrors are what can go wrong with an external account that the page says something
// particular about.
var socialErrors = []fault.Code{
	fault.AccountAlreadyExists, fault.SocialEmailAlreadyExists, fault.ExternalOfAnother, fault.LoginProhibited, fault.InvalidSessionFlow,
	fault.ExternalFailed,
}

// socialError is a code out of the address when it is one of ours; anything else is a failure of
// the system (E-031).
func socialError(code string) fault.Code {
	if known := fault.Code(code); slices.Contains(socialErrors, known) {
		return known
	}
	return fault.ExternalFailed
}

func linkViews(linked []login.LinkedAccount) []*model.ExternalAccountLink {
	views := []*model.ExternalAccountLink{}
	for _, l := range linked {
		views = append(views, &model.ExternalAccountLink{
			UserIdentifierName: l.Name, UserIdentifierType: l.Type, UserIdentifierMethod: l.Method, IsLogin: l.Login, IsLinked: l.Linked,
		})
	}
	return views
}
