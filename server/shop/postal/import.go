package postal

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/lib/pq"
	"golang.org/x/text/encoding/japanese"

	"kaiin/server/base/written"
	"kaiin/server/staff/acts"
)

// place is one row of table postal_codes.
type place struct {
	code       string
	prefecture int
	city, town string
}

// ImportPostal replaces the postal codes by those of Japan Post's table: KEN_ALL.CSV (Shift_JIS) or
// utf_ken_all.csv (UTF-8), whichever the reader gives. It returns how many rows there are now. A
// file that cannot be read to its end changes nothing.
func (s *Service) ImportPostal(ctx context.Context, by acts.Decision, r io.Reader) (int, error) {
	places, err := readKenAll(r)
	if err != nil {
		return 0, fmt.Errorf("postal codes: %w", err)
	}
	return len(places), s.replacePlaces(ctx, by, places)
}

// PostalRows is how many rows the table has; 0 before the first import.
func (s *Service) PostalRows(ctx context.Context) (int, error) {
	return s.Store.Client(ctx).PostalCode.Query().Count(ctx)
}

// The columns of Japan Post's table that matter here.
const (
	kenAllCode       = 2
	kenAllPrefecture = 6
	kenAllCity       = 7
	kenAllTown       = 8
	kenAllColumns    = 15
)

func readKenAll(r io.Reader) ([]place, error) {
	text, err := decodeJapanese(r)
	if err != nil {
		return nil, err
	}
	table := csv.NewReader(bytes.NewReader(text))
	table.FieldsPerRecord, table.ReuseRecord = kenAllColumns, true
	var (
		places []place
		open   string // a 町域 that goes on in the next line
	)
	for {
		row, err := table.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		line, _ := table.FieldPos(0)
		town := open + row[kenAllTown]
		if unfinished(town) {
			open = town
			continue
		}
		open = ""
		if places, err = appendPlaces(places, row[kenAllCode], row[kenAllPrefecture], row[kenAllCity], town); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
	}
	if open != "" {
		return nil, errors.New("the last line is not complete")
	}
	return distinct(places), nil
}

// appendPlaces adds the places that one row of Japan Post's stands for.
func appendPlaces(places []place, code, prefecture, city, column string) ([]place, error) {
	number := slices.Index(prefectures[:], prefecture) + 1
	if !isPostalCode(code) || number == 0 || city == "" {
		return nil, fmt.Errorf("%q in %q is no postal code of Japan", code, prefecture)
	}
	for _, town := range towns(column) {
		places = append(places, place{code, number, city, town})
	}
	return places, nil
}

func distinct(places []place) []place {
	seen := make(map[place]bool, len(places))
	return slices.DeleteFunc(places, func(p place) bool {
		again := seen[p]
		seen[p] = true
		return again
	})
}

// decodeJapanese reads UTF-8 or else Shift_JIS, with or without the marks that written.Plain
// takes away.
func decodeJapanese(r io.Reader) ([]byte, error) {
	raw, err := written.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if utf8.Valid(raw) {
		return raw, nil
	}
	text, err := japanese.ShiftJIS.NewDecoder().Bytes(raw)
	if err == nil && bytes.ContainsRune(text, utf8.RuneError) {
		err = errors.New("neither UTF-8 nor Shift_JIS")
	}
	return text, err
}

// readPlaces reads a table of our own: code, prefecture number, city, town, under a line
// of headings.
func readPlaces(r io.Reader) ([]place, error) {
	table := csv.NewReader(r)
	table.FieldsPerRecord = 4
	rows, err := table.ReadAll()
	if err != nil {
		return nil, err
	}
	var places []place
	for i, row := range rows {
		if i == 0 {
			continue
		}
		prefecture, err := strconv.Atoi(row[1])
		if err != nil || Prefecture(prefecture) == "" || !isPostalCode(row[0]) || row[2] == "" {
			return nil, fmt.Errorf("line %d: want code, prefecture number, city, town", i+1)
		}
		places = append(places, place{row[0], prefecture, row[2], row[3]})
	}
	return places, nil
}

// replacePlaces swaps the whole table in one transaction; look-ups see the old rows until it
// commits. ent has no COPY, so this is a plain transaction.
func (s *Service) replacePlaces(ctx context.Context, by acts.Decision, places []place) error {
	if len(places) == 0 {
		return errors.New("postal codes: the file has none")
	}
	act := acts.Act{Kind: acts.PostalImported, Target: acts.Target{Type: "places", ID: strconv.Itoa(len(places))}}
	return by.Do(ctx, act, func(ctx context.Context, _ *acts.Act) error {
		if err := s.Store.Exec(ctx, "DELETE FROM postal_codes"); err != nil {
			return err
		}
		for part := range slices.Chunk(places, batch) {
			codes, prefectures := make([]string, len(part)), make([]int, len(part))
			cities, towns := make([]string, len(part)), make([]string, len(part))
			for i, p := range part {
				codes[i], prefectures[i], cities[i], towns[i] = p.code, p.prefecture, p.city, p.town
			}
			err := s.Store.Exec(ctx, `INSERT INTO postal_codes (code, prefecture, city, town) SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[])`,
				pq.Array(codes), pq.Array(prefectures), pq.Array(cities), pq.Array(towns))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// batch is how many places are written in a statement.
const batch = 20_000
