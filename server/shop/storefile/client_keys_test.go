package storefile

import (
	"strings"
	"testing"

	"kaiin/server/oidc/clientfile"
)

// An app that proves who it is by a key is written in a store file as in JSON.
func TestAStoreFileHoldsTheKeysOfAnApp(t *testing.T) {
	t.Parallel()
	const app = `
clients:
  - clientId: key-app
    type: confidential
    name: {ja: 鍵のアプリ}
    tokenEndpointAuthMethod: private_key_jwt
    grantTypes: [client_credentials]
    jwks:
      keys:
        - kty: EC
          crv: P-256
          kid: "2026"
          x: MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4
          y: 4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM
`
	f, err := parse(smallStore + app)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := clientfile.PublicKeys(f.Clients[0].Keys)
	if err != nil || len(keys.Keys) != 1 || keys.Keys[0].KeyID != "2026" {
		t.Errorf("%+v, %v", keys, err)
	}
	private := strings.Replace(app, "          x:", "          d: 870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE\n          x:", 1)
	if _, err := parse(smallStore + private); err == nil || !strings.Contains(err.Error(), "not a public one") {
		t.Errorf("a private key: %v", err)
	}
}
