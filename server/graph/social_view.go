package graph

import (
	"slices"

	"kaiin/server/graph/model"
	"kaiin/server/login"
)

// socialErrors are what can go wrong with an external account that the page says something particular about.
var socialErrors = []string{
	"ACCOUNT_ALREADY_EXISTS", "SOCIAL_EMAIL_ALREADY_EXISTS", "EXTERNAL_OF_ANOTHER", "LOGIN_PROHIBITED", "INVALID_SESSION_FLOW", "EXTERNAL_FAILED",
}

// socialError is a code out of the address when it is one of ours; anything else is a failure of the system (E-031).
func socialError(code string) string {
	if slices.Contains(socialErrors, code) {
		return code
	}
	return "EXTERNAL_FAILED"
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
