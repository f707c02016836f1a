package blackbox

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// Edit is a place of the program that is built in another way: Text is in the file, a path from the
// top of the checkout or one of Go itself (GoFile), exactly once.
type Edit struct{ File, Text, Instead string }

// ChargedOnce takes the guard against charging twice out of the program: one order id for good, a
// look before every further try, and one transaction for each charge.
var ChargedOnce = []Edit{
	{"server/money/payment/guard.go", "import (", "import (\n\t\"fmt\"\n\t\"kaiin/server/base/secret\""},
	{"server/money/payment/guard.go", "return c.ProviderOrderID", `return fmt.Sprintf("%.29s%s", c.ProviderOrderID, secret.Digits(9))`},
	{"server/money/payment/guard.go", "const lookupFirst = true", "const lookupFirst = false"},
	{"server/money/payment/guard.go", `charge.TrackingIDIn("", tracking)`, "charge.AmountGTE(0)"},
}

// GoFile is the path of a file of Go's own packages, as it is for an Edit.
func GoFile(name string) (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	return filepath.Join(strings.TrimSpace(string(root)), "src", name), err
}

// Edited are the files that the edits change, as they are then, by their absolute paths. It is an
// error when a text is not in its file exactly once.
func Edited(edits ...Edit) (map[string]string, error) {
	top, err := filepath.Abs("../..")
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, e := range edits {
		path := e.File
		if !filepath.IsAbs(path) {
			path = filepath.Join(top, path)
		}
		if _, known := files[path]; !known {
			source, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			files[path] = string(source)
		}
		if n := strings.Count(files[path], e.Text); n != 1 {
			return nil, fmt.Errorf("%s: this is there %d times, not once: %s", e.File, n, e.Text)
		}
		files[path] = strings.Replace(files[path], e.Text, e.Instead, 1)
	}
	return files, nil
}

// BuildEdited builds the program with the edits and returns its path. The checkout stays as it is.
// Packages of one run share what they
// build: it lies beside the program that the run has built.
func BuildEdited(name string, edits ...Edit) (string, error) {
	given := os.Getenv(programVariable)
	if given == "" {
		path := filepath.Join(programs, name)
		return path, buildEdited(path, edits)
	}
	program, err := programHash()
	if err != nil {
		return "", err
	}
	all := given + "-edited"
	if err := os.MkdirAll(all, 0o700); err != nil {
		return "", err
	}
	lock, err := os.OpenFile(filepath.Join(all, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return "", err
	}
	defer func() { _ = lock.Close() }() // which unlocks it
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", err
	}
	path := filepath.Join(all, program+"-"+digest(fmt.Append(nil, edits)))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := removeOthers(all, program); err != nil {
		return "", err
	}
	if err := buildEdited(path+".new", edits); err != nil {
		return "", err
	}
	return path, os.Rename(path+".new", path)
}

// removeOthers removes what was built of another program.
func removeOthers(folder, program string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*-*"))
	if err != nil {
		return err
	}
	for _, file := range files {
		if !strings.HasPrefix(filepath.Base(file), program) {
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	return nil
}

// buildEdited builds the program with the edits at the path.
func buildEdited(path string, edits []Edit) error {
	files, err := Edited(edits...)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp(programs, "source-")
	if err != nil {
		return err
	}
	replaced := map[string]string{}
	for file, text := range files {
		instead := filepath.Join(folder, fmt.Sprintf("%d-%s", len(replaced), filepath.Base(file)))
		if err := os.WriteFile(instead, []byte(text), 0o600); err != nil {
			return err
		}
		replaced[file] = instead
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return err
	}
	list := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		return err
	}
	return build(path, "-overlay", list)
}
