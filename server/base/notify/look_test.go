package notify

import (
	"encoding/json"
	"flag"
	"html"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kaiin/server/base/words"
)

// eachMail renders every sample that is a mail, in both languages.
func eachMail(t *testing.T, look func(name, locale string, m Message, mail Mail)) {
	t.Helper()
	for name, m := range samples() {
		if _, short := m.(ShortMessage); short {
			continue
		}
		for _, locale := range words.Locales {
			mail, err := render(page{Locale: locale, Brand: testBrand, M: m})
			if err != nil {
				t.Fatalf("%s in %s: %v", name, locale, err)
			}
			look(name+"."+locale, locale, m, mail)
		}
	}
}

var (
	preheader = regexp.MustCompile(`(?s)<div class="preheader"[^>]*>(.*?)</div>`)
	heading   = regexp.MustCompile(`(?s)<h1[^>]*>(.*?)</h1>`)
	tag       = regexp.MustCompile(`(?s)<style>.*?</style>|<[^>]*>`)
)

// preheaderOf is what a list of mails shows of one, beside its subject.
func preheaderOf(t *testing.T, mail Mail) string {
	t.Helper()
	found := preheader.FindStringSubmatch(strings.Replace(mail.HTML, string(filler), "", 1))
	if found == nil {
		t.Fatalf("no preheader:\n%s", mail.HTML)
	}
	return strings.TrimSpace(html.UnescapeString(found[1]))
}

// U-29: a list of mails shows what each one tells, and no greeting.
func TestEveryMailBeginsWithItsFact(t *testing.T) {
	eachMail(t, func(name, _ string, m Message, mail Mail) {
		fact := preheaderOf(t, mail)
		_, letter := m.(Newsletter)
		if size := utf8.RuneCountInString(fact); size > 90 || size < 20 && !letter {
			t.Errorf("%s: %d characters: %s", name, size, fact)
		}
		for _, greeting := range []string{"ありがとうございま", "Thank you"} {
			if strings.Contains(fact, greeting) {
				t.Errorf("%s greets: %s", name, fact)
			}
		}
		if title := html.UnescapeString(heading.FindStringSubmatch(mail.HTML)[1]); title == fact || strings.Contains(mail.Subject, fact) {
			t.Errorf("%s says nothing new: %s", name, fact)
		}
		if strings.Contains(fact, "0123") || strings.Contains(fact, "abc_def") {
			t.Errorf("%s shows its secret on a locked screen: %s", name, fact)
		}
		if strings.Index(mail.HTML, fact[:1]) > strings.Index(mail.HTML, "<h1") {
			t.Errorf("%s: the preheader is not the first line", name)
		}
	})
}

func TestTheOpeningOfANewsletterIsShort(t *testing.T) {
	if got := opening([][]string{{"今週は2本です。", "灯台"}, {strings.Repeat("海", 80)}}); got != "今週は2本です。 灯台 "+strings.Repeat("海", 48) {
		t.Error(got)
	}
}

var (
	number = regexp.MustCompile(`\d(?:[\d,./:*-]*\d)?`)
	inHTML = regexp.MustCompile(`href="([^"]*)"`)
	inText = regexp.MustCompile(`https?://\S+`)
)

// factsOf are the numbers and days, and the links, of one part of a mail.
func factsOf(text string, links []string) []string {
	all := map[string]bool{}
	for _, found := range number.FindAllString(text, -1) {
		all[found] = true
	}
	for _, link := range links {
		all[link] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// Both parts of a mail tell the same: who reads the text has every amount, day and link.
func TestBothPartsOfAMailTellTheSame(t *testing.T) {
	eachMail(t, func(name, _ string, _ Message, mail Mail) {
		var links []string
		for _, found := range inHTML.FindAllStringSubmatch(mail.HTML, -1) {
			if link := html.UnescapeString(found[1]); !strings.HasPrefix(link, "mailto:") {
				links = append(links, link)
			}
		}
		ofHTML := factsOf(html.UnescapeString(tag.ReplaceAllString(strings.Replace(mail.HTML, string(filler), "", 1), " ")), links)
		ofText := factsOf(inText.ReplaceAllString(mail.Text, " "), inText.FindAllString(mail.Text, -1))
		if !slices.Equal(ofHTML, ofText) {
			t.Errorf("%s: the HTML tells of\n%q, the text of\n%q", name, without(ofHTML, ofText), without(ofText, ofHTML))
		}
	})
}

func without(all, others []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(one string) bool { return slices.Contains(others, one) })
}

// A code is pasted as it is: nothing is between its digits, and in the text its line has nothing
// else.
func TestACodeCanBePasted(t *testing.T) {
	eachMail(t, func(name, _ string, m Message, mail Mail) {
		var code string
		switch m := m.(type) {
		case PinCode:
			code = m.Code
		case EmailOffered:
			code = m.Code
		default:
			if strings.Contains(mail.HTML, "user-select:all") {
				t.Errorf("%s has a code", name)
			}
			return
		}
		if !strings.Contains(mail.HTML, "user-select:all\">"+code+"</p>") || !slices.Contains(strings.Split(mail.Text, "\n"), code) {
			t.Errorf("%s: the code is not alone:\n%s", name, mail.Text)
		}
	})
}

// U-28: a mail has one button at most, no link in the browser's blue, and every tag carries its
// style, since many mail programs read no style sheet.
func TestMailsHaveOneButtonAndOneLook(t *testing.T) {
	link := regexp.MustCompile(`<a [^>]*>`)
	bare := regexp.MustCompile(`<(?:h1|h2|p|a|table|th|td|ul)(?: (?:href="[^"]*"|class="[^"]*"|role="[^"]*"))*>`)
	eachMail(t, func(name, _ string, _ Message, mail Mail) {
		if count := strings.Count(mail.HTML, `class="button"`); count > 1 {
			t.Errorf("%s has %d buttons", name, count)
		}
		if found := bare.FindString(mail.HTML); found != "" {
			t.Errorf("%s: %s has no style", name, found)
		}
		for _, found := range link.FindAllString(mail.HTML, -1) {
			if !strings.Contains(found, ";color:") && !strings.Contains(found, `"color:`) {
				t.Errorf("%s: %s is in the browser's blue", name, found)
			}
		}
		for _, want := range []string{`content="light dark"`, "prefers-color-scheme:dark", testBrand.AccentDark} {
			if !strings.Contains(mail.HTML, want) {
				t.Errorf("%s does not say %s", name, want)
			}
		}
	})
}

// rendered names a file to which the mails are written, for the browser of e2e/mails.spec.ts.
var rendered = flag.String("rendered", "", "the file to write the HTML of all mails to")

func TestMailsAreWrittenForABrowser(t *testing.T) {
	file := *rendered
	if file == "" {
		file = filepath.Join(t.TempDir(), "mails.json")
	}
	all := map[string]string{}
	eachMail(t, func(name, _ string, _ Message, mail Mail) { all[name] = mail.HTML })
	written, err := json.Marshal(all)
	if err == nil {
		err = os.WriteFile(file, written, 0o600)
	}
	if err != nil || len(all) < 200 {
		t.Errorf("%d mails, %v", len(all), err)
	}
}
