package desk

import (
	"context"

	"github.com/google/uuid"

	"kaiin/server/base/keyset"
	"kaiin/server/desk/members"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/desk/entity"
	"kaiin/server/transport/desk/model"
	"kaiin/server/transport/viewer"
)

// openMember is the member as the caller may see them; nil if there is none. That they were opened
// is written first.
func (r *Resolver) openMember(ctx context.Context, field string, id uuid.UUID) (*entity.Member, error) {
	found, err := r.Members.Exists(ctx, id)
	if err != nil || !found {
		return nil, err
	}
	if err := r.look(ctx, field, acts.Act{Kind: acts.MemberOpened, AccountID: id}); err != nil {
		return nil, err
	}
	m, open, err := r.Members.Open(ctx, viewer.Actor(ctx), id)
	if err != nil || m == nil {
		return nil, err
	}
	view := &entity.Member{
		Account: m.ID, OpenAddresses: m.IsOpen(acts.FieldLogins), HasPassword: m.HasPassword, MustChange: m.MustChange,
		AccountID: m.ID.String(), Status: m.Status, Locale: m.Locale, CreatedAt: m.CreatedAt, WithdrawnAt: m.WithdrawnAt, ErasedAt: m.ErasedAt, Version: m.Version,
		Profile: model.MemberProfile{
			Name: &m.Name, NameKana: &m.Kana, Email: &m.Email, EmailVerifiedAt: m.EmailVerifiedAt, Phone: &m.Phone, Birthday: &m.Birthday, Sex: &m.Sex,
			PostalCode: &m.PostalCode, Prefecture: m.Prefecture, Address: &m.Address, UserID: &m.UserID,
		},
	}
	if open != nil {
		view.Reveal = &model.Reveal{RevealID: open.ID.String(), Fields: open.Fields, Until: open.Until, ReasonKind: acts.ReasonKind(open.ReasonKind)}
	}
	return view, nil
}

func loginConnection(p keyset.Page, page []members.Login, more bool) *model.LoginEntryConnection {
	connection := &model.LoginEntryConnection{Edges: []*model.LoginEntryEdge{}, Nodes: []*model.LoginEntry{}}
	var cursors []string
	for _, l := range page {
		node := &model.LoginEntry{At: l.At, IsSuccess: l.IsSuccess, Method: l.Method, Factor: l.Factor, IP: &l.IP, Country: l.Country, Device: l.Device, Browser: l.Browser}
		cursor := keyset.Cursor{At: l.At, ID: l.ID}.String()
		connection.Nodes = append(connection.Nodes, node)
		connection.Edges = append(connection.Edges, &model.LoginEntryEdge{Cursor: cursor, Node: *node})
		cursors = append(cursors, cursor)
	}
	connection.PageInfo = pageInfo(p, cursors, more)
	return connection
}

func noteConnection(p keyset.Page, page []members.Noted, more bool) *model.NoteConnection {
	connection := &model.NoteConnection{Edges: []*model.NoteEdge{}, Nodes: []*model.Note{}}
	var cursors []string
	for _, n := range page {
		node := &model.Note{NoteID: n.ID.String(), Version: n.Version, Text: n.Text, By: n.By, IsPinned: n.IsPinned, CreatedAt: n.CreatedAt, ChangedAt: n.ChangedAt}
		cursor := keyset.Cursor{At: n.CreatedAt, ID: n.ID}.String()
		connection.Nodes = append(connection.Nodes, node)
		connection.Edges = append(connection.Edges, &model.NoteEdge{Cursor: cursor, Node: *node})
		cursors = append(cursors, cursor)
	}
	connection.PageInfo = pageInfo(p, cursors, more)
	return connection
}

// pageInfo is the position in its list of a page with these cursors.
func pageInfo(p keyset.Page, cursors []string, more bool) model.PageInfo {
	info := model.PageInfo{HasNextPage: more, HasPreviousPage: p.After != nil}
	if len(cursors) > 0 {
		info.StartCursor, info.EndCursor = &cursors[0], &cursors[len(cursors)-1]
	}
	return info
}
