package app

import (
	"crypto/rand"
	"net/http"
	"slices"
)

// jar keeps something for each browser, under a key that its cookie holds. The caller guards it.
type jar[T any] struct {
	name, path string // of the cookie
	all        map[string]*T
	order      []string // keys, oldest first
}

// most is how many browsers are kept; the oldest makes room for a new one.
const most = 1000

// of is what is kept for the browser that sends the request; nil: nothing.
func (j *jar[T]) of(r *http.Request) *T {
	cookie, err := r.Cookie(j.name)
	if err != nil {
		return nil
	}
	return j.all[cookie.Value]
}

// put keeps something for a browser from now on, under a new key: the key from before opens
// nothing.
func (j *jar[T]) put(w http.ResponseWriter, r *http.Request, kept *T) {
	if cookie, err := r.Cookie(j.name); err == nil {
		j.drop(cookie.Value)
	}
	if len(j.order) >= most {
		j.drop(j.order[0])
	}
	if j.all == nil {
		j.all = map[string]*T{}
	}
	key := rand.Text()
	j.all[key], j.order = kept, append(j.order, key)
	http.SetCookie(w, &http.Cookie{Name: j.name, Value: key, Path: j.path, HttpOnly: true, SameSite: http.SameSiteLaxMode})
}

func (j *jar[T]) drop(key string) {
	delete(j.all, key)
	j.order = slices.DeleteFunc(j.order, func(one string) bool { return one == key })
}
