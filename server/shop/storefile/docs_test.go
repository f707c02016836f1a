package storefile

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"kaiin/server/base/settings"
	"kaiin/server/base/words"
	"kaiin/server/base/written"
)

// docs/store.md tells operators what a store file may say. These tests keep it true.

const storePage = "../../../docs/store.md"

// examples are the YAML documents of the page, in order.
func examples(t *testing.T) (page string, all []string) {
	t.Helper()
	text, err := os.ReadFile(storePage)
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllSubmatch(text, -1) {
		all = append(all, string(found[1]))
	}
	return string(text), all
}

func TestStorePageShowsAStoreThatCanBeSold(t *testing.T) {
	t.Parallel()
	_, all := examples(t)
	f, err := Parse(fstest.MapFS{"store.yaml": {Data: []byte(all[0])}}, "store.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Plans) != 1 || f.Plans[0].Unpublished {
		t.Errorf("the smallest store sells %d plans", len(f.Plans))
	}
}

// Each other example is a part of a file. Together with the smallest store all of them make
// a store.
func TestStorePageExamplesAreTaken(t *testing.T) {
	t.Parallel()
	_, all := examples(t)
	f := new(File)
	for _, part := range all {
		filled, lines, err := filledIn([]byte(part))
		if err != nil {
			t.Fatal(err)
		}
		read := *f
		read.Policies, read.Plans = nil, nil
		if err := written.YAML(filled, &read, lines...); err != nil {
			t.Errorf("%v in\n%s", err, part)
			continue
		}
		read.Policies, read.Plans = append(f.Policies, read.Policies...), append(f.Plans, read.Plans...)
		*f = read
	}
	for i := range f.Policies {
		if f.Policies[i].External == "" {
			f.Policies[i].Body = words.Text{"ja": "text"}
		}
	}
	if err := f.Validate(); err != nil {
		t.Error(err)
	}
}

func TestStorePageNamesEveryKey(t *testing.T) {
	t.Parallel()
	page, all := examples(t)
	text := strings.Join(all, "\n")
	var walk func(kind reflect.Type, path string)
	walk = func(kind reflect.Type, path string) {
		for kind.Kind() == reflect.Pointer || kind.Kind() == reflect.Slice {
			kind = kind.Elem()
		}
		if kind.Kind() != reflect.Struct {
			return
		}
		for field := range kind.Fields() {
			key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if key == "" || key == "-" || field.Tag.Get("yaml") == "-" {
				continue
			}
			if !regexp.MustCompile(`(?m)(^|[\s{,-])` + key + `:`).MatchString(text) {
				t.Errorf("%s.%s is in no example", path, key)
			}
			walk(field.Type, path+"."+key)
		}
	}
	walk(reflect.TypeFor[File](), "")
	for _, field := range settings.FormFields {
		if !strings.Contains(text, "\n      "+field+": ") {
			t.Errorf("the registration form's field %s is in no example", field)
		}
	}
	if !strings.Contains(page, "kaiin seed --store") {
		t.Error("the page does not say how a store is seeded")
	}
}
