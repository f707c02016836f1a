package storefile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"

	"kaiin/server/base/settings"
	"kaiin/server/base/written"
	"kaiin/server/oidc/clientfile"
	"kaiin/server/shop/catalog"
	"kaiin/server/staff/scope"
)

// File is a store file: everything an operator says about the store. Its keys are those of the
// JSON tags.
type File struct {
	Settings settings.Settings    `json:"settings"`
	Policies []catalog.PolicyFile `json:"policies"`
	Plans    []catalog.PlanFile   `json:"plans"`

	Campaigns []catalog.CampaignFile `json:"campaigns"`
	Clients   []clientfile.File      `json:"clients"` // apps that may ask members for access, and programs of the staff
}

// Parse reads a store file and the policy texts it names, fills in what it takes from the
// environment, and checks all of it. An unknown key and a value of another kind than its field's
// (package written) are reported with their line; what is wrong with the values is reported all at
// once, each with its line and its path.
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
	var unread written.Problems
	for i := range f.Policies {
		f.Policies[i].Read(folder, &unread, fmt.Sprintf("policies[%d]", i))
	}
	if err := written.Lines(document, errors.Join(errors.Join(unread...), f.Validate())); err != nil {
		return nil, fmt.Errorf("%s:\n%w", name, err)
	}
	return f, nil
}

var variable = regexp.MustCompile(`\$\{([A-Z][A-Z0-9_]*)(:-[^}\n]*)?\}`)

// filledIn replaces ${NAME} by the variable of the environment, and ${NAME:-text} by the text where
// there is none: the same file serves a store that is tried out and the one that sells. It answers
// the lines where it did so, from 1.
func filledIn(document []byte) (filled []byte, lines []int, err error) {
	var missing written.Problems
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
				missing.Add(string(parts[1]), "is not set")
			}
			if strings.ContainsAny(value, "\r\n") {
				missing.Add(string(parts[1]), "has more than one line")
			}
			return []byte(value)
		})...)
	}
	return filled, lines, errors.Join(missing...)
}

// Validate reports everything that is wrong with the file, each with its path in it.
func (f *File) Validate() error {
	p := written.Under("settings.", f.Settings.Validate())
	f.contents().Validate(&p, f.Settings.Seller)
	leaving := f.Settings.WithdrawPolicy
	p.Check(leaving == "" || slices.ContainsFunc(f.Policies, func(one catalog.PolicyFile) bool { return one.ID == leaving }),
		"settings.withdrawPolicy", "%q is none of the policies", leaving)
	f.checkHome(&p)
	for i, one := range f.Settings.Scopes {
		p.Check(!scope.IsWire(one.Key), fmt.Sprintf("settings.storeScopeSettings[%d].scopeKey", i), "%q is of the staff: no member is asked for it", one.Key)
	}
	seen := map[string]bool{}
	for i := range f.Clients {
		path := fmt.Sprintf("clients[%d].", i)
		f.Clients[i].Check(&p, path)
		p.Check(!seen[f.Clients[i].ID], path+"clientId", "%q is given twice", f.Clients[i].ID)
		seen[f.Clients[i].ID] = true
	}
	return errors.Join(p...)
}

// checkHome wants that the top page names plans that there are.
func (f *File) checkHome(p *written.Problems) {
	known := func(path, id string) {
		p.Check(slices.ContainsFunc(f.Plans, func(plan catalog.PlanFile) bool { return plan.ID == id }), path, "%q is none of the plans", id)
	}
	if id := f.Settings.Home.Plan; id != "" {
		known("settings.home.plan", id)
	}
	for i, title := range f.Settings.Titles {
		for n, id := range title.Plans {
			known(fmt.Sprintf("settings.titles[%d].plans[%d]", i, n), id)
		}
	}
}

func (f *File) contents() *catalog.Contents {
	return &catalog.Contents{Policies: f.Policies, Plans: f.Plans, Campaigns: f.Campaigns}
}
