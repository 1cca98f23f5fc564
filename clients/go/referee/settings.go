package referee

import (
	"errors"
	"fmt"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
)

const largestResponse = 16 * 1024 * 1024

// Settings say how to reach the referee.
type Settings struct {
	Address string // host:port or unix:/path/of/a/socket
	Token   string // the token that the organiser gave to this bot
	CA      string // a file with the certificate authorities to trust; without one the connection is not encrypted
}

// SettingsFromEnvironment reads REFEREE_ADDRESS, REFEREE_TOKEN and REFEREE_CA.
func SettingsFromEnvironment() (Settings, error) {
	settings := Settings{os.Getenv("REFEREE_ADDRESS"), os.Getenv("REFEREE_TOKEN"), os.Getenv("REFEREE_CA")}
	if settings.Address == "" {
		return settings, errors.New("set REFEREE_ADDRESS to the referee's host:port or unix:/path (and REFEREE_TOKEN)")
	}
	return settings, nil
}

// dial prepares the channel. Its pings show within seconds if the referee is gone; the first retry must not wait for
// gRPC's own back-off.
func (settings Settings) dial() (*grpc.ClientConn, error) {
	security := insecure.NewCredentials()
	if settings.CA != "" {
		var err error
		if security, err = credentials.NewClientTLSFromFile(settings.CA, ""); err != nil {
			return nil, fmt.Errorf("REFEREE_CA: %w", err)
		}
	}
	return grpc.NewClient(settings.Address,
		grpc.WithTransportCredentials(security),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(largestResponse)),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff:           backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, MaxDelay: time.Second},
			MinConnectTimeout: 5 * time.Second,
		}),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: 10 * time.Second, Timeout: 5 * time.Second, PermitWithoutStream: true,
		}))
}
