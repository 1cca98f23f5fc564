package referee

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	wire "refereebot/gen/referee/v1"
)

const (
	patience    = 30 * time.Second
	firstWait   = 50 * time.Millisecond
	longestWait = 2 * time.Second
	timeToLeave = time.Second
)

// Run plays every match that the referee has for this bot, and returns when it says goodbye or on SIGTERM. newBot makes
// a new bot for each match.
//
// The settings come from the environment: REFEREE_ADDRESS, REFEREE_TOKEN and REFEREE_CA. If the referee cannot be
// reached, or refuses the bot, Run logs why and ends the process with exit code 1.
func Run(newBot func() Bot, options Options) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	settings, err := SettingsFromEnvironment()
	if err == nil {
		err = Play(ctx, newBot, options, settings)
	}
	if err != nil {
		logger.Print(err)
		os.Exit(1)
	}
}

// Play connects, and reconnects, until the referee says a final goodbye or the context is done.
func Play(ctx context.Context, newBot func() Bot, options Options, settings Settings) error {
	channel, err := settings.dial()
	if err != nil {
		return err
	}
	defer channel.Close()
	session := newSession(newBot, settings.Token, options)
	client := wire.NewPlayServiceClient(channel)
	waits := newWaits()
	for {
		welcomed, err := playOneConnection(ctx, client, session)
		if ctx.Err() != nil {
			return nil
		}
		if session.goodbye != nil && !session.goodbye.MayReconnect {
			session.waitForEnds()
			return nil
		}
		if !worthTryingAgain(err) {
			return fmt.Errorf("the referee ended the stream: %w", err)
		}
		if welcomed {
			waits = newWaits()
		}
		wait, more := waits.next()
		if !more {
			return fmt.Errorf("no connection to %s for %v; last error: %w", settings.Address, patience, err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
	}
}

// playOneConnection plays until the stream ends, and returns whether there was a Welcome, and how it ended.
func playOneConnection(ctx context.Context, client wire.PlayServiceClient, session *session) (bool, error) {
	session.goodbye = nil
	streaming, cancel := context.WithCancel(context.Background())
	defer cancel()
	stream, err := client.Play(streaming)
	if err != nil {
		return false, err
	}
	// The receiving side notices a broken stream.
	_ = stream.Send(&wire.PlayRequest{Request: &wire.PlayRequest_Hello{Hello: session.hello}})
	session.connected(stream.Send)
	defer session.connected(nil)
	leaving := context.AfterFunc(ctx, func() {
		session.say(&wire.PlayRequest{Request: &wire.PlayRequest_Leave{Leave: &wire.Leave{}}})
		session.connected(nil)
		_ = stream.CloseSend()
		time.AfterFunc(timeToLeave, cancel)
	})
	defer leaving()
	welcomed := false
	for {
		response, err := stream.Recv()
		if err != nil {
			return welcomed, err
		}
		welcomed = welcomed || response.GetWelcome() != nil
		if session.receive(response); session.goodbye != nil {
			return welcomed, io.EOF
		}
	}
}

// waitForEnds waits briefly until the bots know the ends of their matches, before the process ends.
func (s *session) waitForEnds() {
	over := make(chan struct{})
	go func() {
		s.thinking.Wait()
		close(over)
	}()
	select {
	case <-over:
	case <-time.After(timeToLeave):
	}
}

// worthTryingAgain distinguishes a lost connection from a refusal. AlreadyExists: the referee may not have noticed the
// loss yet.
func worthTryingAgain(err error) bool {
	if errors.Is(err, io.EOF) {
		return true
	}
	switch status.Code(err) {
	case codes.Unavailable, codes.Internal, codes.Canceled, codes.Unknown, codes.AlreadyExists:
		return true
	default:
		return false
	}
}

// waits are the times between attempts: more each time, patience in total.
type waits struct{ wait, left time.Duration }

func newWaits() *waits { return &waits{firstWait, patience} }

func (w *waits) next() (time.Duration, bool) {
	if w.left <= 0 {
		return 0, false
	}
	wait := min(w.wait, w.left)
	w.left -= w.wait
	w.wait = min(2*w.wait, longestWait)
	return wait, true
}
