package graph

import (
	"kaiin/server/identity/preferences"
	"kaiin/server/transport/graph/model"
)

// consentOptionView is an option as the page shows it; null when there is none.
func consentOptionView(o *preferences.Option) *model.ConsentOption {
	if o == nil {
		return nil
	}
	return &model.ConsentOption{ConsentOptionID: o.ID, Key: o.Key, Title: o.Title, Description: orNull(o.Description), Value: o.Agreed}
}
