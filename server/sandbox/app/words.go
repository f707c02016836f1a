package app

import (
	"errors"
	"net/http"
)

// fault is why something did not work: the provider's error, or what an app itself finds wrong with
// an answer.
type fault struct{ Code, Detail string }

func (f fault) Error() string {
	text := f.Words().EN
	if f.Detail != "" {
		text += " (" + f.Detail + ")"
	}
	return text
}

func codeOf(err error) string {
	var f fault
	errors.As(err, &f)
	return f.Code
}

// text is something that people read.
type text struct{ JA, EN string }

// Words are what the fault means.
func (f fault) Words() text {
	if known, ok := faults[f.Code]; ok {
		return known
	}
	return text{"会員サービスから、知らないエラーが返されました。", "The provider answered with an error that this app does not know."}
}

var faults = map[string]text{
	// Of the provider: RFC 6749 4.1.2.1 and 5.2, RFC 6750 3.1, RFC 8628 3.5, OpenID Connect
	// Core 3.1.2.6.
	"access_denied":                     {"アクセスを許可しないことが選ばれました。", "The member did not allow access."},
	"login_required":                    {"会員サービスにログインしていません。", "The member is not logged in at the provider."},
	"consent_required":                  {"まだ許可していない項目があります。", "The member has not allowed everything yet."},
	"interaction_required":              {"会員サービスの画面での操作が必要です。", "The provider has to ask the member something."},
	"account_selection_required":        {"会員サービスでアカウントを選ぶ必要があります。", "The member has to choose an account at the provider."},
	"unmet_authentication_requirements": {"求められた方法ではログインできません。", "The member cannot log in in the way that was asked for."},
	"invalid_request":                   {"会員サービスへの依頼に誤りがあります。", "The provider finds something wrong with the request."},
	"invalid_request_uri":               {"預けた依頼が見つからないか、期限切れです。", "The pushed request is unknown or over."},
	"invalid_client":                    {"このアプリのIDかシークレットが、会員サービスに登録されたものと合いません。", "The app's ID or secret is not the one that the provider knows."},
	"unauthorized_client":               {"このアプリは、この方法を使うことを許されていません。", "The app is not allowed to use this."},
	"unsupported_grant_type":            {"会員サービスは、この方法でのトークンの発行に対応していません。", "The provider knows no such grant."},
	"unsupported_response_type":         {"会員サービスは、この形の応答に対応していません。", "The provider does not answer in this form."},
	"invalid_scope":                     {"許可されていない項目が求められました。", "A scope was asked for that the app may not have."},
	"invalid_grant":                     {"コードまたはリフレッシュトークンが、使用済みか、期限切れか、取り消されています。もう一度ログインしてください。", "The code or the refresh token was used, is over, or was revoked. Log in again."},
	"invalid_token":                     {"アクセストークンが、期限切れか、取り消されています。更新するか、もう一度ログインしてください。", "The access token is over or was revoked. Refresh it, or log in again."},
	"insufficient_scope":                {"このアクセストークンでは読めません。", "The access token is not for this."},
	"expired_token":                     {"コードの期限が切れました。もう一度はじめてください。", "The code is over. Start again."},
	"authorization_pending":             {"まだ許可されていません。", "The member has not answered yet."},
	"slow_down":                         {"会員サービスから、問い合わせの間隔を空けるよう求められました。", "The provider wants to be asked less often."},
	"server_error":                      {"会員サービスで問題が起きました。", "Something went wrong at the provider."},
	"temporarily_unavailable":           {"会員サービスは、ただいま混み合っています。少し待ってから、もう一度お試しください。", "The provider is busy. Try again later."},

	// Of this app.
	"unreachable": {"会員サービスにつながりません。", "The provider cannot be reached."},
	"unreadable":  {"会員サービスから、読めない応答がありました。", "The provider's answer cannot be read."},
	"discovery":   {"会員サービスの設定の文書が、この会員サービスのものではありません。", "The discovery document is not that of this provider."},
	"state":       {"このブラウザで始めたログインではないか、すでに終わっています（state）。はじめからやり直してください。", "This login was not begun in this browser, or is over (state). Begin anew."},
	"nonce":       {"IDトークンが、このログインのものではありません（nonce）。", "The ID token belongs to another login (nonce)."},
	"iss":         {"別の会員サービスからの応答です（iss）。", "The answer is another provider's (iss)."},
	"aud":         {"別のアプリに宛てたトークンです（aud）。", "The token is for another app (aud)."},
	"exp":         {"トークンの期限が切れています（exp）。", "The token is over (exp)."},
	"iat":         {"トークンの発行日時が正しくありません（iat）。", "The token was not made yet (iat)."},
	"at_hash":     {"IDトークンとアクセストークンの組が合いません（at_hash）。", "The ID token belongs to another access token (at_hash)."},
	"auth_time":   {"あらためてログインされていません（auth_time）。", "The member has not logged in anew (auth_time)."},
	"sub":         {"別の会員についての応答です（sub）。", "The answer is about another member (sub)."},
	"signature":   {"署名が会員サービスのものではありません。", "The signature is not the provider's."},
	"kind":        {"別の用途のトークンです（typ）。", "The token is of another kind (typ)."},
	"form":        {"トークンまたは応答の形が正しくありません。", "The token or the answer is not of the right form."},
	"event":       {"トークンに、ログアウトの知らせが入っていません。", "The token does not tell of a logout."},
	"over":        {"会員サービスで、すでにログアウトされています。", "The member has logged out at the provider already."},
	"logged-out":  {"ログインしていません。", "No member is logged in."},
}

