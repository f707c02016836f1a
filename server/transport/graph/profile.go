package graph

import (
	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/identity/profile"
	"kaiin/server/transport/graph/model"
)

// profileID is the id of a profile that was made. Fault: not found, for what is none.
func profileID(text string) (uuid.UUID, error) {
	id, err := uuid.Parse(text)
	if err != nil || id == uuid.Nil {
		return uuid.Nil, fault.NotFound()
	}
	return id, nil
}

// switchTo is the id of a profile to switch to; zero is the main one. Fault: as profileID's.
func switchTo(text *string) (uuid.UUID, error) {
	if text == nil {
		return uuid.Nil, nil
	}
	return profileID(*text)
}

// profileView is the profile as it is told; nil when there is none.
func profileView(p *profile.Profile) *model.Profile {
	if p == nil {
		return nil
	}
	view := &model.Profile{ProfileName: p.Name, IsRestricted: p.Restricted, IsCurrent: p.Current, NeedsPinCode: p.NeedsPin}
	if !p.IsMain() {
		view.ProfileID = orNull(p.ID.String())
	}
	return view
}
