package modeltest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/oidc"
)

// ear is an app that hears when what members may watch changes, as oidc has apps told, and
// asks then.
type ear struct {
	heard map[uuid.UUID]bool // since the last look
	knows map[uuid.UUID]string
}

// WatchableChanged is entitlement.Listener's.
func (e *ear) WatchableChanged(_ context.Context, accountID uuid.UUID) error {
	e.heard[accountID] = true
	return nil
}

// misheard is what the app knows wrong of members, by account, once the workers have had their
// turn: what may be watched has changed and the app was not told, or it is told otherwise than the
// rows say.
func (w *world) misheard(t testing.TB, rows []*ent.Entitlement) map[uuid.UUID]string {
	t.Helper()
	for {
		lapsed, err := w.Entitlement.Due(w.ctx)
		if err != nil {
			t.Fatal(err)
		}
		if lapsed == 0 {
			break
		}
	}
	open, wrong := map[uuid.UUID][]string{}, map[uuid.UUID]string{}
	for _, m := range w.members {
		open[m.AccountID] = nil
	}
	for _, e := range rows {
		if e.RevokedAt == nil && (e.ExpiresAt == nil || w.Clock.Now().Before(*e.ExpiresAt)) {
			open[e.AccountID] = append(open[e.AccountID], right(e.PlanID, e.ExpiresAt))
		}
	}
	provider := &oidc.Service{Store: w.Store, Clock: w.Clock}
	for id, rights := range open {
		slices.Sort(rights)
		actual := strings.Join(rights, ", ")
		if actual == w.ear.knows[id] {
			continue
		}
		w.ear.knows[id] = actual
		all, err := provider.Watchable(w.ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, one := range all {
			said = append(said, right(one.Plan, one.Until))
		}
		slices.Sort(said)
		switch told := strings.Join(said, ", "); {
		case !w.ear.heard[id]:
			wrong[id] = "no app hears of " + actual
		case told != actual:
			wrong[id] = fmt.Sprintf("apps hear of %s, which is %s", told, actual)
		}
	}
	clear(w.ear.heard)
	return wrong
}

func right(plan string, until *time.Time) string {
	if until == nil {
		return plan
	}
	return plan + " until " + until.UTC().Format(time.RFC3339Nano)
}
