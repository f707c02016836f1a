package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kaiin/ent"
	"kaiin/ent/campaign"
	"kaiin/ent/order"
	"kaiin/server/base/store"
	"kaiin/server/base/typed"
	"kaiin/server/base/words"
)

// saveCampaigns makes the campaigns what the file says. Those it no longer has are no longer given,
// since orders may name them.
func (s *Service) saveCampaigns(ctx context.Context, all []CampaignFile) error {
	client := s.Store.Client(ctx)
	kept := []string{}
	for i, c := range all {
		kept = append(kept, c.ID)
		old, err := client.Campaign.Query().Where(campaign.ID(c.ID)).ForUpdate().Only(ctx)
		switch {
		case ent.IsNotFound(err):
			create := client.Campaign.Create().SetID(c.ID)
			s.fillCampaign(create.Mutation(), i, c)
			err = create.Exec(ctx)
		case err == nil:
			if err = s.sameGift(ctx, i, old, c); err != nil {
				return err
			}
			update := old.Update()
			s.fillCampaign(update.Mutation(), i, c)
			err = update.Exec(ctx)
		}
		if err != nil {
			return err
		}
	}
	return client.Campaign.Update().Where(campaign.IDNotIn(kept...), campaign.Published(true)).SetPublished(false).Exec(ctx)
}

func (s *Service) fillCampaign(m *ent.CampaignMutation, position int, c CampaignFile) {
	m.SetPosition(position)
	m.SetPublished(true)
	m.SetName(c.Name)
	m.SetDescription(c.Description)
	m.SetCampaignType(campaign.CampaignType(c.Type))
	m.SetFreeDays(c.FreeDays)
	m.SetDiscountYen(c.DiscountYen)
	m.SetDiscountPercent(c.DiscountPercent)
	m.SetDiscountCount(c.DiscountCount)
	m.SetPlans(c.Plans)
	m.SetCodes(c.Codes)
	m.SetReContracts(c.ReContracts)
	m.SetUpdatedAt(s.Clock.Now())
	optional(firstMoment(c.Start), m.SetStartAt, m.ClearStartAt)
	optional(lastMoment(c.End), m.SetEndAt, m.ClearEndAt)
	optional(c.Limit, m.SetUseLimit, m.ClearUseLimit)
	optional(c.MemberLimit, m.SetUseLimitPerMember, m.ClearUseLimitPerMember)
}

// sameGift says in one sentence what of the file a campaign cannot become that somebody has ordered
// with: what it gives, and fewer uses than there were. old is the row under its lock.
func (s *Service) sameGift(ctx context.Context, position int, old *ent.Campaign, c CampaignFile) error {
	if c.Limit != nil && *c.Limit < old.UseCount {
		return fmt.Errorf("campaigns[%d].limit: it was used %d times already", position, old.UseCount)
	}
	same := string(old.CampaignType) == c.Type && old.FreeDays == c.FreeDays && old.DiscountYen == c.DiscountYen &&
		old.DiscountPercent == c.DiscountPercent && old.DiscountCount == c.DiscountCount
	if same {
		return nil
	}
	used, err := s.Store.Client(ctx).Order.Query().Where(order.CampaignID(c.ID),
		order.StateIn(order.StateAuthenticating, order.StateCharging, order.StateUnknown, order.StateCompleted)).Exist(ctx)
	if err != nil || !used {
		return err
	}
	return fmt.Errorf("campaigns[%d]: %q was used already, and a campaign that was used keeps what it gives: give the other one an id of its own",
		position, c.ID)
}

// CampaignsOf are the campaigns of the plan in the store's order, whether they are given now or
// not, at most store.CacheFor old: what is counted is read by LockCampaign. They are shared between
// callers: read them, never change them.
func (s *Service) CampaignsOf(ctx context.Context, planID string) ([]*ent.Campaign, error) {
	all, err := s.allCampaigns(ctx)
	return slices.DeleteFunc(slices.Clone(all), func(c *ent.Campaign) bool { return !c.Published || !slices.Contains(c.Plans, planID) }), err
}

func (s *Service) allCampaigns(ctx context.Context) ([]*ent.Campaign, error) {
	read := func(ctx context.Context) ([]*ent.Campaign, error) {
		return s.Store.Client(ctx).Campaign.Query().Order(campaign.ByPosition(), campaign.ByID()).All(ctx)
	}
	return s.campaigns.Get(ctx, s.Clock, read)
}

// CampaignNames are the names of all campaigns by id, of those that are over, too: a contract
// outlives the campaign that it began with.
func (s *Service) CampaignNames(ctx context.Context) (map[string]words.Text, error) {
	all, err := s.allCampaigns(ctx)
	names := map[string]words.Text{}
	for _, c := range all {
		names[c.ID] = c.Name
	}
	return names, err
}

// AcceptsCode reports whether a campaign is given now for orders of the plan whose member enters
// its code (L-058).
func (s *Service) AcceptsCode(ctx context.Context, planID string) (bool, error) {
	all, err := s.CampaignsOf(ctx, planID)
	now := s.Clock.Now()
	return slices.ContainsFunc(all, func(c *ent.Campaign) bool { return len(c.Codes) > 0 && Given(c, now) && Left(c) }), err
}

// Given reports whether the campaign's period contains the moment.
func Given(c *ent.Campaign, now time.Time) bool {
	return (c.StartAt == nil || !c.StartAt.After(now)) && (c.EndAt == nil || !now.After(*c.EndAt))
}

// Left reports whether the campaign may be used once more.
func Left(c *ent.Campaign) bool { return c.UseLimit == nil || c.UseCount < *c.UseLimit }

// Discount is the yen that the campaign takes off a price. What is left of a percentage is
// rounded down.
func Discount(c *ent.Campaign, price int) int {
	if c.DiscountPercent > 0 {
		return price - price*(100-c.DiscountPercent)/100
	}
	return min(c.DiscountYen, price)
}

// HasCode reports whether a code that a member typed is one of the campaign's, in whatever case and
// width (V-040, A-117).
func HasCode(c *ent.Campaign, code string) bool {
	code = typed.Campaign(code)
	return slices.ContainsFunc(c.Codes, func(one string) bool { return typed.Campaign(one) == code })
}

// LockCampaign is the campaign with the id under a row lock, so that its uses can be compared with
// its limits and counted. nil is one that the store no longer gives, or not with the plan. It must
// be called inside a transaction, which holds the lock to its end.
func (s *Service) LockCampaign(ctx context.Context, id, planID string) (*ent.Campaign, error) {
	if !store.InTx(ctx) {
		return nil, errors.New("a campaign locked outside a transaction")
	}
	row, err := s.Store.Client(ctx).Campaign.Query().Where(campaign.ID(id), campaign.Published(true)).ForUpdate().Only(ctx)
	if ent.IsNotFound(err) || err == nil && !slices.Contains(row.Plans, planID) {
		return nil, nil
	}
	return row, err
}

// CountCampaign counts uses of a campaign, and as given back where they are less than 0. It joins
// the caller's transaction, which has locked the campaign if it compared anything before. The empty
// id is no campaign.
func (s *Service) CountCampaign(ctx context.Context, id string, uses int) error {
	if id == "" {
		return nil
	}
	defer s.campaigns.Forget()
	return s.Store.Client(ctx).Campaign.UpdateOneID(id).AddUseCount(uses).Exec(ctx)
}
