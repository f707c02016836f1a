package throttle

import (
	"context"
	"strings"

	"kaiin/server/base/telemetry"
)

// refused counts a refusal under the name of its counter. Nothing tells whom it is about.
func refused(ctx context.Context, key string) {
	what, _, _ := strings.Cut(key, ":")
	name, _, _ := strings.Cut(what, " ")
	if _, known := Counters[name]; !known {
		name = "other"
	}
	telemetry.ThrottleRefusals.Add(ctx, 1, name)
}
