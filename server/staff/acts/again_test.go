package acts

import (
	"bytes"
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
)

// What the log tells is what was committed: a first try that was taken back leaves no line.
func TestATryThatWasTakenBackIsNotTold(t *testing.T) {
	var lines bytes.Buffer
	usual := slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(&lines, nil)))
	defer slog.SetDefault(usual)
	r := setup(t)
	for _, statement := range []string{
		`CREATE TABLE effects (n int)`,
		`CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`,
		`CREATE CONSTRAINT TRIGGER conflict AFTER INSERT ON effects DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION conflict()`,
	} {
		r.must(t, r.Store.Exec(t.Context(), statement))
	}
	tries, acts := 0, -1
	r.must(t, r.by(t, "hanako").Do(t.Context(), Act{Kind: KeysRotated}, func(ctx context.Context, a *Act) error {
		if tries++; tries > 1 {
			a.Unchanged = true
			return nil
		}
		return r.Store.Exec(ctx, `INSERT INTO effects VALUES (1)`)
	}))
	r.must(t, r.Store.QueryRow(t.Context(), `SELECT count(*) FROM acts`).Scan(&acts))
	if tries != 2 || acts != 0 || bytes.Contains(lines.Bytes(), []byte("an act of the staff")) {
		t.Errorf("%d tries, %d acts, told %s", tries, acts, lines.String())
	}
}

// A worker whose log begins at WARN tells the seal of a day, too.
func TestASealIsToldAtWarn(t *testing.T) {
	var lines bytes.Buffer
	usual := slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(&lines, &slog.HandlerOptions{Level: slog.LevelWarn})))
	defer slog.SetDefault(usual)
	r := setup(t)
	r.act(t, "hanako", uuid.Nil)
	r.Clock.Advance(48 * time.Hour)
	r.must(t, r.Seal(t.Context()))
	if !bytes.Contains(lines.Bytes(), []byte("a day of acts is sealed")) {
		t.Error(lines.String())
	}
}
