package survey

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"kaiin/server/base/words"
	"kaiin/server/base/written"
)

// ask builds a survey of one question q1 with the options a, b and c where it has choices.
func ask(kind QuestionType, change func(*Question)) *Survey {
	q := Question{ID: "q1", Type: kind, Title: words.Text{"ja": "問"}}
	if q.chosen() {
		for _, id := range []string{"a", "b", "c"} {
			q.Options = append(q.Options, AnswerOption{ID: id, Title: words.Text{"ja": id}})
		}
	}
	if change != nil {
		change(&q)
	}
	return &Survey{Name: words.Text{"ja": "アンケート"}, Questions: []Question{q}}
}

func TestSurveyAnswers(t *testing.T) {
	required := func(q *Question) { q.Required = true }
	digits := func(q *Question) { q.Validation = `^[0-9]+$` }
	between := func(q *Question) { q.MinCount, q.MaxCount = 2, 2 }
	for _, c := range []struct {
		row    string
		survey *Survey
		values []string
		want   string
	}{
		{"V-016 300 characters of text", ask(AnswerText, nil), []string{strings.Repeat("あ", 300)}, ""},
		{"V-016 301 characters of text", ask(AnswerText, nil), []string{strings.Repeat("あ", 301)}, "TOO_LONG"},
		{"V-016 301 characters of textarea", ask(AnswerTextarea, nil), []string{strings.Repeat("あ", 301)}, "TOO_LONG"},
		{"V-017 matches", ask(AnswerText, digits), []string{"123"}, ""},
		{"V-017 does not match", ask(AnswerText, digits), []string{"12x"}, "INVALID_FORMAT"},
		{"V-017 no answer need not match", ask(AnswerText, digits), nil, ""},
		{"V-018 required, missing", ask(AnswerText, required), nil, "REQUIRED"},
		{"V-018 required, empty", ask(AnswerText, required), []string{""}, "REQUIRED"},
		{"V-018 required, one character", ask(AnswerText, required), []string{"あ"}, ""},
		{"V-018 required choice, missing", ask(AnswerRadio, required), nil, "INVALID_CHOICE"},
		{"V-018 required select, missing", ask(AnswerSelect, required), []string{""}, "INVALID_CHOICE"},
		{"V-018 required checkbox, missing", ask(AnswerCheckbox, required), nil, "INVALID_CHOICE"},
		{"V-018 optional, missing", ask(AnswerText, nil), nil, ""},
		{"V-019 too few choices", ask(AnswerCheckbox, between), []string{"a"}, "TOO_FEW_CHOICES"},
		{"V-019 V-020 as many as asked", ask(AnswerCheckbox, between), []string{"a", "c"}, ""},
		{"V-020 too many choices", ask(AnswerCheckbox, between), []string{"a", "b", "c"}, "TOO_MANY_CHOICES"},
		{"a choice that is not offered", ask(AnswerCheckbox, nil), []string{"a", "x"}, "INVALID_CHOICE"},
		{"a choice twice", ask(AnswerCheckbox, nil), []string{"a", "a"}, "INVALID_CHOICE"},
		{"radio", ask(AnswerRadio, nil), []string{"b"}, ""},
		{"radio, not offered", ask(AnswerRadio, nil), []string{"x"}, "INVALID_CHOICE"},
		{"select, two values", ask(AnswerSelect, nil), []string{"a", "b"}, "INVALID_CHOICE"},
		{"date", ask(AnswerDate, nil), []string{"2028-02-29"}, ""},
		{"date that does not exist", ask(AnswerDate, nil), []string{"2026-02-29"}, "INVALID_FORMAT"},
		{"time", ask(AnswerTime, nil), []string{"23:59"}, ""},
		{"time that does not exist", ask(AnswerTime, nil), []string{"24:00"}, "INVALID_FORMAT"},
		{"time in full width", ask(AnswerTime, nil), []string{"１０:00"}, "INVALID_FORMAT"},
		{"time of three digits", ask(AnswerTime, nil), []string{"9:05"}, "INVALID_FORMAT"},
		{"two texts", ask(AnswerText, nil), []string{"a", "b"}, "INVALID_FORMAT"},
	} {
		got := ""
		for _, field := range c.survey.Check(map[string][]string{"q1": c.values}) {
			got += strings.TrimPrefix(fmt.Sprintf("%s:%s", field.Path, field.Code), "answers.q1:")
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.row, got, c.want)
		}
	}
}

