// Referee-bot is the smallest complete bot: it plays Keepers by a simple rule, and the first option in any other game.
//
// It was written from protos/ and clients/README.md alone. Build it with make; it is told where the referee is by
// REFEREE_ADDRESS, REFEREE_TOKEN and REFEREE_CA.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"

	wire "refereebot/gen/referee/v1"
)

const (
	protocolVersion = 1
	patience        = 30 * time.Second
	firstWait       = 50 * time.Millisecond
	longestWait     = 2 * time.Second
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("referee-bot: ")
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		log.Fatal(err)
	}
}

// run connects, and connects again after a lost connection, until the referee says goodbye for good.
func run(ctx context.Context) error {
	client, err := dial()
	if err != nil {
		return err
	}
	defer client.Close()
	hello := &wire.Hello{
		Token:           os.Getenv("REFEREE_TOKEN"),
		Software:        "referee-bot (Go)",
		ProtocolVersion: protocolVersion,
	}
	wait, lastWelcome := firstWait, time.Now()
	for {
		welcomed, err := playOneConnection(ctx, wire.NewPlayServiceClient(client), hello)
		if err == nil || !worthTryingAgain(err) {
			return err
		}
		if welcomed {
			wait, lastWelcome = firstWait, time.Now()
		}
		if time.Since(lastWelcome) > patience {
			return fmt.Errorf("no connection for %v; at last: %w", patience, err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
		wait = min(2*wait, longestWait)
	}
}

// dial prepares the channel. With REFEREE_CA it is encrypted.
func dial() (*grpc.ClientConn, error) {
	address := os.Getenv("REFEREE_ADDRESS")
	if address == "" {
		return nil, errors.New("set REFEREE_ADDRESS to the referee's host:port or unix:/path (and REFEREE_TOKEN)")
	}
	security := insecure.NewCredentials()
	if ca := os.Getenv("REFEREE_CA"); ca != "" {
		var err error
		if security, err = credentials.NewClientTLSFromFile(ca, ""); err != nil {
			return nil, fmt.Errorf("REFEREE_CA: %w", err)
		}
	}
	return grpc.NewClient(address,
		grpc.WithTransportCredentials(security),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 10 * time.Second, Timeout: 5 * time.Second}))
}
