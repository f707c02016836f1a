package survey

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"

	"kaiin/schema"
	"kaiin/server/base/fault"
	"kaiin/server/base/memo"
	"kaiin/server/base/words"
)

// QuestionType is how a question is answered.
type QuestionType string

const (
	AnswerText     QuestionType = "text"
	AnswerTextarea QuestionType = "textarea"
	AnswerRadio    QuestionType = "radio"
	AnswerCheckbox QuestionType = "checkbox"
	AnswerSelect   QuestionType = "select"
	AnswerDate     QuestionType = "date" // YYYY-MM-DD
	AnswerTime     QuestionType = "time" // HH:MM
)

// Survey is what a store asks a member who orders a plan, cancels a contract or leaves (G§3, M§3).
// A nil Survey asks nothing: all its methods may be called. Its parts are shared between callers:
// read them, never change them.
type Survey struct {
	Name        words.Text `json:"surveyName"`
	Description words.Text `json:"surveyDescription"`
	Questions   []Question `json:"questions"`
}

// Question is one question of a survey. Counts concern checkboxes; 0 is no bound.
type Question struct {
	ID          string         `json:"questionId"`
	Type        QuestionType   `json:"questionType"`
	Title       words.Text     `json:"questionTitle"`
	Description words.Text     `json:"questionDescription"`
	Required    bool           `json:"required"`
	Validation  string         `json:"validation"` // a regular expression for text and textarea; anchors are its own
	MinCount    int            `json:"minCount"`
	MaxCount    int            `json:"maxCount"`
	Options     []AnswerOption `json:"answerOptions"`
}

// AnswerOption is one choice of a radio, checkbox or select question.
type AnswerOption struct {
	ID    string     `json:"optionId"`
	Title words.Text `json:"optionTitle"`
}

// Parse reads a plan's survey column; an empty column asks nothing.
func Parse(document json.RawMessage) (*Survey, error) {
	if len(document) == 0 || string(document) == "null" {
		return nil, nil
	}
	parsed := surveys(string(document))
	return parsed.survey, parsed.err
}

type parsedSurvey struct {
	survey *Survey
	err    error
}

var surveys = memo.Remember(func(document string) parsedSurvey {
	s := new(Survey)
	if err := json.Unmarshal([]byte(document), s); err != nil {
		return parsedSurvey{err: fmt.Errorf("survey: %w", err)}
	}
	return parsedSurvey{survey: s}
})

// Asks reports whether there is anything to answer.
func (s *Survey) Asks() bool { return s != nil && len(s.Questions) > 0 }

// IsRequired reports whether a question has to be answered.
func (s *Survey) IsRequired() bool {
	return s.Asks() && slices.ContainsFunc(s.Questions, func(q Question) bool { return q.Required })
}

// Check reports every wrong answer (V-016 to V-020). Answers are values by question id: option ids
// for radio, checkbox and select, one text for the others. An empty text is no answer.
//
// Codes, on answers.<question>: REQUIRED, INVALID_CHOICE, INVALID_FORMAT, TOO_LONG,
// TOO_FEW_CHOICES, TOO_MANY_CHOICES; SURVEY_CHANGED on answers for an answer to a question that is
// not asked (any more).
func (s *Survey) Check(answers map[string][]string) fault.Fields {
	var fields fault.Fields
	known := map[string]bool{}
	if s.Asks() {
		for _, q := range s.Questions {
			known[q.ID] = true
			q.check(&fields, filled(answers[q.ID]))
		}
	}
	for id, values := range answers {
		if !known[id] && len(filled(values)) > 0 {
			fields.Add("answers", fault.SurveyChanged)
			break
		}
	}
	return fields
}

// filled are the answers without the empty ones.
func filled(values []string) []string {
	return slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == "" })
}

func (q Question) check(fields *fault.Fields, values []string) {
	path := "answers." + q.ID
	if len(values) == 0 {
		switch {
		case q.Required && q.chosen():
			fields.Add(path, fault.InvalidChoice)
		case q.Required:
			fields.Add(path, fault.Required)
		}
		return
	}
	if q.Type == AnswerCheckbox {
		q.checkChoices(fields, path, values)
		return
	}
	switch {
	case q.chosen() && (len(values) > 1 || !q.offers(values[0])):
		fields.Add(path, fault.InvalidChoice)
	case len(values) > 1:
		fields.Add(path, fault.InvalidFormat)
	case q.textLike() && utf8.RuneCountInString(values[0]) > schema.Rules().Survey.TextMax:
		fields.AddWith(path, fault.TooLong, map[string]any{"max": schema.Rules().Survey.TextMax})
	case !q.fits(values[0]):
		fields.Add(path, fault.InvalidFormat)
	}
}

func (q Question) checkChoices(fields *fault.Fields, path string, values []string) {
	chosen := slices.Compact(slices.Sorted(slices.Values(values)))
	switch {
	case len(chosen) != len(values), slices.ContainsFunc(chosen, func(v string) bool { return !q.offers(v) }):
		fields.Add(path, fault.InvalidChoice)
	case q.MinCount > 0 && len(chosen) < q.MinCount:
		fields.AddWith(path, fault.TooFewChoices, map[string]any{"min": q.MinCount})
	case q.MaxCount > 0 && len(chosen) > q.MaxCount:
		fields.AddWith(path, fault.TooManyChoices, map[string]any{"max": q.MaxCount})
	}
}

func (q Question) textLike() bool { return q.Type == AnswerText || q.Type == AnswerTextarea }

func (q Question) chosen() bool {
	return q.Type == AnswerRadio || q.Type == AnswerCheckbox || q.Type == AnswerSelect
}

func (q Question) offers(option string) bool {
	return slices.ContainsFunc(q.Options, func(o AnswerOption) bool { return o.ID == option })
}

// timeOfDay is the form in which browsers send a time: "9:05" is none.
var timeOfDay = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)

// fits reports whether a single answer that was typed has the form the question asks for.
func (q Question) fits(value string) bool {
	switch q.Type {
	case AnswerDate:
		_, err := time.Parse(time.DateOnly, value)
		return err == nil
	case AnswerTime:
		return timeOfDay.MatchString(value)
	default:
		if q.Validation == "" {
			return true
		}
		pattern, err := regexp.Compile(q.Validation)
		return err == nil && pattern.MatchString(value) // Validate has refused what does not compile
	}
}
