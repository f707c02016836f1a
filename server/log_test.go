package server_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Everything that the program says goes through package logs, and a line that a person should look
// at has the key of an alarm.

const logsFolder = "base/logs/"

// withoutContext are files that log where no context is at hand.
var withoutContext = []string{"sandbox/state.go"}

// ofTheProcess is the file that may name the standard output and the standard error.
const ofTheProcess = "cmd/kaiin/main.go"

// logFault says what a node of a file does that no file may do with the log; "" for nothing.
func logFault(file string, node ast.Node) string {
	switch n := node.(type) {
	case *ast.ImportSpec:
		if n.Path.Value == `"log"` && !strings.HasPrefix(file, logsFolder) {
			return "imports log: libraries alone use it"
		}
	case *ast.SelectorExpr:
		if name := nameOf(n); (name == "os.Stdout" || name == "os.Stderr") && file != ofTheProcess {
			return name + " is for " + ofTheProcess
		}
	case *ast.CompositeLit:
		if name := nameOf(n.Type); name == "river.Config" && !slices.ContainsFunc(n.Elts, isLogger) {
			return name + " without a Logger has lines of its own"
		}
	case *ast.CallExpr:
		return callFault(file, n)
	}
	return ""
}

func isLogger(field ast.Expr) bool {
	pair, ok := field.(*ast.KeyValueExpr)
	return ok && nameOf(pair.Key) == "Logger"
}

var (
	plainPrint = regexp.MustCompile(`^(?:fmt\.Print(?:f|ln)?|print|println)$`)
	makesLog   = regexp.MustCompile(`^slog\.(?:New|NewJSONHandler|NewTextHandler|NewLogLogger|SetDefault)$`)
	logs       = regexp.MustCompile(`^(?:.*\.)?(?:slog|log|Log)\.(Debug|Info|Warn|Error|Log|LogAttrs)(Context)?$`)
	newContext = regexp.MustCompile(`^context\.(?:Background|TODO)$`)
)

func callFault(file string, call *ast.CallExpr) string {
	name := nameOf(call.Fun)
	found := logs.FindStringSubmatch(name)
	switch {
	case plainPrint.MatchString(name):
		return name + " writes past the log"
	case makesLog.MatchString(name) && !strings.HasPrefix(file, logsFolder):
		return name + " makes another log"
	case found == nil || len(call.Args) == 0 || strings.HasPrefix(file, logsFolder):
		return ""
	case found[2] == "" && !strings.HasPrefix(found[1], "Log"):
		if slices.Contains(withoutContext, file) {
			return ""
		}
		return name + " knows no context: the line has no request id and no job"
	}
	if first, ok := call.Args[0].(*ast.CallExpr); ok && newContext.MatchString(nameOf(first.Fun)) {
		return name + " is given a context that carries nothing"
	}
	if found[1] == "Error" && !strings.HasPrefix(file, "sandbox/") && alarmOf(call) == "" {
		return name + " has no alarm: write \"alarm\" and a constant of package logs after the message"
	}
	return ""
}

// alarmOf is the name of the constant that a line has as its alarm; "" for none.
func alarmOf(call *ast.CallExpr) string {
	if nameOf(call.Fun) == "logs.OfLibrary" {
		name, _ := strings.CutPrefix(nameOf(call.Args[2]), "logs.")
		return name
	}
	for i, argument := range call.Args[:max(0, len(call.Args)-1)] {
		if text, ok := argument.(*ast.BasicLit); ok && text.Value == `"alarm"` {
			if name, ours := strings.CutPrefix(nameOf(call.Args[i+1]), "logs."); ours {
				return name
			}
			if name, ours := call.Args[i+1].(*ast.Ident); ours { // in package logs
				return name.Name
			}
		}
	}
	return ""
}

// nameOf is an expression of names and dots as it is written; "" for any other.
func nameOf(node ast.Expr) string {
	switch n := node.(type) {
	case *ast.Ident:
		return n.Name
	case *ast.SelectorExpr:
		return nameOf(n.X) + "." + n.Sel.Name
	}
	return ""
}

// programFiles calls see with each file of the program: neither tests nor what helps them.
func programFiles(t *testing.T, see func(file string, files *token.FileSet, syntax *ast.File)) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		name := filepath.ToSlash(path)
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || helpsTests(filepath.ToSlash(filepath.Dir(path))) {
			return err
		}
		files := token.NewFileSet()
		syntax, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		seen++
		see(name, files, syntax)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 400 {
		t.Errorf("only %d files were read", seen)
	}
}

func TestNothingLogsPastTheLog(t *testing.T) {
	t.Parallel()
	without := map[string]bool{}
	programFiles(t, func(file string, files *token.FileSet, syntax *ast.File) {
		ast.Inspect(syntax, func(node ast.Node) bool {
			if node == nil {
				return false
			}
			if fault := logFault(file, node); fault != "" {
				t.Errorf("%s: %s", files.Position(node.Pos()), fault)
			}
			if call, ok := node.(*ast.CallExpr); ok {
				if found := logs.FindStringSubmatch(nameOf(call.Fun)); found != nil && found[2] == "" && !strings.HasPrefix(found[1], "Log") {
					without[file] = true
				}
			}
			return true
		})
	})
	for _, file := range withoutContext {
		if !without[file] {
			t.Errorf("the exception %s is of no use any more", file)
		}
	}
}

