package notify

import (
	htmltemplate "html/template"
	"strings"
)

// styled puts the look of a mail into the source of its template. Many mail programs read no style
// sheet, so that each tag carries its own style. The templates write plain tags, and a class where
// there are two kinds; the classes that are put in are for the rules of layout.html, for narrow
// screens and for the dark.
func styled(source string) string { return looks.Replace(source) }

var looks = strings.NewReplacer(
	`<h1>`, `<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:1.5;color:#16202e">`,
	`<h2>`, `<h2 class="ink" style="margin:24px 0 8px;font-size:16px;color:#16202e">`,
	`<p>`, `<p style="margin:0 0 16px">`,
	`<p class="note">`, `<p class="quiet" style="margin:0 0 16px;font-size:14px;color:#4a5768">`,
	`<p class="small">`, `<p class="quiet" style="margin:0 0 8px;font-size:12px;color:#4a5768">`,
	`<p class="code">`, `<p class="ink ground" style="margin:24px 0;padding:16px;border-radius:8px;background:#f5f7fa;color:#16202e;text-align:center;font-family:ui-monospace,Menlo,Consolas,monospace;`+
		`font-size:32px;font-weight:700;line-height:1.2;letter-spacing:.1em;-webkit-user-select:all;user-select:all">`,
	`<p class="action"><a `, `<p style="margin:24px 0"><a class="button" style="display:inline-block;padding:12px 24px;border:1px solid {{.Brand.Accent}};border-radius:8px;`+
		`background:{{.Brand.Accent}};color:{{.Brand.OnAccent}};font-weight:700;text-decoration:none" `,
	`<a href`, `<a class="ink" style="color:#16202e;text-decoration:underline;overflow-wrap:anywhere" href`,
	`<table>`, `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 0 16px">`,
	`<th>`, `<th class="name quiet line" scope="row" align="left" valign="top" width="38%" style="padding:8px 16px 8px 0;border-bottom:1px solid #dce2ea;font-size:14px;font-weight:400;color:#4a5768">`,
	`<td>`, `<td class="value line" valign="top" style="padding:8px 0;border-bottom:1px solid #dce2ea;font-size:14px;overflow-wrap:anywhere">`,
	`<div class="name">`, `<div class="quiet" style="color:#4a5768">`,
	`<strong class="whole">`, `<strong style="white-space:nowrap">`,
	`<ul>`, `<ul style="margin:0 0 16px;padding-left:20px">`,
)

// filler is what keeps mail programs from showing the greeting behind the preheader in the list of
// mails.
var filler = htmltemplate.HTML(strings.Repeat("&#847;&zwnj;&nbsp;", 60))
