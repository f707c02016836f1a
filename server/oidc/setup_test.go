package oidc_test

import "context"

type contextT = context.Context
