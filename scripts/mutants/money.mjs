/** What is sold and paid: catalog, payment, purchase, subscription, entitlement. */
export const money = [
  {
    file: 'server/catalog/offer.go',
    first: 'catalog:Availability|Sales',
    tests: 'catalog',
    mutants: [
      [
        'a member who had the plan gets a second trial',
        'p.PlanType == plan.PlanTypeSubscription && !hadBefore',
        'p.PlanType == plan.PlanTypeSubscription',
      ],
      ['one more than the last is sold', 'p.SalesCount >= *p.SalesLimit:', 'p.SalesCount > *p.SalesLimit:'],
      ['a plan is sold after its end', 'now.After(*p.SalesEndAt)', 'false'],
      ['films count as contracts', 'contractLimited && p.PlanType == plan.PlanTypeSubscription', 'contractLimited'],
    ],
  },
  {
    file: 'server/catalog/survey.go',
    first: 'catalog:Survey|Every',
    tests: 'catalog',
    mutants: [
      ['a required question may stay open', 'if q.Required {', 'if false {'],
      ['an option twice counts as two', 'len(chosen) != len(values), ', ''],
    ],
  },
  {
    file: 'server/catalog/service.go',
    first: 'catalog:PlansForSale|ALockedPlan',
    tests: 'catalog purchase',
    mutants: [['locking a plan locks nothing', 'plan.Published(true)).ForUpdate().Only', 'plan.Published(true)).Only']],
  },
  {
    file: 'server/catalog/shown.go',
    first: 'catalog:PlansForSale',
    tests: 'catalog',
    mutants: [
      [
        'the home page shows plans that cannot be had',
        'return !NewOffer(p, now, false, false).Open()',
        'return false && !NewOffer(p, now, false, false).Open()',
      ],
    ],
  },
  {
    file: 'server/catalog/seed.go',
    first: 'catalog:Seeding|ALimit|TheDemo',
    tests: 'catalog',
    mutants: [
      ['a plan the file no longer has is still sold', 'SetPublished(false).Exec', 'SetPublished(true).Exec'],
      ['fewer may be for sale than were sold', 'p.SalesLimit != nil && *p.SalesLimit < old.SalesCount', 'false'],
    ],
  },
  {
    file: 'server/payment/method.go',
    first: 'payment:Expired|RegisterCard',
    tests: 'payment purchase',
    mutants: [
      ['an expired card can be charged', ' && !Expired(m, now)', ''],
      [
        'a wallet holds the cards of everyone',
        'Where(paymentmethod.AccountID(accountID),\n\t\tpaymentmethod.Or(',
        'Where(paymentmethod.AccountIDNEQ(uuid.Nil),\n\t\tpaymentmethod.Or(',
      ],
    ],
  },
  {
    file: 'server/payment/card.go',
    first: 'payment:RegisterCard|Abandoned|ACardInUse',
    tests: 'payment',
    mutants: [
      ['a member may try any number of cards', 'registrations = 10', 'registrations = 10000'],
      [
        'the provider keeps a card that was dropped',
        'return err\n\t}\n\treturn s.Store.Enqueue(ctx, ForgetArgs{MethodID: id}, nil)',
        'return err\n\t}\n\treturn nil',
      ],
      ['a card in use can be forgotten', 'if method.State != paymentmethod.StateDeleted {', 'if false {'],
    ],
  },
  {
    file: 'server/payment/authenticate.go',
    first: 'payment:Return|TheFirstVerdict',
    tests: 'payment purchase',
    mutants: [
      ['a card is used although its bank said no', 'verdict == VerdictSucceeded)', 'verdict != VerdictOutstanding)'],
      [
        'a second verdict counts',
        'cardauthentication.ID(row.ID), cardauthentication.StateEQ(cardauthentication.StateStarted)',
        'cardauthentication.ID(row.ID)',
      ],
    ],
  },
  {
    file: 'server/payment/execute.go',
    first: 'payment:GivenUp|ManyExecute|ARefused|AnOutcome|Unknown',
    tests: 'payment purchase',
    mutants: [
      ['an authorisation that came too late is kept', 'return row, s.release(ctx, tracking)', 'return row, nil'],
      ['a refused commit keeps the authorisation', 'if t.State == TransactionAuthorized {', 'if false {'],
    ],
  },
  {
    file: 'server/payment/record.go',
    first: 'payment:GivenUp|ManyExecute|ARefused|AnOutcome|Unknown',
    tests: 'payment purchase',
    mutants: [
      [
        'a second outcome replaces the first',
        'Where(charge.ID(c.ID), charge.StateIn(live...)).\n\t\t\tSetState(v.state)',
        'Where(charge.ID(c.ID)).\n\t\t\tSetState(v.state)',
      ],
      [
        'nobody looks for an unknown outcome',
        'if err := s.Store.Enqueue(ctx, ResolveArgs{ChargeID: c.ID}, nil); err != nil {\n\t\t\treturn err\n\t\t}\n',
        '',
      ],
    ],
  },
  {
    file: 'server/payment/resolve.go',
    first: 'payment:AmountIs|OldPurchase',
    tests: 'payment purchase',
    mutants: [
      ['a sum that differs is recorded', 'if t.Amount != 0 && t.Amount != c.Amount {', 'if false {'],
      ['an old order is still charged', '> giveUp {', '> 1000*giveUp {'],
    ],
  },
  {
    file: 'server/purchase/form.go',
    first: 'purchase:Form|AForm|TokenIsBound',
    tests: 'purchase',
    mutants: [
      ['a form can be confirmed a minute longer', 'const life = 30 * time.Minute', 'const life = 31 * time.Minute'],
      ['an order can be paid with a card that expired', 'case !payment.Usable(method, now):', 'case false:'],
      [
        'two forms of one plan can both be confirmed',
        'SetState(order.StateFailed).SetFailure(fault.OrderReplaced)',
        'SetFailure(fault.OrderReplaced)',
      ],
      ['a survey is not checked', 'fields := survey.Check(in.Answers)', 'fields := survey.Check(in.Answers)[:0]'],
    ],
  },
  {
    file: 'server/purchase/reserve.go',
    first: 'purchase:Changed|TooFrequent|Obstacles|TwoForms|ContractLimitRace|LastUnit',
    tests: 'purchase',
    mutants: [
      ['another price than shown is charged', 'return fault.PriceChanged, nil', 'return "", nil'],
      ['a film is bought twice', 'if err != nil || owned {', 'if err != nil {\n\t\t_ = owned'],
      [
        'a plan is bought again right away',
        'return fault.Throttled(fault.PurchaseTooFrequent, last.CompletedAt.Add(interval).Sub(now))',
        '_ = last\n\treturn nil',
      ],
      [
        'orders on their way count for no limit',
        'st.holdings.Limited(st.settings.SubscriptionContractLimit, more)',
        'st.holdings.Limited(st.settings.SubscriptionContractLimit, more*0)',
      ],
      ['two orders of one plan are both charged', 'case double:', 'case false && double:'],
    ],
  },
  {
    file: 'server/purchase/purchase.go',
    first: 'purchase:TokenIsBound|TheOrderOf|AuthenticationRace|ReturnWasLost|LateRefusal',
    tests: 'purchase',
    mutants: [
      ['another member can confirm an order', 'o.AccountID != a.AccountID || ', ''],
      [
        'an order that is on is given up',
        'Where(order.ID(id), order.StateEQ(order.StateAuthenticating))',
        'Where(order.ID(id))',
      ],
    ],
  },
  {
    file: 'server/purchase/settled.go',
    first: 'purchase:Declined|TestPurchase$',
    tests: 'purchase',
    mutants: [
      ['a declined order keeps its unit', 'return s.Catalog.CountSales(ctx, o.PlanID, -1)', 'return nil'],
      ['a rental ends a day early', 'at := day.AddDays(1).Start()', 'at := day.Start()'],
    ],
  },
  {
    file: 'server/subscription/terms.go',
    first: 'subscription:PriceShown|Schedule|BasisOf',
    tests: 'subscription',
    mutants: [
      [
        'a month later is counted from the last charge',
        'return anchor.AddMonths(n * s.Count)',
        'for range n {\n\t\t\tanchor = anchor.AddMonths(s.Count)\n\t\t}\n\t\treturn anchor',
      ],
      ['the last day of renewals is no day of renewal', '!day.After(b.LastRenewal)', 'day.Before(b.LastRenewal)'],
      ['a year has one charge more', 'b.Term(n).Start.Before(end)', '!b.Term(n).Start.After(end)'],
    ],
  },
  {
    file: 'server/subscription/renew.go',
    first: 'subscription:TestRenewal$|RenewalRace|ATerm',
    tests: 'subscription',
    mutants: [
      ['a term is charged before its day', ' || row.NextSettlementDay.After(s.Clock.Today())', ''],
      ['a plan that stopped is renewed', 'case !basisOf(row).Renews(row.NextSettlementDay):', 'case false:'],
      [
        'a refused charge takes nothing away',
        'if err := s.Entitlement.Until(ctx, row.ID, now); err != nil {\n\t\treturn err\n\t}\n',
        '',
      ],
      [
        'a term that was paid cannot be watched',
        's.Entitlement.Until(ctx, row.ID, watchUntil(at.NextSettlement))',
        's.Entitlement.Until(ctx, row.ID, at.TermStart.Start())',
      ],
      [
        'a renewal is not told by mail',
        'return s.notify(ctx, row, func(locale string, p *ent.Plan, method string) notify.Message {\n\t\treturn notify.Renewed{',
        'return s.notify(ctx, &ent.Subscription{}, func(locale string, p *ent.Plan, method string) notify.Message {\n\t\treturn notify.Renewed{',
      ],
    ],
  },
  {
    file: 'server/subscription/scan.go',
    first: 'subscription:Scan',
    tests: 'subscription',
    mutants: [
      [
        'one contract is taken up again and again',
        'if err := row.Update().SetRenewingSince(now).Exec(ctx); err != nil {\n\t\t\t\treturn err\n\t\t\t}\n',
        '',
      ],
    ],
  },
  {
    file: 'server/subscription/contract.go',
    first: 'subscription:View|Find|TestPlans',
    tests: 'subscription graph',
    mutants: [
      ['a member can look at the contract of another', 'row.AccountID != a.AccountID || ', ''],
      [
        'a contract ends a day late',
        'v.Status().Group() != GroupCancelRequested {\n\t\treturn clock.Day{}\n\t}\n\treturn v.Row.NextSettlementDay.AddDays(-1)',
        'v.Status().Group() != GroupCancelRequested {\n\t\treturn clock.Day{}\n\t}\n\treturn v.Row.NextSettlementDay',
      ],
    ],
  },
  {
    file: 'server/subscription/state.go',
    first: 'subscription:Matrix|MachineIs|Groups',
    tests: 'subscription',
    mutants: [
      [
        'a held contract renews by itself',
        'HoldReleased, TrialHoldReleased}\n\teach',
        'HoldReleased, TrialHoldReleased, Hold}\n\teach',
      ],
    ],
  },
  {
    file: 'server/subscription/begin.go',
    first: 'subscription:TestRenewal$|PriceShown',
    tests: 'subscription purchase',
    mutants: [
      ['a member who comes back begins anew', 'case a.ReContract:', 'case false:'],
      ['watching ends when the day of payment begins', 'settlement.AddDays(1).Start()', 'settlement.Start()'],
    ],
  },
  {
    file: 'server/subscription/leave.go',
    first: 'subscription:Remains',
    tests: 'withdrawal',
    mutants: [
      [
        'a held contract does not keep a member',
        's.Contracted() && s.Group() != GroupCancelRequested',
        's.Contracted() && s.Group() != GroupCancelRequested && s.Group() != GroupHold',
      ],
    ],
  },
  {
    file: 'server/entitlement/entitlement.go',
    first: 'subscription:ChangesNoOther',
    tests: 'purchase withdrawal subscription',
    mutants: [
      [
        'a rental is taken for a purchase',
        'entitlement.PlanID(planID),\n\t\tentitlement.ExpiresAtIsNil())',
        'entitlement.PlanID(planID))',
      ],
      [
        'what one contract loses, all lose',
        'Where(entitlement.SubscriptionID(subscriptionID))',
        'Where(entitlement.SubscriptionIDNotNil())',
      ],
    ],
  },
];
