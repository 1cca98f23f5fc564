package referee

import (
	"fmt"
	"log"
	"os"
	"runtime/debug"
	"sync"
	"time"

	wire "refereebot/gen/referee/v1"
)

const protocolVersion = 1

var logger = log.New(os.Stderr, "referee: ", 0)

// session plays any number of matches, over any number of consecutive connections. Each match thinks in its own
// goroutines, so that reading the stream never has to wait.
type session struct {
	newBot  func() Bot
	hello   *wire.Hello
	goodbye *wire.Goodbye // the Goodbye with which the referee closed the last connection, else nil

	seats    map[string]*seat // used only by the reader
	thinking sync.WaitGroup   // the goroutines that notify bots of the end of a match

	speaking sync.Mutex
	stream   func(*wire.PlayRequest) error // nil while there is no connection
}

// seat is one match of this bot, with its last answer in case the Turn comes again.
type seat struct {
	match *Match

	playing sync.Mutex // held while the bot does something
	bot     Bot

	noting sync.Mutex // held for a moment
	asked  uint32     // the number of the newest Turn
	answer *wire.Choice
}

func newSession(newBot func() Bot, token string, options Options) *session {
	return &session{
		newBot: newBot,
		hello: &wire.Hello{
			Token:           token,
			Software:        options.Name,
			ProtocolVersion: protocolVersion,
			WantsText:       options.WantsText,
			WantsEvents:     !options.NoEvents,
			WantsCards:      options.WantsCards,
			MaxMatches:      uint32(options.MaxMatches),
		},
		seats: map[string]*seat{},
	}
}

// connected sets how to send from now on; nil if the connection is lost.
func (s *session) connected(stream func(*wire.PlayRequest) error) {
	s.speaking.Lock()
	defer s.speaking.Unlock()
	s.stream = stream
}

// say passes a request to the transport. If the stream is broken, it is lost, and reading the stream returns why.
func (s *session) say(request *wire.PlayRequest) {
	s.speaking.Lock()
	defer s.speaking.Unlock()
	if s.stream != nil {
		_ = s.stream(request)
	}
}

// receive handles a message of the referee, and never waits for a bot. It ignores messages that it does not know.
func (s *session) receive(response *wire.PlayResponse) {
	switch said := response.Response.(type) {
	case *wire.PlayResponse_Turn:
		s.takeTurn(said.Turn)
	case *wire.PlayResponse_MatchStarted:
		s.start(said.MatchStarted)
	case *wire.PlayResponse_MatchEnded:
		s.end(said.MatchEnded)
	case *wire.PlayResponse_Strike:
		warn(said.Strike)
	case *wire.PlayResponse_Welcome:
		s.hello.ResumeToken = said.Welcome.ResumeToken
	case *wire.PlayResponse_Goodbye:
		s.goodbye = said.Goodbye
	}
}

// start makes the bot for a match, unless the match only continues after a lost connection.
func (s *session) start(started *wire.MatchStarted) {
	if _, known := s.seats[started.MatchId]; known && started.Resumed {
		return
	}
	one := &seat{match: newMatch(started), bot: s.newBot()}
	s.seats[one.match.ID] = one
	if starter, ok := one.bot.(Starter); ok {
		one.playing.Lock()
		go func() {
			defer one.playing.Unlock()
			one.guarded("start", func() error { starter.Start(one.match); return nil })
		}()
	}
}

func (s *session) takeTurn(message *wire.Turn) {
	one := s.seats[message.MatchId]
	if one == nil {
		logger.Printf("the referee asks about match %q, which it never started", message.MatchId)
		return
	}
	turn := newTurn(one.match, message, time.Now())
	one.noting.Lock()
	again := one.asked == turn.Number
	answer := one.answer
	one.asked = turn.Number
	one.noting.Unlock()
	switch {
	case !again:
		go s.think(one, turn)
	case answer != nil && answer.Turn == turn.Number:
		go s.say(asRequest(answer))
	} // else the bot is already thinking, and will answer
}

// think asks the bot, unless a newer Turn came while it was still thinking about an older one.
func (s *session) think(one *seat, turn *Turn) {
	one.playing.Lock()
	defer one.playing.Unlock()
	if !one.isNewest(turn) {
		return
	}
	answer := one.choose(turn)
	one.noting.Lock()
	one.answer = answer
	one.noting.Unlock()
	s.say(asRequest(answer))
}

func (s *session) end(ended *wire.MatchEnded) {
	one := s.seats[ended.MatchId]
	if one == nil {
		return // it may come twice
	}
	delete(s.seats, ended.MatchId)
	one.noting.Lock()
	one.asked = 0
	one.noting.Unlock()
	if ender, ok := one.bot.(Ender); ok {
		s.thinking.Add(1)
		go func() {
			defer s.thinking.Done()
			one.playing.Lock()
			defer one.playing.Unlock()
			one.guarded("end", func() error { ender.End(ended); return nil })
		}()
	}
}

func (one *seat) isNewest(turn *Turn) bool {
	one.noting.Lock()
	defer one.noting.Unlock()
	return one.asked == turn.Number
}

func (one *seat) choose(turn *Turn) *wire.Choice {
	option := turn.Default
	one.guarded(fmt.Sprintf("turn %d: the default option is played", turn.Number), func() error {
		chosen, err := one.bot.Choose(turn)
		if err != nil {
			return err
		}
		if chosen < 0 || chosen >= turn.OptionCount {
			return fmt.Errorf("chose option %d, but there are %d, numbered from 0", chosen, turn.OptionCount)
		}
		option = chosen
		return nil
	})
	return &wire.Choice{
		MatchId: turn.Match.ID,
		Turn:    turn.Number,
		Answer:  &wire.Choice_Option{Option: uint32(option)},
		Note:    []byte(turn.Note),
	}
}

// guarded calls the bot, and logs errors and panics.
func (one *seat) guarded(what string, act func() error) {
	defer func() {
		if problem := recover(); problem != nil {
			logger.Printf("match %s, %s: panic: %v\n%s", one.match.ID, what, problem, debug.Stack())
		}
	}()
	if err := act(); err != nil {
		logger.Printf("match %s, %s: %v", one.match.ID, what, err)
	}
}

func asRequest(answer *wire.Choice) *wire.PlayRequest {
	return &wire.PlayRequest{Request: &wire.PlayRequest_Choice{Choice: answer}}
}

func warn(strike *wire.Strike) {
	cost := "not counted"
	if strike.Counted {
		cost = "counted"
	}
	if strike.StrikesLeft != nil {
		cost += fmt.Sprintf(", strikes left: %d", strike.GetStrikesLeft())
	}
	logger.Printf("strike in match %s, turn %d: %s (%s)", strike.MatchId, strike.Turn, strike.Why, cost)
}
