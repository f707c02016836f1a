package zapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"kaiin/server/base/actor"
	"kaiin/server/base/jsonbody"
	"kaiin/server/transport/viewer"
)

// A picture may be large when a member sends it, and nothing else may.
func TestLargeBodies(t *testing.T) {
	t.Parallel()
	h := newHandler(t, &fakes{payload: right})
	body := func(field string, bytes int) string {
		return `{"` + field + `":"` + strings.Repeat("x", bytes-len(field)-7) + `"}`
	}
	const set = "/zapi/account/profile-image"
	for _, c := range []struct {
		name, path, body string
		who              actor.Actor
		want             int
	}{
		{"a member's picture", set, body("profileImage", pictureBody), member, 200},
		{"one byte more", set, body("profileImage", pictureBody+1), member, 413},
		{"a visitor's small picture", set, body("profileImage", jsonbody.Limit), actor.Actor{}, 401},
		{"a visitor's picture", set, body("profileImage", jsonbody.Limit+1), actor.Actor{}, 413},
		{"a member's PIN", "/zapi/account/pinCode/set", body("pinCode", jsonbody.Limit+1), member, 413},
	} {
		if got := call(h, c.who, "POST", c.path, c.body); got.Code != c.want {
			t.Errorf("%s: %d %.200s, want %d", c.name, got.Code, got.Body, c.want)
		}
	}
}

// So many large calls at once are read and no more; small ones do not wait for them.
func TestLargeBodiesAtOnce(t *testing.T) {
	t.Parallel()
	h := &Handler{large: make(chan struct{}, largeAtOnce)}
	picture := &route{row: row{most: pictureBody}}
	ask := func(length int64) (int64, func(), error) {
		r := httptest.NewRequest("POST", "/", http.NoBody)
		r.ContentLength = length // -1: not told
		return h.room(r.WithContext(viewer.With(r.Context(), &viewer.Viewer{Actor: member})), picture)
	}
	var inside, most atomic.Int64
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			limit, leave, err := ask([]int64{-1, jsonbody.Limit + 1}[i%2])
			if err != nil || limit != pictureBody {
				t.Errorf("%d, %v", limit, err)
				return
			}
			defer leave()
			now := inside.Add(1)
			defer inside.Add(-1)
			for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
			}
			if limit, small, err := ask(jsonbody.Limit); err != nil || limit != jsonbody.Limit {
				t.Errorf("a small one: %d, %v", limit, err)
			} else {
				small()
			}
		})
	}
	all.Wait()
	if most.Load() > largeAtOnce {
		t.Errorf("%d at once", most.Load())
	}
}
