/** What a provider charges each month by itself. */
export const months = [
  {
    file: 'server/payment/months.go',
    first: 'purchase:Month|Checker|Turn|Provider',
    tests: 'purchase payment',
    mutants: [
      [
        'a month that comes before its order is left to the staff for good',
        'err != nil || c != nil && isLive(c) {',
        'err != nil {',
      ],
      [
        "an order's own charge pays the next month, too",
        ' || line.TrackingID != "" && line.TrackingID == first.TrackingID',
        '',
      ],
      ['another amount pays a month', 'case claim.Differs:', 'case false:'],
    ],
  },
  {
    file: 'server/payment/months_take.go',
    first: 'payment:Months',
    tests: 'payment purchase',
    mutants: [
      [
        'of two who take one file at once, one fails',
        '!store.Violates(err, "gateway_events_event_key")',
        '!store.Violates(err, "no key")',
      ],
      ['a part of a wrong file is kept', 'inParts(lines, func([]ProviderCharge) error { return nil })', 'error(nil)'],
    ],
  },
  {
    file: 'server/payment/decide.go',
    first: 'cmd/kaiin:AnswerSettlement',
    tests: 'cmd/kaiin purchase',
    mutants: [
      [
        'a question is answered twice',
        'gatewayevent.Kind(eventQuestion), gatewayevent.AppliedAtIsNil()).\n\t\t\tSetAppliedAt',
        'gatewayevent.Kind(eventQuestion)).\n\t\t\tSetAppliedAt',
      ],
    ],
  },
  {
    file: 'server/subscription/months.go',
    first: 'subscription:EachMonth',
    tests: 'subscription purchase',
    mutants: [
      [
        "a month is UTC's",
        't.Start.Start().In(clock.Tokyo).Format("200601")',
        't.Start.Start().UTC().Format("200601")',
      ],
    ],
  },
  {
    file: 'server/purchase/campaign.go',
    first: 'purchase:Provider|Month',
    tests: 'purchase graph',
    mutants: [
      [
        'the schedule is that of a card in any case',
        's.orders(methodID) && st.deal.Monthly()',
        's.orders(methodID) && false',
      ],
    ],
  },
];
