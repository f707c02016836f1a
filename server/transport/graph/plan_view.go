package graph

import (
	"kaiin/ent"
	"kaiin/server/base/survey"
	"kaiin/server/base/words"
	"kaiin/server/shop/catalog"
	"kaiin/server/transport/graph/model"
)

// planView is a plan as a page shows it in the locale, offered as o.
func planView(p *ent.Plan, locale string, o catalog.Offer) *model.Plan {
	description := words.Text(p.Description).In(locale)
	view := &model.Plan{
		PlanID:                        p.ID,
		PlanType:                      string(p.PlanType),
		PlanName:                      words.Text(p.Name).In(locale),
		PlanDescription:               description,
		PlanDescriptionText:           catalog.PlainText(description),
		Service:                       words.Text(p.Service).In(locale),
		Features:                      entryViews(p.Features, locale),
		Recommended:                   p.Recommended,
		Image:                         orNull(p.Image),
		Price:                         p.Price,
		TaxRate:                       o.TaxRate,
		RenewSpan:                     p.RenewSpan,
		RenewSpanUnit:                 string(p.RenewSpanUnit),
		FreeTrialDays:                 o.FreeTrialDays,
		ViewingDays:                   p.ViewingDays,
		SalesStartDate:                p.SalesStartAt,
		SalesEndDate:                  p.SalesEndAt,
		SalesCount:                    p.SalesCount,
		SalesLimit:                    p.SalesLimit,
		ForceStopRenewDate:            p.ForceStopRenewAt,
		OrderCompletedMessage:         orNull(words.Text(p.OrderCompletedMessage).In(locale)),
		IsSubscriptionContractLimited: o.ContractLimited,
		Availability:                  o.Availability,
		SalesIndicator:                orNull(o.SalesIndicator),
	}
	if survey, err := survey.Parse(p.Survey); err == nil {
		view.Survey = surveyView(survey, locale)
	}
	return view
}

func entryViews(entries []words.Entry, locale string) []*model.PlanFeature {
	views := []*model.PlanFeature{}
	for _, e := range entries {
		views = append(views, &model.PlanFeature{Name: e.Name.In(locale), Value: e.Value.In(locale)})
	}
	return views
}

// surveyView is nil for a survey that asks nothing.
func surveyView(s *survey.Survey, locale string) *model.Survey {
	if !s.Asks() {
		return nil
	}
	view := &model.Survey{SurveyName: s.Name.In(locale), SurveyDescription: orNull(s.Description.In(locale))}
	for _, q := range s.Questions {
		question := &model.SurveyQuestion{
			QuestionID:          q.ID,
			QuestionType:        q.Type,
			QuestionTitle:       q.Title.In(locale),
			QuestionDescription: orNull(q.Description.In(locale)),
			Required:            q.Required,
			Validation:          orNull(q.Validation),
			MinCount:            orNull(q.MinCount),
			MaxCount:            orNull(q.MaxCount),
			AnswerOptions:       []*model.AnswerOption{},
		}
		for _, o := range q.Options {
			question.AnswerOptions = append(question.AnswerOptions, &model.AnswerOption{OptionID: o.ID, OptionTitle: o.Title.In(locale)})
		}
		view.Questions = append(view.Questions, question)
	}
	return view
}

// orNull is a value that pages read as null when it is empty.
func orNull[T comparable](value T) *T {
	var empty T
	if value == empty {
		return nil
	}
	return &value
}
