package edge

import (
	_ "embed"
	"html/template"
	"net/http"
	"net/url"
	"strconv"

	"kaiin/server/zapi"
)

// fail answers in the form of the path: the error object to API callers, a page to everybody else.
func (e *Edge) fail(w http.ResponseWriter, r *http.Request, status int) {
	if r.URL.Path == "/graphql" || zapi.Owns(r.URL.Path) || (r.Method != http.MethodGet && r.Method != http.MethodHead) {
		zapi.WriteError(w, e.speaking(r), status, codeOf(status))
		return
	}
	e.failPage(w, r, status)
}

func codeOf(status int) string {
	switch status {
	case http.StatusNotFound:
		return "NOT_FOUND"
	case http.StatusServiceUnavailable:
		return "UNAVAILABLE"
	default:
		return "INTERNAL"
	}
}

// failPage shows the site's error page of the status (E-097), which Next renders with the store's look.
func (e *Edge) failPage(w http.ResponseWriter, r *http.Request, status int) {
	v := visitOf(r.Context())
	asked := r.Clone(r.Context())
	asked.Method, asked.Body, asked.ContentLength = http.MethodGet, http.NoBody, 0
	asked.URL = &url.URL{Path: "/errors/" + strconv.Itoa(status)}
	for _, name := range []string{"Content-Type", "Content-Length", "Upgrade", "Connection", "Range", "If-None-Match", "If-Modified-Since"} {
		asked.Header.Del(name)
	}
	w.Header().Set("Content-Security-Policy", e.pagePolicy(r, v.nonce))
	e.next.ServeHTTP(&statusWriter{ResponseWriter: w, status: status}, asked)
}

// statusWriter keeps the status that was decided here, whatever the error page itself is answered with, unless that fails.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	if status >= 200 {
		status = w.status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// plainPage is what is shown when Next cannot: the same three parts in the member's language, and the way back.
func (e *Edge) plainPage(w http.ResponseWriter, r *http.Request, status int) {
	v := visitOf(r.Context())
	if s, ok := w.(*statusWriter); ok { // the error page failed too; its own status is the one to tell
		status, w = s.status, s.ResponseWriter
	}
	text := plainTexts[v.locale][status]
	if text == (plainText{}) {
		text = plainTexts[v.locale][http.StatusInternalServerError]
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'nonce-"+v.nonce+"'; base-uri 'none'; frame-ancestors 'none'")
	if status == http.StatusServiceUnavailable || status == http.StatusBadGateway || status == http.StatusGatewayTimeout {
		h.Set("Retry-After", "10")
	}
	w.WriteHeader(status)
	_ = plainHTML.Execute(w, map[string]any{"Locale": v.locale, "Nonce": v.nonce, "Status": status, "Text": text, "ID": v.id})
}

//go:embed plain.html
var plainSource string

var plainHTML = template.Must(template.New("plain").Parse(plainSource))

type plainText struct{ Title, Message, Code, Back string }

func plain(code, back string, pairs map[int][2]string) map[int]plainText {
	texts := map[int]plainText{}
	for status, pair := range pairs {
		texts[status] = plainText{pair[0], pair[1], code, back}
	}
	return texts
}

var plainTexts = map[string]map[int]plainText{
	"ja": plain("エラーコード", "トップページへ戻る", map[int][2]string{
		400: {"アドレスが正しくありません", "入力されたアドレスをご確認ください。"},
		404: {"ページが見つかりません", "お探しのページは移動または削除された可能性があります。"},
		405: {"この操作には対応していません", "前のページに戻って、もう一度お試しください。"},
		500: {"エラーが発生しました", "申し訳ありません。しばらくしてから、もう一度お試しください。"},
		502: {"ページを表示できません", "申し訳ありません。ただいまつながりにくくなっています。しばらくしてから、もう一度お試しください。"},
		503: {"ただいまご利用いただけません", "申し訳ありません。しばらくしてから、もう一度お試しください。"},
		504: {"応答に時間がかかっています", "申し訳ありません。しばらくしてから、もう一度お試しください。"},
	}),
	"en": plain("Error code", "Back to the top page", map[int][2]string{
		400: {"This address is not right", "Please check the address you entered."},
		404: {"Page not found", "The page may have been moved or removed."},
		405: {"This cannot be done here", "Please go back to the previous page and try again."},
		500: {"An error occurred", "We are sorry. Please try again in a while."},
		502: {"The page cannot be shown", "We are sorry. The service is hard to reach right now. Please try again in a while."},
		503: {"Not available right now", "We are sorry. Please try again in a while."},
		504: {"This is taking too long", "We are sorry. Please try again in a while."},
	}),
}
