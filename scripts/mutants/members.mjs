/** Who the members are, what proves it, becoming one and leaving: account, credential, signup, withdrawal. */
export const members = [
  {
    file: 'server/account/leave.go',
    tests: 'withdrawal signup',
    mutants: [
      ['an account that has left can be locked', ' || (err == nil && row.Status != account.StatusActive)', ''],
      ['locking an account locks nothing', 'account.ID(id)).ForUpdate().Only', 'account.ID(id)).Only'],
      ['the picture of a member who left stays', '.ClearProfileImageURL()', ''],
      ['a member who left stays active', 'SetStatus(account.StatusWithdrawn).', ''],
      ['a member who left keeps external accounts', 'Where(externalaccount.AccountID(id))', 'Where(externalaccount.Subject(""))'],
      ['an address is taken from a member who stays', 'account.StatusEQ(account.StatusWithdrawn)).\n\t\t\tClearEmailKey', 'account.StatusNEQ("")).\n\t\t\tClearEmailKey'],
    ],
  },
  {
    file: 'server/account/external.go',
    tests: 'login',
    mutants: [
      ['the last way to log in can be unlinked', 'row.PasswordHash == nil && len(types) == 1', 'false'],
      ['the account of the present login can be unlinked', 'string(a.LoginMethod) == kind', 'false'],
      ['unlinking takes off all external accounts', 'externalaccount.AccountID(row.ID), externalaccount.Type(kind)', 'externalaccount.AccountID(row.ID)'],
      ['linking is not told by mail', 'return s.notifyExternal(ctx, row, e.Type, true)', 'return nil'],
      ['a provider\'s subject counts at every provider', 'externalaccount.Type(e.Type), externalaccount.Subject', 'externalaccount.Subject'],
    ],
  },
  {
    file: 'server/account/consent.go',
    tests: 'signup',
    mutants: [
      ['a consent to a former revision counts', 'c.Revision == p.Revision && ', ''],
      ['consents are not recorded', 'return client.Consent.CreateBulk(rows...).Exec(ctx)', 'return nil'],
    ],
  },
  {
    file: 'server/account/profile.go',
    tests: 'account signup',
    mutants: [
      ['a birthday in the future is taken', ' || clock.Date(t.Date()).After(today)', ''],
      ['a name may be one letter longer', 'utf8.RuneCountInString(s) > limit', 'utf8.RuneCountInString(s) > limit+1'],
      ['prefecture 0 is one', 'n >= 1 &&', 'n >= 0 &&'],
      ['a required checkbox may stay unticked', '(required || value != "false")', '(value != "false")'],
      ['what the store does not ask for is stored', 'if r.Rule(f.path) == catalog.NotUse {', 'if false {'],
    ],
  },
  {
    file: 'server/credential/password_change.go',
    tests: 'credential',
    mutants: [
      ['of two changes at once both win', 'if !samePassword(row, locked) {', 'if false {'],
      ['the duty to change the password stays', 'return s.Session.LiftPasswordDuty(ctx, a.AccountID)', 'return nil'],
    ],
  },
  {
    file: 'server/credential/password_new.go',
    tests: 'credential',
    mutants: [
      ['one former password fewer is refused', 'const formerPasswords = 3', 'const formerPasswords = 2'],
      ['the present password can be set again', 'if row.PasswordHash != nil {\n\t\tused', 'if false {\n\t\tused'],
      ['mailed links outlive a new password', 'if err := s.voidLinks(ctx, row.ID, accounttoken.PurposePasswordReset); err != nil {\n\t\treturn err\n\t}\n', ''],
      ['sessions outlive a new password', 'if err := s.Session.EndAll(ctx, row.ID, in.keep); err != nil {\n\t\treturn err\n\t}\n', ''],
      ['trusted devices outlive a new password', 'if err := s.Session.ForgetDevices(ctx, row.ID); err != nil {\n\t\treturn err\n\t}\n', ''],
      ['a new password is not told by mail', 'return s.Account.Mail(ctx, row, a.Locale, notify.PasswordChanged{At: now, First: row.PasswordHash == nil})', '_ = notify.PasswordChanged{}\n\treturn nil'],
    ],
  },
  {
    file: 'server/credential/mailed_link.go',
    tests: 'credential',
    mutants: [
      ['a spent link can be opened', 'accounttoken.UsedAtIsNil(), accounttoken.VoidedAtIsNil(), accounttoken.ExpiresAtGT(s.Clock.Now()),', 'accounttoken.VoidedAtIsNil(), accounttoken.ExpiresAtGT(s.Clock.Now()),'],
      ['a link for one purpose serves another', 'accounttoken.TokenHash(secret.HashToken(token)), accounttoken.PurposeEQ(purpose),', 'accounttoken.TokenHash(secret.HashToken(token)),'],
      ['a link to a new password lives a minute longer', '60 * time.Minute', '61 * time.Minute'],
      ['an address can be given back an hour longer', '72 * time.Hour', '73 * time.Hour'],
    ],
  },
  {
    file: 'server/credential/email_change.go',
    tests: 'credential',
    mutants: [
      ['the other sessions stay with a new address', 'return s.Session.EndAll(ctx, row.ID, keep)', 'return nil'],
      ['an address that is taken is given', 'err != nil || taken {\n\t\t\treturn err\n\t\t}\n\t\tif _, err := s.Flow.Spend', 'err != nil {\n\t\t\treturn err\n\t\t}\n\t\tif _, err := s.Flow.Spend'],
      ['the former address is not told', 'return s.Account.Mail(ctx, row, a.Locale, changed)', 'return nil'],
    ],
  },
  {
    file: 'server/credential/factor_enable.go',
    tests: 'credential',
    mutants: [
      ['the first factor needs no backup codes', 'if len(enabled.Types) == 0 {', 'if false {'],
      ['an address nobody proved becomes a factor', 'if !account.HasVerifiedEmail(row) {', 'if false {'],
      ['backup codes outlive the last factor', 'if !left {', 'if false {'],
      ['other sessions outlive a change of factors', 's.Session.EndAll(ctx, row.ID, a.SessionID)', 'error(nil)'],
    ],
  },
  {
    file: 'server/credential/totp.go',
    tests: 'credential',
    mutants: [
      ['a one-time password works twice', 'factor.LastStepLT(step)', 'factor.LastStepLTE(step)'],
      ['a one-time password is late after 30 seconds', ', otpStep(now) - 1}', '}'],
      ['a one-time password works a minute and a half', ', otpStep(now) - 1}', ', otpStep(now) - 1, otpStep(now) - 2}'],
    ],
  },
  {
    file: 'server/credential/backup_code.go',
    tests: 'credential',
    mutants: [
      ['a backup code works twice', ', backupcode.UsedAtIsNil()', ''],
      ['former backup codes still work', 'client.BackupCode.Delete().Where(backupcode.AccountID(accountID))', 'client.BackupCode.Delete().Where(backupcode.UsedAtNotNil(), backupcode.AccountID(accountID))'],
    ],
  },
  {
    file: 'server/signup/complete.go',
    tests: 'signup',
    mutants: [
      ['one sign-up makes two accounts', 'if err := s.spend(ctx, a.SessionID); err != nil {\n\t\t\treturn err\n\t\t}\n', ''],
      ['a new member gets no mail', 's.Notify.Send(ctx, to, notify.Welcome{})', 'error(nil); to.Address == "" && notify.Welcome{}.Template() == ""'],
      ['what was confirmed need not be what is completed', 'if !same {', 'if false {'],
      ['policies that changed meanwhile go unseen', 'if len(account.Unconsented(policies, f.Consents)) > 0 {', 'if false {'],
    ],
  },
  {
    file: 'server/signup/flow.go',
    tests: 'signup',
    mutants: [
      ['a sign-up may take a minute longer', 'const timeLimit = 60 * time.Minute', 'const timeLimit = 61 * time.Minute'],
      ['a resend prolongs a proved sign-up', 'if !f.proved() {\n\t\tf.expiresAt = now.Add(max', 'if true {\n\t\tf.expiresAt = now.Add(max'],
    ],
  },
  {
    file: 'server/signup/email.go',
    tests: 'signup',
    mutants: [
      ['a taken address can be proved', 'if taken {\n\t\treturn true, s.Notify', 'if false {\n\t\treturn true, s.Notify'],
      ['a member can sign up again', 'if a.SignedIn() {\n\t\treturn step.Step{}, signedInAlready()\n\t}\n', ''],
    ],
  },
  {
    file: 'server/signup/form.go',
    tests: 'signup',
    mutants: [
      ['one form can be confirmed without end', 'confirms      = 30', 'confirms      = 3000'],
      ['a changed address needs no code', 'if changed {\n\t\tif code, err', 'if false {\n\t\tif code, err'],
    ],
  },
  {
    file: 'server/withdrawal/withdraw.go',
    tests: 'withdrawal',
    mutants: [
      ['a member can leave while money is taken', 'if underWay {', 'if false {'],
      ['one code takes leave twice', 'if err := s.Passcode.Spend(ctx, codeID, "pinCode", called); err != nil {\n\t\t\treturn err\n\t\t}\n', '_ = codeID\n'],
      ['why a member left is not kept', 'if len(f.Answers) > 0 {', 'if false {'],
      ['leaving is not told by mail', 'return s.Notify.Send(ctx, to, notify.Withdrawn{})', '_, _ = to, notify.Withdrawn{}\n\treturn nil'],
    ],
  },
  {
    file: 'server/withdrawal/confirm.go',
    tests: 'withdrawal',
    mutants: [
      ['a member leaves without agreeing', 'if !in.Consent {', 'if false {'],
      ['a running contract does not keep a member', 'if c.Status().Remains() {', 'if false {'],
      ['money on its way does not keep a member', 'case underWay:', 'case false && underWay:'],
      ['a second look at the form mails a second code', 's.Clock.Now().Before(former.resendAt())', 'false'],
    ],
  },
];
