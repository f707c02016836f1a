package notify

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"kaiin/server/base/clock"
	"kaiin/server/base/words"
	"kaiin/server/transport/paths"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var testBrand = Brand{
	Name: "灯台座", Icon: "https://cinema.example/icon.png", Accent: "#12506e", OnAccent: "#fffffe", AccentDark: "#64a0be", Origin: "https://cinema.example", PathOf: paths.Of, WatchURL: "/watch", SupportMail: "help@cinema.example", Seller: "株式会社灯台座",
}

// samples has every message with every field set, and the shapes that take other branches.
func samples() map[string]Message {
	april := clock.Date(2026, 4, 1)
	return map[string]Message{
		"pin-code": PinCode{CodeName: "認証コード", Code: "012345", Minutes: 60}, "sms-code": SMSCode{Code: "012345", Minutes: 10}, "sms-password-reset": SMSPasswordReset{}, "password-reset-other": PasswordChanged{At: april.Start(), OtherFactor: true}, "password-reset-mail": PasswordChanged{At: april.Start(), MailHours: 24}, "password-reset-passkeys": PasswordChanged{At: april.Start(), MailHours: 24, Passkeys: 2}, "password-changed-passkey": PasswordChanged{At: april.Start(), Passkeys: 1}, "email-restored-passkeys": EmailRestored{At: april.Start(), Passkeys: 2}, "factor-on": FactorChanged{At: april.Start(), Type: "OTP", Enabled: true}, "factor-passkey": FactorChanged{At: april.Start(), Type: "OTP", Enabled: true, Passkeys: 1}, "factor-off": FactorChanged{At: april.Start(), Type: "SMS"}, "factor-codes": FactorChanged{At: april.Start(), Type: "BackupCode", Enabled: true}, "external-linked": ExternalChanged{Name: "LINE", Linked: true}, "external-unlinked": ExternalChanged{Name: "LINE"}, "passkey-added": PasskeyChanged{At: april.Start(), Name: "iPhone", What: PasskeyAdded}, "passkey-deleted": PasskeyChanged{At: april.Start(), Name: "iPhone", What: PasskeyDeleted}, "passkey-refused": PasskeyChanged{At: april.Start(), Name: "iPhone", What: PasskeyRefused}, "app-connected": AppChanged{At: april.Start(), Name: "シネマ手帖", Connected: true, Scopes: []string{"メールアドレス", "視聴できる作品"}}, "app-disconnected": AppChanged{At: april.Start(), Name: "シネマ手帖"}, "welcome": Welcome{}, "already-member": AlreadyMember{}, "already-member-plan": AlreadyMember{PlanID: "club"},
		"order-trial": OrderCompleted{
			OrderNumber: "K-20260401-0001", PlanName: "見放題スタンダード", Method: "VISA **** 4242", Subscription: true,
			TrialUntil: april.AddDays(13), NextPayment: april.AddDays(14), NextAmount: 1100,
			Terms: []Term{{"契約期間", "1か月（自動更新）"}, {"解約", "マイページからいつでもお手続きいただけます。"}}, LeaveToken: "abc_def-123",
		},
		"order-watch":    OrderCompleted{OrderNumber: "K-20260401-0001", PlanName: "見放題スタンダード", Method: "VISA **** 4242", Subscription: true, Amount: 1100, Tax: 100, NextPayment: april.AddMonths(1), NextAmount: 1100, WatchURL: "https://watch.cinema.example/tonight?from=mail&plan=standard"},
		"order-purchase": OrderCompleted{OrderNumber: "01a21347-480b-7277-9c1e-2f0d6b7a8c9e", PlanName: "長編 <灯>", Amount: 1234567, Tax: 112233, Method: "VISA **** 4242"},
		"renewed": Renewed{
			Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, Tax: 100, Method: "VISA **** 4242", TermStart: april, TermEnd: april.AddDays(29), NextPayment: april.AddMonths(1),
		},
		"released": Renewed{
			Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, Tax: 100, Method: "VISA **** 4242", TermStart: april, TermEnd: april.AddDays(29), NextPayment: april.AddMonths(1), Released: true,
		},
		"withdrawn":      Withdrawn{Agreements: []string{"PayPay"}},
		"password-reset": PasswordReset{Token: "abc_def-123", Minutes: 60}, "password-first": PasswordChanged{At: april.Start(), First: true},
		"password-changed": PasswordChanged{At: april.Start()}, "email-restored": EmailRestored{At: april.Start()}, "email-restored-unverified": EmailRestored{At: april.Start(), Unverified: true},
		"email-former":             EmailChanged{At: april.Start(), Email: "h*****@example.jp", UndoToken: "abc_def-123", UndoHours: 72, UndoPassword: true},
		"email-former-no-password": EmailChanged{At: april.Start(), Email: "h*****@example.jp", UndoToken: "abc_def-123", UndoHours: 72},
		"email-former-no-link":     EmailChanged{At: april.Start(), Email: "h*****@example.jp"},
		"email-new":                EmailChanged{At: april.Start(), Email: "hanako.todai.of.the.lighthouse.by.the.sea@members.cinema.example.jp", New: true}, "user-id-changed": UserIDChanged{At: april.Start()}, "pin-set": PinSet{At: april.Start()},
		"login-alert": LoginAlert{NewLogin: NewLogin{At: april.Start(), Device: "iPhone", Browser: "Safari", Country: "JP", IP: "192.0.2.1"}}, "login-alert-unknown": LoginAlert{NewLogin: NewLogin{At: april.Start(), IP: "2001:db8:85a3:8d3:1319:8a2e:370:7348"}},
		"login-alert-many":         LoginAlert{NewLogin: NewLogin{At: april.Start(), Device: "iPhone", IP: "192.0.2.1"}, Before: []NewLogin{{At: april.AddDays(-1).Start(), Browser: "Safari", Country: "JP", IP: "192.0.2.2"}}, Count: 23},
		"contract-cancelled":       ContractCancelled{PlanName: "見放題スタンダード", Receipt: "K-7QXM-2PZC-HT5W", Watch: april.AddDays(13), UndoUntil: april.AddDays(13), ContractID: "0198"},
		"contract-cancelled-held":  ContractCancelled{PlanName: "見放題スタンダード", Receipt: "K-7QXM-2PZC-HT5W", UndoUntil: april, ContractID: "0198"},
		"contract-kept":            ContractKept{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, NextPayment: april.AddDays(14)},
		"plan-change-taken":        PlanChangeTaken{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", NextPlanName: "年間パスポート", LeaveToken: "abc_def-123"}, Amount: 9800, Tax: 890, Method: "VISA **** 4242", From: april.AddDays(14), TermEnd: april.AddDays(14).AddMonths(12).AddDays(-1), UndoUntil: april.AddDays(13)},
		"plan-change-undone":       PlanChangeUndone{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, NextPayment: april.AddDays(14)},
		"plan-change-undone-held":  PlanChangeUndone{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, Held: true},
		"plan-change-late":         PlanChangeUndone{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, NextPayment: april.AddDays(14), Impossible: true, Late: true},
		"plan-change-undone-stops": PlanChangeUndone{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード"}},
		"renewed-switched":         Renewed{Contract: Contract{ContractID: "0198", PlanName: "年間パスポート", LeaveToken: "abc_def-123"}, Amount: 9800, Tax: 890, Method: "VISA **** 4242", TermStart: april, TermEnd: april.AddMonths(12).AddDays(-1), NextPayment: april.AddMonths(12), Switched: true},
		"plan-change-impossible":   PlanChangeUndone{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, NextPayment: april.AddDays(14), Impossible: true},
		"contract-kept-changing":   ContractKept{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", NextPlanName: "年間パスポート", LeaveToken: "abc_def-123"}, NextPayment: april.AddDays(14)},
		"renewed-changing":         Renewed{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", NextPlanName: "年間パスポート", LeaveToken: "abc_def-123"}, Amount: 1100, Tax: 100, Method: "VISA **** 4242", TermStart: april, TermEnd: april.AddDays(29), NextPayment: april.AddMonths(1), Released: true},
		"extended-changing":        ContractExtended{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", NextPlanName: "年間パスポート", LeaveToken: "abc_def-123"}, Days: 10, NextPayment: april.AddDays(40), Last: april.AddDays(39)},
		"released-changing":        ContractReleased{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", NextPlanName: "年間パスポート", LeaveToken: "abc_def-123"}, NextPayment: april},
		"waived-changing":          BillWaived{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", NextPlanName: "年間パスポート", LeaveToken: "abc_def-123"}, Amount: 1100, TermStart: april, TermEnd: april.AddDays(29), NextPayment: april.AddDays(30)},
		"payment-coming-changed":   PaymentComing{Contract: Contract{ContractID: "0198", PlanName: "年間パスポート", LeaveToken: "abc_def-123"}, Changed: true, Amount: 9800, Tax: 890, Day: april.AddDays(14), LeaveBy: april.AddDays(13)},
		"contract-kept-held":       ContractKept{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード"}, Held: true},
		"contract-kept-stops":      ContractKept{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード"}},
		"renewed-late":             Renewed{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, Tax: 100, Method: "VISA **** 4242", TermStart: april, TermEnd: april.AddDays(29), NextPayment: april.AddMonths(1), Late: true},
		"payment-late":             PaymentLate{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, Method: "VISA **** 4242", Day: april, Watch: april.AddDays(7)},
		"viewing-closed":           ViewingClosed{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, Method: "VISA **** 4242"},
		"contract-cancelled-open":  ContractCancelled{PlanName: "見放題スタンダード", Receipt: "K-7QXM-2PZC-HT5W", Watch: april, UndoUntil: april, ContractID: "0198", Open: true},
		"withdrawn-open":           Withdrawn{Open: true},
		"renewal-refused":          RenewalRefused{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, Method: "VISA **** 4242", Again: april, Last: april.AddDays(2)},
		"payment-coming-trial":     PaymentComing{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Trial: true, Amount: 1100, Tax: 100, Method: "VISA **** 4242", Day: april.AddDays(3), LeaveBy: april.AddDays(2)},
		"payment-coming-yearly":    PaymentComing{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 9800, Tax: 890, Day: april.AddDays(14), LeaveBy: april.AddDays(13)},
		"card-expires":             CardExpires{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Method: "VISA **** 4242", Last: april.AddDays(29), NextPayment: april.AddDays(14)},
		"renewal-stops":            RenewalStops{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, LastPayment: april.AddDays(14), Until: april.AddMonths(1).AddDays(13)},
		"renewal-stops-paid":       RenewalStops{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Until: april.AddDays(13)},
		"price-changes":            PriceChanges{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Was: 1100, Amount: 1300, From: april.AddDays(44), LeaveBy: april.AddDays(43)},
		"price-changes-ends":       PriceChanges{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Was: 1100, Amount: 1300, From: april.AddDays(44), LeaveBy: april.AddDays(43), Method: "auかんたん決済", ChangeBy: april.AddDays(29)},
		"price-changes-again":      PriceChanges{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Was: 1100, Amount: 1200, From: april.AddDays(44), LeaveBy: april.AddDays(43), Replaces: true},
		"price-kept":               PriceKept{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Told: 1300, Amount: 1100},
		"discount-ends":            DiscountEnds{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, CampaignName: "夏割", Was: 550, Amount: 1100, Tax: 100, Method: "VISA **** 4242", From: april.AddDays(14), LeaveBy: april.AddDays(13)},
		"hold-ended":               HoldEnded{PlanName: "見放題スタンダード"},
		"payment-reversed":         PaymentReversed{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, PaidOn: april, Method: "VISA **** 4242", Until: april.AddDays(29)},
		"payment-reversed-stops":   PaymentReversed{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, PaidOn: april, Method: "VISA **** 4242", Ends: april.AddDays(29)},
		"payment-reversed-ended":   PaymentReversed{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード"}, Amount: 1100, PaidOn: april, Method: "VISA **** 4242", Ended: true},
		"contract-ended":           ContractEnded{PlanName: "見放題スタンダード", On: april},
		"contract-released":        ContractReleased{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, NextPayment: april},
		"contract-released-last":   ContractReleased{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}},
		"contract-extended":        ContractExtended{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Days: 10, NextPayment: april.AddDays(40), Last: april.AddDays(39)},
		"contract-extended-last":   ContractExtended{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Days: 10, Last: april.AddDays(39)},
		"retries-moved":            RetriesMoved{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, Method: "VISA **** 4242", Again: april.AddDays(20), Last: april.AddDays(20)},
		"bill-waived":              BillWaived{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, TermStart: april, TermEnd: april.AddDays(29), NextPayment: april.AddDays(30)},
		"bill-waived-last":         BillWaived{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, TermStart: april, TermEnd: april.AddDays(29)},
		"rental-extended":          RentalExtended{PlanName: "長編 <灯>", Last: april.AddDays(9)},
		"order-failed":             OrderFailed{OrderNumber: "K-20260401-0003", PlanName: "見放題スタンダード", Amount: 1100},
		"order-unanswered":         OrderFailed{OrderNumber: "K-20260401-0003", PlanName: "見放題スタンダード", Amount: 1100, Unanswered: true},
		"order-refunded":           OrderFailed{OrderNumber: "K-20260401-0003", PlanName: "見放題スタンダード", Amount: 1100, Refunded: true},
		"refunded":                 Refunded{PlanName: "見放題スタンダード", Amount: 300, Paid: 1100, PaidOn: april, Method: "VISA **** 4242", Start: april, End: april.AddDays(29), RefundID: "0198"},
		"refunded-purchase":        Refunded{PlanName: "長編 <灯>", Amount: 1100, Paid: 1100, PaidOn: april},
		"refunded-unlisted":        Refunded{PlanName: "見放題スタンダード", Amount: 1100, Paid: 1100, PaidOn: april, Late: true, Unlisted: true},
		"refunded-late":            Refunded{PlanName: "見放題スタンダード", Amount: 1100, Paid: 1100, PaidOn: april.AddDays(40), Start: april, End: april.AddDays(29), Late: true, RefundID: "0198"},
		"renewal-failed-stopped":   RenewalFailed{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, Method: "VISA **** 4242", Ends: april.AddDays(29)},
		"method-ended":             MethodEnded{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Method: "PayPal（sato@example.com）", NextPayment: april.AddDays(14)},
		"newsletter":               newsletterSample, "newsletter-no-phone": Newsletter{OptionID: "news", Title: "新着 <作品>", Subject: "件名", Paragraphs: [][]string{{"本文"}}, Token: "abc_def-123", Address: "架空県1-2-3"},
		"member-blocked": MemberBlocked{At: april.Start(), Open: true, Contracts: []StoppedContract{
			{PlanName: "見放題 <スタンダード>", Receipt: "K-7QXM-2PZC-HT5W", Last: april.AddDays(13)}, {PlanName: "クラブ", Receipt: "K-8QXM-2PZC-HT5W", Last: april},
		}},
		"member-revealed":      MemberRevealed{At: april.Start(), Fields: []string{"NAME", "KANA", "EMAIL", "PHONE", "BIRTHDAY", "SEX", "POSTAL_CODE", "ADDRESS", "USER_ID", "LOGIN_ADDRESSES"}, Why: "INQUIRY", Department: "<サポート>", Number: 12},
		"profile-corrected":    ProfileCorrected{At: april.Start(), Fields: []string{"NAME", "KANA", "PHONE", "BIRTHDAY", "SEX", "POSTAL_CODE", "ADDRESS"}},
		"member-viewed":        MemberViewed{At: april.Start(), Department: "<サポート>", Number: 12},
		"member-viewed-none":   MemberViewed{At: april.Start(), Number: 12},
		"member-revealed-none": MemberRevealed{At: april.Start(), Fields: []string{"PHONE"}, Why: "FRAUD", Number: 12},
		"staff-unusual":        StaffUnusual{What: "manyReveals", At: april.Start(), By: "波止場 <花子>", Number: 12, Count: 40}, "staff-unusual-finds": StaffUnusual{What: "manyFinds", At: april.Start(), By: "a", Number: 1, Count: 400},
		"staff-unusual-untold":    StaffUnusual{What: "untold", At: april.Start(), By: "a", Number: 1, Count: 1, Member: "0198"},
		"staff-unusual-decisions": StaffUnusual{What: "manyDecisions", At: april.Start(), By: "a", Number: 1, Count: 40},
		"staff-unusual-night":     StaffUnusual{What: "atNight", At: april.Start(), By: "a", Number: 1, Count: 1}, "staff-unusual-order": StaffUnusual{What: "inOrder", At: april.Start(), By: "a", Number: 1, Count: 10},
		"staff-unusual-many": StaffUnusual{What: "byMany", At: april.Start(), Count: 5, Member: "0198"}, "staff-unusual-glass": StaffUnusual{What: "brokenGlass", At: april.Start(), By: "hanako", Count: 12_000, Member: "0198"}, "staff-unusual-limit": StaffUnusual{What: "underLimit", At: april.Start(), By: "a", Number: 1, Count: 3},
		"withdrawal-off":      WithdrawalOff{At: april.Start()},
		"withdrawal-coming":   WithdrawalComing{At: april.Start(), StopToken: "abc_def-123"},
		"guarded-found":       GuardedFound{At: april.Start(), By: "波止場 <花子>", Number: 12, Members: []string{"0198", "0199"}},
		"guarded-opened":      GuardedFound{At: april.Start(), By: "checker", Opened: true, Members: []string{"0198"}},
		"guard-on":            GuardChanged{At: april.Start(), By: "波止場 <花子>", Number: 12, Member: "0198"},
		"guard-off":           GuardChanged{At: april.Start(), By: "checker", Off: true, Member: "0198"},
		"member-blocked-none": MemberBlocked{At: april.Start()}, "member-unblocked": MemberUnblocked{At: april.Start()},
		"staff-invited": StaffChanged{At: april.Start(), What: "invited", By: "波止場 花子", Name: "岬 <次郎>", Email: "jiro@cinema.example", Roles: "support"}, "staff-roles": StaffChanged{At: april.Start(), What: "roles", By: "hanako", Name: "jiro", Email: "jiro@cinema.example", Roles: "support billing"},
		"staff-invitation": StaffInvitation{By: "波止場 花子", Path: "/staff/invite/abc_def-123", Until: april.Start()}, "staff-invitation-issuer": StaffInvitation{By: "hanako", Path: "/staff/login", Until: april.Start(), ByLogin: true},
		"staff-asked":    StaffAsked{At: april.Start(), By: "岬 <次郎>", Field: "refund", Until: april.Start(), Path: "/staff/proposals"},
		"staff-disabled": StaffChanged{At: april.Start(), What: "disabled", By: "hanako", Name: "jiro", Email: "jiro@cinema.example"}, "staff-reset": StaffChanged{At: april.Start(), What: "reset", By: "hanako", Name: "jiro", Email: "jiro@cinema.example", Roles: "support"},
		"password-required": PasswordRequired{At: april.Start()}, "verify-address": VerifyAddress{}, "sms-factors-held": SMSFactorsHeld{Days: 3},
		"email-offered":        EmailOffered{Code: "01234567", Token: "abc_def-123", Until: april.AddDays(7).Start()},
		"change-held-email":    ChangeHeld{At: april.Start(), Email: "h*****@example.jp", From: april.AddDays(3).Start(), Token: "abc_def-123"},
		"change-held-factors":  ChangeHeld{At: april.Start(), Factors: []string{"OTP", "SMS", "Email"}, From: april.AddDays(3).Start(), Token: "abc_def-123"},
		"change-stopped-email": ChangeStopped{At: april.Start()}, "change-stopped-factors": ChangeStopped{At: april.Start(), Factors: true}, "change-stopped-login": ChangeStopped{At: april.Start(), Factors: true, ByLogin: true},
		"renewal-failed": RenewalFailed{Contract: Contract{ContractID: "0198", PlanName: "見放題スタンダード", LeaveToken: "abc_def-123"}, Amount: 1100, Method: "VISA **** 4242", Until: april.AddDays(29)},
	}
}

var newsletterSample = Newsletter{
	NewsletterID: "2026-spring", OptionID: "new-films", Title: "新着作品のお知らせ", Subject: "春の <新着> 作品", Token: "abc_def-123", Address: "架空県汐見市灯台町1-2-3", Phone: "00-0000-0000",
	Paragraphs: [][]string{{"今週は2本です。", "・灯台 & 海"}, {"<script>alert(1)</script>"}},
}

func TestEveryMessageRendersInBothLanguages(t *testing.T) {
	rendered := map[string]bool{}
	for name, m := range samples() {
		rendered[m.Template()] = true
		for _, locale := range words.Locales {
			mail, err := render(page{Locale: locale, Brand: testBrand, M: m})
			if err != nil {
				t.Errorf("%s in %s: %v", name, locale, err)
				continue
			}
			if _, short := m.(ShortMessage); short {
				if size := len(utf16.Encode([]rune(mail.Text))); size > 70 || mail.HTML != "" || name == "sms-code" && !strings.HasSuffix(mail.Text, "\n@cinema.example #012345") {
					t.Errorf("%s in %s: %d units: %q", name, locale, size, mail.Text)
				}
				continue
			}
			for part, text := range map[string]string{"subject": mail.Subject, "text": mail.Text, "html": mail.HTML} {
				if strings.TrimSpace(text) == "" || !strings.Contains(text, testBrand.Name) {
					t.Errorf("%s in %s: %s does not name the store: %q", name, locale, part, text)
				}
				for _, leftover := range []string{"<no value>", "{{", "}}", "ZgotmplZ", "%!", "0001"} {
					if strings.Contains(strings.ReplaceAll(text, "-0001", ""), leftover) {
						t.Errorf("%s in %s: %s contains %q:\n%s", name, locale, part, leftover, text)
					}
				}
			}
			if strings.ContainsAny(mail.Subject, "\r\n") {
				t.Errorf("%s in %s: the subject has several lines", name, locale)
			}
		}
	}
	for _, m := range messages {
		if !rendered[m.Template()] {
			t.Errorf("no sample of %s", m.Template())
		}
	}
	files, err := filepath.Glob("templates/*.*.*")
	want := len(messages) * len(words.Locales) * 2
	for _, m := range messages {
		if _, short := m.(ShortMessage); short {
			want -= len(words.Locales)
		}
	}
	if err != nil || len(files) != want {
		t.Errorf("%d template files for %d messages, %v", len(files), len(messages), err)
	}
}

func TestMoneyAndDaysReadAsOnThePages(t *testing.T) { // K-010 K-011
	for _, c := range []struct{ got, want string }{
		{price("ja", 1100), "1,100円（税込）"},
		{price("en", 1234567), "¥1,234,567 (tax incl.)"},
		{price("ja", 0), "0円（税込）"},
		{words.Yen("ja", 100), "100円"},
		{words.Day("ja", clock.Date(2025, 1, 5)), "2025/1/5"},
		{words.Day("en", clock.Date(2025, 1, 5)), "Jan 5, 2025"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// The store's mails look like the store, and the text of a term of an order is under its name, not
// beside it in a column too narrow to read.
func TestMailsWearTheStoresColoursAndIcon(t *testing.T) { // P-10
	for name, m := range samples() {
		if _, short := m.(ShortMessage); short {
			continue
		}
		mail, err := render(page{Locale: "en", Brand: testBrand, M: m})
		if err != nil || !strings.Contains(mail.HTML, `<img src="https://cinema.example/icon.png" alt=""`) {
			t.Errorf("%s has no picture, %v", name, err)
		}
		if buttons := strings.Count(mail.HTML, "display:inline-block;padding"); buttons != strings.Count(mail.HTML, "background:#12506e;color:#fffffe") {
			t.Errorf("%s has a button in a colour of its own:\n%s", name, mail.HTML)
		}
		order, _ := m.(OrderCompleted)
		for _, term := range order.Terms {
			if !strings.Contains(mail.HTML, ">"+term.Title+"</div>"+term.Text+"</td>") {
				t.Errorf("%s: %s is apart from its text:\n%s", name, term.Title, mail.HTML)
			}
		}
	}
	bare := testBrand
	bare.Icon = ""
	if mail, err := render(page{Locale: "ja", Brand: bare, M: Welcome{}}); err != nil || strings.Contains(mail.HTML, "<img") {
		t.Errorf("a store without a picture shows one, %v", err)
	}
}

func TestNumbersAndDaysStayOnOneLine(t *testing.T) { // P-09
	got := unbroken("灯台町1-2-3 / 00-0000-0000、2026年11月28日まで <b>")
	if want := "灯台町_1-2-3. / _00-0000-0000.、_2026年11月28日.まで &lt;b&gt;"; string(got) != strings.NewReplacer("_", `<span style="white-space:nowrap">`, ".", "</span>").Replace(want) {
		t.Error(got)
	}
}

func TestAMessageCannotInjectMarkup(t *testing.T) {
	mail, err := render(page{Locale: "ja", Brand: testBrand, M: samples()["order-purchase"]})
	if err != nil || strings.Contains(mail.HTML, "<灯>") || !strings.Contains(mail.HTML, "&lt;灯&gt;") || !strings.Contains(mail.Text, "長編 <灯>") {
		t.Errorf("err %v\n%s", err, mail.HTML)
	}
}

func TestMailsGolden(t *testing.T) {
	for _, name := range []string{"order-trial", "newsletter"} {
		for _, locale := range words.Locales {
			golden(t, name, locale)
		}
	}
}

func golden(t *testing.T, name, locale string) {
	mail, err := render(page{Locale: locale, Brand: testBrand, M: samples()[name]})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name+"."+locale+".txt")
	got := mail.Subject + "\n\n" + mail.Text
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || got != string(want) {
		t.Errorf("%s differs (go test ./server/base/notify -update rewrites it), %v:\n%s", file, err, got)
	}
}

// A newsletter names who sends it and where they are, how to refuse and where to complain
// (特定電子メール法4条), in both parts, and mail programs are told where to stop it. Whatever its author
// wrote is text.
func TestANewsletterSaysWhatTheLawWants(t *testing.T) {
	const stop = "https://cinema.example/newsletter/stop?token=abc_def-123"
	for _, locale := range words.Locales {
		mail, err := render(page{Locale: locale, Brand: testBrand, M: newsletterSample})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{stop, "https://cinema.example/mypage/consent?type=newsletter", "株式会社灯台座", "00-0000-0000", "help@cinema.example", "新着作品のお知らせ", "・灯台"} {
			if !strings.Contains(mail.Text, want) || !strings.Contains(mail.HTML, want) {
				t.Errorf("%s: %q is missing:\n%s\n%s", locale, want, mail.Text, mail.HTML)
			}
		}
		if !strings.Contains(mail.Text, newsletterSample.Address) || !strings.Contains(mail.HTML, string(unbroken(newsletterSample.Address))) {
			t.Errorf("%s: the address is missing", locale)
		}
		if strings.Contains(mail.HTML, "<script") || !strings.Contains(mail.Text, "<script>alert(1)</script>\n") || strings.Count(mail.HTML, `href="`+stop+`"`) != 1 {
			t.Errorf("%s: %s", locale, mail.HTML)
		}
		if mail.List == nil || *mail.List != (List{"<new-films.cinema.example>", "<" + stop + ">"}) {
			t.Errorf("%s: %+v", locale, mail.List)
		}
		other, err := render(page{Locale: locale, Brand: testBrand, M: Welcome{}})
		if err != nil || other.List != nil || strings.Contains(other.Text, "newsletter") {
			t.Errorf("%s: another mail has a list: %+v, %v", locale, other.List, err)
		}
	}
}

// Mails about a contract have one link that cancels it without a login, in both parts; others
// have none.
func TestMailsAboutAContractCancelIt(t *testing.T) {
	with := map[string]bool{
		"order-trial": true, "renewed": true, "renewed-late": true, "payment-late": true, "viewing-closed": true, "released": true, "renewal-refused": true, "renewal-failed": true, "contract-kept": true,
		"payment-coming-trial": true, "payment-coming-yearly": true, "card-expires": true, "renewal-stops": true, "renewal-stops-paid": true,
		"price-changes": true, "price-changes-again": true, "price-changes-ends": true, "method-ended": true, "discount-ends": true, "renewal-failed-stopped": true, "payment-reversed": true, "payment-reversed-stops": true, "price-kept": true, "contract-released": true, "contract-released-last": true,
		"contract-extended": true, "contract-extended-last": true, "retries-moved": true, "bill-waived": true, "bill-waived-last": true,
		"plan-change-taken": true, "plan-change-undone": true, "renewed-switched": true,
		"plan-change-impossible": true, "contract-kept-changing": true, "payment-coming-changed": true, "plan-change-undone-held": true, "plan-change-late": true,
		"renewed-changing": true, "extended-changing": true, "released-changing": true, "waived-changing": true,
	}
	for name, m := range samples() {
		if _, short := m.(ShortMessage); short {
			continue
		}
		for _, locale := range words.Locales {
			mail, err := render(page{Locale: locale, Brand: testBrand, M: m})
			want := 0
			if with[name] {
				want = 1
			}
			const link = "https://cinema.example/leave?token=abc_def-123"
			if text, html := strings.Count(mail.Text, link+"\n"), strings.Count(mail.HTML, `href="`+link+`"`); err != nil || text != want || html != want {
				t.Errorf("%s in %s: %d and %d links, %v", name, locale, text, html, err)
			}
		}
	}
}

// What a mail says of a change of plan is the plan, and the days, that it means.
func TestMailsNameThePlanThatComes(t *testing.T) {
	for _, c := range []struct{ sample, locale, want string }{
		{"contract-kept-changing", "ja", "年間パスポート"}, {"contract-kept-changing", "en", "年間パスポート"},
		{"payment-coming-changed", "ja", "変更後のプラン"}, {"payment-coming-changed", "en", "Your plan changes as you have chosen"},
		{"renewed-changing", "ja", "年間パスポート"}, {"renewed-changing", "en", "年間パスポート"},
		{"extended-changing", "ja", "年間パスポート"}, {"extended-changing", "en", "年間パスポート"},
		{"released-changing", "ja", "年間パスポート"}, {"released-changing", "en", "年間パスポート"},
		{"waived-changing", "ja", "年間パスポート"}, {"waived-changing", "en", "年間パスポート"},
		{"plan-change-undone-held", "ja", "お支払い待ちのまま"}, {"plan-change-undone-held", "en", "still awaiting payment"},
		{"plan-change-late", "ja", "変更日を過ぎたため"}, {"plan-change-late", "en", "went by"},
		{"plan-change-impossible", "ja", "ご利用いただけなくなったため"}, {"plan-change-impossible", "en", "cannot be had any more"},
		{"plan-change-taken", "ja", "変更後の最初のご利用期間"}, {"plan-change-taken", "en", "First period"},
	} {
		mail, err := render(page{Locale: c.locale, Brand: testBrand, M: samples()[c.sample]})
		if err != nil || !strings.Contains(mail.Text, c.want) || !strings.Contains(mail.HTML, c.want) {
			t.Errorf("%s in %s: %v\n%s", c.sample, c.locale, err, mail.Text)
		}
	}
}

func TestAHoldNamesItsLastDayAndAReleaseSaysThatItGoesOn(t *testing.T) {
	for _, c := range []struct{ sample, locale, want string }{
		{"released", "ja", "再開しました"}, {"released", "en", "goes on"},
		{"renewal-failed", "ja", "2026/4/30までにお支払いいただくと、ご契約を再開できます。"}, {"renewal-failed", "en", "Pay by Apr 30, 2026 and your contract goes on."},
	} {
		mail, err := render(page{Locale: c.locale, Brand: testBrand, M: samples()[c.sample]})
		if err != nil || !strings.Contains(mail.Text, c.want) || !strings.Contains(mail.HTML, c.want) {
			t.Errorf("%s in %s: %v\n%s", c.sample, c.locale, err, mail.Text)
		}
	}
}

// P-02: the mail to somebody who has an account leads to the login for the plan that they wanted
// to order.
func TestAMemberWhoSignsUpForAPlanIsLedToIt(t *testing.T) {
	for plan, want := range map[string]string{"": "https://cinema.example/login", "club": "https://cinema.example/login?returnTo=%2Fplans%2Fclub"} {
		mail, err := render(page{Locale: "ja", Brand: testBrand, M: AlreadyMember{PlanID: plan}})
		if err != nil || !strings.Contains(mail.Text, want+"\n") || !strings.Contains(mail.HTML, `href="`+want+`"`) {
			t.Errorf("%q: %v\n%s\n%s", plan, err, mail.Text, mail.HTML)
		}
	}
}

// U-4: who has not paid is led to where it is mended, unless paying lets nothing go on.
func TestMailsAboutAPaymentThatFailedLeadToItsMethod(t *testing.T) {
	const contract = "https://cinema.example/mypage/subscription/0198"
	for name, want := range map[string]string{
		"renewal-refused": "/payment-method", "renewal-failed": "/payment-method", "payment-reversed": "/payment-method", "retries-moved": "/payment-method",
		"card-expires": "/payment-method", "method-ended": "/payment-method", "renewal-failed-stopped": "", "payment-reversed-stops": "",
	} {
		for _, locale := range words.Locales {
			mail, err := render(page{Locale: locale, Brand: testBrand, M: samples()[name]})
			if err != nil || !strings.Contains(mail.Text, contract+want+"\n") || !strings.Contains(mail.HTML, `href="`+contract+want+`"`) {
				t.Errorf("%s in %s: %v\n%s", name, locale, err, mail.Text)
			}
		}
	}
}

// The receipt of an order and the welcome lead to where members watch, if the store says where.
func TestMailsLeadToWatching(t *testing.T) { // U-2
	t.Parallel()
	silent := testBrand
	silent.WatchURL = ""
	for _, c := range []struct {
		name  string
		m     Message
		brand Brand
		want  string // in the text; "" is no such link
	}{
		{"an order", samples()["order-watch"], silent, "https://watch.cinema.example/tonight?from=mail&plan=standard"},
		{"an order of a store that does not say", samples()["order-purchase"], testBrand, ""},
		{"the welcome", Welcome{}, testBrand, "https://cinema.example/watch"},
		{"the welcome of a store that does not say", Welcome{}, silent, ""},
	} {
		for _, locale := range words.Locales {
			mail, err := render(page{Locale: locale, Brand: c.brand, M: c.m})
			if err != nil {
				t.Fatal(err)
			}
			link := strings.ReplaceAll(c.want, "&", "&amp;")
			if c.want != "" && (!strings.Contains(mail.Text, c.want) || !strings.Contains(mail.HTML, `href="`+link+`"`)) {
				t.Errorf("%s (%s) does not lead to %s:\n%s", c.name, locale, c.want, mail.Text)
			}
			if c.want == "" && (strings.Contains(mail.Text, "/watch") || strings.Contains(mail.HTML, "/watch")) {
				t.Errorf("%s (%s) leads to watching:\n%s", c.name, locale, mail.Text)
			}
		}
	}
}
