package server_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rooms are the folders of server/ from the highest to the lowest. A package may import its own
// room and those below it.
var rooms = []string{"cmd", "app", "transport", "desk", "leaving", "money", "oidc", "identity", "shop", "staff", "base"}

// apart are the folders beside the rooms: what they may import of them is all that is named here.
var apart = map[string][]string{
	"sandbox":   {"base/clock", "base/words"},
	"modeltest": nil, // it plays whole memberships with everything that knows money, and is for tests only
}

// upward are the imports that lead up, each with its reason.
var upward = map[string]string{
	"shop/storefile oidc/clientfile": "the store file registers apps, and clientfile knows no member",
}

// restriction is a package, with its folder, that may import less than its room: what is named here
// and itself.
type restriction struct {
	name string
	may  []string
	why  string
}

// adapters speak the wire formats of others and hold no rule. They know no rows.
var adapters = []restriction{
	{name: "money/gateway"},
	{name: "shop/streaks", may: []string{"shop/playback"}},
	{name: "identity/social", may: []string{"identity/login"}},
	{name: "identity/botcheck", may: []string{"identity/login"}},
	{name: "base/delivery", may: []string{"base/notify"}},
}

// adaptersMay is what every adapter may import beside.
var adaptersMay = []string{"base/clock", "base/config", "base/logs", "base/outbound", "base/telemetry"}

// narrow are the other packages that may import less than their room.
var narrow = []restriction{
	{"oidc/clientfile", []string{"base/words", "base/written", "staff/scope"}, "the store file reads it without the OpenID provider; what programs of the staff may do has its names in staff/scope"},
	{"base/store", []string{"base/clock", "base/failpoint", "base/fault", "base/logs", "base/telemetry"}, "the database knows nothing that is kept in it"},
}

const root = "kaiin/server/"

// helpsTests is whether a package is there for tests only, as storetest and catalogtest are.
func helpsTests(name string) bool {
	return strings.HasSuffix(name, "test") || strings.Contains(name, "test/")
}

func within(name, folder string) bool { return name == folder || strings.HasPrefix(name, folder+"/") }

// forbidden says why a package may not import another, "" when it may.
func forbidden(importer, imported string) string {
	name := strings.TrimPrefix(importer, root)
	if helpsTests(name) {
		return ""
	}
	room, _, _ := strings.Cut(name, "/")
	if target, ours := strings.CutPrefix(imported, root); ours {
		return forbiddenInside(name, room, target)
	}
	switch rows := strings.HasPrefix(imported, "kaiin/ent"); {
	case rows && slices.ContainsFunc(adapters, func(r restriction) bool { return within(name, r.name) }):
		return "is no business of an adapter"
	case imported == "kaiin/ent" && (name == "transport/zapi" || room == "sandbox"):
		return "is no business of it"
	case strings.HasPrefix(imported, "kaiin/ent/") && room == "transport":
		return "makes queries: transports use rows as types alone"
	}
	return ""
}

func forbiddenInside(name, room, target string) string {
	if helpsTests(target) {
		return "is for tests only"
	}
	for _, r := range narrow {
		if within(name, r.name) && !within(target, r.name) && !slices.Contains(r.may, target) {
			return "is not among what it may import: " + r.why
		}
	}
	for _, r := range adapters {
		if within(name, r.name) && !within(target, r.name) && !slices.Contains(slices.Concat(adaptersMay, r.may), target) {
			return "is not among what an adapter may import: it speaks a wire format and holds no rule"
		}
	}
	above, _, _ := strings.Cut(target, "/")
	if may, found := apart[room]; found {
		if above == room || slices.Contains(may, target) {
			return ""
		}
		return "is not among what " + room + " may import"
	}
	from, to := slices.Index(rooms, room), slices.Index(rooms, above)
	switch {
	case from < 0:
		return "is imported by a package in no room"
	case room == "cmd" || room == "app" || upward[name+" "+target] != "":
		return ""
	case to < 0 || to < from:
		return "is above it"
	}
	return ""
}

// imports calls see with each import of each package of server/.
func imports(t *testing.T, see func(importer, imported string)) {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=ImportPath,Imports", "kaiin/server/...")
	output, err := list.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := list.Start(); err != nil {
		t.Fatal(err)
	}
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
		for _, imported := range p.Imports {
			if strings.HasPrefix(p.ImportPath, root) {
				see(p.ImportPath, imported)
			}
		}
	}
	if err := list.Wait(); err != nil {
		t.Fatal(err)
	}
}

func TestImports(t *testing.T) {
	t.Parallel()
	importers, used := map[string]bool{}, map[string]bool{}
	imports(t, func(importer, imported string) {
		importers[importer] = true
		used[strings.TrimPrefix(importer, root)+" "+strings.TrimPrefix(imported, root)] = true
		if why := forbidden(importer, imported); why != "" {
			t.Errorf("%s imports %s, which %s", importer, imported, why)
		}
	})
	if len(importers) < 50 {
		t.Errorf("only %d packages were looked at", len(importers))
	}
	for exception := range upward {
		if !used[exception] {
			t.Errorf("the exception %q is of no use any more", exception)
		}
	}
}

