package logs

import (
	"context"
	"log"
	"log/slog"
	"strings"
)

// OfLibrary is the log of a library that says much when all is well: without the lines below the
// level. Its errors are the alarm.
func OfLibrary(to *slog.Logger, level slog.Level, alarm Alarm) *slog.Logger {
	return slog.New(ofLibrary{to.Handler(), level, alarm})
}

type ofLibrary struct {
	slog.Handler
	level slog.Level
	alarm Alarm
}

func (h ofLibrary) Handle(ctx context.Context, line slog.Record) error {
	if line.Level >= slog.LevelError {
		line.AddAttrs(slog.Any("alarm", h.alarm))
	}
	return h.Handler.Handle(ctx, line)
}

func (h ofLibrary) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= h.level && h.Handler.Enabled(ctx, level)
}

func (h ofLibrary) WithAttrs(attributes []slog.Attr) slog.Handler {
	return ofLibrary{h.Handler.WithAttrs(attributes), h.level, h.alarm}
}
func (h ofLibrary) WithGroup(name string) slog.Handler {
	return ofLibrary{h.Handler.WithGroup(name), h.level, h.alarm}
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
