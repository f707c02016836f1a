package gateway

import "testing"

// listing is lists that no test asks for.
type listing struct{ Lists }

// M-21: a provider is not offered if it gives us no way to find out what it took.
func TestAProviderWithoutAList(t *testing.T) {
	t.Parallel()
	good := Provider{Name: "sbps", Lists: listing{}}
	for name, c := range map[string]struct {
		p  Provider
		ok bool
	}{
		"with lists":             {good, true},
		"without":                {Provider{Name: "x"}, false},
		"that charges by itself": {Provider{Name: "x", Bills: true, Lists: listing{}}, false},
	} {
		if err := (Providers{good, c.p}).Comparable(); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
