package survey

import "encoding/json"

// Answered is a survey as a member answered it: every question and choice in the words in which the
// member read them, whatever the store asks later. It is what the tables of orders, cancellations
// and withdrawals keep.
type Answered struct {
	Locale      string             `json:"locale"` // ja or en; "" for answers that were kept without their wording
	Name        string             `json:"surveyName"`
	Description string             `json:"surveyDescription"`
	Questions   []AnsweredQuestion `json:"questions"` // all of them, also those left unanswered
}

// AnsweredQuestion is a question as it was read, and the answer.
type AnsweredQuestion struct {
	ID          string           `json:"questionId"`
	Type        QuestionType     `json:"questionType"`
	Title       string           `json:"questionTitle"`
	Description string           `json:"questionDescription"`
	Required    bool             `json:"required"`
	Options     []AnsweredOption `json:"answerOptions"`
	Values      []string         `json:"values"` // ids of choices, or one text; none: left unanswered
}

// AnsweredOption is a choice as it was read.
type AnsweredOption struct {
	ID    string `json:"optionId"`
	Title string `json:"optionTitle"`
}

// Keep is the survey with answers that Check has found right, in the language in which it was
// shown: an Answered, as a column keeps it. It is nil when nothing was answered.
func (s *Survey) Keep(locale string, answers map[string][]string) (json.RawMessage, error) {
	if !s.Asks() {
		return nil, nil
	}
	kept := Answered{Locale: locale, Name: s.Name.In(locale), Description: s.Description.In(locale)}
	answered := false
	for _, q := range s.Questions {
		as := AnsweredQuestion{
			ID: q.ID, Type: q.Type, Title: q.Title.In(locale), Description: q.Description.In(locale), Required: q.Required,
			Options: []AnsweredOption{}, Values: []string{},
		}
		for _, o := range q.Options {
			as.Options = append(as.Options, AnsweredOption{ID: o.ID, Title: o.Title.In(locale)})
		}
		as.Values = append(as.Values, filled(answers[q.ID])...)
		answered = answered || len(as.Values) > 0
		kept.Questions = append(kept.Questions, as)
	}
	if !answered {
		return nil, nil
	}
	return json.Marshal(kept)
}