func TestLogRulesForbid(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, code string
		ok         bool
	}{
		{"money/x.go", `slog.Info("paid")`, false},
		{"money/x.go", `slog.InfoContext(ctx, "paid")`, true},
		{"money/x.go", `slog.InfoContext(context.Background(), "paid")`, false},
		{"money/x.go", `s.log.Warn("paid")`, false},
		{"sandbox/state.go", `s.log.Warn("paid")`, true},
		{"money/x.go", `slog.ErrorContext(ctx, "lost")`, false},
		{"money/x.go", `slog.ErrorContext(ctx, "lost", "charge", id, "alarm", logs.ChargeStuck)`, true},
		{"money/x.go", `slog.ErrorContext(ctx, "lost", "alarm", "charge.stuck")`, false},
		{"money/x.go", `a.Log.Log(ctx, level, "request")`, true},
		{"money/x.go", `http.Error(w, "no", 404)`, true},
		{"money/x.go", `fmt.Println("paid")`, false},
		{"money/x.go", `println("paid")`, false},
		{"money/x.go", `fmt.Fprintln(os.Stderr, "paid")`, false},
		{"cmd/kaiin/main.go", `run(os.Stdout, os.Stderr)`, true},
		{"money/x.go", `slog.New(h)`, false},
		{"base/logs/logs.go", `slog.New(h)`, true},
		{"money/x.go", `slog.SetDefault(l)`, false},
		{"base/store/x.go", `river.NewClient(d, &river.Config{})`, false},
		{"base/store/x.go", `river.NewClient(d, &river.Config{Logger: l})`, true},
	} {
		code, err := parser.ParseExpr(c.code)
		if err != nil {
			t.Fatal(err)
		}
		fault := ""
		ast.Inspect(code, func(node ast.Node) bool {
			if node != nil && fault == "" {
				fault = logFault(c.file, node)
			}
			return true
		})
		if (fault == "") != c.ok {
			t.Errorf("%s: %s: %q", c.file, c.code, fault)
		}
	}
}

// alarm is one of package logs, or a row of the table of docs/operate.md.
type alarm struct{ key, meaning string }

// alarms are the constants of package logs by their names.
func alarms(t *testing.T) map[string]alarm {
	t.Helper()
	syntax, err := parser.ParseFile(token.NewFileSet(), logsFolder+"alarms.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	all, keys := map[string]alarm{}, map[string]bool{}
	ast.Inspect(syntax, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok {
			return true
		}
		text, isText := spec.Values[0].(*ast.BasicLit)
		if !isText || nameOf(spec.Type) != "Alarm" || spec.Comment == nil {
			t.Errorf("%s is no alarm with a key and its meaning beside it", spec.Names[0])
			return false
		}
		key, err := strconv.Unquote(text.Value)
		if err != nil || keys[key] || !regexp.MustCompile(`^[a-z]+(?:\.[a-z_]+)?$`).MatchString(key) {
			t.Errorf("the key %s is a second time there, or no key", text.Value)
		}
		all[spec.Names[0].Name], keys[key] = alarm{key, strings.TrimSpace(spec.Comment.Text())}, true
		return false
	})
	return all
}

func TestEachAlarmIsRaisedAndExplained(t *testing.T) {
	t.Parallel()
	all, raised := alarms(t), map[string]bool{}
	programFiles(t, func(file string, files *token.FileSet, syntax *ast.File) {
		ast.Inspect(syntax, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				raised[alarmOf(call)] = true
			}
			return true
		})
	})
	for name := range all {
		if !raised[name] {
			t.Errorf("no line has the alarm %s", name)
		}
	}
	explained := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z._]+)` \\| (.+?) \\| (.+) \\|$").FindAllStringSubmatch(section(read(t, "../docs/operate.md"), "The log"), -1) {
		if _, twice := explained[row[1]]; twice {
			t.Errorf("docs/operate.md has two rows for %s", row[1])
		}
		explained[row[1]] = row[2]
	}
	for name, a := range all {
		if meaning, ok := explained[a.key]; !ok {
			t.Errorf("docs/operate.md has no row for %s", a.key)
		} else if meaning != a.meaning {
			t.Errorf("docs/operate.md says of %s: %s; logs.%s: %s", a.key, meaning, name, a.meaning)
		}
		delete(explained, a.key)
	}
	for _, key := range slices.Sorted(maps.Keys(explained)) {
		t.Errorf("docs/operate.md has a row for %s, which is no alarm", key)
	}
}

// section is what a page has under a heading of the second level.
func section(page, heading string) string {
	_, after, _ := strings.Cut(page, "\n## "+heading+"\n")
	text, _, _ := strings.Cut(after, "\n## ")
	return text
}
