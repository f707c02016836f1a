package mail

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // ISO-2022-JP, Shift_JIS and the rest
	gomail "github.com/emersion/go-message/mail"
)

type content struct{ head, subject, text, html string }

// parse reads a message: its header fields as they came, its subject, its first text part and its
// first HTML part, decoded to UTF-8. A part in a charset that is not known is kept as it came.
func parse(r io.Reader) (content, error) {
	reader, err := gomail.CreateReader(r)
	if err != nil && !message.IsUnknownCharset(err) {
		return content{}, fmt.Errorf("not a message: %w", err)
	}
	defer reader.Close()
	var c content
	for fields := reader.Header.Fields(); fields.Next(); {
		c.head += fields.Key() + ": " + fields.Value() + "\n"
	}
	if c.subject, err = reader.Header.Subject(); err != nil {
		c.subject = reader.Header.Get("Subject")
	}
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			return c, nil
		}
		if err != nil && !message.IsUnknownCharset(err) {
			return content{}, fmt.Errorf("broken MIME: %w", err)
		}
		inline, ok := part.Header.(*gomail.InlineHeader)
		if !ok {
			continue
		}
		mediaType, _, err := inline.ContentType()
		if err != nil {
			mediaType = "text/plain"
		}
		body, err := io.ReadAll(part.Body)
		if err != nil {
			return content{}, fmt.Errorf("broken part: %w", err)
		}
		text := strings.ReplaceAll(string(body), "\r\n", "\n")
		switch {
		case mediaType == "text/html" && c.html == "":
			c.html = text
		case strings.HasPrefix(mediaType, "text/") && mediaType != "text/html" && c.text == "":
			c.text = text
		}
	}
}
