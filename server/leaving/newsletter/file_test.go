package newsletter

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

const asWritten = `newsletterId: 2026-spring
subject: { ja: 春の新着, en: New in spring }
text:
  ja: |
    今週は2本です。
    ・灯台

    お楽しみください。
  en: |
    Two films this week.

    Enjoy.
`

func TestParse(t *testing.T) {
	t.Parallel()
	f, err := Parse(strings.NewReader(asWritten))
	want := File{"2026-spring", map[string]string{"ja": "春の新着", "en": "New in spring"},
		map[string]string{"ja": "今週は2本です。\n・灯台\n\nお楽しみください。", "en": "Two films this week.\n\nEnjoy."}}
	if err != nil || !reflect.DeepEqual(f, want) {
		t.Errorf("%+v, %v", f, err)
	}
	// F-02 F-11: what looks like a number stays a text, and the mark that Windows puts before a
	// text is none of it.
	if f, err := Parse(strings.NewReader("\ufeff" + strings.NewReplacer("2026-spring", "0123", "春の新着", "01").Replace(asWritten))); err != nil || f.ID != "0123" || f.Subject["ja"] != "01" {
		t.Errorf("%+v, %v", f, err)
	}
	if f, err := Parse(strings.NewReader(`{"newsletterId": "x", "subject": {"ja": "あ", "en": "a"}, "text": {"ja": "い", "en": "b"}}`)); err != nil || f.Text["en"] != "b" {
		t.Errorf("JSON: %+v, %v", f, err)
	}
}

func TestWhatIsWrongWithAFile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, want string }{
		"empty":                  {"", ""},
		"a picture":              {"\x89PNG\r\n\x1a\n\x00", ""},
		"no id":                  {strings.Replace(asWritten, "newsletterId: 2026-spring\n", "", 1), "newsletterId"},
		"an id with a space":     {strings.Replace(asWritten, "2026-spring", "2026 spring", 1), "newsletterId"},
		"a long id":              {strings.Replace(asWritten, "2026-spring", strings.Repeat("x", 65), 1), "newsletterId"},
		"a key that is misspelt": {strings.Replace(asWritten, "subject:", "subjekt:", 1), "subjekt"},
		"a key twice":            {asWritten + "newsletterId: y\n", "newsletterId"},
		"two documents":          {asWritten + "---\n" + asWritten, "more than one"},
		"no English":             {strings.Replace(asWritten, ", en: New in spring", "", 1), "subject"},
		"an unknown language":    {strings.Replace(asWritten, ", en: New in spring", ", fr: x, en: y", 1), "subject"},
		"subject of two lines":   {strings.Replace(asWritten, "New in spring", `"a\nBcc: eve@example.jp"`, 1), "subject.en"},
		"an empty subject":       {strings.Replace(asWritten, "春の新着", `"　"`, 1), "subject.ja"},
		"a long subject":         {strings.Replace(asWritten, "New in spring", strings.Repeat("x", 101), 1), "subject.en"},
		"control characters":     {strings.Replace(asWritten, "Enjoy.", "Enjoy.\a", 1), "text.en"},
		"an empty text":          {strings.Replace(asWritten, "    Two films this week.\n\n    Enjoy.\n", "", 1), "text"},
		"a long text":            {strings.Replace(asWritten, "Enjoy.", strings.Repeat("x", maxText), 1), "text.en"},
		"huge":                   {asWritten + strings.Repeat("# x\n", maxFile), "larger"},
	} {
		if _, err := Parse(strings.NewReader(c.file)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestParagraphs(t *testing.T) {
	t.Parallel()
	got := paragraphs("　a\nb\n \n\n　\nc\n\n　d")
	if want := "[[　a b] [c] [　d]]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}
