package gateway

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/base/clock"
)

// scripted answers every charge as it is told to.
type scripted struct {
	Gateway
	calls  atomic.Int32
	answer func() error
}

func (s *scripted) Charge(context.Context, ChargeRequest) (string, error) {
	answer := s.answer
	s.calls.Add(1)
	return "", answer()
}

func (s *scripted) Lookup(context.Context, string, string) (Transaction, error) {
	answer := s.answer
	s.calls.Add(1)
	return Transaction{}, answer()
}

func trouble() error  { return &Error{Reason: ReasonTrouble} }
func unknown() error  { return fmt.Errorf("%w: no answer", ErrUnknownOutcome) }
func declined() error { return &Error{Reason: ReasonDeclined} }
func fine() error     { return nil }

func rested(answer func() error) (*scripted, Gateway, *clock.Clock) {
	s, c := &scripted{answer: answer}, clock.New()
	return s, WithBreaker(Provider{Name: "sbps", Gateway: s}, c).Gateway, c
}

// refusals is how many of so many charges were refused without having been sent.
func refusals(t *testing.T, g Gateway, calls int) (n int) {
	t.Helper()
	for range calls {
		_, err := g.Charge(t.Context(), ChargeRequest{})
		if !IsCircuitOpen(err) {
			continue
		}
		n++
		var refusal *Error
		if !errors.As(err, &refusal) || refusal.Reason != ReasonTrouble || errors.Is(err, ErrUnknownOutcome) {
			t.Fatalf("refused as %v", err)
		}
	}
	return n
}

func TestAProviderThatFailsOpensTheCircuit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answers []func() error
		refused int // of the calls after the answers
	}{
		"trouble":                  {[]func() error{trouble, trouble, trouble, trouble, trouble}, 3},
		"unknown outcomes":         {[]func() error{unknown, trouble, unknown, unknown, unknown}, 3},
		"one fewer":                {[]func() error{trouble, trouble, trouble, trouble}, 0},
		"an answer between":        {[]func() error{trouble, trouble, trouble, trouble, fine, trouble}, 0},
		"refusals are answers":     {[]func() error{declined, declined, declined, declined, declined, declined}, 0},
		"a refusal counts for one": {[]func() error{trouble, trouble, trouble, trouble, declined, trouble}, 0},
	} {
		s, g, _ := rested(fine)
		for _, answer := range c.answers {
			s.answer = answer
			_, _ = g.Charge(t.Context(), ChargeRequest{})
		}
		s.answer = fine
		if got := refusals(t, g, 3); got != c.refused {
			t.Errorf("%s: %d of 3 calls were refused, not %d", name, got, c.refused)
		}
		if want := int32(len(c.answers) + 3 - c.refused); s.calls.Load() != want {
			t.Errorf("%s: %d calls were sent, not %d", name, s.calls.Load(), want)
		}
	}
}

// One call tries after the rest, which doubles with each that fails; the first that gets an answer
// lets all pass.
func TestTheRestDoublesUntilTheProviderAnswers(t *testing.T) {
	t.Parallel()
	s, g, c := rested(trouble)
	refusals(t, g, failuresInARow)
	for _, rest := range []time.Duration{30, 60, 120, 240, 480, 600, 600} {
		c.Advance(rest*time.Second - time.Second)
		if refusals(t, g, 1) != 1 {
			t.Fatalf("a call was sent before %d s were over", rest)
		}
		c.Advance(time.Second)
		if refusals(t, g, 5) != 4 {
			t.Fatalf("after %d s not one of five calls was sent", rest)
		}
	}
	s.answer = declined
	c.Advance(longestPause)
	if refusals(t, g, 5) != 0 {
		t.Error("the provider has answered and still gets no calls")
	}
	s.answer = trouble
	refusals(t, g, failuresInARow)
	c.Advance(shortestPause)
	if s.answer = fine; refusals(t, g, 1) != 0 {
		t.Error("a new rest is as long as the last one was")
	}
}

// Fifty calls are under way when the provider goes down, and fifty come when it may be tried: the
// first fifty fail, one of the second is sent.
func TestManyCallsAtOnceTryOnce(t *testing.T) {
	t.Parallel()
	after := func(answered chan struct{}, answer func() error) func() error {
		return func() error { <-answered; return answer() }
	}
	down, up := make(chan struct{}), make(chan struct{})
	s, g, c := rested(after(down, trouble))
	var ended atomic.Int32
	many := func() (wait func()) {
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() { _, _ = g.Charge(context.WithoutCancel(t.Context()), ChargeRequest{}); ended.Add(1) })
		}
		return all.Wait
	}
	reach := func(calls, ends int32) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); s.calls.Load() != calls || ended.Load() != ends; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%d calls were sent, not %d; %d have ended, not %d", s.calls.Load(), calls, ended.Load(), ends)
			}
		}
	}
	wait := many()
	reach(50, 0)
	close(down)
	wait()
	if refusals(t, g, 3) != 3 {
		t.Error("fifty failures, and calls are still sent")
	}

	s.answer = after(up, fine)
	c.Advance(shortestPause)
	wait = many()
	reach(51, 99) // all but the one that tries are over
	if refusals(t, g, 3) != 3 {
		t.Error("calls are sent beside the one that tries")
	}
	close(up)
	wait()
	if n := s.calls.Load(); n != 51 {
		t.Errorf("%d calls were sent", n)
	}
}

// An answer to what was sent before the rest began does not end it.
func TestALateAnswerEndsNoRest(t *testing.T) {
	t.Parallel()
	late := make(chan error)
	s, g, _ := rested(func() error { return <-late })
	var early sync.WaitGroup
	early.Go(func() { _, _ = g.Lookup(context.WithoutCancel(t.Context()), "", "") })
	for s.calls.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	s.answer = trouble
	refusals(t, g, failuresInARow)
	late <- nil
	early.Wait()
	if refusals(t, g, 1) != 1 {
		t.Error("the rest is over")
	}
}
