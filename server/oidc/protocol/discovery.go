package protocol

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"

	"kaiin/server/oidc"
	"kaiin/server/oidc/clientfile"
)

// document is what apps read of the service (OpenID Connect Discovery 3, RFC 8414). It holds only
// what works.
func (e *Endpoints) document(scopes []string) ([]byte, error) {
	ways := []clientfile.Proof{clientfile.ProofBasic, clientfile.ProofPost, clientfile.ProofKey, clientfile.ProofNone}
	proofs := []clientfile.Proof{clientfile.ProofBasic, clientfile.ProofPost, clientfile.ProofKey}
	return json.Marshal(map[string]any{
		"issuer":                                e.Provider.Issuer,
		"authorization_endpoint":                e.at(pathAuthorize),
		"token_endpoint":                        e.at(pathToken),
		"userinfo_endpoint":                     e.at(pathUserInfo),
		"jwks_uri":                              e.at(pathKeys),
		"revocation_endpoint":                   e.at(pathRevoke),
		"introspection_endpoint":                e.at(pathIntrospect),
		"pushed_authorization_request_endpoint": e.at(pathPush),
		"device_authorization_endpoint":         e.at(pathDevice),
		"end_session_endpoint":                  e.at(pathEnd),

		"response_types_supported":                                 []string{"code"},
		"response_modes_supported":                                 []string{"query", "form_post"},
		"grant_types_supported":                                    grantTypes,
		"scopes_supported":                                         scopes,
		"claims_supported":                                         append(oidc.ClaimNames(), "iss", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "at_hash", "sid"),
		"claim_types_supported":                                    []string{"normal"},
		"subject_types_supported":                                  []string{"public", "pairwise"},
		"acr_values_supported":                                     []string{oidc.ACROne, oidc.ACRTwo},
		"prompt_values_supported":                                  prompts,
		"ui_locales_supported":                                     []string{"ja", "en"},
		"code_challenge_methods_supported":                         []string{"S256"},
		"id_token_signing_alg_values_supported":                    clientfile.SigningAlgorithms,
		"token_endpoint_auth_methods_supported":                    ways,
		"token_endpoint_auth_signing_alg_values_supported":         signed,
		"revocation_endpoint_auth_methods_supported":               ways,
		"revocation_endpoint_auth_signing_alg_values_supported":    signed,
		"introspection_endpoint_auth_methods_supported":            proofs,
		"introspection_endpoint_auth_signing_alg_values_supported": signed,

		"backchannel_logout_supported":                   true,
		"backchannel_logout_session_supported":           true,
		"claims_parameter_supported":                     true,
		"request_parameter_supported":                    false,
		"request_uri_parameter_supported":                false,
		"authorization_response_iss_parameter_supported": true,
	})
}

func (e *Endpoints) discovery(w http.ResponseWriter, r *http.Request) {
	scopes, err := e.Provider.Scopes(r.Context())
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	var keys []string
	for _, one := range scopes {
		keys = append(keys, one.Key)
	}
	of := list(keys)
	known := e.discovered.Load()
	if known == nil || known.of != of {
		document, err := e.document(keys)
		if err != nil {
			e.refuse(w, r, err)
			return
		}
		known = &discovered{of, document}
		e.discovered.Store(known)
	}
	publish(w, r, known.document)
}

// discovered is the document for the store's scopes: all in it that may change.
type discovered struct {
	of       string
	document []byte
}

// keys answers the public halves of the keys that sign.
func (e *Endpoints) keys(w http.ResponseWriter, r *http.Request) {
	keys, err := e.Provider.Keyring(r.Context())
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	publish(w, r, keys.JWKS)
}

// publish answers what anyone may keep for some minutes.
func publish(w http.ResponseWriter, r *http.Request, document []byte) {
	sum := sha256.Sum256(document)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
	h := w.Header()
	h.Set("ETag", tag)
	h.Set("Cache-Control", "public, max-age=300")
	h.Set("Content-Type", "application/json")
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(document)
}
