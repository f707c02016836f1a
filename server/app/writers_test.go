package app

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"kaiin/ent/migrate"
)

// writers are the packages that may write each table. A package that is not named here calls a
// method of one that is: what holds for the rows of a table is then kept in one place. Tests, and
// the packages that help them, may write any.
var writers = map[string][]string{
	"plans":         {"catalog"},
	"plan_versions": {"catalog"},
	"campaigns":     {"catalog"},
	"policies":      {"catalog"},
	"postal_codes":  {"postal"},
	"stores":        {"settings"},

	"acts":           {"acts"},
	"act_details":    {"acts"},
	"act_subjects":   {"acts"},
	"act_seals":      {"acts"},
	"act_holds":      {"acts"},
	"staff_requests": {"acts"},

	"notes":           {"members"},
	"reveals":         {"members"},
	"identity_checks": {"members"},
	"member_guards":   {"members"},

	"account_search":       {"search"},
	"account_search_marks": {"search"}, // and triggers
	"account_search_fills": {"search"},

	"staff_members":  {"people"},
	"staff_sessions": {"people"},
	"staff_invites":  {"people"},
	"proposals":      {"proposal"},
	"staff_watches":  {"watch"},
	"staff_alerts":   {"watch"},

	"messages":   {"notify"},
	"throttles":  {"throttle"},
	"flows":      {"flow"},
	"auth_codes": {"passcode"},

	"sessions":        {"session"},
	"trusted_devices": {"session"},
	"known_browsers":  {"session"},

	"accounts":          {"account", "credential", "session"}, // its row holds the password's hash, the factor that comes first, and the access stamp
	"external_accounts": {"account"},
	"consents":          {"account"},

	"former_passwords": {"credential"},
	"account_tokens":   {"credential"},
	"held_changes":     {"credential"},
	"factors":          {"credential"},
	"passkeys":         {"passkey"},
	"backup_codes":     {"credential"},

	"pins":           {"pin"},
	"profiles":       {"profile"},
	"profile_images": {"profileimage"},

	"consent_answers": {"preferences"},
	"newsletters":     {"newsletter"},

	"data_exports":      {"personaldata"},
	"data_export_parts": {"personaldata"},

	"login_events":      {"login"},
	"external_requests": {"login"},

	"payment_methods":      {"payment"},
	"card_authentications": {"payment"},
	"charges":              {"payment"},
	"refunds":              {"payment"},
	"gateway_events":       {"payment", "providerbilling"}, // what is told of a month, and what becomes of it, is of the latter
	"bills":                {"billing"},
	"subscription_prices":  {"subscription"},
	"orders":               {"purchase"},
	"order_evidence":       {"evidence"},
	"subscriptions":        {"subscription"},
	"subscription_events":  {"subscription"},
	"cancellations":        {"subscription"},
	"plan_changes":         {"subscription"},
	"entitlements":         {"entitlement"},
	"reminders":            {"reminder"},
	"withdrawals":          {"withdrawal"},

	"requested_withdrawals": {"withdrawal"},

	"oidc_clients":    {"oidc"},
	"oidc_keys":       {"oidc"},
	"oidc_requests":   {"oidc"},
	"oidc_grants":     {"oidc"},
	"oidc_families":   {"oidc"},
	"oidc_tokens":     {"oidc"},
	"oidc_devices":    {"oidc"},
	"oidc_assertions": {"oidc"},

	"schema_migrations": {"store"},
	"river_job":         {"app"}, // River's own: jobs are hurried along where the sandbox moves the clock
}

func TestWriters(t *testing.T) {
	for _, table := range migrate.Tables {
		if writers[table.Name] == nil {
			t.Errorf("table %s has no owner: name the package that writes it in the table of this test", table.Name)
		}
	}
	used := map[string]bool{}
	for name, p := range sources(t) {
		for _, w := range writes(p) {
			used[w.table+" "+name] = true
			if !slices.Contains(writers[w.table], name) {
				t.Errorf("%s writes the table %s, which %s: call a method of the owner, or add one to it",
					p.Fset.Position(w.at), w.table, owned(w.table))
			}
		}
	}
	for _, table := range slices.Sorted(maps.Keys(writers)) {
		for _, name := range writers[table] {
			if !used[table+" "+name] {
				t.Errorf("%s is named as a writer of the table %s and never writes it: take it out of the table of this test", name, table)
			}
		}
	}
}

