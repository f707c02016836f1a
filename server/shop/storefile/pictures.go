package storefile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"regexp"

	"kaiin/server/base/written"
)

// files is the folder beside a store file whose files the site serves below /store/.
const files = "files"

// served is an address below /store/ of this site, and not of another one.
var served = regexp.MustCompile(`(?:^|[\s"'(=])/store/([^\s"'<>?#]+)`)

// Served checks that all that a store file names below /store/ is in the folder files beside it.
// Where there is no such folder, its files are kept elsewhere, and nothing is checked.
func Served(folder fs.FS, name string) error {
	if _, err := fs.Stat(folder, files); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	document, err := fs.ReadFile(folder, name)
	if err != nil {
		return err
	}
	var missing written.Problems
	for i, line := range bytes.Split(document, []byte("\n")) {
		line, _, _ = bytes.Cut(append([]byte(" "), line...), []byte(" #")) // without a comment
		for _, found := range served.FindAllSubmatch(line, -1) {
			path := files + "/" + string(bytes.TrimRight(found[1], ",}])"))
			if _, err := fs.Stat(folder, path); err != nil {
				missing.Add(fmt.Sprintf("line %d", i+1), "there is no %s", path)
			}
		}
	}
	if err := errors.Join(missing...); err != nil {
		return fmt.Errorf("%s:\n%w", name, err)
	}
	return nil
}
