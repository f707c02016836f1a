package personaldata

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/dataexport"
	"kaiin/ent/dataexportpart"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/spoken"
)

const (
	requests      = 5
	requestWindow = 24 * time.Hour
	partSize      = 256 << 10 // bytes of a piece of a file
	pageSize      = 200       // rows that are read at once
)

// Request has the member's file made by a job and deletes a former one. While one is being made it
// changes nothing: of several requests at once one makes a file. Faults: those of NeedsFresh;
// throttled after five in a day.
func (s *Service) Request(ctx context.Context, a actor.Actor) error {
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return err
	}
	row, err := s.export(ctx, a.AccountID)
	if err != nil || s.stateOf(row) == Making {
		return err
	}
	if err := s.Throttle.Count(ctx, "data-file:"+a.AccountID.String(), requests, requestWindow); err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		if _, err := s.Account.LockOwn(ctx, a); err != nil {
			return err
		}
		row, err := s.export(ctx, a.AccountID)
		if err != nil || s.stateOf(row) == Making {
			return err
		}
		if err := s.Leave(ctx, a.AccountID); err != nil { // the former one
			return err
		}
		now := s.Clock.Now()
		made, err := s.Store.Client(ctx).DataExport.Create().SetAccountID(a.AccountID).SetCreatedAt(now).SetExpiresAt(now.Add(fileLife)).Save(ctx)
		if err != nil {
			return err
		}
		return s.Store.Enqueue(ctx, MakeArgs{made.ID}, nil)
	})
}

// errOver says that the file is awaited no more: the member has left or asked for another one, or
// another run was faster.
var errOver = errors.New("the file is not wanted any more")

// Make makes a file that is waited for; of one that is not, nothing is left. It may run any number
// of times, also at once: each run makes a file of its own, and the first one that is whole counts.
func (s *Service) Make(ctx context.Context, exportID uuid.UUID) error {
	row, err := s.Store.Client(ctx).DataExport.Get(ctx, exportID)
	if ent.IsNotFound(err) || err == nil && row.State != dataexport.StateMaking {
		return nil
	}
	if err != nil {
		return err
	}
	f := &file{ctx: ctx, service: s, export: row, id: uuid.New()}
	if err = s.write(f, row.AccountID); err == nil {
		err = f.finish()
	}
	if err == nil {
		return nil
	}
	_, clean := s.Store.Client(ctx).DataExportPart.Delete().Where(dataexportpart.FileID(f.id)).Exec(context.WithoutCancel(ctx))
	if errors.Is(err, errOver) {
		err = nil
	}
	return errors.Join(err, clean)
}

// file is what a run of the job writes to, in pieces.
type file struct {
	ctx     context.Context
	service *Service
	export  *ent.DataExport
	id      uuid.UUID
	parts   int
	size    int64
}

// Write keeps the piece, sealed, as long as the file is waited for.
func (f *file) Write(piece []byte) (int, error) {
	s := f.service
	err := s.Store.Tx(f.ctx, func(ctx context.Context) error {
		if err := f.wanted(ctx); err != nil {
			return err
		}
		now := s.Clock.Now()
		return s.Store.Client(ctx).DataExportPart.Create().SetAccountID(f.export.AccountID).SetFileID(f.id).SetNumber(f.parts).
			SetContent(s.Secrets.Seal(purpose(f.id, f.parts), piece)).SetCreatedAt(now).SetExpiresAt(now.Add(fileLife + time.Hour)).Exec(ctx)
	})
	if err != nil {
		return 0, err
	}
	f.parts, f.size = f.parts+1, f.size+int64(len(piece))
	return len(piece), nil
}

// wanted locks the wish. Fault: errOver.
func (f *file) wanted(ctx context.Context) error {
	row, err := f.service.Store.Client(ctx).DataExport.Query().Where(dataexport.ID(f.export.ID)).ForUpdate().Only(ctx)
	if ent.IsNotFound(err) || err == nil && row.State != dataexport.StateMaking {
		return errOver
	}
	return err
}

// finish makes what was written the member's file.
func (f *file) finish() error {
	s := f.service
	return s.Store.Tx(f.ctx, func(ctx context.Context) error {
		if err := f.wanted(ctx); err != nil {
			return err
		}
		return s.Store.Client(ctx).DataExport.UpdateOneID(f.export.ID).SetState(dataexport.StateReady).SetFileID(f.id).SetParts(f.parts).
			SetSize(f.size).SetExpiresAt(s.Clock.Now().Add(fileLife)).Exec(ctx)
	})
}

// purpose is what a piece is sealed for: it opens at its place in its file only.
func purpose(fileID uuid.UUID, number int) string {
	return purposeOf(fileID.String(), strconv.Itoa(number))
}

