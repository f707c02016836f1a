package preferences

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"kaiin/ent"
	"kaiin/ent/consentanswer"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
)

// Kind is one of the two variants of the page (K-039).
type Kind string

const (
	Newsletter Kind = "newsletter"
	Privacy    Kind = "privacy"
)

// KindOf is the variant for a type in the page's address: everything but privacy is
// newsletter.
func KindOf(name string) Kind {
	if Kind(name) == Privacy {
		return Privacy
	}
	return Newsletter
}

// Option is something that a member can agree to, in the member's language.
type Option struct {
	ID          string
	Key         string // stands for title and description as they are shown
	Title       string
	Description string // may be empty
	Agreed      bool
}

// Page is the consent screen of one kind.
type Page struct {
	Kind               Kind
	Options            []Option
	UsesExternalPolicy bool // the privacy policy is on another site
}

// Page is the screen with the store's options and the member's answers. Fault: not found, in a
// store without the kind.
func (s *Service) Page(ctx context.Context, a actor.Actor, kind Kind) (*Page, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	if !offers(settings, kind) {
		return nil, fault.NotFound()
	}
	answers, err := s.Store.Client(ctx).ConsentAnswer.Query().
		Where(consentanswer.AccountID(a.AccountID), consentanswer.ReplacedAtIsNil()).All(ctx)
	if err != nil {
		return nil, err
	}
	page := &Page{Kind: kind, UsesExternalPolicy: settings.UsesExternalPolicy}
	for _, o := range settings.ConsentOptions {
		if Kind(o.Type) != kind {
			continue
		}
		agreed := slices.ContainsFunc(answers, func(row *ent.ConsentAnswer) bool { return row.OptionID == o.ID && row.Agreed })
		page.Options = append(page.Options, shown(o, a.Locale, agreed))
	}
	return page, nil
}

// offers reports whether the store has the kind switched on.
func offers(settings *settings.Settings, kind Kind) bool {
	if kind == Privacy {
		return settings.Flags.Privacy
	}
	return settings.Flags.Newsletter
}

func shown(o settings.ConsentOption, locale string, agreed bool) Option {
	return Option{ID: o.ID, Key: keyOf(o, locale), Title: o.Title.In(locale), Description: o.Description.In(locale), Agreed: agreed}
}

// wording is what a member reads before answering, in one text.
func wording(o settings.ConsentOption, locale string) string {
	text := o.Title.In(locale)
	if about := o.Description.In(locale); about != "" {
		text += "\n" + about
	}
	return text
}

// keyOf stands for the option and its words in the language, and changes with them.
func keyOf(o settings.ConsentOption, locale string) string {
	sum := sha256.Sum256([]byte(o.ID + "\n" + wording(o, locale)))
	return hex.EncodeToString(sum[:16])
}
