package notify

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	htmltemplate "html/template"
	"net/url"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	texttemplate "text/template"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"kaiin/ent"
	"kaiin/server/base/clock"
	"kaiin/server/base/step"
	"kaiin/server/base/words"
)

//go:embed templates
var files embed.FS

// page is what a template speaks of.
type page struct {
	Locale string
	Brand  Brand
	M      Message
}

// Link is the address of the page of a step that needs no more than its name.
func (p page) Link(name step.Name) (string, error) { return p.LinkOf(name, "") }

// LinkOf is the address of the page of a step for the contract, or whatever else, with the id.
func (p page) LinkOf(name step.Name, id string) (string, error) {
	path := p.Brand.PathOf(step.Step{Name: name, Of: id})
	if path == "" {
		return "", fmt.Errorf("step %q has no page", name)
	}
	return p.Brand.Origin + path, nil
}

// Address is an address of the store file as a mail has to have it: with the origin, where it is a
// path of this site.
func (p page) Address(address string) string {
	if strings.HasPrefix(address, "/") {
		return p.Brand.Origin + address
	}
	return address
}

// LoginFor is the address of the login that leads to the form of the plan, if there is one.
func (p page) LoginFor(planID string) string {
	login := step.Login
	if planID != "" {
		login = login.AndBack(p.Brand.PathOf(step.PlanForm(planID)))
	}
	return p.Brand.Origin + p.Brand.PathOf(login)
}

// Stop is the address that stops a newsletter: a page to look at, and what mail programs post to.
func (p page) Stop() (string, error) {
	link, err := p.Link(step.StopNewsletter.Name)
	return link + "?token=" + p.M.(Newsletter).Token, err
}

// list is what mail programs are told of a newsletter; nil for other mails.
func (p page) list() (*List, error) {
	news, ok := p.M.(Newsletter)
	if !ok {
		return nil, nil
	}
	stop, err := p.Stop()
	return &List{ID: "<" + news.OptionID + "." + host(p.Brand.Origin) + ">", Unsubscribe: "<" + stop + ">"}, err
}

// templates are the parsed parts of one message in one language; a short one has no html.
type templates struct {
	text *texttemplate.Template
	html *htmltemplate.Template
}

// parsed has every message in every language, by NAME.LOCALE, and parses one when it is first sent:
// all of them take 9 MB, two fifths of what a process holds. A missing or broken file stops the
// delivery, and the test that renders them all.
var parsed = func() map[string]func() (templates, error) {
	all := map[string]func() (templates, error){}
	for _, m := range messages {
		_, short := m.(ShortMessage)
		for _, locale := range words.Locales {
			name := m.Template() + "." + locale
			all[name] = sync.OnceValues(func() (templates, error) { return parse(name, locale, short) })
		}
	}
	return all
}()

// parse reads the parts of a message in a language.
func parse(name, locale string, short bool) (t templates, err error) {
	sources := []string{"templates/layout.txt", "templates/" + name + ".txt"}
	if short {
		sources = sources[1:]
	}
	t.text, err = texttemplate.New(path.Base(sources[0])).Funcs(functions(locale)).ParseFS(files, sources...)
	if err != nil || short {
		return t, err
	}
	t.html, err = parseHTML(name, locale)
	return t, err
}

// parseHTML is the layout with the parts of one message, each tag with its style.
func parseHTML(name, locale string) (*htmltemplate.Template, error) {
	html := htmltemplate.New("layout.html").Funcs(functions(locale))
	for _, file := range []string{"layout", name} {
		source, err := files.ReadFile("templates/" + file + ".html")
		if err != nil {
			return nil, err
		}
		if _, err := html.Parse(styled(string(source))); err != nil {
			return nil, fmt.Errorf("%s.html: %w", file, err)
		}
	}
	return html, nil
}