func TestImportRulesForbid(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		importer, imported string
		ok                 bool
	}{
		{"shop/catalog", "identity/account", false},
		{"identity/account", "shop/catalog", true},
		{"identity/login", "transport/graph", false},
		{"identity/login", "identity/session", true},
		{"money/payment", "identity/account", true},
		{"identity/account", "money/payment", false},
		{"money/payment", "staff/acts", true},
		{"staff/acts", "identity/account", false},
		{"desk/search", "leaving/withdrawal", true},
		{"leaving/withdrawal", "desk/search", false},
		{"oidc", "money/subscription", false},
		{"leaving/withdrawal", "money/subscription", true},
		{"money/subscription", "leaving/withdrawal", false},
		{"money/gateway/sbps", "money/payment", false},
		{"money/gateway/sbps", "money/gateway", true},
		{"money/gateway/sbps", "base/store", false},
		{"sandbox", "money/payment", false},
		{"sandbox/sbps", "base/clock", true},
		{"base/clock", "shop/catalog", false},
		{"money/purchase", "base/store/storetest", false},
		{"base/store/storetest", "base/store", true},
		{"shop/storefile", "oidc/clientfile", true},
		{"shop/storefile", "oidc", false},
		{"newcomer", "base/store", false},
	} {
		if why := forbidden(root+c.importer, root+c.imported); (why == "") != c.ok {
			t.Errorf("%s imports %s: %q", c.importer, c.imported, why)
		}
	}
	for _, c := range []struct {
		importer, imported string
		ok                 bool
	}{
		{"transport/graph", "kaiin/ent", true},
		{"transport/graph", "kaiin/ent/plan", false},
		{"money/gateway/sbps", "kaiin/ent/charge", false},
	} {
		if why := forbidden(root+c.importer, c.imported); (why == "") != c.ok {
			t.Errorf("%s imports %s: %q", c.importer, c.imported, why)
		}
	}
}

// The map of the README and of this package's docstring name every room, and the README
// every package.
func TestMapsNameEveryFolder(t *testing.T) {
	t.Parallel()
	page, docs := read(t, "../README.md"), read(t, "doc.go")
	named := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `server/([a-z]+)/`.*$").FindAllStringSubmatch(page, -1) {
		named[row[1]] = true
		for _, more := range regexp.MustCompile("`server/([a-z]+)/`").FindAllStringSubmatch(row[0], -1) {
			named[more[1]] = true
		}
	}
	for _, room := range folders(t, ".") {
		if !named[room] {
			t.Errorf("README.md does not name server/%s/", room)
		}
		delete(named, room)
		if !regexp.MustCompile(`(?m)^//\t` + room + `|^//\t\w+, ` + room).MatchString(docs) {
			t.Errorf("server/doc.go does not name %s", room)
		}
		if _, beside := apart[room]; !beside && !slices.Contains(rooms, room) {
			t.Errorf("server/%s/ is no room", room)
		}
		if !slices.Contains(rooms[2:], room) {
			continue
		}
		row := regexp.MustCompile("(?m)^\\| `server/" + room + "/`[^|]*\\|([^|]*)\\|").FindStringSubmatch(page)
		if row == nil {
			continue
		}
		for _, name := range folders(t, room) {
			if !helpsTests(name) && !slices.Contains(strings.Fields(row[1]), name) {
				t.Errorf("README.md does not name %s/%s", room, name)
			}
		}
		for _, name := range strings.Fields(row[1]) {
			if _, err := os.Stat(room + "/" + name); err != nil && name != room {
				t.Errorf("README.md names %s/%s, which is not there", room, name)
			}
		}
	}
	for room := range named {
		t.Errorf("README.md names server/%s/, which is not there", room)
	}
}

// mostFiles is how many files a package may have that are written by hand, apart from tests and
// from resolvers, which have one for each file of the schema.
const mostFiles = 26

func TestPackagesAreSmall(t *testing.T) {
	t.Parallel()
	for _, room := range folders(t, ".") {
		for _, name := range append(folders(t, room), "") {
			n := 0
			for _, file := range entries(t, room+"/"+name) {
				if strings.HasSuffix(file.Name(), ".go") && !strings.HasSuffix(file.Name(), "_test.go") && !strings.HasSuffix(file.Name(), ".resolvers.go") {
					n++
				}
			}
			// graph shows each part of a screen by a file.
			if n > mostFiles && name != "graph" {
				t.Errorf("%s/%s has %d files: is it two packages?", room, name, n)
			}
		}
	}
}

func folders(t *testing.T, of string) (names []string) {
	t.Helper()
	for _, entry := range entries(t, of) {
		if entry.IsDir() && entry.Name() != "testdata" {
			names = append(names, entry.Name())
		}
	}
	return names
}

func entries(t *testing.T, of string) []os.DirEntry {
	t.Helper()
	all, err := os.ReadDir(of)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
