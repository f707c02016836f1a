package credential

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"regexp"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"

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
