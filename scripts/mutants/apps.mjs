/** The OpenID provider: what other apps may have, and when it ends. */
export const apps = [
  {
    file: 'server/oidc/protocol/token.go',
    first: 'oidc/protocol:Exchanges|CodeFlow|Refused',
    tests: 'oidc/protocol',
    mutants: [
      [
        'a code is exchanged without its verifier',
        'base64.RawURLEncoding.EncodeToString(sum[:]) != bound.Challenge',
        'len(sum) == 0',
      ],
      ['a verifier may be short', '!verifierForm.MatchString(verifier) || ', ''],
      ['a code is exchanged for another address', 'form.Get("redirect_uri") != bound.RedirectURI', 'false'],
      ['an app uses a grant that it has not', 'if !c.May(kind) {', 'if false {'],
      ['an app gives itself scopes that it has not', ' || !allOf(scopes, c.Scopes)', ''],
    ],
  },
  {
    file: 'server/oidc/protocol/authorize.go',
    first: 'oidc/protocol:Refused|WaitsFor|CodeFlow',
    tests: 'oidc/protocol',
    mutants: [
      [
        'a request does without PKCE',
        'form.Get("code_challenge_method") != "S256" || !challengeForm.MatchString(request.Challenge)',
        'false',
      ],
      ['prompt=none asks', 'silent != ""', 'false'],
      ['prompt=none goes with others', 'request.Has("none") && len(request.Prompt) > 1', 'false'],
      ['a hint that nobody has signed is taken', 'if subject == uuid.Nil {', 'if false {'],
      ['an answer does not say who gives it', 'values.Set("iss", e.Provider.Issuer)', ''],
      ['an essential acr that is not met is answered', 'if unmet := e.unmet(request, a); unmet {', 'if false {'],
      ['a parameter stands twice', 'if err := once(form); err != nil {', 'if err := error(nil); err != nil {'],
    ],
  },
  {
    file: 'server/oidc/protocol/inspect.go',
    first: 'oidc/protocol:Introspection|CodeFlow',
    tests: 'oidc/protocol',
    mutants: [
      ["an app introspects another one's token", 'token.Family.ClientID != c.ID && !c.IsResourceServer', 'false'],
      ['anyone introspects', 'c.Type != catalog.ClientConfidential', 'false'],
      ['a token without the scope opens userinfo', ' || !oidc.HasScope(token.Scope, scope)', ''],
      ['a refresh token opens userinfo', ' || token.Kind != "access"', ''],
    ],
  },
  {
    file: 'server/oidc/protocol/client.go',
    first: 'oidc/protocol:Assertions|Introspection|Refused',
    tests: 'oidc/protocol',
    mutants: [
      ['an assertion is good twice', 'err == nil && !fresh', '!fresh && false'],
      ['an app proves itself in another way than its own', 'c.Authentication != way', 'false'],
    ],
  },
  {
    file: 'server/catalog/client_file.go',
    first: 'oidc:Loopback|Registrations',
    tests: 'oidc oidc/protocol',
    mutants: [
      ['answers go to any port of any app', 'return r.Type == ClientNative && ', 'return '],
      [
        'answers go to any address of the loopback',
        'withoutPort(registered, a) == withoutPort(asked, b)',
        'withoutPort(registered, a) != ""',
      ],
    ],
  },
  {
    file: 'server/oidc/next.go',
    first: 'oidc/protocol:WaitsFor',
    tests: 'oidc/protocol',
    mutants: [
      ['max_age is not minded', 'now.Sub(proved) > time.Duration(*r.MaxAge)*time.Second', 'false'],
      ['what was proved for the request is too old for it', 'proved.Before(r.AskedAt) && now', 'now'],
      ['prompt=login asks nothing', 'r.Has("login") && a.AuthenticatedAt.Before(r.AskedAt)', 'false'],
      ['nobody is asked for consent', 'case !consented, r.Has("consent"):', 'case r.Has("consent"):'],
      ['prompt=consent asks nothing', 'case !consented, r.Has("consent"):', 'case !consented:'],
      ['another member answers than was asked for', 'r.Subject != uuid.Nil && r.Subject != a.AccountID', 'false'],
      ['prompt=select_account asks nothing', 'r.Has("select_account") && r.Chosen != a.AccountID', 'false'],
    ],
  },
  {
    file: 'server/oidc/consent.go',
    first: 'oidc:Consent|Clients|Purge|Changed',
    tests: 'oidc oidc/protocol',
    mutants: [
      ['a required scope is dropped', 'one.Required && !slices.Contains(allowed, one.Key)', 'one.Key == ""'],
      [
        'what was not asked for is allowed',
        'len(without(append(slices.Clone(add), refuse...), asked.Keys())) > 0 || ',
        '',
      ],
      ['a scope that has changed is not asked for again', 'revision >= one.Revision', 'revision < 1_000_000'],
      ['one request is answered twice', 'AND NOT pushed AND expires_at > $2 RETURNING state', 'AND false'],
      [
        'every code that nobody fetched is kept for a year',
        'ExpiresAt: until,',
        'ExpiresAt: s.Clock.Now().Add(familyLife),',
      ],
      ['an app may do more than the member allows', 'Scope: joined(allowed)', 'Scope: joined(asked.Keys())'],
      [
        'a request that needs no page may be of any length',
        'if _, err := r.document(); err != nil {',
        'if _, err := r.document(); false {',
      ],
      [
        'a form passes over another proof that was asked for with the consent',
        'need != NeedsNothing && need != NeedsConsent',
        'need == NeedsProfile',
      ],
      ['an app that has just been disabled has a code', ' AND disabled_at IS NULL FOR SHARE', ''],
    ],
  },
  {
    file: 'server/oidc/families.go',
    first: 'oidc:Code|Refresh|Races',
    tests: 'oidc oidc/protocol',
    mutants: [
      ['a code works twice', 'case usedAt != nil:', 'case false:'],
      [
        'of two that bring a code at once both get tokens',
        'code_used_at IS NULL AND ended_at IS NULL AND',
        'ended_at IS NULL AND',
      ],
      ['a code lives for ever', ' || !now.Before(expires) || !isActive', ' || !isActive'],
      ['a refresh token works for ever', 'usedAt != nil && now.Sub(*usedAt) > Grace', 'false'],
      ['there is no time of grace', 'now.Sub(*usedAt) > Grace', 'true'],
      ['what comes of a thing that was stolen lives on', 's.endFamilies(ctx, "id = $2", f.ID)', 'nil'],
      ['a refresh gives more than was allowed', 'len(without(asked, Split(f.Scope))) > 0', 'false'],
      ['a refresh repeats the nonce', 'f.Granted.Nonce = ""', '_ = f.Granted.Nonce'],
      ['a refresh token outlives its family', 'if t.Family.ExpiresAt.Before(refreshed) {', 'if false {'],
    ],
  },
  {
    file: 'server/oidc/look.go',
    first: 'oidc:Tokens|Watched|Refresh',
    tests: 'oidc oidc/protocol',
    mutants: [
      ['tokens outlive their family', 'AND f.ended_at IS NULL AND f.expires_at > $2', 'AND f.expires_at > $2'],
      ['a refresh token that was used is worth something', "(t.kind = 'access' OR t.used_at IS NULL)", 'true'],
      [
        "an app ends another one's tokens",
        't.token_hash = $1 AND f.client_id = $2)',
        't.token_hash = $1 AND $2::text IS NOT NULL)',
      ],
      [
        'what is over may be watched',
        'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)',
        'revoked_at IS NULL AND $2::timestamptz IS NOT NULL',
      ],
    ],
  },
  {
    file: 'server/oidc/request.go',
    first: 'oidc/protocol:HasChanged',
    tests: 'oidc/protocol',
    mutants: [
      [
        'members are sent to an app that was disabled',
        'c == nil || !c.Redirect(r.RedirectURI)',
        'c != nil && !c.Redirect(r.RedirectURI)',
      ],
      [
        'members are sent to an address that was taken from an app',
        'c == nil || !c.Redirect(r.RedirectURI)',
        'c == nil',
      ],
    ],
  },
  {
    file: 'server/oidc/keyring.go',
    first: 'oidc:Keys|Pairwise',
    tests: 'oidc oidc/protocol',
    mutants: [
      [
        'apps connect what they know of a member',
        'k.sector(c).Encrypt(sealed[:], accountID[:])',
        'copy(sealed[:], accountID[:])',
      ],
      ['new keys sign before apps know them', 'if now.Before(row.SignsAt) {', 'if now.Before(row.SignsAt) && false {'],
    ],
  },
  {
    file: 'server/oidc/idtoken.go',
    first: 'oidc/protocol:CodeFlow|WaitsFor|Logout',
    tests: 'oidc oidc/protocol',
    mutants: [
      ['an ID token for another app is a hint', ' || claims["aud"] != c.ID', ''],
      ['an ID token does not say which request it answers', '"nonce": g.Nonce, ', ''],
      [
        'a claim that is asked for is answered without its scope',
        'known := s.about(row, Split(t.Scope))',
        'known := s.about(row, standard)',
      ],
    ],
  },
  {
    file: 'server/oidc/announce.go',
    first: 'oidc:Told|TokensEnd',
    tests: 'oidc',
    mutants: [
      [
        'what an app was given outlives the session',
        '`NOT offline AND session_id = ANY($2)`',
        '`false AND session_id = ANY($2)`',
      ],
      ['a new password leaves offline access', '`account_id = $2 AND offline`', '`account_id = $2 AND NOT offline`'],
      [
        'tokens outlive their member',
        's.endAndTell(ctx, `account_id = $2`, `account_id = $2`, false, accountID)',
        's.endAndTell(ctx, `false AND account_id = $2`, `account_id = $2`, false, accountID)',
      ],
      ['an app hears of a member who has taken it back', 'if err != nil || !may {', 'if err != nil || !may && false {'],
      ['every app hears what members may watch', 'g.scopes ? $2 AND ', '$2::text IS NOT NULL AND '],
      ['an app that is down for a day hears nothing', 'MaxAttempts: 16', 'MaxAttempts: 12'],
      [
        'an event does not say when it was so',
        ', "toe": float64(asOf.UnixMicro()) / 1e6',
        ', "toe": float64(asOf.Year())',
      ],
      ['a logout token may be taken for an ID token', '"logout+jwt"', '"JWT"'],
    ],
  },
  {
    file: 'server/oidc/calls.go',
    first: 'oidc:AnApp',
    tests: 'oidc',
    mutants: [
      ['an app that is down keeps the others waiting', 'c.away[clientID] && c.asking[clientID] > 0', 'false'],
      [
        'an app that was down once is told slowly for ever',
        'c.away[clientID] = !answered; answered',
        'c.away[clientID] = true; false',
      ],
    ],
  },
  {
    file: 'server/oidc/end.go',
    first: 'oidc:Purge',
    tests: 'oidc',
    mutants: [
      [
        'a family goes with the first of its tokens',
        'AND NOT EXISTS (SELECT FROM oidc_tokens t WHERE t.family_id = f.id AND t.expires_at >= $1)',
        '',
      ],
      ['families without a token stay', 'id IN (SELECT family_id FROM gone)\n', 'false\n'],
    ],
  },
  {
    file: 'server/entitlement/lapse.go',
    first: 'oidc:Over',
    tests: 'oidc',
    mutants: [
      ['an app is told of an end again and again', 'AND lapse_told_at IS NULL ', ''],
      ['an app is told of the end of what was taken away before', ' AND revoked_at IS NULL', ''],
    ],
  },
  {
    file: 'server/entitlement/entitlement.go',
    first: 'oidc:Over',
    tests: 'oidc',
    mutants: [['of a term that came late no end is told', '.ClearLapseToldAt()', '']],
  },
];
