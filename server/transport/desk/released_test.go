package desk

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
)

var release = flag.Bool("release", false, "write the schema as it is now as the one that was released")

// leaves is the day from which what is deprecated may go, at the end of what is said of it.
var leaves = regexp.MustCompile(`until (\d{4}-\d{2}-\d{2})$`)

// Programs of others are written against the schema of the last release: all that it has stays and
// means the same, but what was deprecated there until a day that has come.
func TestTheReleasedSchemaStays(t *testing.T) {
	t.Parallel()
	file := filepath.Join("testdata", "released.graphqls")
	if *release {
		var b strings.Builder
		formatter.NewFormatter(&b, formatter.WithoutDescription()).FormatSchema(sdl())
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	released := gqlparser.MustLoadSchema(&ast.Source{Name: file, Input: string(text)})
	if len(released.Types) < 100 {
		t.Fatalf("%d types were released", len(released.Types))
	}
	for _, what := range broken(released, sdl(), time.Now()) {
		t.Errorf("%s: deprecate it, with a reason that ends in \"until\" and a day 12 months from now", what)
	}
}

// What would break a program is found, and what is only more is not.
func TestBroken(t *testing.T) {
	t.Parallel()
	load := func(text string) *ast.Schema { return gqlparser.MustLoadSchema(&ast.Source{Input: text}) }
	const before = `type Query { a(x: Int, y: [In!]): T! } type T { b: Int! c: [T!] old: Int @deprecated(reason: "no, until 2026-06-01") } input In { d: Int } enum E { F G }`
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for after, want := range map[string]string{
		before: "",
		strings.Replace(before, "b: Int!", "b: Int! more: Int", 1):                        "",
		strings.Replace(before, "{ d: Int", "{ d: Int more: Int", 1):                      "",
		strings.Replace(before, "x: Int", "x: Int, z: Int! = 3", 1):                       "",
		strings.Replace(before, "c: [T!]", "c: [T!]!", 1):                                 "",
		strings.Replace(before, "F G", "F G H", 1):                                        "",
		before[:strings.Index(before, "old")] + before[strings.Index(before, "} input"):]: "",
		strings.Replace(before, "b: Int! ", "", 1):                                        "T.b is gone",
		strings.Replace(before, "b: Int!", "b: Int", 1):                                   "T.b is Int, was Int!",
		strings.Replace(before, "c: [T!]", "c: [T]", 1):                                   "T.c is [T], was [T!]",
		strings.Replace(before, "x: Int, ", "", 1):                                        "Query.a(x) is gone",
		strings.Replace(before, "x: Int", "x: Int!", 1):                                   "Query.a(x) is Int!, was Int",
		strings.Replace(before, "x: Int", "x: Int, z: Int!", 1):                           "Query.a(z) is wanted now",
		strings.Replace(before, "{ d: Int", "{ d: Int more: Int!", 1):                     "In.more is wanted now",
		strings.Replace(before, "[In!]", "[In!]!", 1):                                     "Query.a(y) is [In!]!, was [In!]",
		strings.Replace(before, " G ", " ", 1):                                            "E.G is gone",
		strings.Replace(before, "enum E { F G }", "", 1):                                  "E is gone",
	} {
		if got := strings.Join(broken(load(before), load(after), now), "; "); got != want {
			t.Errorf("%s: %q, not %q", after, got, want)
		}
	}
	early := before[:strings.Index(before, "old")] + before[strings.Index(before, "} input"):]
	if got := broken(load(before), load(early), now.Add(-time.Second)); len(got) != 1 || got[0] != "T.old is gone" {
		t.Errorf("before its day: %q", got)
	}
}

// broken is what of the schema a program that was written against the former one misses at the
// moment.
func broken(former, schema *ast.Schema, now time.Time) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(former.Types)) {
		was, is := former.Types[name], schema.Types[name]
		switch {
		case was.BuiltIn:
		case is == nil || is.Kind != was.Kind:
			all = append(all, name+" is gone")
		default:
			isInput := was.Kind == ast.InputObject
			for _, f := range was.Fields {
				if strings.HasPrefix(f.Name, "__") {
					continue
				}
				found := is.Fields.ForName(f.Name)
				if found == nil {
					if !mayGo(f.Directives, now) {
						all = append(all, name+"."+f.Name+" is gone")
					}
					continue
				}
				all = append(all, retyped(name+"."+f.Name, f.Type, found.Type, isInput)...)
				all = append(all, brokenArguments(name+"."+f.Name, f.Arguments, found.Arguments, now)...)
			}
			for _, f := range is.Fields {
				if isInput && was.Fields.ForName(f.Name) == nil && f.Type.NonNull && f.DefaultValue == nil {
					all = append(all, name+"."+f.Name+" is wanted now")
				}
			}
			for _, v := range was.EnumValues {
				if is.EnumValues.ForName(v.Name) == nil && !mayGo(v.Directives, now) {
					all = append(all, name+"."+v.Name+" is gone")
				}
			}
		}
	}
	return all
}

func brokenArguments(field string, were, are ast.ArgumentDefinitionList, now time.Time) (all []string) {
	for _, was := range were {
		name := field + "(" + was.Name + ")"
		switch is := are.ForName(was.Name); {
		case is != nil:
			all = append(all, retyped(name, was.Type, is.Type, true)...)
		case !mayGo(was.Directives, now):
			all = append(all, name+" is gone")
		}
	}
	for _, is := range are {
		if were.ForName(is.Name) == nil && is.Type.NonNull && is.DefaultValue == nil {
			all = append(all, field+"("+is.Name+") is wanted now")
		}
	}
	return all
}

// retyped tells of a type that is another one: what is given may be asked for less strictly, and
// what is answered may be promised more strictly.
func retyped(name string, was, is *ast.Type, isInput bool) []string {
	for w, i := was, is; ; w, i = w.Elem, i.Elem {
		if w == nil || i == nil {
			if w == i {
				return nil
			}
			break
		}
		if w.NamedType != i.NamedType || isInput && i.NonNull && !w.NonNull || !isInput && w.NonNull && !i.NonNull {
			break
		}
	}
	return []string{name + " is " + is.String() + ", was " + was.String()}
}

// mayGo reports whether what was marked so may have gone.
func mayGo(marks ast.DirectiveList, now time.Time) bool {
	mark := marks.ForName("deprecated")
	if mark == nil || mark.Arguments.ForName("reason") == nil {
		return false
	}
	day := leaves.FindStringSubmatch(mark.Arguments.ForName("reason").Value.Raw)
	if day == nil {
		return false
	}
	until, err := time.Parse(time.DateOnly, day[1])
	return err == nil && !now.Before(until)
}
