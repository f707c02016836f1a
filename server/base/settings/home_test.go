package settings

import (
	"errors"
	"strings"
	"testing"

	"kaiin/server/base/words"
	"kaiin/server/base/written"
)

func TestTheTopPageIsChecked(t *testing.T) {
	t.Parallel()
	said := words.Text{"ja": "文", "en": "words"}
	passage := Passage{Title: said, Text: said}
	film := Title{ID: "tide", Name: said, Year: 1974, Minutes: 107, Art: "/tide.svg", Plans: []string{"light"}}
	with := func(change func(*Title)) *Settings {
		other := film
		change(&other)
		return &Settings{Titles: []Title{other}}
	}
	for _, c := range []struct {
		name string
		s    *Settings
		want string
	}{
		{"nothing", &Settings{}, ""},
		{"nothing, as the database holds it", &Settings{Home: Home{Headline: words.Text{"ja": ""}}}, ""},
		{"all of it", &Settings{
			Home: Home{
				Art: Art{Phone: "/p.svg", Wide: "https://cdn.example/w.avif"}, Headline: said, Plan: "light",
				Reasons: []Passage{passage}, Questions: []Passage{passage},
			},
			Titles: []Title{film},
		}, ""},
		{"a plan without words", &Settings{Home: Home{Plan: "light"}}, "home.headline: is needed"},
		{"a picture without words", &Settings{Home: Home{Art: Art{Phone: "/p.svg", Wide: "/w.svg"}}}, "home.headline: is needed"},
		{"words in no language of the site", &Settings{Home: Home{Headline: words.Text{"ja": "文", "fr": "mots"}}}, "home.headline"},
		{"words in English alone", &Settings{Home: Home{Headline: words.Text{"en": "words"}}}, "home.headline: needs a text in ja"},
		{"one size of the picture", &Settings{Home: Home{Headline: said, Art: Art{Phone: "/p.svg"}}}, "home.art: needs both"},
		{"a picture from nowhere", &Settings{Home: Home{Headline: said, Art: Art{Phone: "p.svg", Wide: "javascript:alert(1)"}}}, "home.art.wide"},
		{"a reason without words", &Settings{Home: Home{Reasons: []Passage{{Title: said}}}}, "home.reasons[0].text"},
		{"a question without a title", &Settings{Home: Home{Questions: []Passage{{Text: said}}}}, "home.questions[0].title"},
		{"too many reasons", &Settings{Home: Home{Reasons: make([]Passage, 7)}}, "home.reasons: are more than 6"},
		{"too many questions", &Settings{Home: Home{Questions: make([]Passage, 13)}}, "home.questions: are more than 12"},
		{"too many films", &Settings{Titles: make([]Title, 25)}, "titles: are more than 24"},
		{"a film twice", &Settings{Titles: []Title{film, film}}, `titles[1].id: "tide" is given twice`},
		{"an id with spaces", with(func(f *Title) { f.ID = "The Tide" }), "titles[0].id"},
		{"a film without a name", with(func(f *Title) { f.Name = nil }), "titles[0].name"},
		{"a film of no year", with(func(f *Title) { f.Year = 0 }), "titles[0].year"},
		{"a film of no length", with(func(f *Title) { f.Minutes = 0 }), "titles[0].minutes"},
		{"a film of a week", with(func(f *Title) { f.Minutes = 10080 }), "titles[0].minutes"},
		{"a film without a poster", with(func(f *Title) { f.Art = "" }), "titles[0].art: is needed"},
		{"a poster from nowhere", with(func(f *Title) { f.Art = "tide.svg" }), "titles[0].art"},
		{"a film of no plan", with(func(f *Title) { f.Plans = nil }), "titles[0].plans"},
	} {
		var p written.Problems
		c.s.Home.validate(&p)
		c.s.validateTitles(&p)
		err := errors.Join(p...)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// Mistakes are told in the order of the file, each time.
func TestMistakesOfTheTopPageComeInOrder(t *testing.T) {
	t.Parallel()
	home := Home{Reasons: make([]Passage, 2), Questions: make([]Passage, 2)}
	for range 20 {
		var p written.Problems
		home.validate(&p)
		said := errors.Join(p...).Error()
		last := -1
		for _, path := range []string{"home.reasons[0].title", "home.reasons[0].text", "home.reasons[1].title", "home.questions[0].title", "home.questions[1].text"} {
			at := strings.Index(said, path+":")
			if at <= last {
				t.Fatalf("%s comes too early: %s", path, said)
			}
			last = at
		}
	}
}
