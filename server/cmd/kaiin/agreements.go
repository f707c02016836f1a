package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"unicode/utf8"

	"github.com/google/uuid"

	"kaiin/server/app"
	"kaiin/server/base/written"
	"kaiin/server/money/gateway"
	"kaiin/server/money/gateway/paypalnvp"
	"kaiin/server/money/payment"
	"kaiin/server/staff/acts"
)

// importAgreements is for a store whose members agreed to be charged by PayPal before: `kaiin
// import paypal-agreements`.
func importAgreements(ctx context.Context, p *program, args []string) error {
	if len(args) == 0 || args[0] != "paypal-agreements" {
		return fmt.Errorf("%w: what can be imported is paypal-agreements", errUsage)
	}
	const file = "a table in UTF-8: email address or account id, agreement (B-…), what the member is shown"
	const try = "say what is wrong with the table, and write nothing"
	return p.importFile(ctx, "import paypal-agreements", args[1:], file, try, func(a *app.App, by acts.Decision, table *os.File, check, asJSON bool) error {
		return p.importAgreements(ctx, a, by, table, check, asJSON)
	})
}

// wrongLine is what is wrong with a line of the table.
type wrongLine struct {
	Line    int    `json:"line"`
	Problem string `json:"problem"`
}

var agreementID = regexp.MustCompile(`^B-[0-9A-Z]{10,30}$`)

// longestShown bounds what tells a member which account it is, in characters: an email address is
// not longer.
const longestShown = 191

// importAgreements writes all of the table or nothing. It is an error when something is wrong
// with it.
func (p *program) importAgreements(ctx context.Context, a *app.App, by acts.Decision, table io.Reader, check, asJSON bool) error {
	wrong := []wrongLine{}
	var list []payment.Imported
	var lines []int
	seen := map[string]bool{}
	text, err := written.ReadAll(table)
	if err != nil {
		return err
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord = -1
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		line, _ := r.FieldPos(0)
		if err != nil {
			return fmt.Errorf("the table cannot be read: %w", err)
		}
		in, problem, err := readAgreement(ctx, a, row)
		switch {
		case err != nil:
			return err
		case problem == "" && seen[in.Reference]:
			problem = "the agreement is in the table twice"
		}
		if problem != "" {
			wrong = append(wrong, wrongLine{line, problem})
			continue
		}
		seen[in.Reference] = true
		list, lines = append(list, in), append(lines, line)
	}
	refused, err := a.Payment.Import(ctx, by, paypalnvp.Name, gateway.PaypalNvp, list, check || len(wrong) > 0)
	if err != nil {
		return err
	}
	for i := range list {
		if why := refused[i]; why != "" {
			wrong = append(wrong, wrongLine{lines[i], why})
		}
	}
	written := len(list)
	if check || len(wrong) > 0 {
		written = 0
	}
	if err := p.tellImported(wrong, written, asJSON); err != nil {
		return err
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%d lines of the table are wrong, and nothing was written", len(wrong))
	}
	return nil
}

func readAgreement(ctx context.Context, a *app.App, row []string) (in payment.Imported, problem string, err error) {
	switch {
	case len(row) != 3:
		return in, fmt.Sprintf("it has %d fields, not 3", len(row)), nil
	case !agreementID.MatchString(row[1]):
		return in, "it names no agreement (B-…)", nil
	case row[2] == "" || !utf8.ValidString(row[2]) || utf8.RuneCountInString(row[2]) > longestShown:
		return in, "what the member is shown is missing, too long or not in UTF-8", nil
	}
	in.Reference, in.Shown = row[1], row[2]
	if in.AccountID, err = uuid.Parse(row[0]); err == nil {
		return in, "", nil
	}
	member, err := a.Account.LookupByIdentifier(ctx, row[0])
	if err != nil || member == nil {
		return in, "there is no such member", err
	}
	in.AccountID = member.ID
	return in, "", nil
}

func (p *program) tellImported(wrong []wrongLine, written int, asJSON bool) error {
	if asJSON {
		return p.json(map[string]any{"written": written, "wrong": wrong})
	}
	for _, w := range wrong {
		if _, err := fmt.Fprintf(p.out, "line %d: %s\n", w.Line, w.Problem); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(p.out, "%d agreements were imported.\n", written)
	return err
}
