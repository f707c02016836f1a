package graph

import (
	"encoding/json"
	"testing"

	"kaiin/ent"
	"kaiin/server/base/survey"
	"kaiin/server/base/words"
	"kaiin/server/shop/catalog"
)

// The survey's own fields are F-051 to F-062, as the page reads them.
func TestPlanViewCarriesSurveyAndMessage(t *testing.T) { // F-143 F-144
	both := func(ja, en string) words.Text { return words.Text{"ja": ja, "en": en} }
	survey, err := json.Marshal(survey.Survey{
		Name: both("アンケート", "Survey"), Description: both("お聞かせください", "Please tell us"),
		Questions: []survey.Question{
			{
				ID: "genres", Type: survey.AnswerCheckbox, Title: both("ジャンル", "Genres"), Required: true, MinCount: 1, MaxCount: 2,
				Options: []survey.AnswerOption{{ID: "silent", Title: both("サイレント", "Silent")}},
			},
			{ID: "name", Type: survey.AnswerText, Title: both("お名前", "Name"), Description: both("通称可", "A nickname is fine"), Validation: "^[a-z]+$"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	view := planView(&ent.Plan{ID: "p", Survey: survey, OrderCompletedMessage: both("ようこそ", "Welcome")}, "en", catalog.Offer{})
	if view.OrderCompletedMessage == nil || *view.OrderCompletedMessage != "Welcome" {
		t.Errorf("message %v", view.OrderCompletedMessage)
	}
	got, err := json.Marshal(view.Survey)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"surveyName":"Survey","surveyDescription":"Please tell us","questions":[` +
		`{"questionId":"genres","questionType":"checkbox","questionTitle":"Genres","required":true,"minCount":1,"maxCount":2,` +
		`"answerOptions":[{"optionId":"silent","optionTitle":"Silent"}]},` +
		`{"questionId":"name","questionType":"text","questionTitle":"Name","questionDescription":"A nickname is fine","required":false,` +
		`"validation":"^[a-z]+$","answerOptions":[]}]}` // F-051 F-052 F-053 F-054 F-055 F-056 F-057 F-058 F-059 F-060 F-061 F-062
	if string(got) != want {
		t.Errorf("survey\n%s\nwant\n%s", got, want)
	}
	if plain := planView(&ent.Plan{ID: "p"}, "ja", catalog.Offer{}); plain.Survey != nil || plain.OrderCompletedMessage != nil || plain.SalesIndicator != nil {
		t.Errorf("a plan without them: %+v", plain)
	}
}

func TestPlanViewHasFeaturesInTheLanguage(t *testing.T) {
	t.Parallel()
	p := &ent.Plan{ID: "p", Recommended: true, Features: []words.Entry{
		{Name: words.Text{"ja": "画質", "en": "Picture"}, Value: words.Text{"ja": "4K"}},
		{Name: words.Text{"ja": "特典"}, Value: words.Text{"ja": "割引", "en": "A discount"}},
	}}
	for locale, want := range map[string]string{
		"ja": `[{"name":"画質","value":"4K"},{"name":"特典","value":"割引"}]`,
		"en": `[{"name":"Picture","value":"4K"},{"name":"特典","value":"A discount"}]`,
	} {
		view := planView(p, locale, catalog.Offer{})
		if got, err := json.Marshal(view.Features); err != nil || string(got) != want || !view.Recommended {
			t.Errorf("%s: %s, %v", locale, got, err)
		}
	}
	if plain := planView(&ent.Plan{ID: "p"}, "ja", catalog.Offer{}); plain.Features == nil || len(plain.Features) > 0 || plain.Recommended {
		t.Errorf("a plan without them: %+v", plain.Features)
	}
}
