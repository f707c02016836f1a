package app

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"kaiin/server/identity/session"
	"kaiin/server/leaving/withdrawal"
	"kaiin/server/money/entitlement"
)

// abilities are the methods by which services are collected, and the interface each stands for.
var abilities = map[string]reflect.Type{
	"Jobs":          reflect.TypeFor[worker](),
	"Due":           reflect.TypeFor[scanner](),
	"Purge":         reflect.TypeFor[purger](),
	"Leave":         reflect.TypeFor[withdrawal.Leaver](),
	"SessionsEnded": reflect.TypeFor[session.Listener](),

	"WatchableChanged": reflect.TypeFor[entitlement.Listener](),
}

// A Service that has one of these methods is built, listed, and found by it: the method is not
// merely called like that.
func TestServicesAreCollected(t *testing.T) {
	var listed []reflect.Type
	for _, service := range new(App).services() {
		listed = append(listed, reflect.TypeOf(service))
	}
	for name, p := range sources(t) {
		for method, ability := range abilities {
			if serviceMethod(p, method) == nil {
				continue
			}
			i := slices.IndexFunc(listed, func(service reflect.Type) bool { return shortName(service.Elem().PkgPath()) == name })
			switch {
			case i < 0:
				t.Errorf("%s.Service has a method %s that nothing calls: make the service a field of App and add it to App.services", name, method)
			case !listed[i].Implements(ability):
				t.Errorf("%s.Service has a method %s that is not that of %s: give it this form, or another name", name, method, ability)
			}
		}
	}
}

// Every Service among App's fields is in App.services, each once.
func TestServicesAreListed(t *testing.T) {
	var listed []reflect.Type
	for _, service := range new(App).services() {
		if slices.Contains(listed, reflect.TypeOf(service)) {
			t.Errorf("App.services has %T twice", service)
		}
		listed = append(listed, reflect.TypeOf(service))
	}
	app := reflect.TypeFor[App]()
	for i := range app.NumField() {
		if field := app.Field(i); strings.HasSuffix(field.Type.String(), ".Service") && !slices.Contains(listed, field.Type) {
			t.Errorf("App.%s is not in App.services: its jobs would not run, nor would it be purged", field.Name)
		}
	}
}