func (s *Service) render(ctx context.Context, row *ent.Message) (Mail, error) {
	data, err := s.Secrets.Open(sealing, row.Data)
	if err != nil {
		return Mail{}, fmt.Errorf("data: %w", err)
	}
	m, err := decode(row.Template, data)
	if err != nil {
		return Mail{}, err
	}
	to := To{Address: row.Recipient, Locale: row.Locale}
	if news, ok := m.(Newsletter); ok && row.AccountID != nil {
		var leaving *Newsletter
		if to, leaving, err = s.Newsletters.Leaving(ctx, *row.AccountID, news.NewsletterID); err != nil {
			return Mail{}, fmt.Errorf("newsletter: %w", err)
		}
		if leaving == nil {
			return Mail{}, errUnwanted
		}
		m = *leaving
	}
	brand, err := s.Brand(ctx, to.Locale)
	if err != nil {
		return Mail{}, fmt.Errorf("brand: %w", err)
	}
	mail, err := render(page{Locale: to.Locale, Brand: brand, M: m})
	mail.ID, mail.To = row.ID.String(), to.Address
	return mail, err
}

// errUnwanted says that a member does not want a message any more.
var errUnwanted = errors.New("unwanted")

func decode(template string, data []byte) (Message, error) {
	for _, m := range messages {
		if m.Template() == template {
			fresh := reflect.New(reflect.TypeOf(m))
			err := json.Unmarshal(data, fresh.Interface())
			return fresh.Elem().Interface().(Message), err
		}
	}
	return nil, fmt.Errorf("there is no message %q", template)
}

func render(p page) (Mail, error) {
	find, ok := parsed[p.M.Template()+"."+p.Locale]
	if !ok {
		return Mail{}, fmt.Errorf("no template for %s in %s", p.M.Template(), p.Locale)
	}
	t, err := find()
	if err != nil {
		return Mail{}, err
	}
	var subject, text, html strings.Builder
	if t.html == nil {
		err := t.text.Execute(&text, p)
		return Mail{Text: strings.TrimSpace(text.String())}, err
	}
	if err := t.text.ExecuteTemplate(&subject, "subject", p); err != nil {
		return Mail{}, err
	}
	if err := t.text.Execute(&text, p); err != nil {
		return Mail{}, err
	}
	if err := t.html.Execute(&html, p); err != nil {
		return Mail{}, err
	}
	list, err := p.list()
	return Mail{Subject: strings.Join(strings.Fields(subject.String()), " "), Text: tidy(text.String()), HTML: html.String(), List: list}, err
}

// tidy leaves at most one empty line between paragraphs, whatever the templates' branches
// left behind.
func tidy(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if line == "" && (len(lines) == 0 || lines[len(lines)-1] == "") {
			continue
		}
		lines = append(lines, line)
	}
	return strings.TrimSpace(strings.Join(lines, "\n")) + "\n"
}

func functions(locale string) map[string]any {
	return map[string]any{
		"price":    func(yen int) string { return price(locale, yen) },
		"yen":      func(yen int) string { return words.Yen(locale, yen) },
		"host":     host,
		"day":      func(d clock.Day) string { return words.Day(locale, d) },
		"moment":   words.Moment,
		"unbroken": unbroken,
		"opening":  opening,
		"filler":   func() htmltemplate.HTML { return filler },
		"country":  func(code string) string { return country(locale, code) },
	}
}

// joined is what has to stay on one line: phone numbers and the like, and days.
var joined = regexp.MustCompile(`\d+(?:-\d+)+|\d+年\d+月\d+日`)

// unbroken is a text as HTML whose numbers and days stay on one line.
func unbroken(text string) htmltemplate.HTML {
	return htmltemplate.HTML(joined.ReplaceAllString(htmltemplate.HTMLEscapeString(text), `<span style="white-space:nowrap">$0</span>`))
}

// opening is how a newsletter begins, as much of it as a list of mails shows.
func opening(paragraphs [][]string) string {
	begins := []rune(strings.Join(slices.Concat(paragraphs...), " "))
	return string(begins[:min(len(begins), 60)])
}

// host is the site's name without scheme and port, by which phones know whom a code is
// for (https://wicg.github.io/sms-one-time-codes).
func host(origin string) string {
	u, err := url.Parse(origin)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// price is an amount with the words that say tax is in it (K-011).
func price(locale string, yen int) string {
	if locale == "en" {
		return words.Yen(locale, yen) + " (tax incl.)"
	}
	return words.Yen(locale, yen) + "（税込）"
}

// country is the name of a country by its ISO 3166-1 code; "" when there is none.
func country(locale, code string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return ""
	}
	return display.Regions(language.Make(locale)).Name(region)
}
