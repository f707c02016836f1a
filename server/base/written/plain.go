package written

import (
	"bytes"
	"io"
)

const byteOrderMark = "\ufeff"

// Plain is a text without the byte order mark that Windows puts before it and the end mark (0x1A)
// that older systems put after it.
func Plain(text []byte) []byte {
	return bytes.TrimRight(bytes.TrimPrefix(text, []byte(byteOrderMark)), "\x1a")
}

// ReadAll reads all there is, as Plain does.
func ReadAll(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(r)
	return Plain(text), err
}
