package app

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers says which of our own packages may import which. A package may import what stands in a layer above its own line, the packages
// named for it, and its own subpackages; test files and the packages that help tests are free.
var layers = struct {
	leaves     []string
	domains    map[string][]string
	adapters   map[string][]string
	transports map[string][]string
}{
	leaves: []string{"actor", "clock", "config", "failpoint", "fault", "gateway", "jsonbody", "keyset", "memo", "outbound", "secret", "step", "survey", "typed", "useragent", "words", "written"},
	domains: map[string][]string{
		"postal":       {},
		"settings":     {},
		"storefile":    {"catalog", "oidc/clientfile", "settings"},
		"audit":        {"payment", "subscription"},
		"catalog":      {"settings"},
		"entitlement":  {"catalog", "settings"},
		"notify":       {},
		"throttle":     {},
		"flow":         {},
		"passcode":     {"notify", "settings", "throttle"},
		"session":      {"passcode", "settings", "throttle"},
		"account":      {"catalog", "flow", "notify", "session", "settings"},
		"credential":   {"account", "flow", "notify", "passcode", "session", "settings", "throttle"},
		"pin":          {"account", "credential", "notify", "settings", "throttle"},
		"profile":      {"account", "pin", "session"},
		"preferences":  {"account", "settings", "throttle"},
		"newsletter":   {"account", "notify", "preferences", "settings", "throttle"},
		"personaldata": {"account", "throttle"},
		"profileimage": {"account", "throttle"},
		"signup":       {"account", "catalog", "credential", "flow", "notify", "passcode", "session", "settings", "throttle"},
		"login":        {"account", "credential", "flow", "notify", "passcode", "session", "settings", "signup", "throttle"},
		"oidc":         {"oidc/clientfile", "account", "notify", "session", "settings", "throttle"},
		"payment":      {"account", "settings", "throttle"},
		"reconciliation": {"payment", "settings"},
		"billing":      {"account", "catalog", "notify", "payment", "settings"},
		"subscription": {"account", "billing", "catalog", "entitlement", "flow", "notify", "payment", "settings", "throttle"},
		"reminder":     {"account", "notify", "payment", "settings", "subscription"},
		"evidence":     {"account", "catalog", "settings"},
		"playback":     {"catalog", "settings"},
		"purchase":     {"account", "billing", "catalog", "entitlement", "evidence", "notify", "payment", "settings", "subscription", "throttle"},
		"withdrawal":   {"account", "catalog", "flow", "notify", "passcode", "payment", "settings", "subscription"},
	},
	adapters: map[string][]string{
		"botcheck":          {"login"},
		"delivery":          {"notify"},
		"gateway/paypal":    {"gateway"},
		"gateway/paypalnvp": {"gateway"},
		"gateway/sbps":      {"gateway"},
		"gateway/streaks":   {"playback"},
		"oidc/protocol":     {"actor", "settings", "oidc/clientfile", "fault", "jsonbody", "oidc", "pin", "secret", "store"},
		"social":            {"login"},
	},
	transports: map[string][]string{
		"paths":     {},
		"viewer":    {},
		"pagecache": {},
		"graph":     {"paths", "viewer"},
		"zapi":      {"graph", "paths", "viewer"},
		"edge":      {"graph", "pagecache", "paths", "viewer", "zapi"},
	},
}

const root = "kaiin/server/"

// allowed are the packages of server/ that one may import; nil means any.
func allowed(name string) []string {
	leaves := layers.leaves
	if slices.Contains(leaves, name) {
		return []string{"clock", "fault", "memo", "secret", "step", "words", "written"}
	}
	if names, ok := layers.domains[name]; ok {
		return slices.Concat(leaves, []string{"store"}, names)
	}
	if names, ok := layers.adapters[name]; ok {
		return slices.Concat([]string{"clock", "config", "outbound"}, names)
	}
	if names, ok := layers.transports[name]; ok {
		all := slices.Concat(leaves, []string{"store"}, names)
		for domain := range layers.domains {
			all = append(all, domain)
		}
		return all
	}
	switch name {
	case "store":
		return []string{"clock", "failpoint", "fault"}
	case "sandbox":
		return []string{"clock", "words"}
	case "app", "cmd/kaiin":
		return nil
	}
	return []string{"no such package: name it in the table of the import rules"}
}