// scopes that the app may ask for, in the order in which they are shown.
var scopes = []struct {
	Key string
	text
}{
	{"openid", text{"ログイン", "Log in"}},
	{"profile", text{"プロフィール", "Profile"}},
	{"email", text{"メールアドレス", "Email address"}},
	{"phone", text{"電話番号", "Phone number"}},
	{"address", text{"住所", "Address"}},
	{"entitlements", text{"観られる作品・プラン", "What the member may watch"}},
	{"offline_access", text{"ログアウト後の利用", "Access after logout"}},
}

// claimWords are what claims mean, in the order in which they are read out.
var claimWords = []struct {
	Key string
	text
}{
	{"sub", text{"会員の識別子", "Who the member is, to this app"}},
	{"iss", text{"発行者", "Who says so"}},
	{"aud", text{"宛先のアプリ", "For which app"}},
	{"iat", text{"発行した日時", "Made at"}},
	{"exp", text{"有効期限", "Good until"}},
	{"auth_time", text{"ログインした日時", "Logged in at"}},
	{"amr", text{"ログインの方法", "By what"}},
	{"acr", text{"ログインの確かさ", "How sure that is"}},
	{"sid", text{"会員サービスのセッション", "Session at the provider"}},
	{"nonce", text{"このログインの合言葉（確認済み）", "Password of this login (checked)"}},
	{"at_hash", text{"アクセストークンとの組（確認済み）", "Ties it to the access token (checked)"}},
	{"name", text{"氏名", "Name"}},
	{"family_name", text{"姓", "Family name"}},
	{"given_name", text{"名", "Given name"}},
	{"nickname", text{"ニックネーム", "Nickname"}},
	{"preferred_username", text{"ユーザーID", "User ID"}},
	{"picture", text{"プロフィール画像", "Picture"}},
	{"gender", text{"性別", "Gender"}},
	{"birthdate", text{"生年月日", "Date of birth"}},
	{"locale", text{"言語", "Language"}},
	{"updated_at", text{"最終更新", "Changed at"}},
	{"email", text{"メールアドレス", "Email address"}},
	{"email_verified", text{"メールアドレスの確認", "Email address verified"}},
	{"phone_number", text{"電話番号", "Phone number"}},
	{"phone_number_verified", text{"電話番号の確認", "Phone number verified"}},
	{"address", text{"住所", "Address"}},
}

// methods are those of a login (RFC 8176, and fed: another provider's word).
var methods = map[string]string{
	"pwd": "パスワード", "otp": "一回限りのコード", "sms": "SMSのコード", "kba": "バックアップコード", "fed": "外部アカウント", "mfa": "二段階認証",
}

// fail shows why something did not work.
func fail(w http.ResponseWriter, err error) {
	var f fault
	if !errors.As(err, &f) {
		f = fault{"unreadable", err.Error()}
	}
	status := http.StatusBadRequest
	if f.Code == "unreachable" || f.Code == "unreadable" || f.Code == "discovery" {
		status = http.StatusBadGateway
	}
	show(w, status, "fault", f)
}
