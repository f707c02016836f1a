package storefile

import (
	"flag"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kaiin/server/base/words"
)

var update = flag.Bool("update", false, "rewrite the demo store's pages")

const (
	demoFolder = "../../../demo"
	demoPublic = "../../../web/public/demo"
)

// The plain pages of the demo store are made of the same texts that members agree to.
func TestDemoPages(t *testing.T) {
	t.Parallel()
	frame, err := template.ParseFiles(filepath.Join(demoFolder, "pages", "frame.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []struct {
		name  string
		title words.Text
	}{
		{"commerce", words.Text{"ja": "特定商取引法に基づく表記", "en": "Legal notice on sales"}},
		{"mail", words.Text{"ja": "メール配信について", "en": "About our emails"}},
		{"help", words.Text{"ja": "ご利用ガイド", "en": "Help"}},
		{"watch", words.Text{"ja": "作品を観る", "en": "Watch"}},
	} {
		body := map[string]template.HTML{}
		for _, locale := range words.Locales {
			text, err := os.ReadFile(filepath.Join(demoFolder, "pages", page.name+"."+locale+".html"))
			if err != nil {
				t.Fatal(err)
			}
			body[locale] = template.HTML(strings.TrimSpace(string(text)))
		}
		var want strings.Builder
		if err := frame.Execute(&want, map[string]any{"Locales": words.Locales, "Title": page.title, "Body": body}); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(demoPublic, page.name+".html")
		if *update {
			if err := os.WriteFile(file, []byte(want.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != want.String() {
			t.Errorf("%s is not made of its texts (go test ./server/shop/catalog -run TestDemoPages -update), %v", file, err)
		}
	}
}

// A price or a number of free days in the texts of the top page could come to differ from the
// plan's: the page says them from the plans.
func TestTheTopPageHasNoPricesOfItsOwn(t *testing.T) {
	t.Parallel()
	f, err := Parse(os.DirFS(demoFolder), "store.yaml")
	if err != nil {
		t.Fatal(err)
	}
	home := f.Settings.Home
	texts := []words.Text{home.Headline}
	for _, passage := range slices.Concat(home.Reasons, home.Questions) {
		texts = append(texts, passage.Title, passage.Text)
	}
	priced := regexp.MustCompile(`[0-9０-９][ ,0-9]*(円|日|yen|days)|[¥￥]`)
	for _, text := range texts {
		for locale, words := range text {
			if found := priced.FindString(words); found != "" {
				t.Errorf("%s: %q is said in %q", locale, found, words)
			}
		}
	}
}

// Every file the demo store names under /demo/ exists.
func TestDemoFilesExist(t *testing.T) {
	t.Parallel()
	f, err := Parse(os.DirFS(demoFolder), "store.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s := f.Settings
	named := []string{s.Images.LogoPc, s.Images.LogoSp, s.Images.Favicon, s.Images.AppleTouchIcon, s.Seller.LawPath,
		s.Images.LogoDark, s.Images.OgImage, s.Home.Art.Phone, s.Home.Art.Wide}
	for _, title := range s.Titles {
		named = append(named, title.Art)
	}
	for _, p := range f.Plans {
		named = append(named, p.Image)
	}
	for _, p := range f.Policies {
		named = append(named, p.External)
	}
	pages := []words.Text{s.WatchURL}
	for _, l := range s.Footers.FooterLinks {
		pages = append(pages, l.Value)
	}
	for _, page := range pages {
		for _, value := range page {
			file, _, _ := strings.Cut(value, "#")
			named = append(named, file)
		}
	}
	for _, path := range named {
		if name, ok := strings.CutPrefix(path, "/demo/"); ok {
			if _, err := os.Stat(filepath.Join(demoPublic, name)); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}
