package desk

import (
	"kaiin/server/base/keyset"
	"kaiin/server/desk/members"
	"kaiin/server/identity/credential"
	"kaiin/server/transport/desk/model"
)

func sessionConnection(p keyset.Page, page []members.Session, more bool) *model.MemberSessionConnection {
	return connection[model.MemberSessionConnection](p.After != nil, page, more, members.Session.Cursor, func(s members.Session) *model.MemberSession {
		return &model.MemberSession{
			SessionID: s.ID, StartedAt: s.At, LastSeenAt: s.SeenAt, AuthenticatedAt: s.ProvedAt, Method: s.Method, Factor: s.Factor, Device: s.Device, Browser: s.Browser, IP: &s.IP,
		}
	})
}

func messageConnection(p keyset.Page, page []members.Message, more bool) *model.MemberMessageConnection {
	at := func(m members.Message) keyset.Cursor { return keyset.Cursor{At: m.At, ID: m.ID} }
	return connection[model.MemberMessageConnection](p.After != nil, page, more, at, func(m members.Message) *model.MemberMessage {
		return &model.MemberMessage{MessageID: m.ID.String(), Template: m.Template, Channel: m.Channel, State: m.State, To: &m.To, Tries: m.Tries, CreatedAt: m.At, SentAt: m.SentAt}
	})
}

func throttleViews(all []credential.Limited) []*model.MemberThrottle {
	views := []*model.MemberThrottle{}
	for _, l := range all {
		views = append(views, &model.MemberThrottle{What: l.What, Tries: l.Tries, Until: l.Until})
	}
	return views
}