func TestEveryWrongAnswerIsReportedAtOnce(t *testing.T) {
	survey := ask(AnswerText, func(q *Question) { q.Required = true })
	second := survey.Questions[0]
	second.ID = "q2"
	survey.Questions = append(survey.Questions, second)
	if fields := survey.Check(map[string][]string{"unknown": {"x"}}); len(fields) != 3 || fields[2].Path != "answers" || fields[2].Code != "SURVEY_CHANGED" {
		t.Errorf("fields %v", fields)
	}
	if err := survey.Check(map[string][]string{"q1": {"a"}, "q2": {"b"}, "unknown": {""}}).Err(); err != nil {
		t.Error(err)
	}
	var none *Survey
	if none.Asks() || none.Check(nil) != nil || none.Check(map[string][]string{"q1": {"a"}})[0].Code != "SURVEY_CHANGED" {
		t.Error("no survey asks something")
	}
}

func TestParseSurvey(t *testing.T) { // F-051 F-053 F-054 F-057 F-058 F-062
	for _, empty := range []string{"", "null"} {
		if s, err := Parse(json.RawMessage(empty)); err != nil || s.Asks() {
			t.Errorf("%q: %+v, %v", empty, s, err)
		}
	}
	document, err := json.Marshal(ask(AnswerCheckbox, func(q *Question) { q.Required = true }))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Parse(document)
	if err != nil || !s.Asks() || s.Name["ja"] != "アンケート" {
		t.Fatalf("%+v, %v", s, err)
	}
	if q := s.Questions[0]; q.ID != "q1" || q.Type != AnswerCheckbox || !q.Required || len(q.Options) != 3 || q.Options[2].ID != "c" {
		t.Errorf("%+v", q)
	}
	if _, err := Parse(json.RawMessage(`{"questions": 3}`)); err == nil {
		t.Error("a broken document was accepted")
	}
}

// What is kept says what was asked in the words of that day, in the member's language, whatever the
// store asks later.
func TestAnswersAreKeptInTheirWords(t *testing.T) {
	survey := ask(AnswerCheckbox, nil)
	survey.Questions[0].Title = words.Text{"ja": "好きなもの", "en": "What do you like?"}
	survey.Questions[0].Options[1].Title = words.Text{"ja": "名作", "en": "Classics"}
	survey.Questions = append(survey.Questions, Question{ID: "q2", Type: AnswerText, Title: words.Text{"ja": "ひとこと"}})
	kept, err := survey.Keep("en", map[string][]string{"q1": {"b"}, "q2": {""}})
	if err != nil {
		t.Fatal(err)
	}
	survey.Questions[0].Title["en"] = "Something else"
	var answered Answered
	if err := json.Unmarshal(kept, &answered); err != nil {
		t.Fatal(err)
	}
	q := answered.Questions[0]
	if answered.Locale != "en" || q.Title != "What do you like?" || q.Options[1] != (AnsweredOption{ID: "b", Title: "Classics"}) || q.Values[0] != "b" {
		t.Errorf("kept %s", kept)
	}
	if left := answered.Questions[1]; left.Title != "ひとこと" || left.Values == nil || len(left.Values) != 0 {
		t.Errorf("left unanswered: %s", kept)
	}
	var none *Survey
	for name, survey := range map[string]*Survey{"no survey": none, "nothing answered": survey} {
		if kept, err := survey.Keep("ja", map[string][]string{"q2": {""}}); kept != nil || err != nil {
			t.Errorf("%s: %s, %v", name, kept, err)
		}
	}
}

func TestSurveysAreChecked(t *testing.T) {
	t.Parallel()
	endless := ask(AnswerText, nil)
	for i := range 30 {
		endless.Questions = append(endless.Questions, Question{ID: fmt.Sprintf("more%d", i), Type: AnswerText, Title: words.Text{"ja": "問"}})
	}
	for _, c := range []struct {
		name   string
		survey *Survey
		want   string
	}{
		{"a pattern that does not compile", ask(AnswerText, func(q *Question) { q.Validation = "(" }), ".validation"},
		{"more choices asked than there are", ask(AnswerCheckbox, func(q *Question) { q.MinCount = 4 }), "minCount"},
		{"more choices allowed than there are", ask(AnswerCheckbox, func(q *Question) { q.MaxCount = 4 }), "maxCount"},
		{"choices of a text counted", ask(AnswerText, func(q *Question) { q.MaxCount = 1 }), "maxCount"},
		{"a question type that is not known", ask("slider", nil), ".questionType"},
		{"a radio without options", ask(AnswerRadio, func(q *Question) { q.Options = nil }), ".answerOptions"},
		{"a survey without end", endless, "30 questions"},
	} {
		var p written.Problems
		c.survey.Validate(&p, "plans[0].survey")
		if err := errors.Join(p...); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "plans[0].survey") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
