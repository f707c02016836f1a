package graph

import (
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"kaiin/server/base/words"
	"kaiin/server/transport/viewer"
)

// The kept text of root is what is written field by field, for each kind of caller, and the id in
// it is the caller's own.
func TestRootText(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	var callers []viewer.Viewer
	for _, locale := range []string{"ja", "en"} {
		for kind := range 16 {
			v := viewer.Viewer{Actor: c.member, IsApp: kind&1 > 0, Android: kind&2 > 0, Mobile: kind&4 > 0}
			v.Actor.Locale = locale
			if kind&8 > 0 {
				v.Actor.AccountID = uuid.Nil
			}
			callers = append(callers, v)
			v.Actor.AccountID = uuid.New()
			callers = append(callers, v)
		}
	}
	plain, err := New(struct{ *Resolver }{&Resolver{Settings: c.Settings}}, slog.Default()) // which keeps nothing
	if err != nil {
		t.Fatal(err)
	}
	check := func(t *testing.T, v viewer.Viewer) {
		ctx := viewer.With(t.Context(), &v)
		written, kept := plain.Run(ctx, "RootScreen", nil).Data, c.Run(ctx, "RootScreen", nil).Data
		if string(written) != string(kept) {
			t.Errorf("written %s\nkept    %s", written, kept)
		}
		var read struct{ Root struct{ AuthID *string } }
		if err := json.Unmarshal(kept, &read); err != nil {
			t.Fatal(err)
		}
		if id := v.Actor.AccountID; id != uuid.Nil && (read.Root.AuthID == nil || *read.Root.AuthID != id.String()) {
			t.Errorf("%v is told to be %v", id, read.Root.AuthID)
		}
	}
	var wait sync.WaitGroup
	for range 3 {
		for _, v := range callers {
			wait.Go(func() { check(t, v) })
		}
	}
	wait.Wait()

	now, err := c.Settings.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	changed := *now
	changed.ServiceName = words.Text{"ja": "新しい名", "en": "A new name"}
	if err := c.Settings.Save(t.Context(), &changed); err != nil {
		t.Fatal(err)
	}
	for _, v := range callers {
		if text := string(c.Run(viewer.With(t.Context(), &v), "RootScreen", nil).Data); !strings.Contains(text, changed.ServiceName.In(v.Actor.Locale)) {
			t.Errorf("after a change of the settings: %s", text)
		}
	}
}
