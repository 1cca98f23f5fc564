package referee

import (
	"time"

	"google.golang.org/protobuf/proto"

	wire "refereebot/gen/referee/v1"
)

// Match is a match as its bots know it from the start.
type Match struct {
	ID    string
	Game  string            // the id of the game, for example "keepers"
	Seat  int               // the seat that this bot plays, from 0
	Bots  []string          // the bots' names in seat order
	Rules map[string]string // every option of the game with its value, as text
	// CardSet is what the card set says, as JSON; empty unless the bot wants cards, and if the referee is too old to tell them.
	CardSet string
	// Started is the whole message: time control, versions, and whether an earlier process has played a part of it.
	Started *wire.MatchStarted
}

func newMatch(started *wire.MatchStarted) *Match {
	match := &Match{
		ID:      started.MatchId,
		Game:    started.GameId,
		Seat:    int(started.Seat),
		Rules:   started.Options,
		CardSet: started.CardSet,
		Started: started,
	}
	for _, seat := range started.Seats {
		match.Bots = append(match.Bots, seat.Bot)
	}
	return match
}

// Turn is a decision that the bot is asked for.
type Turn struct {
	Match        *Match
	Number       uint32 // unique in the match for this bot
	Seat         int    // the seat that is asked, from 0
	OptionCount  int
	Default      int           // what is played for the bot if it does not answer
	DecisionLeft time.Duration // what was left for this decision when it arrived
	BankLeft     time.Duration // what was left in the bank
	Deadline     time.Time     // when both are used up
	Text         string        // the position for people; empty unless the bot wants text
	OptionTexts  []string      // each option for people; empty as above
	// Note goes into the record with the choice, if Choose sets it: at most 1024 bytes of UTF-8.
	Note string

	message *wire.Turn
}

func newTurn(match *Match, message *wire.Turn, arrived time.Time) *Turn {
	decision, bank := message.DecisionLeft.AsDuration(), message.BankLeft.AsDuration()
	return &Turn{
		Match:        match,
		Number:       message.Turn,
		Seat:         int(message.Seat),
		OptionCount:  int(message.OptionCount),
		Default:      int(message.DefaultOption),
		DecisionLeft: decision,
		BankLeft:     bank,
		Deadline:     arrived.Add(decision + bank),
		Text:         message.Text,
		OptionTexts:  message.OptionTexts,
		message:      message,
	}
}

// Unpack reads the game's own Position message, which holds view, options and events:
//
//	position := &keepers.Position{}
//	if err := turn.Unpack(position); err != nil { ... }
func (turn *Turn) Unpack(position proto.Message) error {
	return turn.message.GetPosition().UnmarshalTo(position)
}
