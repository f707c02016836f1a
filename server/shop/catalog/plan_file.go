package catalog

import (
	"io/fs"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/survey"
	"kaiin/server/base/words"
	"kaiin/server/base/written"
)

// PolicyFile is one text members agree to. Raise the revision when the text changes: members are
// then asked again. AskedFrom is the day in Tokyo from which they are; without one they are asked
// at once. Anyone who signs up agrees to the new revision in any case. An inline policy names a
// file of HTML in each language, relative to the store file; an external one names its address.
type PolicyFile struct {
	ID        string            `json:"id"`
	Key       string            `json:"key"`
	Revision  int               `json:"revision"`
	AskedFrom string            `json:"askedFrom"`
	Title     words.Text        `json:"title"`
	Files     map[string]string `json:"files"`
	External  string            `json:"external"`

	Body words.Text `json:"-"` // what Files hold
}

// PlanFile is one plan. Days are calendar days in Tokyo, first and last one included.
//
// A contract that runs keeps its price when the plan's changes, unless RepriceFrom says from which
// day on it costs the plan's price, too. That day has to be 30 days ahead when it is new, and when
// the price changes again.
//
// Tax is the law's, and not part of what was agreed on: a term takes the rate of its first day,
// also at a price that was kept. A rate that holds from a day on is written beside the first one,
// which then stays as it is. One that is changed without a day holds for all that is billed from
// then on. A plan with contracts that run stays in the file, unpublished, as long as rates may
// change: one that the file no longer has keeps its own.
type PlanFile struct {
	ID               string         `json:"id"`
	Type             string         `json:"planType"`
	Group            string         `json:"planGroup"` // a member has one plan of a group at a time, and may change to another (Exclude, Changes)
	Unpublished      bool           `json:"unpublished"`
	Name             words.Text     `json:"planName"`
	Description      words.Text     `json:"planDescription"` // HTML
	Service          words.Text     `json:"service"`
	CompletedMessage words.Text     `json:"orderCompletedMessage"`
	Features         []words.Entry  `json:"features"`    // what plans are compared by: picture, screens, extras
	Recommended      bool           `json:"recommended"` // the one plan that the store recommends
	Image            string         `json:"image"`
	SampleMediaRefID string         `json:"sampleMediaRefId"`         // a video that everybody may play before ordering; may be empty
	WatchURL         string         `json:"watchUrl"`                 // where members watch what it gives; empty: at the store's address
	Price            int            `json:"price" written:"needed"`   // yen, tax included
	TaxRate          int            `json:"taxRate" written:"needed"` // percent
	TaxRates         []Tax          `json:"taxRates"`                 // the rates that replace it
	RenewSpan        int            `json:"renewSpan"`
	RenewSpanUnit    string         `json:"renewSpanUnit"`
	FreeTrialDays    int            `json:"freeTrialDays"`
	ViewingDays      int            `json:"viewingDays"`
	SalesStart       string         `json:"salesStartDay"`
	SalesEnd         string         `json:"salesEndDay"`
	SalesLimit       *int           `json:"salesLimit"`
	ForceStopRenew   string         `json:"forceStopRenewDay"`
	RepriceFrom      string         `json:"repriceFrom"`
	Survey           *survey.Survey `json:"survey"`
}

// Tax is a rate of tax that holds from a day on.
type Tax struct {
	From string `json:"from"`
	Rate int    `json:"rate" written:"needed"` // percent
}

// Read reads the texts of an inline policy.
func (policy *PolicyFile) Read(folder fs.FS, p *written.Problems, path string) {
	policy.Body = words.Text{}
	for locale, name := range policy.Files {
		body, err := fs.ReadFile(folder, name)
		if err != nil {
			p.Add(path+".files."+locale, "%v", err)
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
