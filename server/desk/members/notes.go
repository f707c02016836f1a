package members

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/base/typed"
	"kaiin/server/staff/acts"
)

const longestNote = 4_000 // characters

// Noted is a note as it is now.
type Noted struct {
	ID        uuid.UUID // of the note
	Version   int
	Text      string
	By        string
	IsPinned  bool
	CreatedAt time.Time // of the first version
	ChangedAt time.Time
}

// Notes are those of the member, pinned or not, the newest first.
func (s *Service) Notes(ctx context.Context, account uuid.UUID, p keyset.Page) (page []Noted, more bool, err error) {
	after := uuid.Max
	if p.After != nil {
		after = p.After.ID
	}
	rows, err := s.Store.Query(ctx, `SELECT n.note_id, n.version, n.text, n.staff, n.is_pinned, first.created_at, n.created_at FROM notes AS first
		JOIN LATERAL (SELECT * FROM notes WHERE note_id = first.note_id ORDER BY version DESC LIMIT 1) AS n ON NOT n.is_removed
		WHERE first.account_id = $1 AND first.version = 1 AND first.id < $2 ORDER BY first.id DESC LIMIT $3`, account, after, p.Limit())
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var n Noted
		if err := rows.Scan(&n.ID, &n.Version, &n.Text, &n.By, &n.IsPinned, &n.CreatedAt, &n.ChangedAt); err != nil {
			return nil, false, err
		}
		page = append(page, n)
	}
	page, more = keyset.Cut(p, page)
	return page, more, rows.Err()
}

// AddNote writes something down about the member. Faults on text.
func (s *Service) AddNote(ctx context.Context, by acts.Decision, account uuid.UUID, text string, pinned bool) error {
	id := uuid.Must(uuid.NewV7())
	act := acts.Act{Kind: acts.NoteAdded, AccountID: account, Target: ofNote(id)}
	return by.Do(ctx, act, func(ctx context.Context, _ *acts.Act) error {
		if err := checkNote(text); err != nil {
			return err
		}
		return s.write(ctx, by, Noted{ID: id, Version: 1, Text: text, IsPinned: pinned}, account, false)
	})
}

// AmendNote gives a note another text. version is what was read: one that is not the newest is
// STALE. Faults on noteId, version and text.
func (s *Service) AmendNote(ctx context.Context, by acts.Decision, id uuid.UUID, version int, text string, pinned bool) error {
	return s.change(ctx, by, acts.NoteAmended, id, version, func(n *Noted) error {
		n.Text, n.IsPinned = text, pinned
		return checkNote(text)
	})
}

// RemoveNote takes a note away; its versions are kept. Faults on noteId and version.
func (s *Service) RemoveNote(ctx context.Context, by acts.Decision, id uuid.UUID, version int) error {
	return s.change(ctx, by, acts.NoteRemoved, id, version, func(*Noted) error { return nil })
}

func (s *Service) change(ctx context.Context, by acts.Decision, kind acts.Kind, id uuid.UUID, version int, change func(*Noted) error) error {
	return by.Do(ctx, acts.Act{Kind: kind, Target: ofNote(id)}, func(ctx context.Context, act *acts.Act) error {
		var account uuid.UUID
		var removed bool
		n := Noted{ID: id}
		err := s.Store.QueryRow(ctx, `SELECT account_id, version, text, is_pinned, is_removed FROM notes WHERE note_id = $1 ORDER BY version DESC LIMIT 1`, id).
			Scan(&account, &n.Version, &n.Text, &n.IsPinned, &removed)
		if errors.Is(err, sql.ErrNoRows) || removed {
			return fault.Invalid(fault.CodeNotFound, "noteId")
		}
		if err != nil {
			return err
		}
		act.AccountID = account
		if version != n.Version {
			return fault.Invalid(fault.Stale, "version")
		}
		if err := change(&n); err != nil {
			return err
		}
		n.Version++
		return s.write(ctx, by, n, account, kind == acts.NoteRemoved)
	})
}

// write adds a version. Of two at once the second is STALE.
func (s *Service) write(ctx context.Context, by acts.Decision, n Noted, account uuid.UUID, removed bool) error {
	id := n.ID
	if n.Version > 1 {
		id = uuid.Must(uuid.NewV7())
	}
	var added bool
	err := s.Store.QueryRow(ctx, `WITH added AS (INSERT INTO notes (id, created_at, note_id, version, account_id, staff, text, is_pinned, is_removed)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (note_id, version) DO NOTHING RETURNING id) SELECT EXISTS (SELECT FROM added)`,
		id, s.Clock.Now(), n.ID, n.Version, account, by.By(), n.Text, n.IsPinned, removed).Scan(&added)
	if err == nil && !added {
		return fault.Invalid(fault.Stale, "version")
	}
	return err
}

func ofNote(id uuid.UUID) acts.Target { return acts.Target{Type: "note", ID: id.String()} }

// checkNote refuses what a note may not hold: nothing, too much, and the numbers of cards and of
// people (the My Number Act 20 does not allow to keep them for this). Faults on text.
func checkNote(text string) error {
	switch n := utf8.RuneCountInString(text); {
	case strings.TrimSpace(text) == "":
		return fault.Invalid(fault.Required, "text")
	case n > longestNote:
		return fault.Invalid(fault.TooLong, "text").With(map[string]any{"max": longestNote})
	case typed.HoldsCardNumber(text):
		return fault.Invalid(fault.HoldsCardNumber, "text")
	case typed.HoldsMyNumber(text):
		return fault.Invalid(fault.HoldsMyNumber, "text")
	}
	return nil
}
