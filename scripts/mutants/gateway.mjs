/** What the provider of payments says: its XML, and the list of a day. */
export const gateway = [
  {
    file: 'server/gateway/sbps/errors.go',
    first: 'gateway/sbps:ErrorTable|NoTypeStandsTwice',
    tests: 'gateway/sbps',
    mutants: [
      [
        'a card reported lost is tried again',
        'case lost:\n\t\treturn payment.ReasonHardDecline',
        'case lost:\n\t\treturn payment.ReasonDeclined',
      ],
    ],
  },
  {
    file: 'server/gateway/sbps/reply.go',
    first: 'gateway/sbps:SayNothing|ReplyText',
    tests: 'gateway/sbps',
    mutants: [
      ['the last of two values counts', 'values[name]; twice {', 'values[name]; twice && false {'],
      ['an answer may follow an answer', 'if closed || len(open) == maxDepth', 'if len(open) == maxDepth'],
      ['an answer in another encoding is read', '!bytes.ContainsRune(text, utf8.RuneError)', 'len(text) >= 0'],
    ],
  },
  {
    file: 'server/gateway/sbps/charge.go',
    first: 'gateway/sbps:AboutAnother|Contract',
    tests: 'gateway/sbps',
    mutants: [
      [
        'an answer about another transaction counts',
        'r.TrackingID != "" && r.TrackingID != trackingID',
        'r.TrackingID != "" && r.TrackingID == ""',
      ],
    ],
  },
  {
    file: 'server/gateway/sbps/lookup.go',
    first: 'gateway/sbps:AmountsOfALookUp|Providers',
    tests: 'gateway/sbps',
    mutants: [
      ['more may have gone back than was paid', 'fits = refunded <= amount', 'fits = true'],
      ['what went back need not agree with the state', 'fits = refunded > 0 && refunded < amount', 'fits = true'],
      [
        'the amount is not told',
        'TrackingID: r.TrackingID, Amount: amount, Refunded',
        'TrackingID: r.TrackingID, Amount: 0 * amount, Refunded',
      ],
    ],
  },
  {
    file: 'server/gateway/sbps/settlements.go',
    first: 'gateway/sbps:Lists|Settlements|Huge',
    tests: 'gateway/sbps',
    mutants: [
      ['a list may end within a row', "errors.Is(err, io.EOF) && t.in.last != '\\n'", 'false'],
      ['a sale of another day is listed', '|| !clock.DayOf(s.At).Equal(day)', ''],
      ['another merchant is our own', 'value(columnMerchant) != c.cfg.MerchantID || s.Kind', 's.Kind'],
      ['what is no sale is a refund', 's.Kind == "" ||', 's.Kind == "x" ||'],
      ['a column may come twice', 'at[name]; twice {', 'at[name]; twice && false {'],
    ],
  },
  {
    file: 'server/gateway/streaks/media.go',
    first: 'gateway/streaks:Parse',
    tests: 'gateway/streaks',
    mutants: [
      ['a protected video is played', 'case isProtected(s.KeySystems):', 'case isProtected(s.KeySystems) && false:'],
      ['a stream may come from anywhere', 'case !allowed(u):', 'case !allowed(u) && false:'],
      ['a text may come from anywhere', 'u == nil || !allowed(u) ||', 'u == nil ||'],
    ],
  },
  {
    file: 'server/gateway/streaks/client.go',
    first: 'gateway/streaks:CannotBePlayed|KeptForAWhile',
    tests: 'gateway/streaks',
    mutants: [
      [
        'what failed on the way is remembered',
        'err == nil || errors.Is(err, errUnplayable)',
        'err == nil || errUnplayable != nil',
      ],
      ['an answer is kept for good', 'now.Sub(f.at) < keptFor', 'now.Sub(f.at) < 1000*keptFor'],
    ],
  },
  {
    file: 'server/playback/service.go',
    first: 'playback:InProduction|InDevelopment',
    tests: 'playback',
    mutants: [
      ['any video is told', '|| !isSample(refs, refID)', '|| !isSample(refs, refID) && false'],
      [
        'a store in development asks the video service',
        's.Videos == nil || settings.InDevelopment() ||',
        's.Videos == nil || settings.InDevelopment() && false ||',
      ],
    ],
  },
];
