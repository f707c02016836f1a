package graph_test

import (
	"reflect"
	"testing"

	"kaiin/server/base/settings"
	"kaiin/server/base/words"
)

// What the store says on its top page is answered in the caller's language; what cannot be had now
// is not offered.
func TestHomeSaysWhatTheStoreSays(t *testing.T) {
	t.Parallel()
	both := func(ja, en string) words.Text { return words.Text{"ja": ja, "en": en} }
	film := func(id string, plans ...string) settings.Title {
		return settings.Title{ID: id, Name: both("潮待ちの宿", "The Inn"), Year: 1974, Minutes: 107, Art: "/art.svg", Plans: plans}
	}
	home := settings.Home{
		Art: settings.Art{Phone: "/phone.svg", Wide: "/wide.svg"}, Headline: both("約500本。", "About 500 films."), Plan: "trial",
		Reasons: []settings.Passage{{Title: both("理由", "Reason"), Text: both("文", "Text")}}, Questions: []settings.Passage{{Title: both("問", "Q"), Text: both("答", "A")}},
	}
	ask := shop(t, func(s *settings.Settings) {
		s.Home = home
		s.Titles = []settings.Title{film("several", "ended", "film", "standard", "trial", "rental"), film("gone", "ended", "future")}
	})
	for locale, want := range map[string]map[string]any{
		"ja": {"headline.text": "約500本。", "titles.name": "潮待ちの宿", "reasons.text": "文", "questions.title": "問"},
		"en": {"headline.text": "About 500 films.", "titles.name": "The Inn", "reasons.text": "Text", "questions.title": "Q"},
	} {
		data, _ := ask(visitor(locale), "HomeScreen", map[string]any{"root": false})
		screen := valueAt(t, data, "screen")
		for path, value := range want {
			if got := valueAt(t, screen, path); got != value {
				t.Errorf("%s: %s is %v, want %v", locale, path, got, value)
			}
		}
		for path, value := range map[string]any{
			"headline.phoneArt": "/phone.svg", "headline.wideArt": "/wide.svg", "headline.planId": "trial",
			"headline.isCheapest": true, "titles.planId": "film", "titles.year": 1974.0, "titles.minutes": 107.0, "titles.art": "/art.svg",
			"titles.kinds": []any{"purchase", "subscription", "rental"},
		} {
			if got := valueAt(t, screen, path); !reflect.DeepEqual(got, value) {
				t.Errorf("%s is %v, want %v", path, got, value)
			}
		}
		if titles := valueAt(t, screen, "titles").([]any); len(titles) != 1 {
			t.Errorf("%d films, though no plan shows the second one now", len(titles))
		}
	}
}

func TestAHeadlineWhosePlanIsOverNamesNone(t *testing.T) {
	t.Parallel()
	ask := shop(t, func(s *settings.Settings) {
		s.Home = settings.Home{Headline: words.Text{"ja": "約500本。"}, Plan: "ended"}
	})
	data, _ := ask(visitor("ja"), "HomeScreen", map[string]any{"root": false})
	headline := valueAt(t, data, "screen.headline").(map[string]any)
	if headline["planId"] != nil || headline["phoneArt"] != nil || headline["wideArt"] != nil || headline["isCheapest"] != false {
		t.Errorf("headline %v", headline)
	}
}
