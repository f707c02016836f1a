import { book } from './book.mjs';

/** What is sold and paid: catalog, payment, purchase, subscription, entitlement. */
export const money = [
  ...book,
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
    file: 'server/catalog/version.go',
    first: 'catalog:Version|Sold|NewPrice|ALimit',
    tests: 'catalog',
    mutants: [
      ['fewer may be for sale than were sold', 'p.SalesLimit != nil && *p.SalesLimit < old.SalesCount', 'false'],
      ['every seeding makes a version', 'bytes.Equal(newest.Digest, digest[:])', 'false'],
      ['what was sold becomes another kind', 'if !sold {\n\t\treturn nil', 'if true {\n\t\treturn nil'],
      ['what is being bought becomes another kind', 'order.StateAuthenticating, order.StateCharging, ', ''],
      ['a new price is said a day too late', '< Notice', '< Notice-1'],
      ['one more price counts by the day of the one before', ' && p.Price == old.Price', ''],
    ],
  },
  {
    file: 'server/evidence/evidence.go',
    first: 'evidence:Member|Order|Kept',
    tests: 'evidence purchase',
    mutants: [
      [
        "another member's evidence is shown",
        'orderevidence.OrderID(id), orderevidence.AccountID(a.AccountID)',
        'orderevidence.OrderID(id)',
      ],
      [
        "another member's evidence is offered",
        'orderevidence.OrderIDIn(orders...), orderevidence.AccountID(a.AccountID)',
        'orderevidence.OrderIDIn(orders...)',
      ],
      ['a chain forgets what came before', 'h.Write(row.PreviousHash)', ''],
      ['the time can be altered', 'row.CreatedAt.UTC().Format', 'time.Time{}.Format'],
    ],
  },
  {
    file: 'server/evidence/verify.go',
    first: 'evidence:Verify',
    tests: 'evidence',
    mutants: [
      ['a row put elsewhere is not found', '!bytes.Equal(row.PreviousHash, last.Hash)', 'false'],
      ['orders without evidence are not found', 'rows, s.unproven(ctx, report)', 'rows, nil'],
      ['a long chain is not walked to its end', 'len(page) < batch', 'len(page) <= batch'],
    ],
  },
  {
    file: 'server/catalog/survey.go',
    first: 'catalog:Survey|Every',
    tests: 'catalog',
    mutants: [
      ['a required question may stay open', 'if len(values) == 0 {', 'if q.Required = false; len(values) == 0 {'],
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
    first: 'catalog:Seeding|TheDemo',
    tests: 'catalog',
    mutants: [['a plan the file no longer has is still sold', 'SetPublished(false)', 'SetPublished(true)']],
  },
  {
    file: 'server/payment/method.go',
    first: 'payment:Default|Prefer',
    tests: 'payment purchase',
    mutants: [['an expired card can be charged', ' && !Expired(m, s.Clock.Now())', '']],
  },
  {
    file: 'server/payment/card.go',
    first: 'payment:RegisterCard|Abandoned|ACardInUse|LimitOfMethods|JoinAnswerLost|LinkAgreedTooLate',
    tests: 'payment',
    mutants: [
      ['a member may try any number of cards', 'registrations = 10', 'registrations = 10000'],
      ['a member may keep any number of cards', 'kept >= most', 'kept >= 1000*most'],
      [
        'the provider keeps a card that was dropped',
        'return err\n\t}\n\treturn s.Store.Enqueue(ctx, ForgetArgs{MethodID: id}, nil)',
        'return err\n\t}\n\treturn nil',
      ],
      ['a card in use can be forgotten', 'if method.State != paymentmethod.StateDeleted {', 'if false {'],
      [
        'what a member agreed to and was lost stays agreed',
        'if provider.Approvals != nil && method.Reference == "" {',
        'if false {',
      ],
      [
        'an agreement that comes while a job looks is not forgotten',
        'return river.InsertOpts{Queue: store.QueueMoney} }',
        'opts := uniqueWhileWaiting(); opts.Queue = store.QueueMoney; return opts }',
      ],
    ],
  },
  {
    file: 'server/payment/wallet.go',
    first: 'payment:Prefer|Delete',
    tests: 'payment purchase',
    mutants: [
      [
        "another member's method can be deleted",
        'paymentmethod.ID(methodID), paymentmethod.AccountID(a.AccountID),',
        'paymentmethod.ID(methodID),',
      ],
      ['the method of a contract can be deleted', 'if contracted {', 'if false && contracted {'],
      ['a method can be deleted while it is charged', 'if open {', 'if false && open {'],
      ['an expired card becomes the default', 'if !s.Usable(method) {', 'if false {'],
    ],
  },
  {
    file: 'server/payment/notified.go',
    first: 'payment:Notice|Dispute',
    tests: 'payment',
    mutants: [
      ['a notice of another amount is taken', 'case e.Amount != 0 && e.Amount != c.Amount:', 'case false:'],
      ['money that a notice tells of and nobody wants stays', 'return s.release(ctx, c, t.TrackingID)', 'return nil'],
      ['a refund that is told twice is booked twice', 'yen := back - (c.Amount - left)', 'yen := back - 0*left'],
      ['a dispute that has ended stays open', 'if err != nil || over {', 'if err != nil || over && false {'],
      [
        'a notice about nothing is looked for for ever',
        'case e.Tries+1 >= tries:',
        'case false && e.Tries+1 >= tries:',
      ],
      ['a charge under way is looked up because of a notice', 'if !underWay {', 'if !underWay || true {'],
    ],
  },
  {
    file: 'server/payment/ending.go',
    first: 'payment:Ending|Ended|Outliving',
    tests: 'payment',
    mutants: [
      [
        'the agreement of another member is ended',
        'paymentmethod.AccountID(a.AccountID)',
        'paymentmethod.AccountIDNEQ(uuid.Nil)',
      ],
      ['an agreement that is over is ended again', 'm.Reference != "" && m.EndedAt == nil', 'm.Reference != ""'],
      ['an agreement in use is ended', 'm.State == paymentmethod.StateDeleted && m.Reference', 'm.Reference'],
      [
        'the provider is asked to revoke something else',
        'ctx, m.CustomerCode, asked.ProviderID)',
        'ctx, m.CustomerCode, asked.RedirectURL)',
      ],
    ],
  },
  {
    file: 'server/payment/notice.go',
    first: 'payment:Forged|Notice',
    tests: 'payment',
    mutants: [
      ['forged notices are looked at without an end', 'Free: forgedAtOnce', 'Free: 1000 * forgedAtOnce'],
      ['what could not be verified now is counted as forged', 'if errors.Is(err, ErrForged) {', 'if true {'],
    ],
  },
  {
    file: 'server/payment/wallet.go',
    first: 'payment:Default|RegisterCard',
    tests: 'payment purchase',
    mutants: [
      [
        'a wallet holds the cards of everyone',
        'Where(paymentmethod.AccountID(accountID),\n\t\tpaymentmethod.Or(',
        'Where(paymentmethod.AccountIDNEQ(uuid.Nil),\n\t\tpaymentmethod.Or(',
      ],
      [
        'the default chosen first stays',
        'm.PreferredAt.After(*found.PreferredAt)',
        'm.PreferredAt.Before(*found.PreferredAt)',
      ],
    ],
  },
  {
    file: 'server/payment/authenticate.go',
    first: 'payment:Return|TheFirstVerdict',
    tests: 'payment purchase',
    mutants: [
      [
        'a card is used although its bank said no',
        'verdict == VerdictSucceeded, agreement)',
        'verdict != VerdictOutstanding, agreement)',
      ],
      [
        'a second verdict counts',
        'cardauthentication.ID(row.ID), cardauthentication.StateEQ(cardauthentication.StateStarted)',
        'cardauthentication.ID(row.ID)',
      ],
    ],
  },
  {
    file: 'server/payment/join.go',
    first: 'payment:Link',
    tests: 'payment',
    mutants: [
      [
        'an agreement that came too late stays at the provider',
        'return s.Store.Enqueue(ctx, ForgetArgs{MethodID: method.ID}, nil)',
        'return nil',
      ],
      [
        "another provider's notice decides",
        'paymentmethod.CustomerCode(orderID), paymentmethod.Provider(provider)',
        'paymentmethod.CustomerCode(orderID)',
      ],
      ['an agreement that nobody can name is kept', 'agreed && agreement.Reference == ""', 'false'],
      [
        "another member's method is told of",
        'paymentmethod.ID(methodID), paymentmethod.AccountID(a.AccountID)',
        'paymentmethod.ID(methodID)',
      ],
    ],
  },
  {
    file: 'server/payment/months.go',
    first: 'purchase:AMonthGivenBackInParts',
    tests: 'payment purchase',
    mutants: [['a part of a month that we gave back is booked again', 'if more <= 0 {', 'if false {']],
  },
  {
    file: 'server/payment/provider.go',
    first: 'purchase:MonthlyPlansAlone',
    tests: 'purchase subscription',
    mutants: [['what sells monthly plans alone sells all', 'return monthly || ', 'return true || ']],
  },
  {
    file: 'server/payment/execute.go',
    first: 'payment:GivenUp|ManyExecute|ARefused|AnOutcome|Unknown',
    tests: 'payment purchase',
    mutants: [
      [
        'an authorisation that came too late is kept',
        'return row, s.Store.Tx(ctx, func(ctx context.Context) error { return s.release(ctx, row, tracking) })',
        'return row, nil',
      ],
      ['a refused commit keeps the authorisation', ', release: t.State == TransactionAuthorized,', ','],
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
    first: 'payment:AmountIs|GivenUp',
    tests: 'payment purchase',
    mutants: [
      ['a sum that differs is recorded', 'if t.Amount != 0 && t.Amount != c.Amount {', 'if false {'],
      ['an old order is still charged', 'case s.givenUp(c):', 'case false:'],
    ],
  },
  {
    file: 'server/purchase/form.go',
    first: 'purchase:Form|AForm|TokenIsBound',
    tests: 'purchase',
    mutants: [
      ['a form can be confirmed a minute longer', 'const life = 30 * time.Minute', 'const life = 31 * time.Minute'],
      ['an order can be paid with a card that expired', 'case !s.Payment.Usable(method):', 'case false:'],
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
    first: 'purchase:Changed|TooFrequent|Obstacles|TwoForms|ContractLimitRace|LastUnit|CardDeleted',
    tests: 'purchase',
    mutants: [
      ['another price than shown is charged', 'return fault.PriceChanged, nil', 'return "", nil'],
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
      [
        'a card that is deleted meanwhile is charged',
        'if _, err := s.Account.Lock(ctx, o.AccountID); err != nil {\n\t\treturn nil, err\n\t}\n\treturn s.paidWith(ctx, o)',
        'row, err := s.paidWith(ctx, o)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\t_, err = s.Account.Lock(ctx, o.AccountID)\n\treturn row, err',
      ],
    ],
  },
  {
    file: 'server/purchase/standing.go',
    first: 'purchase:ARental|ARefund',
    tests: 'purchase',
    mutants: [['a film is bought twice', 'holdings, held[p.ID],', 'holdings, held[p.ID] && false,']],
  },
  {
    file: 'server/purchase/reserve.go',
    first: 'purchase:Bank|Authenti|Registering|Trial|Nothing|TooLate|Sweep|Unknown|NextDay',
    tests: 'purchase',
    mutants: [
      ['an order is charged after its time', '!s.Clock.Now().Before(o.ExpiresAt) || ', ''],
      ['an order is charged on another day', ' || terms.Deal.Basis.Start != s.Clock.Today()', ''],
      ['an order needs no authentication', 'case st.deal.Authenticated() == 0 ||', 'case true ||'],
      ['a free trial needs no authentication', 'case st.deal.Authenticated() == 0 ||', 'case st.deal.DueNow() == 0 ||'],
      ['an authentication of something else will do', 'case authentication == nil:', 'case false:'],
      ['a smaller authentication will do', 'method.ID, terms.Deal.Authenticated())', 'method.ID, 0)'],
      ['an order is charged two hours later', 'const giveUp = time.Hour', 'const giveUp = 2 * time.Hour'],
      [
        'an order is charged after midnight',
        'if midnight := s.Clock.Today().AddDays(1).Start(); midnight.Before(until) {',
        'if midnight := s.Clock.Today().AddDays(1).Start(); midnight.IsZero() {',
      ],
    ],
  },
  {
    file: 'server/purchase/sweep.go',
    first: 'purchase:Sweep',
    tests: 'purchase',
    mutants: [
      [
        'orders at the bank never end',
        'order.ExpiresAtLTE(s.Clock.Now())',
        'order.ExpiresAtLTE(s.Clock.Now().AddDate(-1, 0, 0))',
      ],
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
    file: 'server/purchase/service.go',
    first: 'app:CheckoutWhile',
    tests: 'app',
    mutants: [
      ['a lock is waited for without an end', 'patience.Milliseconds()', '0'],
      ['a form that cannot be locked is not told', 'fault.Unavailable(fault.PurchaseLockFailed, err)', 'err'],
      ['a form that is not kept is not told', 'fault.Unavailable(fault.PurchaseStoreFailed, err)', 'err'],
    ],
  },
  {
    file: 'server/purchase/settled.go',
    first: 'purchase:Declined|TestPurchase$|NextDay|Unknown',
    tests: 'purchase',
    mutants: [
      [
        'a declined order keeps its unit',
        's.Catalog.CountSales(ctx, o.PlanID, -1)',
        's.Catalog.CountSales(ctx, o.PlanID, 0)',
      ],
      ['money of yesterday buys today', ' && terms.Deal.Basis.Start == s.Clock.Today()', ''],
      [
        'nobody is told of an order that failed in the end',
        'return false, s.failed(ctx, o, terms, out.Paid())',
        'return false, nil',
      ],
      ['nobody is told whose process died', ' && s.Clock.Now().Before(out.Charge.CreatedAt.Add(waitAtMost))', ''],
      [
        'a declined order is told twice',
        'return false, nil // the member is waiting for the answer, which says it',
        '_ = o',
      ],
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
    file: 'server/subscription/deed.go',
    first: 'subscription:TestRenewal$|RenewalRace|ATerm',
    tests: 'subscription',
    mutants: [
      ['a term is charged before its day', 'case next.Start.After(today):', 'case false:'],
      ['a plan that stopped is renewed', 'case !b.Renews(next.Start):', 'case false:'],
    ],
  },
  {
    file: 'server/subscription/settled.go',
    first: 'subscription:TestRenewal$',
    tests: 'subscription',
    mutants: [
      [
        'a refused charge takes nothing away',
        'if err := s.Entitlement.Revoke(ctx, row.AccountID, row.ID); err != nil {\n\t\treturn err\n\t}\n',
        '',
      ],
      [
        'a term that was paid cannot be watched',
        's.Entitlement.Until(ctx, row.AccountID, row.ID, watchUntil(at.NextSettlement, grace))',
        's.Entitlement.Until(ctx, row.AccountID, row.ID, at.TermStart.AddDays(0*grace).Start())',
      ],
      [
        'a renewal is not told by mail',
        'paid, term, func(*ent.SubscriptionUpdateOne) {})\n\tif err != nil {',
        'paid, term, func(*ent.SubscriptionUpdateOne) {})\n\tif err != nil || true {',
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
        'if err := client.Subscription.Update().Where(subscription.IDIn(ids...)).SetDueAt(now.Add(patience)).Exec(ctx); err != nil {\n\t\t\treturn err\n\t\t}\n',
        '',
      ],
    ],
  },
  {
    file: 'server/subscription/contract.go',
    first: 'subscription:View|Find|TestPlans',
    tests: 'subscription graph',
    mutants: [['a member can look at the contract of another', 'row.AccountID != a.AccountID || ', '']],
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
    first: 'subscription:TestRenewal$|PriceShown|ThreeWeeks',
    tests: 'subscription purchase',
    mutants: [
      ['a member who comes back begins anew', 'case a.ReContract:', 'case false:'],
      [
        'watching ends when the day of payment begins',
        'settlement.AddDays(1 + grace).Start()',
        'settlement.AddDays(grace).Start()',
      ],
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
    file: 'server/subscription/cancel.go',
    first: 'subscription:Cancel|View',
    tests: 'subscription',
    mutants: [
      ['a contract is cancelled on its billing day', '!s.Clock.Today().Before(row.NextSettlementDay)', 'false'],
      ["another member's contract is cancelled", '(err == nil && row.AccountID != a.AccountID)', 'false'],
      ['a contract is cancelled while it is charged', 'if busy {', 'if busy && false {'],
      [
        'a contract ends a day late',
        'return clock.DayOf(*row.CancelRequestedAt)\n\t\t}\n\t}\n\treturn row.NextSettlementDay.AddDays(-1)',
        'return clock.DayOf(*row.CancelRequestedAt)\n\t\t}\n\t}\n\treturn row.NextSettlementDay',
      ],
      ['cancelling needs no page', 'if !found {', 'if !found && err != nil {'],
      [
        'a held contract ends on a day of the past',
        'case HoldCancelRequest, TrialHoldCancelRequest, HoldCancelled:',
        'case Hold:',
      ],
    ],
  },
  {
    file: 'server/subscription/leave_link.go',
    first: 'subscription:Link',
    tests: 'subscription',
    mutants: [
      ['a mailed link works for ever', '!s.Clock.Now().Before(link.issued.Add(leaveLife))', 'false'],
      [
        'a mailed link works after its cancellation was taken back',
        'err == nil && undone',
        'err == nil && undone && false',
      ],
      ['a mailed link works after its contract has ended', '!Status(row.Status).Contracted()', 'false'],
      ['a mailed link is not limited', 'leavesPerLink, 24*time.Hour', '1000, 24*time.Hour'],
      ['a network may try mailed links for ever', 'leavesPerSource, time.Hour', '1000, time.Hour'],
    ],
  },
  {
    file: 'server/subscription/undo.go',
    first: 'subscription:Undo|Kept',
    tests: 'subscription',
    mutants: [
      ['undoing leads elsewhere', 'if resume != "" {', 'if false {'],
      ['undoing is possible for too long', 'busy || s.Clock.Today().After(lastDay(row))', 'busy'],
      ['undoing needs no payment method', 'if len(wallet.Methods) == 0 {', 'if wallet.Methods == nil && err != nil {'],
      ['undoing is not limited', 'if len(undone) >= undosADay {', 'if false {'],
      [
        'a cancellation that was taken back stays open',
        'cancellation.UndoneAtIsNil()).',
        'cancellation.UndoneAtNotNil()).',
      ],
    ],
  },
  {
    file: 'server/entitlement/entitlement.go',
    first: 'purchase:ARental|ARefund',
    tests: 'purchase',
    mutants: [
      [
        'a rental that is over cannot be had again',
        'entitlement.SubscriptionIDIsNil(), watchable(s.Clock.Now())',
        'entitlement.SubscriptionIDIsNil()',
      ],
    ],
  },
  {
    file: 'server/entitlement/entitlement.go',
    first: 'subscription:ChangesNoOther',
    tests: 'purchase withdrawal subscription',
    mutants: [
      [
        'what one contract loses, all lose',
        'Where(entitlement.SubscriptionID(subscriptionID))',
        'Where(entitlement.SubscriptionIDNotNil())',
      ],
    ],
  },
  {
    file: 'server/billing/history.go',
    first: 'billing:History',
    tests: 'billing',
    mutants: [
      ['what is not paid yet is history', "state IN ('paid', 'waived')", "state <> 'void'"],
      ['a refund that is not done is history', "AND state = 'done' AND kind = 'refund'", "AND kind = 'refund'"],
      [
        'a page begins with what the last one ended with',
        '(created_at, id) < ($3, $4) AND state IN',
        '(created_at, id) <= ($3, $4) AND state IN',
      ],
      ['history has no end', 'AddMonths(-historyMonths)', 'AddMonths(-10 * historyMonths)'],
    ],
  },
  {
    file: 'server/billing/invoice.go',
    first: 'billing:Invoice',
    tests: 'billing',
    mutants: [
      [
        "another member's invoice is shown",
        "WHERE id = $1 AND account_id = $2 AND state = 'paid'",
        "WHERE id = $1 AND $2::uuid IS NOT NULL AND state = 'paid'",
      ],
      [
        "another member's return invoice is shown",
        "WHERE id = $1 AND account_id = $2 AND state = 'done'",
        "WHERE id = $1 AND $2::uuid IS NOT NULL AND state = 'done'",
      ],
      ['there is an invoice over 0 yen', '|| !lines[0].Invoiced', ''],
      ['the store as it is now signs old invoices', 'len(document) == 0', 'true'],
    ],
  },
  {
    file: 'server/payment/breaker.go',
    first: 'payment:LeftAlone|Rest|AtOnce',
    tests: 'payment',
    mutants: [
      ['calls try beside the one that tries', 'r.trying || r.clock', 'r.clock'],
      ['a refused card is no answer', '&& refusal.Reason == ReasonTrouble', ''],
      ['a late answer ends the rest', 'case turn != r.turn:', 'case false:'],
      ['the rest grows without end', 'min(2*r.rest, longestRest)', '2*r.rest'],
    ],
  },
];
