/** Who the members are, what proves it, becoming one and leaving: account, credential, signup, withdrawal. */
export const members = [
  {
    file: 'server/account/leave.go',
    first: 'withdrawal:Withdraw|Nothing|Afterwards',
    tests: 'withdrawal signup',
    mutants: [
      ['the picture of a member who left stays', '.ClearProfileImageURL()', ''],
      [
        'an address is taken from a member who stays',
        'account.StatusEQ(account.StatusWithdrawn)).\n\t\t\tClearEmailKey',
        'account.StatusNEQ("")).\n\t\t\tClearEmailKey',
      ],
    ],
  },
  {
    file: 'server/account/external.go',
    first: 'login:Unlinking|LinkingAn|LoginWithAnExternal',
    tests: 'login',
    mutants: [
      ['the last way to log in can be unlinked', 'row.PasswordHash == nil && len(types) == 1', 'false'],
      ['the account of the present login can be unlinked', 'string(a.LoginMethod) == kind', 'false'],
      [
        'unlinking takes off all external accounts',
        'externalaccount.AccountID(row.ID), externalaccount.Type(kind)',
        'externalaccount.AccountID(row.ID)',
      ],
      [
        "a provider's subject counts at every provider",
        'externalaccount.Type(e.Type), externalaccount.Subject',
        'externalaccount.Subject',
      ],
    ],
  },
  {
    file: 'server/account/consent.go',
    first: 'signup:Polic',
    tests: 'signup',
    mutants: [['a consent to a former revision counts', 'c.Revision == p.Revision && ', '']],
  },
  {
    file: 'server/account/profile.go',
    first: 'account:.',
    tests: 'account signup',
    mutants: [
      ['a birthday in the future is taken', ' || clock.Date(t.Date()).After(today)', ''],
      ['what the store does not ask for is stored', 'if r.Rule(f.path) == catalog.NotUse {', 'if false {'],
      ['a name turns the words around it', 'unicode.Zp, unicode.Bidi_Control)', 'unicode.Zp)'],
      ['a name that shows nothing is one', " || r == '\\u200b'", ''],
    ],
  },
  {
    file: 'server/credential/password_change.go',
    first: 'credential:ChangePassword|TwoChanges',
    tests: 'credential',
    mutants: [
      ['the duty to change the password stays', 'return s.Session.LiftPasswordDuty(ctx, a.AccountID)', 'return nil'],
    ],
  },
  {
    file: 'server/credential/password_new.go',
    first: 'credential:ChangePassword|Former|ResetPassword|ResetLinkEnds',
    tests: 'credential',
    mutants: [
      ['one former password fewer is refused', 'const formerPasswords = 3', 'const formerPasswords = 2'],
      ['the present password can be set again', 'if row.PasswordHash != nil {\n\t\tused', 'if false {\n\t\tused'],
      [
        'mailed links outlive a new password',
        'if err := s.voidLinks(ctx, row.ID, accounttoken.PurposePasswordReset); err != nil {\n\t\treturn err\n\t}\n',
        '',
      ],
      [
        'sessions outlive a new password',
        'if err := s.Session.Distrust(ctx, a, row.ID, in.keep); err != nil {\n\t\treturn err\n\t}\n',
        '',
      ],
      [
        'trusted devices outlive a new password',
        's.Session.Distrust(ctx, a, row.ID, in.keep)',
        's.Session.EndAll(ctx, row.ID, in.keep)',
      ],
      ['a new password is not told by mail', 'return s.Account.Mail(ctx, row, a.Locale, told)', 'return nil'],
    ],
  },
  {
    file: 'server/credential/mailed_link.go',
    first: 'credential:Reset|Undo',
    tests: 'credential',
    mutants: [
      [
        'a link for one purpose serves another',
        'accounttoken.TokenHash(secret.HashToken(token)), accounttoken.PurposeEQ(purpose),',
        'accounttoken.TokenHash(secret.HashToken(token)),',
      ],
      ['a link to a new password lives a minute longer', '60 * time.Minute', '61 * time.Minute'],
      ['an address can be given back an hour longer', '72 * time.Hour', '73 * time.Hour'],
    ],
  },
  {
    file: 'server/credential/email_undo.go',
    first: 'credential:Undo|Undoes|FormerMailbox|FormerAddress',
    tests: 'credential',
    mutants: [
      ['the former mailbox takes a change back without a password', 'if link.PasswordHash != nil {', 'if false {'],
      ['a password set after the change stays', 'case *proved != store.Text(row.PasswordHash):', 'case false:'],
      ['an address that came back without a password counts as proved', 'update.ClearEmailVerifiedAt().', 'update.'],
      ['taking a change back locks its member out', 'if len(linked) == 0 {', 'if len(linked) < 0 {'],
      ['a password that has changed meanwhile takes a change back', '!samePassword(before, row)', 'false'],
      [
        "the former mailbox's own password takes a change back",
        'err != nil || mailed {',
        'err != nil || mailed && false {',
      ],
      ['what the intruder has linked stays', 'link.CreatedAt, to)', 's.Clock.Now(), to)'],
    ],
  },
  {
    file: 'server/credential/email_change.go',
    first: 'credential:ChangeEmail|ChangeToATaken',
    tests: 'credential',
    mutants: [
      [
        'the other sessions stay with a new address',
        'if err := s.Session.EndAll(ctx, row.ID, a.SessionID); err != nil {\n\t\treturn err\n\t}\n',
        '',
      ],
      [
        'an address that is taken is given',
        'err != nil || taken {\n\t\t\treturn err\n\t\t}\n\t\tif _, err := s.Flow.Spend',
        'err != nil {\n\t\t\treturn err\n\t\t}\n\t\tif _, err := s.Flow.Spend',
      ],
    ],
  },
  {
    file: 'server/credential/factor_enable.go',
    first: 'credential:FactorFirst|FactorDisabled|FactorFurther',
    tests: 'credential',
    mutants: [
      ['the first factor needs no backup codes', 'if len(enabled.Types) == 0 {', 'if false {'],
      ['backup codes outlive the last factor', 'if !left {', 'if !left && false {'],
      ['other sessions outlive a change of factors', 's.Session.EndAll(ctx, row.ID, a.SessionID)', 'error(nil)'],
    ],
  },
  {
    file: 'server/credential/totp.go',
    first: 'credential:FactorOTP',
    tests: 'credential',
    mutants: [
      ['a one-time password works twice', 'factor.LastStepLT(step)', 'factor.LastStepLTE(step)'],
      ['a one-time password works a minute and a half', ', otpStep(now) - 1}', ', otpStep(now) - 1, otpStep(now) - 2}'],
    ],
  },
  {
    file: 'server/credential/backup_code.go',
    first: 'credential:FactorBackup',
    tests: 'credential',
    mutants: [
      ['a backup code works twice', ', backupcode.UsedAtIsNil()', ''],
      [
        'former backup codes still work',
        'client.BackupCode.Delete().Where(backupcode.AccountID(accountID))',
        'client.BackupCode.Delete().Where(backupcode.UsedAtNotNil(), backupcode.AccountID(accountID))',
      ],
    ],
  },
  {
    file: 'server/signup/complete.go',
    first: 'signup:OneFlow|LastStep|PolicyChanges',
    tests: 'signup',
    mutants: [
      [
        'one sign-up makes two accounts',
        'if err := s.spend(ctx, a.SessionID); err != nil {\n\t\t\treturn err\n\t\t}\n',
        '',
      ],
      ['what was confirmed need not be what is completed', 'if !same {', 'if false {'],
      [
        'policies that changed meanwhile go unseen',
        'if len(account.Unconsented(policies, f.Consents)) > 0 {',
        'if false {',
      ],
    ],
  },
  {
    file: 'server/signup/flow.go',
    first: 'signup:SignupTimesOut|CodeLives|LeadsToWhat|SignupIsFor',
    tests: 'signup',
    mutants: [
      [
        'a sign-up may take a minute longer',
        'const timeLimit = 60 * time.Minute',
        'const timeLimit = 61 * time.Minute',
      ],
      [
        'a sign-up leads to another site',
        'f.ReturnTo = cmp.Or(step.SafeReturnTo(returnTo), f.ReturnTo)',
        'f.ReturnTo = cmp.Or(returnTo, f.ReturnTo)',
      ],
      [
        'a sign-up forgets what it is for in a tab that does not say',
        'f.ReturnTo = cmp.Or(step.SafeReturnTo(returnTo), f.ReturnTo)',
        'f.ReturnTo = step.SafeReturnTo(returnTo)',
      ],
    ],
  },
  {
    file: 'server/signup/email.go',
    first: 'signup:TakenAddress',
    tests: 'signup',
    mutants: [
      ['a taken address can be proved', 'if taken {\n\t\t\treturn s.Notify', 'if false {\n\t\t\treturn s.Notify'],
    ],
  },
  {
    file: 'server/signup/form.go',
    first: 'signup:ChangedAddress|FormIsChecked',
    tests: 'signup',
    mutants: [
      ['one form can be confirmed without end', 'confirms      = 30', 'confirms      = 3000'],
      ['a changed address needs no code', 'if changed {\n\t\tcode, err', 'if false {\n\t\tcode, err'],
    ],
  },
  {
    file: 'server/withdrawal/withdraw.go',
    first: 'withdrawal:OneCodeFifty|NobodyLeavesWhile|AnswersAre|PurchaseAgainst',
    tests: 'withdrawal',
    mutants: [
      ['a member can leave while money is taken', 'if underWay {', 'if underWay && false {'],
      [
        'one code takes leave twice',
        'if err := s.Passcode.Spend(ctx, codeID, "pinCode", called); err != nil {\n\t\t\treturn err\n\t\t}\n',
        '_ = codeID\n',
      ],
      ['why a member left is not kept', 'if f.Answered != nil {', 'if false {'],
    ],
  },
  {
    file: 'server/withdrawal/confirm.go',
    first: 'withdrawal:ConfirmChecks|NobodyLeavesWhile|Resend',
    tests: 'withdrawal',
    mutants: [
      ['a member leaves without agreeing', 'if !in.Consent {', 'if false {'],
      ['money on its way does not keep a member', 'case underWay:', 'case false && underWay:'],
      ['a second look at the form mails a second code', 's.Clock.Now().Before(former.resendAt())', 'false'],
    ],
  },
];
