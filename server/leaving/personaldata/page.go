package personaldata

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/dataexport"
	"kaiin/server/base/actor"
)

// State is how far a member's file is.
type State string

// States.
const (
	NotAsked State = "none"
	Making   State = "making"
	Ready    State = "ready"
	Expired  State = "expired"
)

// Holding is what is kept of a kind.
type Holding struct {
	Kind
	Records int
}

// Page is what the page shows.
type Page struct {
	Holdings  []Holding
	State     State
	ExpiresAt *time.Time // of a file that is ready
	Size      int        // bytes of a file that is ready
}

// Page says what is kept about the member and how far the file is. Faults: those of NeedsFresh.
func (s *Service) Page(ctx context.Context, a actor.Actor) (*Page, error) {
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return nil, err
	}
	row, err := s.export(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	page := &Page{State: s.stateOf(row)}
	if page.State == Ready {
		page.ExpiresAt, page.Size = &row.ExpiresAt, int(row.Size)
	}
	page.Holdings, err = s.holdings(ctx, a.AccountID)
	return page, err
}

// export is the account's wish for a file; nil without one.
func (s *Service) export(ctx context.Context, accountID uuid.UUID) (*ent.DataExport, error) {
	row, err := s.Store.Client(ctx).DataExport.Query().Where(dataexport.AccountID(accountID)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return row, err
}

// stuckAfter is after how long a file that was never made may be asked for again.
const stuckAfter = time.Hour

func (s *Service) stateOf(row *ent.DataExport) State {
	now := s.Clock.Now()
	switch {
	case row == nil, row.State == dataexport.StateMaking && !now.Before(row.CreatedAt.Add(stuckAfter)):
		return NotAsked
	case row.State == dataexport.StateMaking:
		return Making
	case now.Before(row.ExpiresAt):
		return Ready
	}
	return Expired
}

// holdings counts, in one statement. What is in the account's own row counts once, where a part of
// it is set.
func (s *Service) holdings(ctx context.Context, accountID uuid.UUID) ([]Holding, error) {
	var counts []string
	for _, kind := range Kinds {
		var tables []string
		for _, table := range kind.Tables {
			if table.Shown != nil {
				tables = append(tables, "(SELECT count(*) FROM "+table.Name+" WHERE "+table.Rows+set(kind, table)+")")
			}
		}
		counts = append(counts, strings.Join(tables, " + "))
	}
	all, into := make([]Holding, len(Kinds)), make([]any, len(Kinds))
	for i, kind := range Kinds {
		all[i].Kind, into[i] = kind, &all[i].Records
	}
	return all, s.Store.QueryRow(ctx, "SELECT "+strings.Join(counts, ", "), accountID).Scan(into...)
}

func set(kind Kind, table Table) string {
	if table.Name != "accounts" || kind.Name == "membership" {
		return ""
	}
	return " AND num_nonnulls(" + quoted(table.Shown) + ") > 0"
}

// quoted are columns for a statement: some have names that SQL keeps for itself.
func quoted(names []string) string { return `"` + strings.Join(names, `","`) + `"` }
