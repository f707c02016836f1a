/** Getting in: actor, throttle, flow, passcode, session, login. */
export const access = [
  {
    file: 'server/actor/actor.go',
    first: 'actor:.',
    tests: 'actor credential',
    mutants: [
      ['a login is recent for a minute longer', 'const fresh = 15 * time.Minute', 'const fresh = 16 * time.Minute'],
      ['a house of IPv6 addresses is as many networks', 'netip.PrefixFrom(ip, 64)', 'netip.PrefixFrom(ip, 128)'],
    ],
  },
  {
    file: 'server/pin/check.go',
    first: 'pin:.',
    tests: 'pin oidc/protocol',
    mutants: [
      ['a PIN may be guessed without end', 'tries(accountID), work(accountID)); err', 'work(accountID)); err'],
      ['an app may have PINs hashed without end', 'tries(accountID), work(accountID)); err', 'tries(accountID)); err'],
      ['a right PIN leaves the wait', 'return true, s.Throttle.Forget(ctx, tries(accountID))', 'return true, nil'],
    ],
  },
  {
    file: 'server/picture/paint.go',
    first: 'picture:WhatIs|Nothing',
    tests: 'picture',
    mutants: [
      ['a picture is decoded whatever memory it takes', 'int64(c.Width) > maxMemory/each/int64(c.Height)', 'each < 0'],
      ['a picture is stretched', 'whole, middle(whole.Bounds())', 'whole, whole.Bounds()'],
      ['what was sent is kept as it is', 'return encode(whole)', 'return sent, nil'],
      ['what is transparent becomes black', 'color.White', 'color.Black'],
    ],
  },
  {
    file: 'server/picture/memory.go',
    first: 'picture:WhatIs',
    tests: 'picture',
    mutants: [['a JPEG in passes takes as little as one in one', 'if !isBaseline(sent)', 'if false']],
  },
  {
    file: 'server/picture/read.go',
    first: 'picture:WhatIsNo',
    tests: 'picture',
    mutants: [
      ['a picture may have more than 5 MB', 'case len(sent) > most:', 'case false:'],
      ['a data URL of anything is taken', '!found || !isImage(head)', '!found || head == ""'],
    ],
  },
  {
    file: 'server/picture/desk.go',
    first: 'picture:Memory',
    tests: 'picture',
    mutants: [['pictures are decoded all at once', 'make(chan struct{}, 1)', 'make(chan struct{}, 100)']],
  },
  {
    file: 'server/picture/service.go',
    first: 'picture:.',
    tests: 'picture',
    mutants: [
      ['a member may send pictures without end', 'uploads, uploadWindow); err', '1_000, uploadWindow); err'],
      ['a former picture stays', 'if err := s.drop(ctx, a.AccountID); err != nil', 'if err := error(nil); err != nil'],
      ['the picture of a member who left stays', 'return s.drop(ctx, accountID)', 'return nil'],
      ['two uploads at once overtake each other', 's.Account.LockOwn(ctx, a)', 's.Account.Find(ctx, a.AccountID)'],
    ],
  },
  {
    file: 'server/account/re_consent.go',
    first: 'account:ReConsent',
    tests: 'account',
    mutants: [
      [
        'a consent to what is no policy, or twice, counts',
        'len(given) != len(consents) || len(missing) > 0',
        'len(missing) > 0',
      ],
      ['a policy that is not agreed to is let through', 'len(missing) > 0', 'len(missing) < 0'],
      ['members are asked before the day', 'p.AskedFrom != nil && p.AskedFrom.After(now)', 'now.IsZero()'],
      ['a consent in a session that has ended counts', 'LockOwn(ctx, a)', 'Lock(ctx, a.AccountID)'],
    ],
  },
  {
    file: 'server/pin/set.go',
    first: 'pin:.',
    tests: 'pin',
    mutants: [
      ['a PIN is set in a session that has ended', 'LockOwn(ctx, a)', 'Lock(ctx, a.AccountID)'],
      ['a new PIN leaves the wait', 's.Throttle.Forget(ctx, tries(a.AccountID))', 'error(nil)'],
      ['PINs of any length', 'len(digits) != schema.Rules().ProfilePin.Length', 'false'],
    ],
  },
  {
    file: 'server/profile/edit.go',
    first: 'profile:.',
    tests: 'profile',
    mutants: [
      ['one profile more', '1+len(all) >= most', 'len(all) >= most'],
      [
        'a restricted profile opens itself',
        'if a.Restricted() {\n\t\treturn nil, a.Sw',
        'if false {\n\t\treturn nil, a.Sw',
      ],
      ['a restricted profile removes profiles', 'if a.Restricted() {\n\t\treturn a.Sw', 'if false {\n\t\treturn a.Sw'],
      ['a name breaks the line', 'unicode.Cc, ', ''],
      ['the session that removes its profile is closed', 'id == a.ProfileID', 'false'],
    ],
  },
  {
    file: 'server/profile/switch.go',
    first: 'profile:.',
    tests: 'profile app',
    mutants: [
      ['a restricted profile is left without the PIN', 'if takesPin {', 'if false {'],
      ['a wrong PIN opens', 'err == nil && !right', '!right && false'],
      ['a switch in a session that has ended', 's.Account.LockOwn(ctx, a)', 's.Account.Lock(ctx, a.AccountID)'],
    ],
  },
  {
    file: 'server/profile/service.go',
    first: 'profile:.',
    tests: 'profile',
    mutants: [
      ["another member's profile", 'profile.ID(id), profile.AccountID(accountID)', 'profile.ID(id)'],
      [
        'profiles outlive their member',
        '.Profile.Delete().Where(profile.AccountID(accountID)).Exec(ctx)',
        '.Profile.Delete().Where(profile.ID(accountID)).Exec(ctx)',
      ],
    ],
  },
  {
    file: 'server/session/bind.go',
    first: 'profile:.',
    tests: 'profile session',
    mutants: [
      [
        'a restricted profile opens everything',
        'p.account_id = sessions.account_id AND NOT p.restricted) THEN',
        'p.account_id = sessions.account_id) THEN',
      ],
      [
        'a restricted profile is one to switch to',
        'WHERE p.account_id = sessions.account_id AND NOT p.restricted) END',
        'WHERE p.account_id = sessions.account_id) END',
      ],
    ],
  },
  {
    file: 'server/graph/profile.go',
    first: 'graph:Restricted',
    tests: 'graph app',
    mutants: [['My Page is open to a restricted profile', 'a.Restricted() && ', 'false && a.Restricted() && ']],
  },
  {
    file: 'server/oidc/next.go',
    first: 'oidc/protocol:Restricted',
    tests: 'oidc oidc/protocol',
    mutants: [['a restricted profile lets apps in', 'case a.Restricted():', 'case false:']],
  },
  {
    file: 'server/consent/answer.go',
    first: 'consent:.',
    tests: 'consent',
    mutants: [
      [
        'a consent is given in a session that has ended',
        's.Account.LockOwn(ctx, a)',
        's.Account.Lock(ctx, a.AccountID)',
      ],
      ['words are agreed to that nobody has read', 'keyOf(option, locale) == in.Key', 'keyOf(option, locale) != ""'],
      ['the same answer is kept each time', 'former.Agreed == in.Agreed && former.Wording == wording', 'false'],
      ['an answer to former words counts as one to these', ' && former.Wording == wording', ''],
      ['a kind that is off is answered', 'at < 0 || !offers(', 'at < 0 || false && !offers('],
    ],
  },
  {
    file: 'server/consent/newsletter.go',
    first: 'consent:.',
    tests: 'consent newsletter',
    mutants: [
      ['a newsletter goes to those who have refused', ', consentanswer.Agreed(true)', ''],
      ['a refusal that was taken back counts', 'row != nil && row.Agreed, err', 'row != nil, err'],
      ['a link keeps something of a former member', ' || member.Status == entaccount.StatusWithdrawn', ''],
      ['each press of a link is kept', ' || !former.Agreed', ''],
      ['a link agrees', 'Answer{OptionID: optionID}', 'Answer{OptionID: optionID, Agreed: true}'],
      ['a no by a link looks like one in My Page', 'consentanswer.ByLink', 'consentanswer.ByMember'],
    ],
  },
  {
    file: 'server/newsletter/service.go',
    first: 'newsletter:.',
    tests: 'newsletter',
    mutants: [
      ['newsletters go to suspended members', 'row.Status == entaccount.StatusActive && ', ''],
      ['newsletters go to addresses that nobody has proved', ' && row.EmailVerifiedAt != nil', ''],
      ['what members agreed to for their privacy is a newsletter', ' && o.Type == string(consent.Newsletter)', ''],
      ['newsletters go out where the store has none', ' && settings.Flags.Newsletter', ''],
    ],
  },
  {
    file: 'server/newsletter/send.go',
    first: 'newsletter:.',
    tests: 'newsletter',
    mutants: [
      ['two processes send the same batch', '.ForUpdate().Only', '.Only'],
      ['a newsletter that is over begins anew', 'err != nil || row.DoneAt != nil {', 'err != nil {'],
      ['a text that was changed goes to the rest', ' && maps.Equal(row.Text, f.Text)', ''],
      ['the rest of the members is forgotten', 'len(ids) == batch {', 'false {'],
      ['a newsletter does not say where its sender is', 'settings.Seller.Address.In(words.Locales[0]) == ""', 'false'],
    ],
  },
  {
    file: 'server/newsletter/leaving.go',
    first: 'newsletter:.',
    tests: 'newsletter',
    mutants: [
      ['one who has refused meanwhile gets it', ' || !agrees', ' || !agrees && false'],
      ['one who has left meanwhile gets it', ' || !reachable(member)', ' || member == nil'],
    ],
  },
  {
    file: 'server/newsletter/link.go',
    first: 'newsletter:.',
    tests: 'newsletter',
    mutants: [
      ['a link works for ever', 's.Clock.Now().Before(issued.Add(linkLife))', '!issued.IsZero()'],
      [
        'links are guessed without end',
        '"newsletter-from:"+a.Network(), linksPerSource',
        '"newsletter-from:"+a.Network(), 1e6',
      ],
      ['a link shows that its member is there', ' && member.Status != entaccount.StatusWithdrawn', ''],
    ],
  },
  {
    file: 'server/edge/newsletters.go',
    first: 'edge:TestStopping',
    tests: 'edge',
    mutants: [
      ['any post stops a newsletter', '!oneClick && r.PostForm.Get("stop") == ""', 'false'],
      ['a mail program is led elsewhere', 'case !oneClick && (status', 'case (status'],
    ],
  },
  {
    file: 'server/store/abandoned.go',
    first: 'store:Cancel',
    tests: 'store',
    mutants: [['a call outlives its caller when PostgreSQL misses the cancel', '_ = c.wire.Close()', '_ = c.wire']],
  },
  {
    file: 'server/store/errors.go',
    first: 'store:FailureOf',
    tests: 'store edge graph',
    mutants: [
      ['a caller who leaves is an error', 'return Abandoned', 'return Broken'],
      ['a statement that PostgreSQL gave up is a defect', 'e.Code == "57014"', 'e.Code == "57015"'],
      ['a lock that others keep is a defect', ' || LockTimedOut(err)', ''],
      ['a database that keeps nothing is a defect', ' || Unwritable(err)', ''],
    ],
  },
  {
    file: 'server/personaldata/page.go',
    first: 'personaldata:.',
    tests: 'personaldata',
    mutants: [['a file is there for good', 'case now.Before(row.ExpiresAt):', 'case true:']],
  },
  {
    file: 'server/edge/data.go',
    first: 'edge:File',
    tests: 'edge',
    mutants: [
      [
        'a slow line loses its file with the time for a call',
        'file.Pieces(visitOf(r.Context()).ctx, ',
        'file.Pieces(r.Context(), ',
      ],
      [
        'a slow line loses its file with the time for an answer',
        'err := line.SetWriteDeadline(e.system.Now().Add(e.patience))',
        'err := line.Flush()',
      ],
    ],
  },
  {
    file: 'server/edge/realip.go',
    first: 'edge:ProxyThatIsNotNamed',
    tests: 'edge',
    mutants: [
      [
        'callers from the internet choose what limits count',
        'return err == nil && isPrivate(peer.Addr().Unmap())',
        'return err == nil',
      ],
      ['limits count by what a caller wrote before the proxy', 'if !isPrivate(address) {', 'if false {'],
    ],
  },
  {
    file: 'server/throttle/throttle.go',
    first: 'throttle:Throttle|OverLimit|EveryWindow',
    tests: 'throttle signup',
    mutants: [
      ['a limit lets one more pass', 'if count <= limit {', 'if count <= limit+1 {'],
      [
        'a window never ends',
        'window_start = CASE WHEN t.window_start <= $3 THEN $2 ELSE t.window_start END',
        'window_start = t.window_start',
      ],
      ['what is counted is taken back with what it guards', 'if store.InTx(ctx) {', 'if false {'],
    ],
  },
  {
    file: 'server/throttle/guess.go',
    first: 'throttle:Guesses',
    tests: 'throttle',
    mutants: [
      ['waits do not grow', 'least(30 * 2 ^ least(n - g.free, 10), 900)', '30'],
      ['a wait may be longer than 15 minutes', ', 900)', ', 9000)'],
      ['one guess more is free', 'WHEN n >= g.free THEN', 'WHEN n > g.free THEN'],
    ],
  },
  {
    file: 'server/flow/flow.go',
    first: 'login:OverAfterAnHour',
    tests: 'login credential withdrawal',
    mutants: [
      [
        'an errand never ends',
        'found, expiresAt, err := s.Load(ctx, sessionID, kind, state, false)\n\treturn found && s.Clock.Now().Before(expiresAt), err',
        'found, _, err = s.Load(ctx, sessionID, kind, state, false)\n\treturn found, err',
      ],
    ],
  },
  {
    file: 'server/passcode/budget.go',
    first: 'passcode:CodesPerNetwork',
    tests: 'passcode signup withdrawal',
    mutants: [
      ['a network may have any number of codes', 'perNetwork = 1000', 'perNetwork = 1000000'],
      ['a mailbox may have one code more a day', 'perMailbox = 20 ', 'perMailbox = 21 '],
    ],
  },
  {
    file: 'server/passcode/code.go',
    first: 'signup:Code|Five|Resend|OneCodeProves',
    tests: 'passcode signup login',
    mutants: [
      ['a late code works', ' AND expires_at > $5', ' AND $5::timestamptz IS NOT NULL'],
      [
        'a code works twice',
        'Where(authcode.ID(id), authcode.UsedAtIsNil(), authcode.VoidedAtIsNil())',
        'Where(authcode.ID(id))',
      ],
      [
        'a former code works beside the new one',
        'if err := s.End(ctx, to); err != nil {',
        'if err := error(nil); err != nil {',
      ],
    ],
  },
  {
    file: 'server/passcode/purge.go',
    first: 'withdrawal:OthersKeep',
    tests: 'signup withdrawal',
    mutants: [
      [
        'the codes of everyone go with one member',
        'WHERE account_id = $1 OR',
        'WHERE account_id IS NOT NULL AND $1::uuid IS NOT NULL OR',
      ],
      [
        'a code sent to the address of a sign-up stays when its member leaves within the day',
        ' OR email_key = (SELECT email_key FROM accounts WHERE id = $1)',
        '',
      ],
    ],
  },
  {
    file: 'server/session/session.go',
    first: 'session:Session|Idle|SignIn|Ending|Listeners|ALogin',
    tests: 'session login',
    mutants: [
      [
        'a session that was ended goes on',
        'session.TokenHash(secret.HashToken(token)), session.EndedAtIsNil(),',
        'session.TokenHash(secret.HashToken(token)),',
      ],
      [
        'a session outlives a week of silence',
        'session.LastSeenAtGT(now.Add(-Idle)), ofActiveAccount()',
        'ofActiveAccount()',
      ],
      ['a login lasts a day longer', '30 * 24 * time.Hour // since', '31 * 24 * time.Hour // since'],
    ],
  },
  {
    file: 'server/session/end.go',
    first: 'session:End|Others',
    tests: 'session credential app',
    mutants: [
      [
        'ending all sessions ends those of everyone',
        'session.AccountID(accountID), session.IDNEQ(except)',
        'session.IDNEQ(except)',
      ],
      [
        'ending the other sessions ends this one too',
        'session.AccountID(accountID), session.IDNEQ(except)',
        'session.AccountID(accountID), session.IDNEQ(uuid.Nil)',
      ],
      [
        'a login in flight outlives the end of all sessions',
        'access_stamp = access_stamp + 1',
        'access_stamp = access_stamp',
      ],
    ],
  },
  {
    file: 'server/session/list.go',
    first: 'session:Sessions',
    tests: 'session',
    mutants: [['a member can end the session of another', ', session.AccountID(a.AccountID))...)', ')...)']],
  },
  {
    file: 'server/session/trusted_device.go',
    first: 'login:TrustedDevice|ForgettingDevices',
    tests: 'session login',
    mutants: [
      ['a device is trusted a day longer', 'const trustLife = 30 *', 'const trustLife = 31 *'],
      [
        'a member can forget the device of another',
        'trusteddevice.And(trusteddevice.ID(id), trusteddevice.AccountID(a.AccountID))',
        'trusteddevice.ID(id)',
      ],
    ],
  },
  {
    file: 'server/login/alert.go',
    first: 'login:Alerts',
    tests: 'login',
    mutants: [
      ['a new browser raises no alert', 'if known || row.Email == nil {', 'if true || row.Email == nil {'],
      ['a new country raises no alert', 'return !anywhere, err', '_ = anywhere\n\treturn true, err'],
    ],
  },
  {
    file: 'server/login/guesses.go',
    first: 'login:OnePasswordForMany|AMemberGuesses|FreshSessions',
    tests: 'login',
    mutants: [
      ['a member guesses at others as at the own account', 'a.SignedIn() && a.AccountID == id', 'a.SignedIn()'],
      ['a fresh session brings a fresh count of hashes', '"login-tries:" + g.lane', '"login-tries:" + g.own'],
      ['a network may guess at any number of accounts', 'a.Network(), Free: 100,', 'a.Network(), Free: 100000,'],
    ],
  },
  {
    file: 'server/login/second_factor.go',
    first: 'login:MailedCodeIsNot|SecondFactorAfterACode',
    tests: 'login',
    mutants: [
      [
        'a mailed code passes for both factors',
        'kind == credential.FactorEmail && (method == actor.MethodAuthCode || withheld)',
        'kind == credential.FactorEmail && withheld',
      ],
    ],
  },
  {
    file: 'server/login/external.go',
    first: 'login:WhatComesBack|OneOfManyCallbacks|LinkingAn',
    tests: 'login',
    mutants: [
      [
        'an answer of a provider works in another browser',
        'externalrequest.StateHash(state), externalrequest.BrowserHash(secret.HashToken(in.Browser)),',
        'externalrequest.StateHash(state),',
      ],
      ['an answer of a provider works twice', 'externalrequest.UsedAtIsNil(), ', ''],
    ],
  },
  {
    file: 'server/login/history.go',
    first: 'login:History',
    tests: 'login',
    mutants: [['the history shows one line more', 'historyLength = 100', 'historyLength = 101']],
  },
  {
    file: 'server/login/bot.go',
    first: 'login:BotCheck',
    tests: 'login',
    mutants: [['a program passes the bot check', 'case human:', 'case human || true:']],
  },
  {
    file: 'server/graph/social_view.go',
    first: 'graph:TheExternalAccount',
    tests: 'graph',
    mutants: [['no external account is that of the present login', 'IsLogin: l.Login', 'IsLogin: false']],
  },
  {
    file: 'server/viewer/cookies.go',
    first: 'edge:MembersDoNotShare',
    tests: 'edge',
    mutants: [
      [
        'a browser with a session gets the page of visitors',
        'return session || account',
        'return account || (session && false)',
      ],
      [
        'a browser that was a member is not told that it is none',
        'return session || account',
        'return session || (account && false)',
      ],
    ],
  },
  {
    file: 'server/edge/shared.go',
    first: 'edge:Share|Apart|Crowd|Heads',
    tests: 'edge',
    mutants: [
      ['visitors share a page that sets a cookie', `h["Set-Cookie"] != nil || `, ''],
      ['an error is shared', 'answer.StatusCode != http.StatusOK || ', ''],
      ['a large page is cut', 'if len(body) > maxShared {', 'if false {'],
      ['a page depends on what a browser says beside it', ' || h["Vary"] != nil', ''],
      ['visitors of all languages share a page', 'locale: key.locale, agent', 'locale: "ja", agent'],
      ['a page is old for two seconds', 'sharedLife     = time.Second ', 'sharedLife     = 2 * time.Second '],
    ],
  },
  {
    file: 'server/pagecache/cache.go',
    first: 'pagecache:.',
    tests: 'pagecache',
    mutants: [
      ['any number of pages is kept', 'if len(c.entries) >= c.MaxPages {', 'if false {'],
      ['pages of any size are kept', 'case c.bytes+e.page.bytes > c.MaxBytes:', 'case false:'],
      ['a page is kept for ever', 'time.AfterFunc(c.Life, func() { c.drop(key, e) })', ''],
      ['a crowd loses its page when the first of it leaves', 'ask(context.WithoutCancel(ctx))', 'ask(ctx)'],
      ['the time of one page ends that of the next', 'if c.entries[key] == e {', 'if true {'],
    ],
  },
  {
    file: 'server/oidc/pages.go',
    first: 'edge:FaultOfAnAppAsData',
    tests: 'edge',
    mutants: [
      ['the page of an error says that all is well', 'status < 400 || status > 599', 'status > 599'],
      ['what a stranger writes is shown in any length', 'len(letters) > longestShown', 'false'],
    ],
  },
  {
    file: 'server/oidc/device_answer.go',
    first: 'oidc:Device|Code',
    tests: 'oidc',
    mutants: [
      ['two members answer one code', '.ForUpdate()', ''],
      [
        'codes are guessed by the form',
        'if err := s.countCode(ctx, a); err != nil {',
        'if err := error(nil); err != nil {',
      ],
      ['an answer that was ended holds still', 'family.EndedAt != nil || ', ''],
      ['a device is answered before the password is changed', 'if s.deviceNeeds(a) != NeedsNothing {', 'if false {'],
    ],
  },
  {
    file: 'server/oidc/devices.go',
    first: 'oidc:Device',
    tests: 'oidc oidc/protocol',
    mutants: [
      ['a suspended member has a device let in', " AND a.status = 'active'", ''],
      ['a stranger starts devices without end', 'if c.isAnyone() {', 'if false {'],
    ],
  },
  {
    file: 'server/oidc/families.go',
    first: 'oidc:Suspended',
    tests: 'oidc',
    mutants: [
      ['a suspended member exchanges a code', ' || !isActive', ''],
      ['a suspended member refreshes', " AND a.status = 'active'", ''],
    ],
  },
  {
    file: 'server/oidc/protocol/client.go',
    first: 'oidc/protocol:Assertions',
    tests: 'oidc/protocol',
    mutants: [
      [
        'anyone proves to be an app',
        'token.Claims(k.Key, &claims) == nil',
        'token.UnsafeClaimsWithoutVerification(&claims) == nil',
      ],
      [
        'a key signs by an algorithm that it is not for',
        'k.Algorithm == "" || k.Algorithm == token.Headers[0].Algorithm',
        'true',
      ],
    ],
  },
  {
    file: 'server/oidc/request.go',
    first: 'oidc/protocol:ANetwork|ALong',
    tests: 'oidc/protocol',
    mutants: [
      ['a stranger has requests kept without end', 'whom != ""', 'false'],
      ['strangers use up what members may ask', 'if a.SignedIn() {', 'if false {'],
      ['a request of any length is kept', 'len(plain) > longestRequest', 'false'],
      ['an app that proves itself is counted as one visitor', 'if !c.isAnyone() {', 'if false {'],
    ],
  },
  {
    file: 'server/oidc/protocol/logout.go',
    first: 'oidc/protocol:Logout|LogOut',
    tests: 'oidc/protocol',
    mutants: [
      ['an app logs out anyone', 'asked.Subject == uuid.Nil || asked', 'asked.Subject != uuid.Nil && asked'],
      ['the form logs out somebody who was not asked', 'form.Get("accountId") != a.AccountID.String()', 'false'],
    ],
  },
];
