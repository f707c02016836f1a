package former

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
)

//go:embed statements.sql
var file string

const heading = "-- after "

// Released is the last migration of the released version, and the statements that it sends.
func Released() (migration string, statements []string) {
	head, rest, _ := strings.Cut(file, "\n")
	return strings.TrimPrefix(head, heading), strings.Split(strings.TrimSpace(rest), "\n")
}

var (
	remark = regexp.MustCompile(`(?m)^\s*--.*$`)
	space  = regexp.MustCompile(`\s+`)
	number = regexp.MustCompile(`\$\d+`)
	list   = regexp.MustCompile(`\(\$(, \$)*\)(, \(\$(, \$)*\))*`)
	rows   = regexp.MustCompile(`(?i)^(SELECT|INSERT|UPDATE|DELETE|WITH)\b`)
)

// Write is the text of statements.sql: each of the texts that is about rows in one line, and of
// those that differ in the length of lists alone the shortest.
func Write(migration string, texts []string) string {
	shortest := map[string]string{}
	for _, text := range texts {
		text = strings.TrimSpace(space.ReplaceAllString(remark.ReplaceAllString(text, ""), " "))
		if !rows.MatchString(text) {
			continue
		}
		shape := list.ReplaceAllString(number.ReplaceAllString(text, "$$"), "()")
		if one, ok := shortest[shape]; !ok || len(text) < len(one) || len(text) == len(one) && text < one {
			shortest[shape] = text
		}
	}
	var lines []string
	for _, text := range shortest {
		lines = append(lines, text)
	}
	slices.Sort(lines)
	return heading + migration + "\n" + strings.Join(lines, "\n") + "\n"
}
