package withdrawal_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/base/survey"
	"kaiin/server/base/words"
	"kaiin/server/leaving/withdrawal"
	"kaiin/server/money/subscription"
	"kaiin/server/transport/paths"
)

// survey is what the test store asks of members who leave.
func leavingSurvey() *survey.Survey {
	return &survey.Survey{Name: words.Text{"ja": "退会アンケート"}, Questions: []survey.Question{
		{ID: "reason", Type: survey.AnswerRadio, Title: words.Text{"ja": "理由"}, Required: true, Options: []survey.AnswerOption{
			{ID: "price", Title: words.Text{"ja": "料金"}}, {ID: "films", Title: words.Text{"ja": "作品"}},
		}},
		{ID: "words", Type: survey.AnswerTextarea, Title: words.Text{"ja": "ご意見"}},
	}}
}

func TestScreen(t *testing.T) { // F-327 F-328 F-329 F-330 S-115
	for _, status := range subscription.Statuses {
		t.Run(string(status), func(t *testing.T) {
			w := setup(t, func(s *settings.Settings) { s.WithdrawSurvey, s.WithdrawPolicy = leavingSurvey(), "terms" })
			_, a := w.member()
			w.contract(a, "standard", status)
			screen, err := w.Screen(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			ended := status.Group() == subscription.GroupEnded
			if ended != (len(screen.Contracts) == 0) || !ended && screen.Contracts[0].Plan.ID != "standard" {
				t.Errorf("contracts = %+v", screen.Contracts)
			}
			blocks := !ended && status.Group() != subscription.GroupCancelRequested // A-128 A-129
			if screen.Remains != blocks {
				t.Errorf("hasContractSubscription = %v", screen.Remains)
			}
			if len(screen.Survey.Questions) != 2 || screen.Policy == nil || screen.Policy.ID != "terms" {
				t.Errorf("survey %+v, policy %+v", screen.Survey, screen.Policy)
			}
		})
	}
}

func TestScreenWithoutAnything(t *testing.T) {
	w := setup(t, nil)
	_, other := w.member()
	w.contract(other, "standard", subscription.OngoingContract)
	_, a := w.member()
	screen, err := w.Screen(t.Context(), a)
	if err != nil || len(screen.Contracts) != 0 || screen.Remains || screen.Survey.Asks() || screen.Policy != nil {
		t.Errorf("%+v, %v", screen, err)
	}
}

func TestCodePage(t *testing.T) {
	w := setup(t, nil)
	row, a := w.member()
	page, err := w.CodePage(t.Context(), a)
	if err != nil || paths.Of(page.Next) != "/withdraw" {
		t.Errorf("before the form: %+v, %v", page, err)
	}
	before := w.Clock.Now()
	w.confirm(row, a)
	after := w.Clock.Now()
	page, err = w.CodePage(t.Context(), a)
	if err != nil || !page.Next.None() || page.SendTo != *row.Email {
		t.Errorf("%+v, %v", page, err)
	}
	if wait := 30 * time.Second; page.ResendAt.Before(before.Add(wait)) || page.ResendAt.After(after.Add(wait)) {
		t.Errorf("sent between %v and %v, again at %v", before, after, page.ResendAt)
	}
}

func TestCompletePage(t *testing.T) {
	t.Parallel()
	if to := withdrawal.CompletePage(actor.Actor{}); !to.None() {
		t.Errorf("a visitor is sent to %+v", to)
	}
	if to := withdrawal.CompletePage(actor.Actor{AccountID: uuid.New()}); paths.Of(to) != "/mypage" {
		t.Errorf("a member is sent to %+v", to)
	}
}
