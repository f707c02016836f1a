package storefile

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed starter
var starter embed.FS

// Start writes a store that can sell into a new or empty folder: its file, the texts of its
// policies, and in the folder files what the site serves below /store/. It answers the paths of
// what it wrote, and never touches what is there.
func Start(folder string) (written []string, err error) {
	switch there, err := os.ReadDir(folder); {
	case err == nil && len(there) > 0:
		return nil, fmt.Errorf("%s is not empty: name a new folder", folder)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	files, err := fs.Sub(starter, "starter")
	if err != nil {
		return nil, err
	}
	if err := os.CopyFS(folder, files); err != nil {
		return nil, err
	}
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			written = append(written, filepath.Join(folder, filepath.FromSlash(name)))
		}
		return err
	})
	return written, err
}
