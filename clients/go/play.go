package main

import (
	"context"
	"errors"
	"io"
	"log"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	wire "refereebot/gen/referee/v1"
)

const timeToLeave = time.Second

// errComeBack is a goodbye after which it makes sense to connect again.
var errComeBack = errors.New("the referee said goodbye for now")

// playOneConnection plays until the stream ends, and returns nil if that was the end for good. It also tells whether
// there was a Welcome.
func playOneConnection(
	ctx context.Context, client wire.PlayServiceClient, hello *wire.Hello,
) (welcomed bool, err error) {
	streaming, cancel := context.WithCancel(context.Background())
	defer cancel()
	stream, err := client.Play(streaming)
	if err != nil {
		return false, err
	}
	send(stream, &wire.PlayRequest{Request: &wire.PlayRequest_Hello{Hello: hello}})
	responses, ended := listen(streaming, stream)
	games := map[string]string{}
	for {
		select {
		case <-ctx.Done():
			leave(stream, ended)
			return welcomed, nil
		case err := <-ended:
			return welcomed, err
		case response := <-responses:
			switch said := response.Response.(type) {
			case *wire.PlayResponse_Welcome:
				welcomed = true
				hello.ResumeToken = said.Welcome.ResumeToken
			case *wire.PlayResponse_MatchStarted:
				games[said.MatchStarted.MatchId] = said.MatchStarted.GameId
			case *wire.PlayResponse_Turn:
				send(stream, answer(games[said.Turn.MatchId], said.Turn))
			case *wire.PlayResponse_Strike:
				log.Printf("strike in match %s, turn %d: %s", said.Strike.MatchId, said.Strike.Turn, said.Strike.Why)
			case *wire.PlayResponse_MatchEnded:
				delete(games, said.MatchEnded.MatchId)
			case *wire.PlayResponse_Goodbye:
				if said.Goodbye.MayReconnect {
					return welcomed, errComeBack
				}
				return welcomed, nil
			}
		}
	}
}

// listen receives in the background: what the referee says, and at last how the stream ended.
func listen(ctx context.Context, stream wire.PlayService_PlayClient) (<-chan *wire.PlayResponse, <-chan error) {
	responses, ended := make(chan *wire.PlayResponse), make(chan error, 1)
	go func() {
		for {
			response, err := stream.Recv()
			if err != nil {
				ended <- err
				return
			}
			select {
			case responses <- response:
			case <-ctx.Done():
				return
			}
		}
	}()
	return responses, ended
}

// send hands a request to the transport. If the stream is broken, receiving from it tells why.
func send(stream wire.PlayService_PlayClient, request *wire.PlayRequest) {
	_ = stream.Send(request)
}

// answer chooses. The choice follows from the Turn alone, so a Turn that comes again gets the same answer again.
func answer(game string, turn *wire.Turn) *wire.PlayRequest {
	option := uint32(0)
	if game == "keepers" {
		option = chooseInKeepers(turn)
	}
	choice := &wire.Choice{MatchId: turn.MatchId, Turn: turn.Turn, Answer: &wire.Choice_Option{Option: option}}
	return &wire.PlayRequest{Request: &wire.PlayRequest_Choice{Choice: choice}}
}

// leave says that this bot does not come back, and gives the referee a moment to end the stream.
func leave(stream wire.PlayService_PlayClient, ended <-chan error) {
	send(stream, &wire.PlayRequest{Request: &wire.PlayRequest_Leave{Leave: &wire.Leave{}}})
	_ = stream.CloseSend()
	select {
	case <-ended:
	case <-time.After(timeToLeave):
	}
}

// worthTryingAgain tells a lost connection from a refusal.
func worthTryingAgain(err error) bool {
	if errors.Is(err, io.EOF) || errors.Is(err, errComeBack) {
		return true
	}
	switch status.Code(err) {
	case codes.Unavailable, codes.Internal, codes.Canceled, codes.Unknown, codes.AlreadyExists:
		return true
	default:
		return false
	}
}