func purposeOf(fileID, number string) string { return "data file " + fileID + " " + number }

// write writes all that is kept about the account: an object by kind, of objects by table, of lists
// of rows.
func (s *Service) write(f *file, accountID uuid.UUID) error {
	out := bufio.NewWriterSize(f, partSize) // keeps its first error
	_, _ = fmt.Fprintf(out, "{\n\"accountId\": %q,\n\"madeAt\": %q", accountID, s.Clock.Now().UTC().Format(time.RFC3339))
	for _, kind := range Kinds {
		_, _ = fmt.Fprintf(out, ",\n%q: {\n\"erasedAfterWithdrawal\": %q,\n\"reason\": %q", kind.Name, kind.Term, kind.Reason)
		for _, table := range kind.Tables {
			if table.Shown == nil {
				continue
			}
			if err := s.writeTable(f.ctx, out, table, accountID); err != nil {
				return err
			}
		}
		_, _ = out.WriteString("\n}")
	}
	_, _ = out.WriteString("\n}\n")
	return out.Flush()
}

// writeTable writes the rows of the account, so many at a time that no connection is held while
// they are written.
func (s *Service) writeTable(ctx context.Context, out *bufio.Writer, table Table, accountID uuid.UUID) error {
	var fields []string
	for _, name := range table.Shown {
		value, ok := shownAs[table.Name+"."+name]
		if !ok {
			value = `"` + name + `"`
		}
		fields = append(fields, fmt.Sprintf(`'%s', %s`, name, value))
	}
	query := fmt.Sprintf(`SELECT id, json_build_object(%s)::text FROM %s WHERE (%s) AND id > $2 ORDER BY id LIMIT %d`,
		strings.Join(fields, ", "), table.Name, table.Rows, pageSize)
	_, _ = fmt.Fprintf(out, ",\n%q: [", table.Name)
	last, separator := uuid.Nil, "\n"
	for {
		rows, err := s.readRows(ctx, query, accountID, &last, numbered[table.Name])
		if err != nil {
			return fmt.Errorf("%s: %w", table.Name, err)
		}
		for _, row := range rows {
			_, _ = out.WriteString(separator)
			if _, err := out.WriteString(row); err != nil {
				return err
			}
			separator = ",\n"
		}
		if len(rows) < pageSize {
			_, err := out.WriteString("]")
			return err
		}
	}
}

// numbered are the tables whose rows have a number that the member is told.
var numbered = map[string]spoken.Kind{"orders": spoken.Order, "bills": spoken.Invoice, "refunds": spoken.ReturnInvoice}

// readRows are the next rows after the last id, which it moves on.
func (s *Service) readRows(ctx context.Context, query string, accountID uuid.UUID, last *uuid.UUID, number spoken.Kind) (all []string, err error) {
	rows, err := s.Store.Query(ctx, query, accountID, *last)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var row string
		if err := rows.Scan(last, &row); err != nil {
			return nil, err
		}
		if number != "" {
			row = fmt.Sprintf(`{"number" : %q, `, spoken.Of(number, *last)) + strings.TrimPrefix(row, "{")
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

// File is a file that can be fetched.
type File struct {
	Size int64
	Name string // for the member's disk

	service *Service
	row     *ent.DataExport
}

// Fetch is the member's own file. Faults: those of NeedsFresh; not found where there is none, or
// none any more.
func (s *Service) Fetch(ctx context.Context, a actor.Actor) (*File, error) {
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return nil, err
	}
	row, err := s.export(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	if s.stateOf(row) != Ready || row.FileID == nil {
		return nil, fault.NotFound()
	}
	name := "my-data-" + clock.DayOf(row.ExpiresAt.Add(-fileLife)).String() + ".json"
	return &File{Size: row.Size, Name: name, service: s, row: row}, nil
}

// Pieces calls the function with each piece of the file in turn. Fault: not found, once another
// file has taken the place of this one or its member has left.
func (f *File) Pieces(ctx context.Context, write func(piece []byte) error) error {
	for number := range f.row.Parts {
		part, err := f.service.Store.Client(ctx).DataExportPart.Query().
			Where(dataexportpart.FileID(*f.row.FileID), dataexportpart.Number(number), dataexportpart.AccountID(f.row.AccountID)).Only(ctx)
		if ent.IsNotFound(err) {
			return fault.NotFound()
		}
		if err != nil {
			return err
		}
		piece, err := f.service.Secrets.Open(purpose(*f.row.FileID, number), part.Content)
		if err != nil {
			return err
		}
		if err := write(piece); err != nil {
			return err
		}
	}
	return nil
}
