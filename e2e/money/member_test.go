package money

import (
	"encoding/json"
	"fmt"
	"strings"

	"kaiin/e2e/blackbox"
)

// member is a person with a browser of their own at an address of their own.
type member struct {
	*blackbox.Member
	s *stack
}

// visitor is somebody who has not signed up.
func (s *stack) visitor(language string) *member { return &member{s.Visitor(language), s} }

// contract is what a member sees of a subscription.
type contract struct {
	ID     string `json:"subscriptionId"`
	Plan   string `json:"planId"`
	Status string `json:"subscriptionStatus"`
	Group  string `json:"statusGroup"`
	Next   string `json:"nextSettlementDay"`
	Busy   bool   `json:"isRenewalInProgress"`
}

// contracts are those on the plan list. A member whose session has run out logs in again.
func (m *member) contracts() ([]contract, error) {
	a, err := want(m.Get("/mypage/plans/screen-data"))
	if err == nil && strings.HasPrefix(a.Text("redirectTo"), "/login") {
		if err = m.LogIn(); err == nil {
			a, err = want(m.Get("/mypage/plans/screen-data"))
		}
	}
	if err == nil && a.Text("redirectTo") != "" {
		err = fmt.Errorf("the plan list is not shown: %s", a)
	}
	if err != nil {
		return nil, err
	}
	var page struct{ Subscriptions []contract }
	err = json.Unmarshal(a.Raw, &page)
	return page.Subscriptions, err
}

// member is a new member with a card.
func (s *stack) member(number string) *member {
	s.T.Helper()
	m := s.visitor("ja")
	must(s.T, m.SignUp())
	must(s.T, m.AddCard(number))
	return m
}

// members are many at once, in Japanese and English by turns, prepared by more if given.
func (s *stack) members(n int, more func(*member) error) []*member {
	s.T.Helper()
	all := make([]*member, n)
	each(s.T, n, 32, func(i int) error {
		all[i] = s.visitor([]string{"ja", "en"}[i%2])
		if err := all[i].SignUp(); err != nil || more == nil {
			return err
		}
		return more(all[i])
	})
	return all
}
