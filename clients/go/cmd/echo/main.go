// Echo answers each Turn with its default option on a bare stream, without the library: a baseline to measure the cost
// of the library.
package main

import (
	"context"
	"log"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	wire "refereebot/gen/referee/v1"
)

func main() {
	channel, err := grpc.NewClient(os.Getenv("REFEREE_ADDRESS"), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err == nil {
		err = play(wire.NewPlayServiceClient(channel))
	}
	if err != nil {
		log.Fatal(err)
	}
}

func play(client wire.PlayServiceClient) error {
	stream, err := client.Play(context.Background())
	if err != nil {
		return err
	}
	hello := &wire.Hello{Token: os.Getenv("REFEREE_TOKEN"), ProtocolVersion: 1}
	err = stream.Send(&wire.PlayRequest{Request: &wire.PlayRequest_Hello{Hello: hello}})
	for err == nil {
		var response *wire.PlayResponse
		if response, err = stream.Recv(); response.GetGoodbye() != nil {
			return nil
		}
		if turn := response.GetTurn(); turn != nil {
			answer := &wire.Choice_Option{Option: turn.DefaultOption}
			choice := &wire.Choice{MatchId: turn.MatchId, Turn: turn.Turn, Answer: answer}
			err = stream.Send(&wire.PlayRequest{Request: &wire.PlayRequest_Choice{Choice: choice}})
		}
	}
	return err
}
