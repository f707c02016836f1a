package sandbox

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/words"
	"kaiin/server/sandbox/ledger"
	"kaiin/server/sandbox/mail"
	"kaiin/server/sandbox/outcome"
	"kaiin/server/sandbox/paypal"
	"kaiin/server/sandbox/sbps"
	"kaiin/server/sandbox/streaks"
)

//go:embed assets
var assets embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"tokyo": func(t time.Time) string { return t.In(clock.Tokyo).Format("2006/01/02 15:04:05") },
	"yen":   func(amount int) string { return words.Yen("ja", amount) },
	"status": func(status string) string {
		return map[string]string{
			ledger.Authorized: "与信のみ", ledger.Settled: "売上確定", ledger.Cancelled: "取消", ledger.Expired: "期限切れ", ledger.Refunded: "返金",
		}[status]
	},
	"groups": groups,
	"ahead":  ahead,
}).ParseFS(assets, "assets/*.html"))

const pageCSP = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

func (s *Server) pageRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("GET /paypal", s.paypalPage)
	mux.HandleFunc("GET /carriers", s.carriersPage)
	mux.HandleFunc("GET /mails/{id}", s.mailPage)
	mux.HandleFunc("GET /mails/{id}/html", s.mailHTML)
	mux.HandleFunc("GET /assets/page.css", asset("assets/page.css", "text/css; charset=utf-8"))
	mux.HandleFunc("GET /assets/page.js", asset("assets/page.js", "text/javascript; charset=utf-8"))
}

// homePage is everything the front page shows.
type homePage struct {
	Now        time.Time
	Offset     time.Duration
	Mails      []mail.Message
	Ledger     []ledger.Entry // newest first
	Calls      []sbps.Call
	Queue      []outcome.Entry
	Outcomes   []string
	Functions  []string
	ReturnPost bool
	Cards      []sbps.TestCard
	Providers  []string
	Videos     []streaks.Item // empty: there is no video service
	VideoTurns []string       // what its next call can come to
	PayPal     bool
	Apps       bool
	SMTP       string
}

func (s *Server) home(w http.ResponseWriter, _ *http.Request) {
	entries := s.ledger()
	newest := make([]ledger.Entry, 0, len(entries))
	for i := len(entries) - 1; i >= 0 && len(newest) < 200; i-- {
		newest = append(newest, entries[i])
	}
	mails := s.inbox.List("")
	show(w, http.StatusOK, "home.html", homePage{
		Now: s.time.Now(), Offset: time.Duration(s.time.offset()) * time.Second, Mails: mails[:min(len(mails), 100)], Ledger: newest,
		Calls: s.sbps.Calls(), Queue: s.queue.List(), Outcomes: s.queue.Outcomes(sbps.Name), Functions: sbps.FunctionIDs(),
		ReturnPost: s.sbps.ReturnPost(), Cards: sbps.TestCards, Providers: s.idp.Faces(), PayPal: s.paypal.Offered(), Apps: s.apps.Offered(), SMTP: s.SMTPAddr(),
		Videos: s.streaks.Items(), VideoTurns: s.queue.Outcomes(streaks.Name),
	})
}

// paypalOverview is everything the page about PayPal shows.
type paypalOverview struct {
	Offered             bool
	Queue               []outcome.Entry
	Outcomes, Functions []string
	Payers              []paypal.TestPayer
	Wallets             []paypal.WalletRow
	Payments            []paypal.PaymentRow
	Notices             []paypal.Notice
	Calls               []paypal.Call
}

func (s *Server) paypalPage(w http.ResponseWriter, _ *http.Request) {
	show(w, http.StatusOK, "paypal.html", paypalOverview{
		Offered: s.paypal.Offered(), Queue: s.queue.List(), Outcomes: paypal.Script.Outcomes, Functions: paypal.Script.Functions, Payers: paypal.TestPayers,
		Wallets: s.paypal.Wallets(), Payments: s.paypal.Payments(), Notices: s.paypal.Notices(), Calls: s.paypal.Calls(),
	})
}

// carriersOverview is everything the page about carriers shows.
type carriersOverview struct {
	Queue               []outcome.Entry
	Outcomes, Functions []string
	Contracts           []sbps.ContractRow
	Notices             []sbps.Notice
}

func (s *Server) carriersPage(w http.ResponseWriter, _ *http.Request) {
	show(w, http.StatusOK, "carriers.html", carriersOverview{
		Queue: s.queue.List(), Outcomes: sbps.CarrierOutcomes, Functions: sbps.CarrierFunctionIDs(), Contracts: s.sbps.Contracts(), Notices: s.sbps.Notices(),
	})
}

func (s *Server) message(w http.ResponseWriter, r *http.Request) (mail.Message, bool) {
	id, _ := strconv.Atoi(r.PathValue("id"))
	m, ok := s.inbox.Lookup(id)
	if !ok {
		show(w, http.StatusNotFound, "gone.html", nil)
	}
	return m, ok
}

func (s *Server) mailPage(w http.ResponseWriter, r *http.Request) {
	if m, ok := s.message(w, r); ok {
		show(w, http.StatusOK, "mail.html", m)
	}
}

// mailHTML is what the frame on the mail's page holds: the HTML part as it came, unable to
// run anything.
func (s *Server) mailHTML(w http.ResponseWriter, r *http.Request) {
	m, ok := s.message(w, r)
	if !ok {
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data: http: https:; style-src 'unsafe-inline'; frame-ancestors 'self'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(`<base target="_blank">` + m.HTML))
}

func asset(name, contentType string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		content, err := assets.ReadFile(name)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Cache-Control", "no-cache")
		_, _ = w.Write(content)
	}
}

func show(w http.ResponseWriter, status int, name string, page any) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, page); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", pageCSP)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// groups writes a card number in groups of four.
func groups(number string) string {
	out := ""
	for i, c := range number {
		if i > 0 && i%4 == 0 {
			out += " "
		}
		out += string(c)
	}
	return out
}

// ahead says in words how far the clock is ahead.
func ahead(d time.Duration) string {
	if d == 0 {
		return "実時間と同じ"
	}
	return fmt.Sprintf("実時間より%d日%d時間%d分先", d/(24*time.Hour), d/time.Hour%24, d/time.Minute%60)
}
