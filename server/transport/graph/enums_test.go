package graph

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/base/survey"
	"kaiin/server/base/words"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/money/subscription"
	"kaiin/server/shop/catalog"
)

// The enums of the schema are the closed sets of the server, spelled as the wire has them.
func TestEnumsAreTheServersOwn(t *testing.T) { // M§4
	t.Parallel()
	var groups []subscription.Group
	for _, s := range subscription.Statuses {
		if g := s.Group(); g != subscription.GroupEnded && !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	for name, want := range map[string][]string{
		"SubscriptionStatus":      texts(subscription.Statuses),
		"SubscriptionStatusGroup": texts(groups),
		"Factor":                  texts(credential.FactorKinds),
		"LoginMethod":             texts([]actor.Method{actor.MethodPassword, actor.MethodAuthCode}),
		"LoginMode":               texts([]login.Mode{login.ModePassword, login.ModeCode}),
		"FieldRule":               texts([]settings.Rule{settings.NotUse, settings.Optional, settings.Required}),
		"Locale":                  words.Locales,
		"SignupStyle":             settings.SignupStyles,
		"Restriction":             texts(restrictions),
		"SalesIndicator":          texts([]catalog.SalesIndicator{catalog.IndicatorSoldOut, catalog.IndicatorFewLeft, catalog.IndicatorEnough}),
		"PlanAvailability": texts([]catalog.Availability{
			catalog.ContractLimited, catalog.AfterSale, catalog.BeforeSale, catalog.SoldOut, catalog.FreeTrial, catalog.Available, catalog.Owned, catalog.Changeable,
		}),
		"QuestionType": texts([]survey.QuestionType{
			survey.AnswerText, survey.AnswerTextarea, survey.AnswerRadio, survey.AnswerCheckbox, survey.AnswerSelect, survey.AnswerDate, survey.AnswerTime,
		}),
	} {
		var got []string
		for _, value := range sdl().Types[name].EnumValues {
			got = append(got, value.Name)
		}
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if n := len(sdl().Types["SubscriptionStatus"].EnumValues); n != 17 {
		t.Errorf("%d statuses", n)
	}
}

// Every code of the catalogue of faults, which holds every code that is raised, is one of the
// schema, and no other.
func TestErrorCodesAreTheCatalogue(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile("../../base/fault/text.ja.json")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	if err := json.Unmarshal(body, &known); err != nil {
		t.Fatal(err)
	}
	values := sdl().Types["ErrorCode"].EnumValues
	codes := map[string]bool{}
	for key := range known {
		if code, _, _ := strings.Cut(key, "."); code != "DEFAULT" {
			codes[code] = true
			if values.ForName(code) == nil {
				t.Errorf("%s is no ErrorCode: run make generate", code)
			}
		}
	}
	if len(values) != len(codes) || len(codes) < 100 {
		t.Errorf("%d error codes in the schema, %d in the catalogue", len(values), len(codes))
	}
}

func texts[T ~string](values []T) []string {
	var all []string
	for _, v := range values {
		all = append(all, string(v))
	}
	return all
}
