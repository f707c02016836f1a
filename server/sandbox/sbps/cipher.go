package sbps

import (
	"bytes"
	"crypto/cipher"
	"crypto/des"
	"encoding/base64"
	"errors"
	"fmt"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
)

// toShiftJIS writes text in Shift_JIS; what that cannot hold becomes a question
// mark-like substitute.
func toShiftJIS(text string) []byte {
	out, err := encoding.ReplaceUnsupported(japanese.ShiftJIS.NewEncoder()).Bytes([]byte(text))
	if err != nil { // only invalid UTF-8 comes here, and nothing in this package makes any
		return []byte(text)
	}
	return out
}

// fromShiftJIS reads Shift_JIS bytes; ok is false when they are not.
func fromShiftJIS(raw []byte) (text string, ok bool) {
	out, err := japanese.ShiftJIS.NewDecoder().Bytes(raw)
	if err != nil || bytes.ContainsRune(out, '\uFFFD') {
		return "", false
	}
	return string(out), true
}

// tripleDES is the field encryption: DES-EDE3-CBC over Shift_JIS bytes padded with spaces, written
// in Base64. The same initial vector serves every value, as the service prescribes.
type tripleDES struct {
	block cipher.Block
	iv    []byte
}

func newTripleDES(key, iv string) (*tripleDES, error) {
	if len(iv) != des.BlockSize {
		return nil, fmt.Errorf("the 3DES initial vector must have %d characters", des.BlockSize)
	}
	block, err := des.NewTripleDESCipher([]byte(key))
	if err != nil {
		return nil, errors.New("the 3DES key must have 24 characters")
	}
	return &tripleDES{block, []byte(iv)}, nil
}

// encrypt leaves an empty value empty.
func (c *tripleDES) encrypt(raw []byte) string {
	if len(raw) == 0 {
		return ""
	}
	padding := (des.BlockSize - len(raw)%des.BlockSize) % des.BlockSize
	out := append(bytes.Clone(raw), bytes.Repeat([]byte{' '}, padding)...)
	cipher.NewCBCEncrypter(c.block, c.iv).CryptBlocks(out, out)
	return base64.StdEncoding.EncodeToString(out)
}

func (c *tripleDES) decrypt(text string) ([]byte, error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(raw)%des.BlockSize != 0 {
		return nil, errors.New("not an encrypted value")
	}
	cipher.NewCBCDecrypter(c.block, c.iv).CryptBlocks(raw, raw)
	return bytes.TrimRight(raw, " "), nil
}
