package catalog

import (
	"strings"
	"testing"
)

func TestSanitiseKeepsTextAndDropsWhatRuns(t *testing.T) { // A-106 A-190
	for _, c := range []struct{ markup, keeps, drops string }{
		{`<h2>見出し</h2><p>本文<br>二行目</p><ul><li>一</li></ul>`, "<h2>見出し</h2><p>本文<br>二行目</p><ul><li>一</li></ul>", ""},
		{`<table><tr><th>項目</th><td>内容</td></tr></table>`, "<th>項目</th><td>内容</td>", ""},
		{`<p onclick="steal()">本文</p>`, "<p>本文</p>", "onclick"},
		{`本文<script>alert(1)</script>`, "本文", "alert"},
		{`<a href="javascript:alert(1)">こちら</a>`, "こちら", "javascript"},
		{`<a href="https://example.com/">こちら</a>`, `href="https://example.com/"`, "nofollow"},
		{`<iframe src="https://example.com"></iframe><style>p{}</style>`, "", "e"},
	} {
		got := Sanitise(c.markup)
		if !strings.Contains(got, c.keeps) || (c.drops != "" && strings.Contains(got, c.drops)) {
			t.Errorf("%s became %s", c.markup, got)
		}
	}
}

func TestPlainTextHasNoMarkupAndNoLineBreaks(t *testing.T) { // L-045
	for _, c := range []struct{ markup, want string }{
		{"<p>毎月<strong>500</strong>本。</p>\n<p>二台まで。</p>", "毎月500本。 二台まで。"},
		{"一行目<br>二行目\r\n三行目", "一行目 二行目 三行目"},
		{"Q&amp;A &lt;無料&gt;", "Q&A <無料>"},
		{"<script>alert(1)</script>本文<style>p{}</style>", "本文"},
		{"<ruby>灯<rt>あかり</rt></ruby>", "灯"},
		{"", ""},
		{"<p>Films.</p>\n<ul><li>4K</li>\n<li>Two screens</li></ul><p>Weekly.</p>", "Films. 4K / Two screens Weekly."},
	} {
		if got := PlainText(c.markup); got != c.want {
			t.Errorf("%q became %q, want %q", c.markup, got, c.want)
		}
	}
}

func FuzzPlainText(f *testing.F) {
	f.Add("<p>毎月<b>500</b>本</p>")
	f.Add("<scr<script>ipt>")
	f.Fuzz(func(t *testing.T, markup string) {
		if got := PlainText(markup); strings.ContainsAny(got, "\r\n") {
			t.Errorf("%q became %q", markup, got)
		}
	})
}
