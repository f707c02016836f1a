package sbps

import (
	"bytes"
	"crypto/cipher"
	"crypto/des"
	"encoding/base64"
	"errors"
)

// tripleDES encrypts single fields as the service prescribes: DES-EDE3-CBC over Shift_JIS, filled
// up with spaces to a multiple of eight, in Base64. Every value is encrypted with the same initial
// vector; what protects the request is TLS.
type tripleDES struct {
	block cipher.Block
	iv    []byte
}

func newTripleDES(key, iv string) (*tripleDES, error) {
	block, err := des.NewTripleDESCipher([]byte(key))
	if err != nil || len(iv) != des.BlockSize {
		return nil, errors.New("sbps: the 3DES key must have 24 characters and the initial vector 8")
	}
	return &tripleDES{block, []byte(iv)}, nil
}

// encrypt leaves an empty value empty.
func (c *tripleDES) encrypt(raw []byte) string {
	if len(raw) == 0 {
		return ""
	}
	padding := (des.BlockSize - len(raw)%des.BlockSize) % des.BlockSize
	sealed := append(bytes.Clone(raw), bytes.Repeat([]byte{' '}, padding)...)
	cipher.NewCBCEncrypter(c.block, c.iv).CryptBlocks(sealed, sealed)
	return base64.StdEncoding.EncodeToString(sealed)
}

// decrypt takes off the spaces at the end, those of the value's own with them.
func (c *tripleDES) decrypt(text string) ([]byte, error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(raw)%des.BlockSize != 0 {
		return nil, errors.New("a field of the answer cannot be decrypted")
	}
	cipher.NewCBCDecrypter(c.block, c.iv).CryptBlocks(raw, raw)
	return bytes.TrimRight(raw, " "), nil
}
