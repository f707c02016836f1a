package profileimage

import (
	"encoding/base64"
	"strings"

	"kaiin/schema"
	"kaiin/server/base/fault"
)

// field is the name of the input's field.
const field = "profileImage"

// types are how a data URL may begin. It decides nothing else: what a picture is, its content says.
var types = []string{"data:image/jpeg", "data:image/jpg", "data:image/png", "data:image/gif"}

// read is the bytes in a data URL. Faults: INVALID_FORMAT for anything else and for another
// type, IMAGE_TOO_LARGE.
func read(dataURL string) ([]byte, error) {
	wrong := fault.Invalid(fault.InvalidFormat, field)
	head, body, found := strings.Cut(dataURL, ",")
	if !found || !isImage(head) {
		return nil, wrong
	}
	most := schema.Rules().ProfileImage.MaxBytes
	if base64.StdEncoding.DecodedLen(len(body)) > most+2 { // up to two bytes are no bytes, but padding
		return nil, fault.Invalid(fault.ImageTooLarge, field)
	}
	sent, err := base64.StdEncoding.Strict().DecodeString(body)
	switch {
	case err != nil || len(sent) == 0:
		return nil, wrong
	case len(sent) > most:
		return nil, fault.Invalid(fault.ImageTooLarge, field)
	}
	return sent, nil
}

// isImage reports whether the beginning of a data URL says that it holds one of the types
// in base64.
func isImage(head string) bool {
	for _, kind := range types {
		if strings.EqualFold(head, kind+";base64") {
			return true
		}
	}
	return false
}
