package paypal

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"hash/crc32"
	"math/big"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// signingKey is made when it is first needed, and serves every sandbox of the process: making one
// takes a while.
var signingKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err) // the system has no randomness
	}
	return key
})

// signer signs notices with a certificate that leads to Roots.
type signer struct {
	secret string
	once   sync.Once
	chain  []byte // in PEM
	name   string // of the certificate; new with every start
}

// Roots is the certificate, in PEM, that those of notices lead to. It follows from the client's
// secret, so that the product can be told before the sandbox runs.
func Roots(clientSecret string) []byte {
	_, der := authority(clientSecret)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

var (
	began = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	ends  = time.Date(2080, 1, 1, 0, 0, 0, 0, time.UTC) // the clock may be moved by 20 years
)

// authority is the same for the same secret: its key follows from it, and a signature with such a
// key from what is signed.
func authority(secret string) (ed25519.PrivateKey, []byte) {
	sum := hmac.New(sha256.New, []byte(secret))
	sum.Write([]byte("sandbox paypal certificates"))
	key := ed25519.NewKeyFromSeed(sum.Sum(nil))
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Sandbox of PayPal"}, NotBefore: began, NotAfter: ends,
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		panic(err) // it holds no input from outside
	}
	return key, der
}

func (s *signer) prepare() {
	s.once.Do(func() {
		key, root := authority(s.secret)
		issuer, err := x509.ParseCertificate(root)
		if err != nil {
			panic(err) // authority has made it
		}
		der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
			SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "messageverificationcerts.paypal.com"},
			DNSNames: []string{"messageverificationcerts.paypal.com"}, NotBefore: began, NotAfter: ends, KeyUsage: x509.KeyUsageDigitalSignature,
		}, issuer, signingKey().Public(), key)
		if err != nil {
			panic(err) // it holds no input from outside
		}
		s.chain = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
		s.name = "CERT-" + rand.Text()
	})
}

// sign is the signature of a notice.
func (s *signer) sign(id, at, webhookID string, body []byte) string {
	s.prepare()
	digest := sha256.Sum256([]byte(signedText(id, at, webhookID, body)))
	signature, err := rsa.SignPKCS1v15(rand.Reader, signingKey(), crypto.SHA256, digest[:])
	if err != nil {
		panic(err) // the key is long enough
	}
	return base64.StdEncoding.EncodeToString(signature)
}

// verify tells whether a signature is ours.
func (s *signer) verify(id, at, webhookID string, body []byte, signature string) bool {
	s.prepare()
	raw, err := base64.StdEncoding.DecodeString(signature)
	digest := sha256.Sum256([]byte(signedText(id, at, webhookID, body)))
	return err == nil && rsa.VerifyPKCS1v15(&signingKey().PublicKey, crypto.SHA256, digest[:], raw) == nil
}

// signedText is what is signed: the CRC32 is a decimal number.
func signedText(id, at, webhookID string, body []byte) string {
	return id + "|" + at + "|" + webhookID + "|" + strconv.FormatUint(uint64(crc32.ChecksumIEEE(body)), 10)
}

func (s *Service) serveCertificate(w http.ResponseWriter, r *http.Request) {
	s.signer.prepare()
	if r.PathValue("name") != s.signer.name {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/x-pem-file")
	_, _ = w.Write(bytes.Clone(s.signer.chain))
}
