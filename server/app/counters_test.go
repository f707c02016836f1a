package app

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"testing"

	"golang.org/x/tools/go/packages"

	"kaiin/server/base/throttle"
)

// keyForm is how a literal begins that makes the key of a counter.
var keyForm = regexp.MustCompile(`^([a-z]+(?:-[a-z]+)*):(?:$|[a-z]+ $)`)

// indirect are the keys that are not written where they are counted, by function, and where
// they are.
var indirect = map[string]string{
	"Allow":   "passcode: in budgets",
	"guesses": "login: credential.LoginGuesses, or login unknown",

	"ClearLimits": "credential: in limits",
	"MailCode":    "credential: LoginCodesTo",
}

// Every counter is in the table of throttle, which says which callers can raise it and what it
// blocks for which callers.
func TestEveryCounterIsInTheTable(t *testing.T) { // D-02
	found := map[string]bool{"login": true} // credential.LoginGuesses, and "login unknown" beside it
	config := &packages.Config{Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedImports}
	all, err := packages.Load(config, "kaiin/server/...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if p.Imports["kaiin/server/base/throttle"] == nil || helpsTests(p.PkgPath[len(root):]) || p.PkgPath == root+"app" {
			continue
		}
		for _, file := range p.Syntax {
			for _, declaration := range file.Decls {
				within, _ := declaration.(*ast.FuncDecl)
				ast.Inspect(declaration, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.BasicLit:
						text, err := strconv.Unquote(n.Value)
						if m := keyForm.FindStringSubmatch(text); n.Kind == token.STRING && err == nil && m != nil {
							found[m[1]] = true
							if _, ok := throttle.Counters[m[1]]; !ok {
								t.Errorf("%s: %q is counted: add to the table of throttle which callers can raise it, and what it blocks", p.Fset.Position(n.Pos()), text)
							}
						}
					case *ast.CallExpr:
						if called, ok := n.Fun.(*ast.SelectorExpr); ok && called.Sel.Name == "Count" && len(n.Args) == 4 {
							wantLiteral(t, p, within, n.Args[1])
						}
					case *ast.KeyValueExpr:
						if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Key" && isGuesses(p) {
							wantLiteral(t, p, within, n.Value)
						}
					}
					return true
				})
			}
		}
	}
	for name := range throttle.Counters {
		if !found[name] {
			t.Errorf("nothing is counted as %q: take it out of the table of throttle", name)
		}
	}
}

// isGuesses is whether the package counts guesses: there a field Key is one of throttle.Guesses.
func isGuesses(p *packages.Package) bool {
	return p.PkgPath == root+"identity/login" || p.PkgPath == root+"identity/credential" || p.PkgPath == root+"identity/pin" || p.PkgPath == root+"desk/people"
}

// wantLiteral wants a key to begin with a literal, so that this test sees it.
func wantLiteral(t *testing.T, p *packages.Package, within *ast.FuncDecl, key ast.Expr) {
	t.Helper()
	for {
		sum, ok := key.(*ast.BinaryExpr)
		if !ok {
			break
		}
		key = sum.X
	}
	if literal, ok := key.(*ast.BasicLit); ok && literal.Kind == token.STRING {
		return
	}
	if within == nil || indirect[within.Name.Name] == "" {
		t.Errorf("%s: a key that does not begin with a literal", p.Fset.Position(key.Pos()))
	}
}

// hashers are the functions that have a password hashed or compared, and the counter that each try
// is counted under before.
var hashers = map[string]string{
	"login.matches":             "login-tries",   // 100 in half an hour per member, 1,000 per network
	"credential.provePassword":  "password-work", // 60 an hour per account
	"credential.hashUnused":     "reset-tried",   // five each: 30 an hour per mailed link; else after provePassword
	"credential.proveUndo":      "undo-tried",    // two each: 20 a day per mailed link
	"credential.EnablePassword": "code-of",       // five tries of a code, 20 codes a day and account
	"credential.wasReset":       "reset-tried",
	"credential.wasUndone":      "undo-tried",
	"people.proven":             "staff-login", // each caller counts first: staff-login and staff-from, or staff-proof
	"people.Enrol":              "staff-invite",
	"pin.Set":                   "pin-set",
	"pin.Check":                 "pin-work",
	"signup.checked":            "signup-form", // 30 in half an hour per sign-up
	"signup.compare":            "signup-form",
}

// Whatever hashes a password is counted before it does.
func TestEveryHashIsCounted(t *testing.T) { // D-03
	found := map[string]bool{}
	all, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax}, "kaiin/server/...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if helpsTests(p.PkgPath[min(len(root), len(p.PkgPath)):]) {
			continue
		}
		for _, file := range p.Syntax {
			for _, declaration := range file.Decls {
				ast.Inspect(declaration, func(n ast.Node) bool {
					call, ok := n.(*ast.CallExpr)
					if !ok {
						return true
					}
					method, ok := call.Fun.(*ast.SelectorExpr)
					if !ok || method.Sel.Name != "Hash" && method.Sel.Name != "Matches" {
						return true
					}
					if pool, ok := method.X.(*ast.SelectorExpr); !ok || pool.Sel.Name != "Passwords" {
						return true
					}
					name := p.Name + "." + declaration.(*ast.FuncDecl).Name.Name
					if found[name] = true; throttle.Counters[hashers[name]].Counts == "" {
						t.Errorf("%s: %s has a password hashed: say in the table of this test what counts it before", p.Fset.Position(n.Pos()), name)
					}
					return true
				})
			}
		}
	}
	for name := range hashers {
		if !found[name] {
			t.Errorf("%s hashes nothing: take it out of the table of this test", name)
		}
	}
}
