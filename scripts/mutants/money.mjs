/** What is sold and paid: catalog, payment, purchase, subscription, entitlement. */
export const money = [
  {
    file: 'server/catalog/offer.go',
    tests: 'catalog',
    mutants: [
      ['a member who had the plan gets a second trial', 'p.PlanType == plan.PlanTypeSubscription && !hadBefore', 'p.PlanType == plan.PlanTypeSubscription'],
      ['one more than the last is sold', 'p.SalesCount >= *p.SalesLimit:', 'p.SalesCount > *p.SalesLimit:'],
      ['a plan is sold after its end', 'now.After(*p.SalesEndAt)', 'false'],
      ['a plan is sold before its start', 'p.SalesStartAt.After(now)', 'false'],
      ['few are left a little later', 'sold*100 >= *limit*80', 'sold*100 > *limit*80'],
      ['films count as contracts', 'contractLimited && p.PlanType == plan.PlanTypeSubscription', 'contractLimited'],
    ],
  },
  {
    file: 'server/catalog/survey.go',
    tests: 'catalog',
    mutants: [
      ['a required question may stay open', 'if q.Required {', 'if false {'],
      ['an option twice counts as two', 'len(chosen) != len(values), ', ''],
      ['one choice too few is taken', 'len(chosen) < q.MinCount', 'len(chosen) < q.MinCount-1'],
      ['answers to questions nobody asked are taken', 'if !known[id] {', 'if false {'],
    ],
  },
  {
    file: 'server/catalog/service.go',
    tests: 'catalog purchase',
    mutants: [
      ['a plan that is not published can be bought', 'Where(plan.ID(id), plan.Published(true)).Only', 'Where(plan.ID(id)).Only'],
      ['locking a plan locks nothing', 'plan.Published(true)).ForUpdate().Only', 'plan.Published(true)).Only'],
      ['the home page shows plans that cannot be had', 'return !NewOffer(p, now, false, false).Open()', 'return false && !NewOffer(p, now, false, false).Open()'],
    ],
  },
  {
    file: 'server/catalog/seed.go',
    tests: 'catalog',
    mutants: [
      ['a plan the file no longer has is still sold', 'SetPublished(false).Exec', 'SetPublished(true).Exec'],
      ['fewer may be for sale than were sold', 'p.SalesLimit != nil && *p.SalesLimit < old.SalesCount', 'false'],
      ['an operator\'s script is kept', 'clean[locale] = Sanitise(markup)', 'clean[locale] = markup'],
    ],
  },
  {
    file: 'server/payment/method.go',
    tests: 'payment purchase',
    mutants: [
      ['an expired card can be charged', ' && !Expired(m, now)', ''],
      ['a card expires a month early', 'month.AddDate(0, 1, 0)', 'month'],
      ['a deleted card can be charged', 'm.State == paymentmethod.StateActive && Chargeable(m)', 'Chargeable(m)'],
      ['a bank\'s word counts for ever', 'now.Before(m.AuthenticatedAt.Add(trust))', '(trust > 0 || now.IsZero())'],
      ['a wallet holds the cards of everyone', 'Where(paymentmethod.AccountID(accountID),\n\t\tpaymentmethod.Or(', 'Where(paymentmethod.IDNotNil(),\n\t\tpaymentmethod.Or('],
    ],
  },
  {
    file: 'server/payment/card.go',
    tests: 'payment',
    mutants: [
      ['a member may try any number of cards', 'registrations = 10', 'registrations = 10000'],
      ['a card nobody authenticated stays', 'abandoned = time.Hour', 'abandoned = 1000 * time.Hour'],
      ['the provider keeps a card that was dropped', 'return err\n\t}\n\treturn s.Store.Enqueue(ctx, ForgetArgs{MethodID: id}, nil)', 'return err\n\t}\n\treturn nil'],
      ['a card in use can be forgotten', 'if method.State != paymentmethod.StateDeleted {', 'if false {'],
    ],
  },
  {
    file: 'server/payment/authenticate.go',
    tests: 'payment purchase',
    mutants: [
      ['a card is used although its bank said no', 'verdict == VerdictSucceeded)', 'verdict != VerdictOutstanding)'],
      ['a second verdict counts', 'cardauthentication.ID(row.ID), cardauthentication.StateEQ(cardauthentication.StateStarted)', 'cardauthentication.ID(row.ID)'],
      ['a member may stay at the bank for ever', 's.Clock.Now().Before(row.ExpiresAt)', 'true'],
    ],
  },
  {
    file: 'server/payment/execute.go',
    tests: 'payment purchase',
    mutants: [
      ['an authorisation that came too late is kept', 'return row, s.release(ctx, tracking)', 'return row, nil'],
      ['a refused commit keeps the authorisation', 'if t.State == TransactionAuthorized {', 'if false {'],
      ['a commit without an answer counts as refused', 'case !errors.As(err, &refusal), refusal.Reason == ReasonTrouble:', 'case !errors.As(err, &refusal):'],
    ],
  },
  {
    file: 'server/payment/record.go',
    tests: 'payment purchase',
    mutants: [
      ['a second outcome replaces the first', 'Where(charge.ID(c.ID), charge.StateIn(live...)).\n\t\t\tSetState(v.state)', 'Where(charge.ID(c.ID)).\n\t\t\tSetState(v.state)'],
      ['nobody looks for an unknown outcome', 'if err := s.Store.Enqueue(ctx, ResolveArgs{ChargeID: c.ID}, nil); err != nil {\n\t\t\treturn err\n\t\t}\n', ''],
    ],
  },
  {
    file: 'server/payment/resolve.go',
    tests: 'payment purchase',
    mutants: [
      ['a sum that differs is recorded', 'if t.Amount != 0 && t.Amount != c.Amount {', 'if false {'],
      ['an old order is still charged', '> giveUp {', '> 1000*giveUp {'],
      ['charges that were left alone stay alone', 'charge.UpdatedAtLTE(now.Add(-Patience))', 'charge.UpdatedAtLTE(now.Add(-1000*Patience))'],
    ],
  },
  {
    file: 'server/payment/leave.go',
    tests: 'withdrawal',
    mutants: [
      ['the provider keeps the cards of a member who left', 'for _, id := range ids {', 'for _, id := range ids[:0] {'],
      ['a charge under way is overlooked', 'charge.StateIn(live...)).Exist', 'charge.StateEQ(charge.StateUnknown)).Exist'],
    ],
  },
  {
    file: 'server/purchase/form.go',
    tests: 'purchase',
    mutants: [
      ['a form can be confirmed a minute longer', 'const life = 30 * time.Minute', 'const life = 31 * time.Minute'],
      ['campaign codes can be guessed', 'guesses = 20', 'guesses = 20000'],
      ['an order can be paid with a card that expired', 'case !payment.Usable(method, now):', 'case false:'],
      ['two forms of one plan can both be confirmed', 'SetState(order.StateFailed).SetFailure(fault.OrderReplaced)', 'SetFailure(fault.OrderReplaced)'],
      ['a survey is not checked', 'fields := survey.Check(in.Answers)', 'fields := survey.Check(in.Answers)[:0]'],
      ['any number of forms an hour', 'forms   = 60', 'forms   = 60000'],
    ],
  },
  {
    file: 'server/purchase/reserve.go',
    tests: 'purchase',
    mutants: [
      ['a late form is taken', 'if !now.Before(o.ExpiresAt) {', 'if false {'],
      ['another price than shown is charged', 'return fault.PriceChanged, nil', 'return "", nil'],
      ['a card nobody authenticated lately pays', 'case !payment.Trusted(method, now):', 'case false:'],
      ['a film is bought twice', 'if err != nil || owned {', 'if err != nil {\n\t\t_ = owned'],
      ['a plan is bought again right away', 'return fault.Throttled(fault.PurchaseTooFrequent, last.CompletedAt.Add(interval).Sub(now))', '_ = last\n\treturn nil'],
      ['orders on their way count for no limit', 'st.holdings.Limited(st.settings.SubscriptionContractLimit, more)', 'st.holdings.Limited(st.settings.SubscriptionContractLimit, more*0)'],
      ['two orders of one plan are both charged', 'case double:', 'case false && double:'],
      ['an order charged by the card does not count as sold', 'if err := s.Catalog.CountSales(ctx, o.PlanID, 1); err != nil {\n\t\treturn next, started, err\n\t}\n', ''],
    ],
  },
  {
    file: 'server/purchase/purchase.go',
    tests: 'purchase',
    mutants: [
      ['another member can confirm an order', 'o.AccountID != a.AccountID || ', ''],
      ['another session can confirm an order', 'o.SessionID != a.SessionID || ', ''],
      ['the form of one plan buys another', ' || o.PlanID != planID', ''],
      ['an order that is on is given up', 'Where(order.ID(id), order.StateEQ(order.StateAuthenticating))', 'Where(order.ID(id))'],
    ],
  },
  {
    file: 'server/purchase/settled.go',
    tests: 'purchase',
    mutants: [
      ['a declined order keeps its unit', 'return s.Catalog.CountSales(ctx, o.PlanID, -1)', 'return nil'],
      ['a rental ends a day early', 'at := day.AddDays(1).Start()', 'at := day.Start()'],
      ['an order is not told by mail', 'if err != nil || member.Email == nil {', 'if true || member.Email == nil {'],
    ],
  },
  {
    file: 'server/subscription/terms.go',
    tests: 'subscription',
    mutants: [
      ['a month later is counted from the last charge', 'return anchor.AddMonths(n * s.Count)', 'for range n {\n\t\t\tanchor = anchor.AddMonths(s.Count)\n\t\t}\n\t\treturn anchor'],
      ['a trial is paid for at once', 'if b.TrialDays > 0 {\n\t\treturn 0', 'if b.TrialDays > 99 {\n\t\treturn 0'],
      ['the last day of renewals is no day of renewal', '!day.After(b.LastRenewal)', 'day.Before(b.LastRenewal)'],
      ['a term ends a day late', 'End: next.AddDays(-1)', 'End: next'],
      ['a year has one charge more', 'b.Term(n).Start.Before(end)', '!b.Term(n).Start.After(end)'],
    ],
  },
  {
    file: 'server/subscription/renew.go',
    tests: 'subscription',
    mutants: [
      ['a term is charged before its day', ' || row.NextSettlementDay.After(s.Clock.Today())', ''],
      ['a plan that stopped is renewed', 'case !basisOf(row).Renews(row.NextSettlementDay):', 'case false:'],
      ['a refused charge takes nothing away', 'if err := s.Entitlement.Until(ctx, row.ID, now); err != nil {\n\t\treturn err\n\t}\n', ''],
      ['a term that was paid cannot be watched', 's.Entitlement.Until(ctx, row.ID, watchUntil(at.NextSettlement))', 's.Entitlement.Until(ctx, row.ID, at.TermStart.Start())'],
      ['a renewal is not told by mail', 'return s.notify(ctx, row, func(locale string, p *ent.Plan, method string) notify.Message {\n\t\treturn notify.Renewed{', 'return s.notify(ctx, &ent.Subscription{}, func(locale string, p *ent.Plan, method string) notify.Message {\n\t\treturn notify.Renewed{'],
      ['what ended can still be watched', 'return s.Entitlement.Until(ctx, row.ID, s.Clock.Now())', 'return nil'],
      ['a second charge of a term is begun', 'if err != nil || live != nil {', 'if err != nil {'],
    ],
  },
  {
    file: 'server/subscription/scan.go',
    tests: 'subscription',
    mutants: [
      ['what is due today waits until tomorrow', 'NextSettlementDayLTE(s.Clock.Today())', 'NextSettlementDayLT(s.Clock.Today())'],
      ['one contract is taken up again and again', 'if err := row.Update().SetRenewingSince(now).Exec(ctx); err != nil {\n\t\t\t\treturn err\n\t\t\t}\n', ''],
    ],
  },
  {
    file: 'server/subscription/contract.go',
    tests: 'subscription graph',
    mutants: [
      ['no renewal is ever under way', 'return v.Row.RenewingSince != nil', 'return false'],
      ['a member can look at the contract of another', 'row.AccountID != a.AccountID || ', ''],
      ['a contract ends a day late', 'v.Status().Group() != GroupCancelRequested {\n\t\treturn clock.Day{}\n\t}\n\treturn v.Row.NextSettlementDay.AddDays(-1)', 'v.Status().Group() != GroupCancelRequested {\n\t\treturn clock.Day{}\n\t}\n\treturn v.Row.NextSettlementDay'],
      ['a plan under contract is offered again', 'p.Published && !running.Had(p.ID)', 'p.Published'],
    ],
  },
  {
    file: 'server/subscription/state.go',
    tests: 'subscription',
    mutants: [
      ['a held contract renews by itself', 'HoldReleased, TrialHoldReleased}\n\teach', 'HoldReleased, TrialHoldReleased, Hold}\n\teach'],
      ['a trial that is cancelled counts as paid', 'TrialCancelRequest: TrialCancelled', 'TrialCancelRequest: Cancelled'],
    ],
  },
  {
    file: 'server/subscription/begin.go',
    tests: 'subscription purchase',
    mutants: [
      ['a member who comes back begins anew', 'case a.ReContract:', 'case false:'],
      ['watching ends when the day of payment begins', 'settlement.AddDays(1).Start()', 'settlement.Start()'],
    ],
  },
  {
    file: 'server/subscription/leave.go',
    tests: 'withdrawal',
    mutants: [
      ['a held contract does not keep a member', 's.Contracted() && s.Group() != GroupCancelRequested', 's.Contracted() && s.Group() != GroupCancelRequested && s.Group() != GroupHold'],
      ['contracts go on without their member', 'if err := s.end(ctx, row, Terminate); err != nil {', 'if err := error(nil); err != nil {'],
    ],
  },
  {
    file: 'server/entitlement/entitlement.go',
    tests: 'purchase withdrawal subscription',
    mutants: [
      ['a rental is taken for a purchase', 'entitlement.PlanID(planID),\n\t\tentitlement.ExpiresAtIsNil())', 'entitlement.PlanID(planID))'],
      ['what one contract loses, all lose', 'Where(entitlement.SubscriptionID(subscriptionID))', 'Where(entitlement.SubscriptionIDNotNil())'],
      ['everyone stops watching with one member', 'entitlement.AccountID(accountID),\n\t\tentitlement.Or(', 'entitlement.Or('],
    ],
  },
];
