package logs

import (
	"context"
	"log"
	"log/slog"
	"strings"
)

// AtLeast is a log without the lines below the level, for a library that says much when all is
// well.
func AtLeast(level slog.Level, to *slog.Logger) *slog.Logger {
	return slog.New(atLeast{to.Handler(), level})
}

type atLeast struct {
	slog.Handler
	level slog.Level
}

func (h atLeast) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= h.level && h.Handler.Enabled(ctx, level)
}

func (h atLeast) WithAttrs(attributes []slog.Attr) slog.Handler {
	return atLeast{h.Handler.WithAttrs(attributes), h.level}
}
func (h atLeast) WithGroup(name string) slog.Handler {
	return atLeast{h.Handler.WithGroup(name), h.level}
}

// OfServer is what an http.Server says. Most of it tells of broken connections of callers: these
// lines have the level DEBUG. A panic that no handler has caught is an alarm.
func OfServer(to *slog.Logger) *log.Logger {
	return slog.NewLogLogger(ofServer{to.Handler()}, slog.LevelError)
}

type ofServer struct{ slog.Handler }

// Enabled holds for all lines, because their level is known by their text alone.
func (ofServer) Enabled(context.Context, slog.Level) bool { return true }

func (h ofServer) Handle(ctx context.Context, line slog.Record) error {
	if line.Level = slog.LevelDebug; strings.HasPrefix(line.Message, "http: panic serving") {
		line.Level = slog.LevelError
		line.AddAttrs(slog.Any("alarm", Panic))
	}
	if !h.Handler.Enabled(ctx, line.Level) {
		return nil
	}
	return h.Handler.Handle(ctx, line)
}
