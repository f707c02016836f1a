package storefile

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A folder that Start wrote sells at once, and holds every file that its store names.
func TestAStoreToBeginWith(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "shop")
	files, err := Start(folder)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Parse(os.DirFS(folder), "store.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Plans) != 2 || f.Plans[0].Unpublished || !strings.Contains(f.Policies[0].Body["en"], "My Cinema") {
		t.Errorf("%d plans, policies %v", len(f.Plans), f.Policies)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, named := range regexp.MustCompile(`/store/([a-z.]+[a-z])`).FindAllSubmatch(text, -1) {
			if _, err := fs.Stat(os.DirFS(filepath.Join(folder, "files")), string(named[1])); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if strings.Contains(string(text), "灯台座") || strings.Contains(strings.ToLower(string(text)), "todaiza") {
			t.Errorf("%s is of another store", name)
		}
	}
	if _, err := Start(folder); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("once more: %v", err)
	}
	if _, err := Start(filepath.Join(folder, "store.yaml")); err == nil {
		t.Error("a file was taken for a folder")
	}
}

// The page about a store of one's own shows a mistake as the program tells it, with its line.
func TestTheMistakeThatIsShown(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "shop")
	if _, err := Start(folder); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "store.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), "renewSpanUnit: months", "renewSpanUnit: moths", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/your-own-store.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(`line \d+: plans.*`).FindString(string(page))
	f, err := Parse(os.DirFS(folder), "store.yaml")
	if err == nil {
		err = f.Validate()
	}
	if shown == "" || err == nil || !strings.Contains(err.Error(), shown) {
		t.Errorf("%v, the page shows %q", err, shown)
	}
}
