package survey

import (
	"fmt"
	"regexp"

	"kaiin/schema"
	"kaiin/server/base/written"
)

// Validate reports everything that is wrong with the survey, each with its path in the store file.
func (s *Survey) Validate(p *written.Problems, path string) {
	p.Text(path+".surveyName", s.Name)
	p.Locales(path+".surveyDescription", s.Description)
	p.Check(len(s.Questions) > 0, path+".questions", "must ask something")
	p.AtMost(path+".questions", len(s.Questions), schema.Rules().Lists["questions"], "questions")
	seen := map[string]bool{}
	for i := range s.Questions {
		q, at := &s.Questions[i], fmt.Sprintf("%s.questions[%d]", path, i)
		q.validate(p, at)
		p.Check(!seen[q.ID], at+".questionId", "%q is given twice", q.ID)
		seen[q.ID] = true
	}
}

func (q *Question) validate(p *written.Problems, path string) {
	p.ItemID(path+".questionId", q.ID)
	p.OneOf(path+".questionType", string(q.Type), "text", "textarea", "radio", "checkbox", "select", "date", "time")
	p.Text(path+".questionTitle", q.Title)
	p.Locales(path+".questionDescription", q.Description)
	_, err := regexp.Compile(q.Validation)
	p.Check(err == nil && (q.Validation == "" || q.textLike()), path+".validation", "must be a regular expression, for text and textarea only")
	if q.Type == AnswerCheckbox {
		p.AtMost(path+".answerOptions", len(q.Options), schema.Rules().Lists["choices"], "choices")
	}
	p.Check(q.chosen() == (len(q.Options) > 0), path+".answerOptions", "are for radio, checkbox and select, which need some")
	p.Check(q.Type == AnswerCheckbox || (q.MinCount == 0 && q.MaxCount == 0), path, "only a checkbox has minCount and maxCount")
	p.Check(q.MinCount >= 0 && q.MaxCount >= 0 && q.MinCount <= len(q.Options) && q.MaxCount <= len(q.Options) && (q.MaxCount == 0 || q.MinCount <= q.MaxCount),
		path, "minCount and maxCount do not fit each other and the options")
	seen := map[string]bool{}
	for i, o := range q.Options {
		at := fmt.Sprintf("%s.answerOptions[%d]", path, i)
		p.Check(o.ID != "" && !seen[o.ID], at+".optionId", "is needed, once each")
		p.Text(at+".optionTitle", o.Title)
		seen[o.ID] = true
	}
}
