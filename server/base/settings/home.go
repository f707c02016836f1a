package settings

import (
	"fmt"
	"strings"

	"kaiin/server/base/words"
	"kaiin/server/base/written"
)

// Home is what the top page says beside the plans. What is not given has no place on the page.
// Prices and free days are never in these texts: the page takes them from the plans.
type Home struct {
	Art       Art        `json:"art"`
	Headline  words.Text `json:"headline"` // without it the page has the store's name and description
	Plan      string     `json:"plan"`     // what the button under the headline leads to; empty: the list of plans
	Reasons   []Passage  `json:"reasons"`
	Questions []Passage  `json:"questions"`
}

// Art are addresses of one picture, cut for phones and for wide screens.
type Art struct {
	Phone string `json:"phone"`
	Wide  string `json:"wide"`
}

// Passage is a text under its title.
type Passage struct {
	Title words.Text `json:"title"`
	Text  words.Text `json:"text"`
}

// Title is a film on the shelf of the top page.
type Title struct {
	ID      string     `json:"id"`
	Name    words.Text `json:"name"`
	Year    int        `json:"year"`
	Minutes int        `json:"minutes"`
	Art     string     `json:"art"`   // address of its poster, two by three
	Plans   []string   `json:"plans"` // ids of the plans with which it can be watched; the shelf leads to the first that is sold
}

// How much the top page has room for.
const (
	mostTitles    = 24
	mostReasons   = 6
	mostQuestions = 12
)

func (h Home) validate(p *written.Problems) {
	said := h.Headline.In("en") != "" // in either language; what the database holds of none is empty, not nil
	if said {
		p.Text("home.headline", h.Headline)
	}
	p.Check(said || h.Plan == "" && h.Art == Art{}, "home.headline", "is needed by home.plan and home.art")
	p.Check((h.Art.Phone == "") == (h.Art.Wide == ""), "home.art", "needs both phone and wide, or neither")
	p.Address("home.art.phone", h.Art.Phone)
	p.Address("home.art.wide", h.Art.Wide)
	p.AtMost("home.reasons", len(h.Reasons), mostReasons, "reasons")
	p.AtMost("home.questions", len(h.Questions), mostQuestions, "questions")
	for i, reason := range h.Reasons {
		reason.validate(p, fmt.Sprintf("home.reasons[%d]", i))
	}
	for i, question := range h.Questions {
		question.validate(p, fmt.Sprintf("home.questions[%d]", i))
	}
}

func (t Passage) validate(p *written.Problems, path string) {
	p.Text(path+".title", t.Title)
	p.Text(path+".text", t.Text)
}

func (s *Settings) validateTitles(p *written.Problems) {
	p.AtMost("titles", len(s.Titles), mostTitles, "titles")
	seen := map[string]bool{}
	for i, title := range s.Titles {
		path := fmt.Sprintf("titles[%d]", i)
		p.Slug(path+".id", title.ID)
		p.Check(!seen[title.ID], path+".id", "%q is given twice", title.ID)
		seen[title.ID] = true
		p.Text(path+".name", title.Name)
		p.Check(title.Year >= 1880 && title.Year <= 2999, path+".year", "must be 1880 to 2999")
		p.Check(title.Minutes >= 1 && title.Minutes <= 1440, path+".minutes", "must be 1 to 1440")
		p.Check(strings.TrimSpace(title.Art) != "", path+".art", "is needed")
		p.Address(path+".art", title.Art)
		p.Check(len(title.Plans) > 0, path+".plans", "needs a plan with which it can be watched")
	}
}
