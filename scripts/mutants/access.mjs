/** Getting in: actor, throttle, flow, passcode, session, login. */
export const access = [
  {
    file: 'server/actor/actor.go',
    tests: 'actor credential',
    mutants: [
      ['a login is recent for a minute longer', 'const fresh = 15 * time.Minute', 'const fresh = 16 * time.Minute'],
      ['a house of IPv6 addresses is as many networks', 'netip.PrefixFrom(ip, 64)', 'netip.PrefixFrom(ip, 128)'],
    ],
  },
  {
    file: 'server/throttle/throttle.go',
    tests: 'throttle signup',
    mutants: [
      ['a limit lets one more pass', 'if count <= limit {', 'if count <= limit+1 {'],
      ['a window never ends', 'window_start = CASE WHEN t.window_start <= $3 THEN $2 ELSE t.window_start END', 'window_start = t.window_start'],
      ['what is counted is taken back with what it guards', 'if store.InTx(ctx) {', 'if false {'],
    ],
  },
  {
    file: 'server/throttle/guess.go',
    tests: 'throttle',
    mutants: [
      ['waits do not grow', 'least(30 * 2 ^ least(n - g.free, 10), 900)', '30'],
      ['a wait may be longer than 15 minutes', ', 900)', ', 9000)'],
      ['tries during a wait are taken', 'WHERE t.blocked_until IS NULL OR t.blocked_until <= $2\n', ''],
      ['one guess more is free', 'WHEN n >= g.free THEN', 'WHEN n > g.free THEN'],
    ],
  },
  {
    file: 'server/flow/flow.go',
    tests: 'login credential withdrawal',
    mutants: [
      ['an errand never ends', 'found, expiresAt, err := s.Load(ctx, sessionID, kind, state, false)\n\treturn found && s.Clock.Now().Before(expiresAt), err', 'found, _, err = s.Load(ctx, sessionID, kind, state, false)\n\treturn found, err'],
      ['an errand is spent for every session', 'Flow.Delete().Where(flow.SessionID(sessionID), flow.Kind(string(kind)))', 'Flow.Delete().Where(flow.Kind(string(kind)))'],
    ],
  },
  {
    file: 'server/flow/purge.go',
    tests: 'signup',
    mutants: [['errands that are over stay', 'const told = 24 * time.Hour', 'const told = 2400 * time.Hour']],
  },
  {
    file: 'server/passcode/code.go',
    tests: 'passcode signup login',
    mutants: [
      ['a code may be tried once more', 'tries      = 5', 'tries      = 6'],
      ['a late code works', ' AND expires_at > $5', ' AND $5::timestamptz IS NOT NULL'],
      ['a network may have any number of codes', 'perNetwork = 1000', 'perNetwork = 1000000'],
      ['an address may have one code more a day', 'perAddress = 20 ', 'perAddress = 21 '],
      ['a code works twice', 'Where(authcode.ID(id), authcode.UsedAtIsNil(), authcode.VoidedAtIsNil())', 'Where(authcode.ID(id))'],
      ['a former code works beside the new one', 'if err := s.End(ctx, to); err != nil {', 'if err := error(nil); err != nil {'],
    ],
  },
  {
    file: 'server/passcode/purge.go',
    tests: 'signup withdrawal',
    mutants: [
      ['codes are kept for ever', 'ExpiresAtLT(s.Clock.Now().Add(-Day))', 'ExpiresAtLT(s.Clock.Now().Add(-1000 * Day))'],
      ['the codes of everyone go with one member', 'Where(authcode.AccountID(accountID))', 'Where(authcode.AccountIDNotNil())'],
    ],
  },
  {
    file: 'server/session/session.go',
    tests: 'session login',
    mutants: [
      ['a session that was ended goes on', 'session.TokenHash(secret.HashToken(token)), session.EndedAtIsNil(),', 'session.TokenHash(secret.HashToken(token)),'],
      ['a session outlives its time', 'session.EndedAtIsNil(), session.ExpiresAtGT(now),\n', 'session.EndedAtIsNil(),\n'],
      ['a session outlives a week of silence', 'session.LastSeenAtGT(now.Add(-Idle)), ofActiveAccount()', 'ofActiveAccount()'],
      ['the session of an account that left goes on', 'session.LastSeenAtGT(now.Add(-Idle)), ofActiveAccount(),', 'session.LastSeenAtGT(now.Add(-Idle)),'],
      ['a login lasts a day longer', '30 * 24 * time.Hour // since', '31 * 24 * time.Hour // since'],
      ['ending all sessions ends those of everyone', 'session.AccountID(accountID), session.IDNEQ(except)', 'session.IDNEQ(except)'],
      ['ending the other sessions ends this one too', 'session.AccountID(accountID), session.IDNEQ(except)', 'session.AccountID(accountID), session.IDNEQ(uuid.Nil)'],
    ],
  },
  {
    file: 'server/session/list.go',
    tests: 'session',
    mutants: [
      ['a member can end the session of another', ', session.AccountID(a.AccountID))...)', ')...)'],
      ['sessions that are over are listed', 'session.EndedAtIsNil(), session.ExpiresAtGT(now), session.LastSeenAtGT', 'session.ExpiresAtGT(now), session.LastSeenAtGT'],
    ],
  },
  {
    file: 'server/session/known_browser.go',
    tests: 'login session',
    mutants: [
      ['a device is trusted by every account', 'WHERE account_id = $1 AND token_hash = $3', 'WHERE $1::uuid IS NOT NULL AND token_hash = $3'],
      ['a device is trusted for ever', 'token_hash = $3 AND expires_at > $4', 'token_hash = $3 AND $4::timestamptz IS NOT NULL'],
    ],
  },
  {
    file: 'server/session/trusted_device.go',
    tests: 'session login',
    mutants: [
      ['a device is trusted a day longer', 'const trustLife = 30 *', 'const trustLife = 31 *'],
      ['a member can forget the device of another', 'trusteddevice.And(trusteddevice.ID(id), trusteddevice.AccountID(a.AccountID))', 'trusteddevice.ID(id)'],
    ],
  },
  {
    file: 'server/login/alert.go',
    tests: 'login',
    mutants: [
      ['a new browser raises no alert', 'if known || row.Email == nil {', 'if true || row.Email == nil {'],
      ['a new country raises no alert', 'return !anywhere, err', '_ = anywhere\n\treturn true, err'],
    ],
  },
  {
    file: 'server/login/guesses.go',
    tests: 'login',
    mutants: [
      ['a network may guess at any number of accounts', 'Free: 100, Window', 'Free: 100000, Window'],
      ['all networks together may guess on', 'Free: 30, Window', 'Free: 3000, Window'],
      ['a wrong try is not noted', 'if err := s.record(ctx, a, whose, try); err != nil {\n\t\treturn err\n\t}\n', '_ = whose\n'],
    ],
  },
  {
    file: 'server/login/second_factor.go',
    tests: 'login',
    mutants: [
      ['a mailed code passes for both factors', 'kind == credential.FactorEmail && method == actor.MethodAuthCode', 'false'],
      ['a spent set of backup codes is asked for', 'if f.BackupCodes > 0 {', 'if true {'],
    ],
  },
  {
    file: 'server/login/external.go',
    tests: 'login',
    mutants: [
      ['an answer of a provider works in another browser', 'externalrequest.StateHash(state), externalrequest.BrowserHash(secret.HashToken(in.Browser)),', 'externalrequest.StateHash(state),'],
      ['an answer of a provider works twice', 'externalrequest.UsedAtIsNil(), ', ''],
      ['an answer of a provider is never late', ', externalrequest.ExpiresAtGT(s.Clock.Now())', ''],
    ],
  },
  {
    file: 'server/login/history.go',
    tests: 'login',
    mutants: [
      ['the history shows one line more', 'historyLength = 100', 'historyLength = 101'],
      ['the history shows the tries of everyone', 'loginevent.AccountID(a.AccountID), loginevent.CreatedAtGT(s.Clock.Now().Add(-historyLife))).\n\t\tOrder', 'loginevent.CreatedAtGT(s.Clock.Now().Add(-historyLife))).\n\t\tOrder'],
    ],
  },
  {
    file: 'server/login/bot.go',
    tests: 'login',
    mutants: [
      ['a program passes the bot check', 'case !human:', 'case false && !human:'],
      ['without an answer of the bot check everyone passes', 'return fault.Unavailable(fault.CodeUnavailable, err)', 'return nil'],
    ],
  },
  {
    file: 'server/graph/social_view.go',
    tests: 'graph',
    mutants: [['no external account is that of the present login', 'IsLogin: l.Login', 'IsLogin: false']],
  },
];
