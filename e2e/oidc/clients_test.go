package oidc

import (
	_ "github.com/coreos/go-oidc/v3/oidc"
	_ "github.com/zitadel/oidc/v3/pkg/client/rp"
	_ "github.com/zitadel/oidc/v3/pkg/client/rs"
	_ "golang.org/x/oauth2"
)
