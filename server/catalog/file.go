package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"time"

	"kaiin/server/clock"
	"kaiin/server/written"
)

// File is a store file: everything an operator says about the store. Its keys are those of the JSON tags.
type File struct {
	Settings Settings     `json:"settings"`
	Policies []PolicyFile `json:"policies"`
	Plans    []PlanFile   `json:"plans"`

	Campaigns []CampaignFile `json:"campaigns"`
	Clients   []ClientFile   `json:"clients"` // apps that may ask members for access
}

// PolicyFile is one text members agree to. Raise the revision when the text changes: members are then asked again.
// AskedFrom is the day in Tokyo from which they are; without one they are asked at once. Anyone who signs up agrees to the new revision in any case.
// An inline policy names a file of HTML in each language, relative to the store file; an external one names its address.
type PolicyFile struct {
	ID        string            `json:"id"`
	Key       string            `json:"key"`
	Revision  int               `json:"revision"`
	AskedFrom string            `json:"askedFrom"`
	Title     Text              `json:"title"`
	Files     map[string]string `json:"files"`
	External  string            `json:"external"`

	Body Text `json:"-"` // what Files hold
}

// PlanFile is one plan. Days are calendar days in Tokyo, first and last one included.
//
// A contract that runs keeps its price when the plan's changes, unless RepriceFrom says from which day on it costs the plan's price, too.
// That day has to be 30 days ahead when it is new, and when the price changes again.
//
// Tax is the law's, and not part of what was agreed on: a term takes the rate of its first day, also at a price that was kept. A rate that
// holds from a day on is written beside the first one, which then stays as it is. One that is changed without a day holds for all that is billed
// from then on. A plan with contracts that run stays in the file, unpublished, as long as rates may change: one that the file no longer has keeps its own.
type PlanFile struct {
	ID               string  `json:"id"`
	Type             string  `json:"planType"`
	Unpublished      bool    `json:"unpublished"`
	Name             Text    `json:"planName"`
	Description      Text    `json:"planDescription"` // HTML
	Service          Text    `json:"service"`
	CompletedMessage Text    `json:"orderCompletedMessage"`
	Image            string  `json:"image"`
	SampleMediaRefID string  `json:"sampleMediaRefId"`         // a video that everybody may play before ordering; may be empty
	Price            int     `json:"price" written:"needed"`   // yen, tax included
	TaxRate          int     `json:"taxRate" written:"needed"` // percent
	TaxRates         []Tax   `json:"taxRates"`                 // the rates that replace it
	RenewSpan        int     `json:"renewSpan"`
	RenewSpanUnit    string  `json:"renewSpanUnit"`
	FreeTrialDays    int     `json:"freeTrialDays"`
	ViewingDays      int     `json:"viewingDays"`
	SalesStart       string  `json:"salesStartDay"`
	SalesEnd         string  `json:"salesEndDay"`
	SalesLimit       *int    `json:"salesLimit"`
	ForceStopRenew   string  `json:"forceStopRenewDay"`
	RepriceFrom      string  `json:"repriceFrom"`
	Survey           *Survey `json:"survey"`
}

// Tax is a rate of tax that holds from a day on.
type Tax struct {
	From string `json:"from"`
	Rate int    `json:"rate" written:"needed"` // percent
}

// Parse reads a store file and the policy texts it names, fills in what it takes from the environment, and checks all of it. An unknown key and a value of another kind
// than its field's (package written) are reported with their line; what is wrong with the values is reported all at once, each with its path.
func Parse(folder fs.FS, name string) (*File, error) {
	document, err := fs.ReadFile(folder, name)
	if err != nil {
		return nil, err
	}
	document, filled, err := filledIn(document)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f := new(File)
	if err := written.YAML(document, f, filled...); err != nil {
		return nil, fmt.Errorf("%s:\n%w", name, err)
	}
	var unread problems
	for i := range f.Policies {
		f.Policies[i].read(folder, &unread, fmt.Sprintf("policies[%d]", i))
	}
	if err := errors.Join(errors.Join(unread...), f.Validate()); err != nil {
		return nil, fmt.Errorf("%s:\n%w", name, err)
	}
	return f, nil
}

var variable = regexp.MustCompile(`\$\{([A-Z][A-Z0-9_]*)(:-[^}\n]*)?\}`)

// filledIn replaces ${NAME} by the variable of the environment, and ${NAME:-text} by the text where there is none: the same file serves a
// store that is tried out and the one that sells. It answers the lines where it did so, from 1.
func filledIn(document []byte) (filled []byte, lines []int, err error) {
	var missing problems
	for i, line := range bytes.SplitAfter(document, []byte("\n")) {
		if !variable.Match(line) {
			filled = append(filled, line...)
			continue
		}
		lines = append(lines, i+1)
		filled = append(filled, variable.ReplaceAllFunc(line, func(found []byte) []byte {
			parts := variable.FindSubmatch(found)
			value, ok := os.LookupEnv(string(parts[1]))
			switch {
			case ok:
			case len(parts[2]) > 0:
				value = string(parts[2][len(":-"):])
			default:
				missing.add(string(parts[1]), "is not set")
			}
			if strings.ContainsAny(value, "\r\n") {
				missing.add(string(parts[1]), "has more than one line")
			}
			return []byte(value)
		})...)
	}
	return filled, lines, errors.Join(missing...)
}

func (policy *PolicyFile) read(folder fs.FS, p *problems, path string) {
	policy.Body = Text{}
	for locale, name := range policy.Files {
		body, err := fs.ReadFile(folder, name)
		if err != nil {
			p.add(path+".files."+locale, "%v", err)
			continue
		}
		policy.Body[locale] = string(written.Plain(body))
	}
}

// firstMoment and lastMoment are the ends of a day in Tokyo; an empty day is no bound.
func firstMoment(day string) *time.Time { return moment(day, 0) }
func lastMoment(day string) *time.Time  { return moment(day, 1) }

func moment(day string, offset int) *time.Time {
	d, err := clock.ParseDay(day)
	if err != nil {
		return nil // empty; Validate has refused what is no day
	}
	at := d.AddDays(offset).Start().Add(-time.Duration(offset) * time.Microsecond)
	return &at
}
