package security

import (
	"net/http"
	"testing"
)

// A caller cannot write lines of their own into the log: what they send stays inside a string of
// the line about them. That the server writes nothing but lines is checked of every stack
// (blackbox.Journal).
func TestACallerWritesNoLine(t *testing.T) {
	s := together(t)
	for path, logged := range map[string]string{
		"/a%0A%7B%22b%22:1%7D":    `"path":"/a\n{\"b\":1}"`,
		"/c%0D%0A%1B[2J%00":       `"path":"/c\r\n\u001b[2J\u0000"`,
		"/zapi/d%E2%80%A8%22,%22": `"path":"/zapi/d\u2028\",\""`,
	} {
		answer, err := http.Get(s.Origin + path)
		must(t, err)
		must(t, answer.Body.Close())
		s.Logs(logged)
	}
}
