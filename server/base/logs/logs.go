package logs

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime/debug"
)

// New is the log of this process, which writes lines of the level and above to w.
func New(w io.Writer, level slog.Leveler, command string) *slog.Logger {
	return slog.New(Carried(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level}))).
		With("instance", Instance(), "version", Version(), "command", command)
}

// Use makes a log that of the whole program: package slog writes to it, and package log, to which
// libraries complain.
func Use(log *slog.Logger) {
	slog.SetLogLoggerLevel(slog.LevelWarn)
	slog.SetDefault(log)
}

// Instance tells one process from another: in a container by its host, elsewhere by its number.
func Instance() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s-%d", host, os.Getpid())
}

// Version is that of the build, as Go takes it from the repository; (devel) where there was none.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return cmp.Or(info.Main.Version, "unknown")
}

// Crash, deferred first in main and in a goroutine, makes a line of a panic and ends the process as
// the panic would have. It does nothing otherwise.
func Crash(ctx context.Context) {
	if value := recover(); value != nil {
		slog.ErrorContext(ctx, "panic: the process ends", "alarm", Panic, "panic", fmt.Sprint(value), "stack", string(debug.Stack()))
		if q := ofProcess.Load(); q != nil {
			q.Flush()
		}
		os.Exit(2)
	}
}
