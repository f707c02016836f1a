package paypal

import (
	"bytes"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"time"
)

const (
	tokenLife   = 9 * time.Hour
	ordersLife  = 6 * time.Hour // of request ids
	moneyLife   = 45 * 24 * time.Hour
	vaultLife   = 3 * time.Hour
	jsonContent = "application/json"
)

type object = map[string]any

// restRoutes adds the addresses of the REST API.
func (s *Service) restRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /v1/oauth2/token", s.giveToken)
	at := func(pattern, function string, life time.Duration, perform restHandler) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.serveREST(w, r, function, life, perform) })
	}
	at("POST /v3/vault/setup-tokens", fnSetup, vaultLife, s.beginSetup)
	at("GET /v3/vault/setup-tokens/{id}", fnLookup, 0, s.readSetup)
	at("POST /v3/vault/payment-tokens", fnVault, vaultLife, s.keepWallet)
	at("GET /v3/vault/payment-tokens", fnLookup, 0, s.listWallets)
	at("GET /v3/vault/payment-tokens/{id}", fnLookup, 0, s.readWallet)
	at("DELETE /v3/vault/payment-tokens/{id}", fnForget, 0, s.deleteWallet)
	at("POST /v2/checkout/orders", fnOrder, ordersLife, s.createOrder)
	at("GET /v2/checkout/orders/{id}", fnLookup, 0, s.readOrder)
	at("POST /v2/checkout/orders/{id}/authorize", fnAuthorize, ordersLife, s.authorizeOrder)
	at("POST /v2/payments/authorizations/{id}/capture", fnCapture, moneyLife, s.captureAuthorization)
	at("POST /v2/payments/authorizations/{id}/void", fnVoid, moneyLife, s.voidAuthorization)
	at("POST /v2/payments/captures/{id}/refund", fnRefund, moneyLife, s.refundCapture)
	at("GET /v2/payments/captures/{id}", fnLookup, 0, s.readCapture)
	at("GET /v1/reporting/transactions", fnReport, 0, s.report)
	mux.HandleFunc("POST /v1/notifications/verify-webhook-signature", s.verifyNotice)
	mux.HandleFunc("GET /v1/notifications/certs/{name}", s.serveCertificate)
}

// restRequest is a call of the REST API. The service is locked while it is worked on.
type restRequest struct {
	id     string // of the path
	query  url.Values
	body   []byte
	base   string
	script string
}

// restHandler carries a call out. A nil body is status 204.
type restHandler func(r restRequest) (status int, body object, refusal *fault)

// giveToken answers POST /v1/oauth2/token.
func (s *Service) giveToken(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	id, secret, _ := r.BasicAuth()
	same := subtle.ConstantTimeCompare([]byte(id), []byte(s.Merchant.ClientID)) & subtle.ConstantTimeCompare([]byte(secret), []byte(s.Merchant.ClientSecret))
	switch {
	case same != 1:
		writeJSON(w, http.StatusUnauthorized, object{"error": "invalid_client", "error_description": "Client Authentication failed"})
		return
	case r.PostFormValue("grant_type") != "client_credentials":
		writeJSON(w, http.StatusBadRequest, object{"error": "unsupported_grant_type", "error_description": "Grant Type is NULL"})
		return
	}
	token := "A21AA" + rand.Text() + rand.Text()
	s.mu.Lock()
	s.tokens[token] = s.Clock.Now().Add(tokenLife)
	s.mu.Unlock()
	writeJSON(w, http.StatusOK, object{
		"scope": "https://uri.paypal.com/services/payments/payment", "access_token": token, "token_type": "Bearer",
		"app_id": "APP-80W284485P519543T", "expires_in": int(tokenLife / time.Second), "nonce": rand.Text(),
	})
}

func (s *Service) mayCall(r *http.Request) bool {
	token := bearer(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	ends, ok := s.tokens[token]
	return ok && s.Clock.Now().Before(ends)
}

var bearerForm = regexp.MustCompile(`^Bearer (\S+)$`)

func bearer(r *http.Request) string {
	parts := bearerForm.FindStringSubmatch(r.Header.Get("Authorization"))
	if parts == nil {
		return ""
	}
	return parts[1]
}

// unauthorized is the answer to a token that is unknown or over.
func unauthorized() reply {
	out := jsonReply(http.StatusUnauthorized, object{"error": "invalid_token", "error_description": "Token signature verification failed"})
	out.code = "invalid_token"
	return out
}

func (s *Service) serveREST(w http.ResponseWriter, r *http.Request, function string, life time.Duration, perform restHandler) {
	id := r.PathValue("id")
	if !s.mayCall(r) {
		s.answer(w, unauthorized(), Call{Function: function, Subject: id})
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil || len(body) > 0 && !json.Valid(body) {
		s.answer(w, restRefusal(missing("A body in JSON")), Call{Function: function, Subject: id})
		return
	}
	key := r.Header.Get("PayPal-Request-Id")
	if len(key) > 108 {
		s.answer(w, restRefusal(missing("PayPal-Request-Id")), Call{Function: function, Subject: id})
		return
	}
	if life == 0 {
		key = ""
	}
	s.serve(w, r, exchange{
		function: function, subject: id, key: key, life: life, sent: id + "\n" + string(body), refuse: restRefusal,
		perform: func(script string) (reply, *fault) {
			status, out, refusal := perform(restRequest{id, r.URL.Query(), body, s.baseURL(r), script})
			if refusal != nil {
				return reply{}, refusal
			}
			if out == nil {
				return reply{Status: http.StatusNoContent, result: "204"}, nil
			}
			return jsonReply(status, out), nil
		},
	})
}

var problemNames = map[int]string{
	http.StatusBadRequest: "INVALID_REQUEST", http.StatusNotFound: "RESOURCE_NOT_FOUND", http.StatusUnprocessableEntity: "UNPROCESSABLE_ENTITY",
	http.StatusTooManyRequests: "RATE_LIMIT_REACHED",
}

// restRefusal is a refusal in the form of the REST API.
func restRefusal(f *fault) reply {
	out := jsonReply(f.status, object{
		"name": problemNames[f.status], "message": "The requested action could not be performed, semantically incorrect, or failed business validation.",
		"debug_id": rand.Text()[:13], "details": []object{{"issue": f.issue, "description": f.message}},
		"links": []object{{"href": "https://developer.paypal.com/docs/api/orders/v2/#error-" + f.issue, "rel": "information_link", "method": "GET"}},
	})
	out.code = f.issue
	return out
}

func jsonReply(status int, body any) reply {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(body) // a Buffer does not fail
	return reply{Status: status, Type: jsonContent, Body: bytes.TrimSpace(b.Bytes()), result: strconv.Itoa(status)}
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", jsonContent)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(jsonReply(status, body).Body)
}

// money is an amount on the wire.
type money struct {
	Currency string `json:"currency_code"`
	Value    string `json:"value"`
}

func yen(amount int) money { return money{"JPY", strconv.Itoa(amount)} }

var wholeYen = regexp.MustCompile(`^[1-9][0-9]{0,6}$`)

// yen reads an amount strictly: yen have no decimals.
func (m money) yen() (int, *fault) {
	if m.Currency != "JPY" || !wholeYen.MatchString(m.Value) {
		return 0, notYen
	}
	amount, _ := strconv.Atoi(m.Value) // the pattern allows nothing else
	return amount, nil
}
