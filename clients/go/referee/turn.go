package referee

import (
	"time"

	"google.golang.org/protobuf/proto"

	wire "refereebot/gen/referee/v1"
)

// Match is a match as its bots know it from the start.
type Match struct {
	ID    string
	Game  string            // the id of the game, e.g. "keepers"
	Seat  int               // the seat that this bot plays, from 0
	Bots  []string          // the bots' names in seat order
	Rules map[string]string // every option of the game with its value, as text
	// CardSet is the card set as JSON; empty unless the bot wants cards, or if the referee is too old to send it.
	CardSet string
	// Started is the whole message: time control, versions, and whether an earlier process played a part of the match.
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
	Default      int           // the option that is played if the bot does not answer in time
	DecisionLeft time.Duration // the time left for this decision when the Turn arrived
	BankLeft     time.Duration // the time left in the bank then
	Deadline     time.Time     // when both are used up
	Text         string        // the position as text; empty unless the bot wants text
	OptionTexts  []string      // the options as text; empty unless the bot wants text
	// Note is stored in the record with the choice, if Choose sets it: at most 1024 bytes of UTF-8.
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
