package blackbox

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Edit is a place of the program that is built in another way: Text stands in the file, a path from the top of the checkout, exactly once.
type Edit struct{ File, Text, Instead string }

// ChargedOnce takes the guard against charging twice out of the program: one order id for good, a look before every further try, and one
// transaction for each charge.
var ChargedOnce = []Edit{
	{"server/payment/guard.go", "import (", "import (\n\t\"fmt\"\n\t\"kaiin/server/secret\""},
	{"server/payment/guard.go", "return c.ProviderOrderID", `return fmt.Sprintf("%.29s%s", c.ProviderOrderID, secret.Digits(9))`},
	{"server/payment/guard.go", "const lookupFirst = true", "const lookupFirst = false"},
	{"server/payment/guard.go", `charge.TrackingIDIn("", tracking)`, "charge.AmountGTE(0)"},
}

// Edited are the files that the edits change, as they are then, by their absolute paths. It is an error when a text does not stand in its
// file exactly once.
func Edited(edits ...Edit) (map[string]string, error) {
	top, err := filepath.Abs("../..")
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, e := range edits {
		path := filepath.Join(top, e.File)
		if _, known := files[path]; !known {
			source, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			files[path] = string(source)
		}
		if n := strings.Count(files[path], e.Text); n != 1 {
			return nil, fmt.Errorf("%s: this stands there %d times, not once: %s", e.File, n, e.Text)
		}
		files[path] = strings.Replace(files[path], e.Text, e.Instead, 1)
	}
	return files, nil
}

// BuildEdited builds the program with the edits and returns its path. The checkout stays as it is.
func BuildEdited(name string, edits ...Edit) (string, error) {
	files, err := Edited(edits...)
	if err != nil {
		return "", err
	}
	folder := filepath.Join(programs, name+"-source")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	replaced := map[string]string{}
	for path, text := range files {
		instead := filepath.Join(folder, fmt.Sprintf("%d-%s", len(replaced), filepath.Base(path)))
		if err := os.WriteFile(instead, []byte(text), 0o600); err != nil {
			return "", err
		}
		replaced[path] = instead
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	list := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		return "", err
	}
	return Build(name, "-overlay", list)
}
