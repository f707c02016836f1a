package credential

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"rsc.io/qr"

	"kaiin/ent"
	"kaiin/ent/factor"
	"kaiin/server/base/secret"
)

// One-time passwords of authenticator apps (RFC 6238): SHA-1, 30 seconds, 6 digits, which every
// app knows.
const (
	otpPeriod = 30 // seconds
	otpSecret = 20 // bytes, as RFC 4226 recommends
)

var (
	otpForm  = regexp.MustCompile(`^[0-9]{6}$`)
	otpCoder = base32.StdEncoding.WithPadding(base32.NoPadding)
)

// NewOTPSecret is a fresh secret in base32, as apps take it.
func NewOTPSecret() string {
	bytes := make([]byte, otpSecret)
	rand.Read(bytes) // never fails (crypto/rand)
	return otpCoder.EncodeToString(bytes)
}

// otpStep is the number of the time step the moment lies in.
func otpStep(at time.Time) int64 { return at.Unix() / otpPeriod }

// MatchOTP is the step whose password the value is: the present one, or one on either side,
// for hands that are slow and clocks that are late or early. Each step counts once all the
// same (spendStep).
func MatchOTP(key, value string, now time.Time) (step int64, ok bool) {
	if !otpForm.MatchString(value) {
		return 0, false
	}
	for _, step := range []int64{otpStep(now), otpStep(now) - 1, otpStep(now) + 1} {
		right, err := hotp.GenerateCodeCustom(key, uint64(step), hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
		if err == nil && secret.Equal([]byte(right), []byte(value)) {
			return step, true
		}
	}
	return 0, false
}

// rightStep is the time step whose password of the factor the value is. Fault: MULTI_FACTOR_FAILED
// on value.
func (s *Service) rightStep(row *ent.Factor, value string) (int64, error) {
	key, err := s.Secrets.Open(otpSeal(row.AccountID.String()), *row.Secret)
	if err != nil {
		return 0, err
	}
	step, ok := MatchOTP(string(key), value, s.Clock.Now())
	if !ok {
		return 0, factorFailed()
	}
	return step, nil
}

// spendStep uses up the password of a step by moving the factor's last step on: each step counts
// once (ASVS 6.5.1). Fault: MULTI_FACTOR_FAILED on value.
func (s *Service) spendStep(ctx context.Context, id uuid.UUID, step int64) error {
	moved, err := s.Store.Client(ctx).Factor.Update().Where(factor.ID(id), factor.LastStepLT(step)).SetLastStep(step).Save(ctx)
	if err == nil && moved == 0 {
		return factorFailed()
	}
	return err
}

// otpSeal binds a sealed secret to its account.
func otpSeal(accountID string) string { return "otp " + accountID }

// OTPAddress is what an authenticator app reads: the key URI format of its makers, where a colon
// separates the issuer from the account and neither may hold one.
func OTPAddress(issuer, who, secret string) string {
	issuer = strings.ReplaceAll(issuer, ":", " ")
	parameters := url.Values{"secret": {secret}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {"30"}}
	return "otpauth://totp/" + escaped(url.QueryEscape(issuer)) + ":" + escaped(url.QueryEscape(who)) + "?" + escaped(parameters.Encode())
}

// escaped is a text of a query with %20 for a space: apps take that everywhere, and not every one
// takes +. A plus sign or an ampersand of the text itself is escaped in both parts, as some apps
// read them as signs of a query in the label, too.
func escaped(query string) string { return strings.ReplaceAll(query, "+", "%20") }

// qrMargin is the quiet zone around a QR code, in modules (ISO/IEC 18004).
const qrMargin = 4

// QRCode is the text as a QR code in SVG, dark on light whatever the page's colours are, without
// anything a strict content security policy would stop. The encoder always takes mask 0, which
// readers understand like any other: weighing all eight, as the standard advises, would cost more
// than the whole page.
func QRCode(text string) (string, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", err
	}
	whole := code.Size + 2*qrMargin
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="`,
		whole, whole, whole, whole)
	var number [20]byte
	part := func(name string, value int) {
		svg.WriteString(name)
		svg.Write(strconv.AppendInt(number[:0], int64(value), 10))
	}
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			began := x
			for code.Black(x, y) { // false outside the code
				x++
			}
			if dark := x - began; dark > 0 {
				part("M", began+qrMargin)
				part(" ", y+qrMargin)
				part("h", dark)
				part("v1h-", dark)
				svg.WriteByte('z')
			}
		}
	}
	svg.WriteString(`"/></svg>`)
	return svg.String(), nil
}