// helpsTests is whether a package is there for tests only, as storetest and catalogtest are.
func helpsTests(name string) bool {
	return strings.HasSuffix(name, "test") || strings.Contains(name, "test/")
}

// forbidden says why a package may not import another, "" when it may.
func forbidden(importer, imported string) string {
	name := strings.TrimPrefix(importer, root)
	if helpsTests(name) {
		return ""
	}
	top := name
	if _, adapter := layers.adapters[name]; !adapter && name != "cmd/kaiin" {
		top, _, _ = strings.Cut(name, "/")
	}
	switch {
	case strings.HasSuffix(imported, "test") && strings.HasPrefix(imported, root):
		return "is for tests only"
	case strings.HasPrefix(imported, "kaiin/ent") && (top == "gateway" || strings.HasPrefix(top, "gateway/")):
		return "rows are no business of a provider's adapter"
	case imported == "kaiin/ent" && (top == "zapi" || top == "sandbox" || slices.Contains(layers.leaves, top)):
		return "rows are no business of it"
	case strings.HasPrefix(imported, "kaiin/ent/") && layers.transports[top] != nil:
		return "transports use rows as types, never queries"
	case !strings.HasPrefix(imported, root):
		return ""
	}
	target := strings.TrimPrefix(imported, root)
	if name == "edge" && target == "oidc/protocol" { // the one transport that a domain's protocol is kept in
		return ""
	}
	names := allowed(top)
	if names == nil || target == top || strings.HasPrefix(target, top+"/") || slices.Contains(names, target) {
		return ""
	}
	return "is not among those it may import"
}

func TestImports(t *testing.T) {
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=ImportPath,Imports", "kaiin/server/...")
	output, err := list.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := list.Start(); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for decoder := json.NewDecoder(output); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(p.ImportPath, root) {
			continue
		}
		seen++
		for _, imported := range p.Imports {
			if why := forbidden(p.ImportPath, imported); why != "" {
				t.Errorf("%s imports %s, which %s", p.ImportPath, imported, why)
			}
		}
	}
	if err := list.Wait(); err != nil {
		t.Fatal(err)
	}
	if seen < 20 {
		t.Errorf("only %d packages were looked at", seen)
	}
}

func TestImportRulesForbid(t *testing.T) {
	for _, c := range []struct {
		importer, imported string
		ok                 bool
	}{
		{"kaiin/server/catalog", "kaiin/server/account", false},
		{"kaiin/server/account", "kaiin/server/catalog", true},
		{"kaiin/server/payment", "kaiin/server/purchase", false},
		{"kaiin/server/payment", "kaiin/server/reconciliation", false},
		{"kaiin/server/login", "kaiin/server/graph", false},
		{"kaiin/server/login", "kaiin/server/paths", false},
		{"kaiin/server/login", "kaiin/server/session", true},
		{"kaiin/server/session", "kaiin/server/account", false},
		{"kaiin/server/account", "kaiin/server/credential", false},
		{"kaiin/server/signup", "kaiin/server/login", false},
		{"kaiin/server/graph", "kaiin/server/zapi", false},
		{"kaiin/server/graph", "kaiin/ent", true},
		{"kaiin/server/graph", "kaiin/ent/plan", false},
		{"kaiin/server/gateway/sbps", "kaiin/server/payment", false},
		{"kaiin/server/gateway/sbps", "kaiin/server/gateway", true},
		{"kaiin/server/gateway/sbps", "kaiin/server/store", false},
		{"kaiin/server/sandbox", "kaiin/server/payment", false},
		{"kaiin/server/sandbox/sbps", "kaiin/server/clock", true},
		{"kaiin/server/clock", "kaiin/server/store", false},
		{"kaiin/server/purchase", "kaiin/server/store/storetest", false},
		{"kaiin/server/store/storetest", "kaiin/server/store", true},
		{"kaiin/server/newcomer", "kaiin/server/store", false},
	} {
		if why := forbidden(c.importer, c.imported); (why == "") != c.ok {
			t.Errorf("%s imports %s: %q", c.importer, c.imported, why)
		}
	}
}
