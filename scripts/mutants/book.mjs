/** The book of money: charges, refunds, what the provider lists, and the check of it all. */
export const book = [
  {
    file: 'server/payment/execute.go',
    first: 'payment:GivenUp|ManyExecute|ARefused|AnOutcome|Unknown|Staff',
    tests: 'payment purchase',
    mutants: [
      ['what was given up is settled', 'if s.givenUp(c) {', 'if false {'],
      [
        'a duplicate that is not found counts as refused',
        'return s.markUnknown(ctx, c, err)\n\t\t})',
        'return s.record(ctx, c, verdict{state: charge.StateDeclined})\n\t\t})',
      ],
    ],
  },
  {
    file: 'server/payment/record.go',
    first: 'payment:AnOutcome|ManyApply|Orphan|Stuck|GivingUp',
    tests: 'payment billing',
    mutants: [
      ['an outcome is applied twice', 'row.AppliedAt != nil || isLive(row)', 'isLive(row)'],
      ['money that nobody wants stays', 'row.State == charge.StateSettled && !wanted', 'false && !wanted'],
      [
        'a stuck charge is asked for all the time',
        'return pauses[min(checks, len(pauses)-1)]',
        'return pauses[min(checks, 0)]',
      ],
      ['nobody hears of a stuck charge', 'before < alarming && s.Clock', 'before < 0 && s.Clock'],
    ],
  },
  {
    file: 'server/payment/refund.go',
    first: 'payment:Refund|Part|Orphan|Release|GivingUp',
    tests: 'payment billing',
    mutants: [
      ['parts of one charge are given back at once', 'if err != nil || waits {', 'if err != nil {\n\t\t\t_ = waits'],
      [
        'the order of their ids alone is the turn of parts',
        'first := refund.Or(refund.StateEQ(refund.StateUnknown), refund.IDLT(r.ID))',
        'first := refund.Or(refund.IDLT(r.ID))',
      ],
      ['a lost part is asked for again at once', 'case part && now.Sub(r.UpdatedAt) < InFlight:', 'case false:'],
      ['a lost part is asked for again blindly', 'case part && t.Amount == 0:', 'case false:'],
      ['a lost answer is none', 'case t.Refunded >= r.Before+r.Amount:', 'case false:'],
      [
        'a refused look-up is a refused refund',
        'fmt.Errorf("the look-up: %v", err)',
        'fmt.Errorf("the look-up: %w", err)',
      ],
      ['all of an orphan goes back beside its parts', 'Amount: left, Key', 'Amount: c.Amount, Key'],
    ],
  },
  {
    file: 'server/billing/refunded.go',
    first: 'billing:Told|Refund',
    tests: 'billing purchase',
    mutants: [
      ['a failed order is told twice that its money goes back', 'if toldWithOrder(b, c) {', 'if false {'],
      ['money taken too late is told of as a wish', 'Late: c.State == charge.StateOrphaned', 'Late: false'],
      ['a return invoice is offered where there is none', 'if b.State == bill.StatePaid && !released {', 'if true {'],
      ['money of a list lessens the bill', 'if r.Kind == refund.KindRelease {', 'if false {'],
    ],
  },
  {
    file: 'server/reminder/notes.go',
    first: 'reminder:Discount',
    tests: 'reminder',
    mutants: [
      [
        'the end of a discount is told on another day',
        'charge.Start.AddDays(-ahead.Discount())',
        'charge.Start.AddDays(-ahead.Discount() - 1)',
      ],
      [
        'the end of a discount is told before the contract began',
        'if day.Before(second) {\n\t\tday = second\n\t}\n\twrite',
        'if day.Before(second) && false {\n\t\tday = second\n\t}\n\twrite',
      ],
    ],
  },
  {
    file: 'server/subscription/reprice.go',
    first: 'reminder:Discount',
    tests: 'reminder subscription',
    mutants: [
      ['a discount ends after the contract', 'return from, was, b.Renews(from.Start)', 'return from, was, true'],
    ],
  },
  {
    file: 'server/payment/decide.go',
    first: 'payment:Staff|Lost',
    tests: 'payment',
    mutants: [
      ['more goes back than was taken', 'case left == 0 || in.Amount > left:', 'case left == 0:'],
      ['a key stands for two wishes', 'row.ChargeID != c.ID || in.Amount != 0 && in.Amount != row.Amount', 'false'],
      ['the staff decide what is under way', 'case s.Clock.Now().Sub(since) < alarming:', 'case false:'],
      ['what the staff give up stays authorised', 'tracking: c.TrackingID, release: true}', 'tracking: c.TrackingID}'],
    ],
  },
  {
    file: 'server/payment/reconcile.go',
    first: 'payment:Reconcil',
    tests: 'payment',
    mutants: [
      ['a charge is missed before its lists are complete', 'if day.AddDays(1).Before(s.Clock.Today()) {', 'if true {'],
      ['two refunds of one amount are one', 'if seen[key]++; seen[key] > 1 {', 'if seen[key]++; false {'],
      ['money of a list is told to nobody', 's.releaseListed(ctx, c, e)', 's.release(ctx, c, e.TrackingID)'],
      ['what went back elsewhere is not in the book', 'if err != nil || more <= 0 {', 'if true {'],
      ['more is taken over than is left', 'yen > min(left, e.Amount)', 'false && yen > left'],
      ['what went back on another transaction is taken over', 'c.TrackingID != e.TrackingID || yen', 'yen'],
    ],
  },
  {
    file: 'server/payment/reconcile_daily.go',
    first: 'payment:Reconcil|GivingUnknown',
    tests: 'payment',
    mutants: [
      ['money nobody knows goes back at once', '* 24 * time.Hour)\n\tvar last', '* time.Hour)\n\tvar last'],
      ['one refusal keeps all else from going back', 'isLeftAlone(err) || ctx.Err() != nil', 'err != nil'],
      ['the comparison comes before the lists are complete', 'const listed = 10 *', 'const listed = 9 *'],
      ['after an outage the older days are left out', 'if !day.Before(first) && !done[listKey(day)] {', 'if false {'],
      ['an older day is compared every morning', ' && !done[listKey(day)] {', ' {'],
      ['a day with an open charge counts as compared', 'if err == nil && r.whole {', 'if err == nil {'],
    ],
  },
];