func owned(table string) string {
	if writers[table] == nil {
		return "the table of this test does not know"
	}
	return "belongs to " + strings.Join(writers[table], " and ")
}

// write is a place that writes a table.
type write struct {
	table   string
	deletes bool
	within  types.Object // the function that contains it; nil outside of functions
	at      token.Pos
}

// verbs are the methods of ent by which rows are written; all of them begin a statement.
var verbs = []string{
	"Create", "CreateBulk", "MapCreateBulk", "Update", "UpdateOne", "UpdateOneID", "Delete", "DeleteOne", "DeleteOneID",
}

// rawWrite finds the tables that SQL by hand writes.
var rawWrite = regexp.MustCompile(`(?i)\b(INSERT\s+INTO|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE|COPY|UPDATE)\s+(?:ONLY\s+|TABLE\s+)?"?([a-z_]+)"?`)

// writes are the places of a package that write tables: calls of ent's clients and rows, purges,
// and SQL by hand.
func writes(p *packages.Package) []write {
	var found []write
	for _, file := range p.Syntax {
		for _, declaration := range file.Decls {
			var within types.Object
			if function, ok := declaration.(*ast.FuncDecl); ok {
				within = p.TypesInfo.Defs[function.Name]
			}
			ast.Inspect(declaration, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if table := writtenByEnt(p, n); table != "" {
						found = append(found, write{table, strings.HasPrefix(n.Sel.Name, "Delete"), within, n.Sel.Pos()})
					}
				case *ast.CallExpr:
					if table, deletes := purgedByStore(p, n); table != "" {
						found = append(found, write{table, deletes, within, n.Pos()})
					}
				case *ast.BasicLit:
					for table, deletes := range writtenBySQL(n) {
						found = append(found, write{table, deletes, within, n.Pos()})
					}
				}
				return true
			})
		}
	}
	return found
}

// writtenByEnt is the table that a method of ent writes, "" for every other one.
func writtenByEnt(p *packages.Package, method *ast.SelectorExpr) string {
	selection := p.TypesInfo.Selections[method]
	if selection == nil || !slices.Contains(verbs, method.Sel.Name) {
		return ""
	}
	receiver := selection.Recv()
	if pointer, ok := receiver.(*types.Pointer); ok {
		receiver = pointer.Elem()
	}
	named, ok := types.Unalias(receiver).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "kaiin/ent" {
		return ""
	}
	entity := strings.TrimSuffix(named.Obj().Name(), "Client")
	if named.Obj().Pkg().Scope().Lookup(entity) == nil { // an entity whose own name ends so
		entity = named.Obj().Name()
	}
	return tableOf(entity)
}

// purgedByStore is the table that a call of Store.DeleteBefore deletes from, or one of
// Store.ClearBefore writes; "" for every other call.
func purgedByStore(p *packages.Package, call *ast.CallExpr) (table string, deletes bool) {
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || p.TypesInfo.Uses[method.Sel] == nil {
		return "", false
	}
	f, ok := p.TypesInfo.Uses[method.Sel].(*types.Func)
	if !ok || f.FullName() != "(*kaiin/server/base/store.Store).DeleteBefore" && f.FullName() != "(*kaiin/server/base/store.Store).ClearBefore" {
		return "", false
	}
	deletes = f.Name() == "DeleteBefore"
	name := p.TypesInfo.Types[call.Args[1]].Value
	if name == nil {
		return "that is no constant", deletes
	}
	return constant.StringVal(name), deletes
}

// tableOf is the table of an entity of ent.
func tableOf(entity string) string {
	switch entity {
	case "StorePolicy":
		return "policies"
	case "OrderEvidence":
		return "order_evidence"
	}
	for _, table := range migrate.Tables {
		if strings.EqualFold(strings.ReplaceAll(table.Name, "_", ""), entity+"s") {
			return table.Name
		}
	}
	return fmt.Sprintf("of ent's %s", entity)
}

// writtenBySQL are the tables that a literal writes, and whether it deletes from them.
func writtenBySQL(literal *ast.BasicLit) map[string]bool {
	tables := map[string]bool{}
	text, err := strconv.Unquote(literal.Value)
	if literal.Kind != token.STRING || err != nil {
		return tables
	}
	for _, m := range rawWrite.FindAllStringSubmatch(text, -1) {
		if writers[m[2]] != nil || strings.EqualFold(m[1], "INSERT INTO") {
			tables[m[2]] = strings.HasPrefix(strings.ToUpper(m[1]), "DELETE")
		}
	}
	return tables
}
