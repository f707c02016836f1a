package login

import (
	"context"

	"kaiin/server/base/telemetry"
)

// countFailed counts a wrong try by what was wrong.
func countFailed(ctx context.Context, try attempt) {
	switch {
	case try.right:
	case try.factor != "":
		telemetry.FailedLogins.Add(ctx, 1, "factor")
	default:
		telemetry.FailedLogins.Add(ctx, 1, string(try.method))
	}
}
