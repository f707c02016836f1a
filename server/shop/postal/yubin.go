package postal

import (
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"kaiin/server/staff/acts"
)

// ImportYubin replaces the postal codes by those that the npm package yubin carries: module is its
// dist/index.mjs. The package keeps one place a code (businesses' own codes included), so extra, a
// table code,prefecture,city,town with a line of headings, may give codes all their places; its
// codes replace the package's. It returns how many rows there are now.
//
// This fills demo stores without a download; a shop imports Japan Post's table.
func (s *Service) ImportYubin(ctx context.Context, by acts.Decision, module, extra io.Reader) (int, error) {
	places, err := readYubin(module)
	if err != nil {
		return 0, fmt.Errorf("postal codes of yubin: %w", err)
	}
	more, err := readPlaces(extra)
	if err != nil {
		return 0, fmt.Errorf("further postal codes: %w", err)
	}
	given := map[string]bool{}
	for _, p := range more {
		given[p.code] = true
	}
	places = slices.DeleteFunc(places, func(p place) bool { return given[p.code] })
	places = distinct(append(places, more...))
	return len(places), s.replacePlaces(ctx, by, places)
}

// chunk is how the package holds its data: the first three digits, and the lines of their codes,
// deflated, in base64.
var chunk = regexp.MustCompile(`"[0-9]{3}": "([A-Za-z0-9+/=]+)"`)

func readYubin(module io.Reader) ([]place, error) {
	source, err := io.ReadAll(module)
	if err != nil {
		return nil, err
	}
	var places []place
	for _, match := range chunk.FindAllSubmatch(source, -1) {
		packed := base64.NewDecoder(base64.StdEncoding, bytes.NewReader(match[1]))
		lines := bufio.NewScanner(flate.NewReader(packed))
		for lines.Scan() {
			if places, err = appendYubin(places, lines.Text()); err != nil {
				return nil, err
			}
		}
		if err := lines.Err(); err != nil {
			return nil, err
		}
	}
	if len(places) == 0 {
		return nil, errors.New("the module holds none")
	}
	return places, nil
}

// appendYubin reads one line: k (a place) or j (a business) first, then the columns of the
// package's source.
func appendYubin(places []place, line string) ([]place, error) {
	columns := strings.Split(line, ",")
	switch {
	case columns[0] == "k" && len(columns) == 14:
		return appendPlaces(places, columns[1], columns[4], columns[6], columns[8])
	case columns[0] == "j" && len(columns) == 12:
		return appendPlaces(places, columns[1], columns[4], columns[5], columns[6])
	case line == "":
		return places, nil
	}
	return nil, fmt.Errorf("a line of another form: %.80q", line)
}
