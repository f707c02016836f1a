package graph

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"kaiin/server/base/settings"
	"kaiin/server/transport/viewer"
)

// rootTexts answer the field root of pages. Nearly all of it is the store's settings, the same for
// everybody who reads one language on one kind of device, and writing them field by field took a
// twelfth of what the server spends on a page. So the text is kept, with a gap for the member's id,
// until the settings are read anew.
type rootTexts struct {
	settings *settings.Service

	mu    sync.Mutex
	of    *settings.Settings
	texts map[rootKind]rootText
}

// rootKind is all that root depends on, but for the settings and the member's id.
type rootKind struct {
	locale                     string
	isApp, isAndroid, isMobile bool
	signedIn                   bool
}

type rootText struct{ before, after []byte }

// answer wraps every root field of a document.
func (t *rootTexts) answer(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	if !asksWholeRoot(graphql.GetRootFieldContext(ctx).Field.Field) {
		return next(ctx)
	}
	now, err := t.settings.Get(ctx)
	if err != nil {
		return next(ctx)
	}
	v := viewer.Of(ctx)
	kind, id := rootKind{v.Actor.Locale, v.IsApp, v.Android, v.Mobile, v.Actor.SignedIn()}, ""
	if kind.signedIn {
		id = v.Actor.AccountID.String()
	}
	if kept, ok := t.kept(now, kind); ok {
		return kept.of(id)
	}
	var text bytes.Buffer
	next(ctx).MarshalGQL(&text)
	before, after, once := text.Bytes(), []byte(nil), true
	if kind.signedIn {
		before, after, once = bytes.Cut(before, []byte(strconv.Quote(id)))
		once = once && !bytes.Contains(after, []byte(id))
	}
	if once && text.String() != "null" {
		t.keep(now, kind, rootText{before, after})
	}
	return graphql.WriterFunc(func(w io.Writer) { _, _ = w.Write(text.Bytes()) })
}

// asksWholeRoot reports whether the field asks for what every page gets: fragment Root.
func asksWholeRoot(field *ast.Field) bool {
	if field.Name != "root" || len(field.SelectionSet) != 1 {
		return false
	}
	spread, ok := field.SelectionSet[0].(*ast.FragmentSpread)
	return ok && spread.Name == "Root" && len(spread.Directives) == 0
}

func (t *rootTexts) kept(now *settings.Settings, kind rootKind) (rootText, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of != now {
		return rootText{}, false
	}
	text, ok := t.texts[kind]
	return text, ok
}

func (t *rootTexts) keep(now *settings.Settings, kind rootKind, text rootText) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of != now {
		t.of, t.texts = now, map[rootKind]rootText{}
	}
	t.texts[kind] = text
}

// of is the text for the member with the id; "" is a visitor.
func (t rootText) of(id string) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) {
		_, _ = w.Write(t.before)
		if id != "" {
			_, _ = io.WriteString(w, strconv.Quote(id))
		}
		_, _ = w.Write(t.after)
	})
}
