package postal

import (
	"regexp"
	"slices"
	"strings"
)

var (
	floor = regexp.MustCompile(`^[０-９]+階$`)
	plots = regexp.MustCompile(`第?[０-９]+地割[～〜].*$`)
	next  = regexp.MustCompile(`の次に.*番地.*場合$`)
)

// towns reads the 町域 column of Japan Post's table, which mixes names with remarks to the reader, as
// the names an address has (rules: "郵便番号データの説明" of Japan Post). Most rows have one name. The empty
// name stands for the whole city.
//
//	以下に掲載がない場合, 境町の次に番地がくる場合, 小菅村一円  →  (empty); 一円 alone is a town
//	大通西（１～１９丁目）                                  →  大通西
//	大手町ＪＡビル（１階）                                  →  大手町ＪＡビル　１階
//	種市第１５地割～第２１地割（鹿糠、小路合）                →  種市
//	井道、奥井道、内井道                                    →  three towns
func towns(column string) []string {
	var names []string
	for name := range strings.SplitSeq(withoutNotes(column), "、") {
		name = plots.ReplaceAllString(strings.TrimSpace(name), "")
		switch {
		case name == "以下に掲載がない場合", next.MatchString(name), strings.HasSuffix(name, "一円") && name != "一円":
			name = ""
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// withoutNotes drops what is in parentheses, unless it is the floor of a building.
func withoutNotes(column string) string {
	var kept, note strings.Builder
	depth := 0
	for _, r := range column {
		switch {
		case r == '（':
			if depth++; depth == 1 {
				note.Reset()
			}
		case r == '）' && depth > 0:
			if depth--; depth == 0 && floor.MatchString(note.String()) {
				kept.WriteString("　" + note.String())
			}
		case depth > 0:
			note.WriteRune(r)
		default:
			kept.WriteRune(r)
		}
	}
	return kept.String()
}

// unfinished holds for a 町域 that goes on in the next line: its parenthesis is still open.
func unfinished(column string) bool {
	return strings.Count(column, "（") > strings.Count(column, "）")
}
