// Nightly-check prints what waits for the staff, and what a comparison with the providers found the
// day before, and exits with 1 where there is something to do. It is for a timer, such as cron.
//
//	SITE=http://localhost:8080 CLIENT=nightly SECRET=… go run ./docs/examples/nightly-check
//
// The program is registered with the scopes money.read and ops.read. As it only reads, a secret
// does (client_secret_basic).
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const query = `query($day: Day!, $after: String) {
	openMatters(first: 100, after: $after) { nodes { kind id since state provider amount } pageInfo { endCursor hasNextPage } }
	reconciliation(day: $day) { providers { provider isWhole differs missing unknown } }
	queues { name failed }
}`

type answer struct {
	Data struct {
		OpenMatters struct {
			Nodes []struct {
				Kind, ID, State, Provider string
				Since                     time.Time
				Amount                    *int
			}
			PageInfo struct {
				EndCursor   *string
				HasNextPage bool
			}
		}
		Reconciliation *struct {
			Providers []struct {
				Provider                  string
				IsWhole                   bool
				Differs, Missing, Unknown int
			}
		}
		Queues []struct {
			Name   string
			Failed int
		}
	}
	Errors []struct{ Message string }
}

var client = http.Client{Timeout: 30 * time.Second}

func main() {
	found, err := check(os.Getenv("SITE"), os.Getenv("CLIENT"), os.Getenv("SECRET"), time.Now())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if found > 0 {
		os.Exit(1)
	}
	fmt.Println("Nothing waits.")
}

// check prints what there is to do, and how many of it.
func check(site, id, secret string, now time.Time) (found int, err error) {
	token, err := tokenOf(site, id, secret)
	if err != nil {
		return 0, err
	}
	say := func(format string, args ...any) {
		found++
		fmt.Printf(format+"\n", args...)
	}
	japan := time.FixedZone("JST", 9*60*60)
	yesterday := now.In(japan).AddDate(0, 0, -1).Format(time.DateOnly)
	for after := (*string)(nil); ; {
		var a answer
		if err := post(site, token, map[string]any{"day": yesterday, "after": after}, &a); err != nil {
			return found, err
		}
		for _, m := range a.Data.OpenMatters.Nodes {
			say("%s %s is %s since %s", strings.ToLower(m.Kind), m.ID, m.State, m.Since.In(japan).Format(time.DateTime))
		}
		if page := a.Data.OpenMatters.PageInfo; page.HasNextPage {
			after = page.EndCursor
			continue
		}
		for _, q := range a.Data.Queues {
			if q.Failed > 0 {
				say("%d jobs of %s failed for good", q.Failed, q.Name)
			}
		}
		if day := a.Data.Reconciliation; day != nil {
			for _, p := range day.Providers {
				if !p.IsWhole || p.Differs+p.Missing+p.Unknown > 0 {
					say("%s on %s: %d differ, %d are missing, %d are unknown", p.Provider, yesterday, p.Differs, p.Missing, p.Unknown)
				}
			}
		}
		return found, nil
	}
}

func tokenOf(site, id, secret string) (string, error) {
	form := url.Values{"grant_type": {"client_credentials"}, "scope": {"staff:money.read staff:ops.read"}}
	request, err := http.NewRequest(http.MethodPost, site+"/oidc/token", strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.SetBasicAuth(url.QueryEscape(id), url.QueryEscape(secret))
	var given struct {
		Token string `json:"access_token"`
		Error string `json:"error"`
	}
	if err := send(request, &given); err != nil {
		return "", err
	}
	if given.Token == "" {
		return "", errors.New("no token: " + given.Error)
	}
	return given.Token, nil
}

func post(site, token string, variables map[string]any, into *answer) error {
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, site+"/graphql", bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+token)
	if err := send(request, into); err != nil {
		return err
	}
	if len(into.Errors) > 0 {
		return errors.New(into.Errors[0].Message)
	}
	return nil
}

func send(request *http.Request, into any) error {
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	return json.NewDecoder(response.Body).Decode(into)
}
