package evidence

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

var moment = time.Date(2026, 5, 15, 3, 4, 5, 0, time.UTC)

func rendered(t *testing.T, locale string) string {
	t.Helper()
	what := shown(uuid.Nil, locale)
	what.OrderID = uuid.MustParse("0199f1c2-7a3b-7c11-8f11-000000000001")
	what.Items = append(what.Items, Item{"<script>alert(1)</script>", "一行目\n二行目 <img src=x onerror=alert(1)>"})
	page, err := render(what, moment)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// What a version of the template makes of an order is pinned: rows name the version.
func TestATemplateThatChangesIsANewVersion(t *testing.T) {
	t.Parallel()
	for _, locale := range []string{"ja", "en"} {
		file, page := filepath.Join("testdata", fmt.Sprintf("version%d.%s.html", Template, locale)), rendered(t, locale)
		want, err := os.ReadFile(file)
		if os.IsNotExist(err) {
			if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
				t.Fatal(err)
			}
			t.Errorf("%s was written now: look at it, and add it", file)
			continue
		}
		if err != nil || string(want) != page {
			t.Errorf("what %s pins has changed (%v): raise evidence.Template, which makes a new file", file, err)
		}
	}
}

func TestAPageRunsAndLoadsNothing(t *testing.T) {
	t.Parallel()
	page := rendered(t, "ja")
	for _, part := range []string{"<script", "<img", "src=", "href=", "url(", "@import", "http:", "https:"} {
		if strings.Contains(strings.ReplaceAll(page, "&lt;img src=x", ""), part) {
			t.Errorf("%q is in\n%s", part, page)
		}
	}
	if !strings.HasPrefix(page, "<!doctype html>\n<html lang=\"ja\">") || !strings.Contains(page, "一行目\n二行目") {
		t.Error(page)
	}
	_, after, _ := strings.Cut(page, "<style>")
	style, _, _ := strings.Cut(after, "</style>")
	sum := sha256.Sum256([]byte(style))
	if source := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; style == "" || !slices.Contains(StyleSources(), source) {
		t.Errorf("the style of a page, %s, is not among %v", source, StyleSources())
	}
}

func TestWordsExistInBothLanguages(t *testing.T) {
	t.Parallel()
	for _, gap := range catalogue().Gaps() {
		t.Error(gap)
	}
	if n := len(catalogue()["ja"]); n < 5 {
		t.Errorf("only %d words were looked at", n)
	}
}
