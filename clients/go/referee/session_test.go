package referee

import (
	"errors"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	wire "refereebot/gen/referee/v1"
)

// acting is a bot that does what its function does.
type acting func(turn *Turn) (int, error)

func (act acting) Choose(turn *Turn) (int, error) { return act(turn) }

// heard collects what a session says.
type heard chan *wire.PlayRequest

func (h heard) say(request *wire.PlayRequest) error { h <- request; return nil }

func (h heard) choice(t *testing.T) *wire.Choice {
	t.Helper()
	select {
	case request := <-h:
		return request.GetChoice()
	case <-time.After(10 * time.Second):
		t.Fatal("the session says nothing")
		return nil
	}
}

func (h heard) nothing(t *testing.T) {
	t.Helper()
	select {
	case request := <-h:
		t.Fatalf("the session says %v, and was not asked", request)
	case <-time.After(50 * time.Millisecond):
	}
}

func playing(newBot func() Bot) (*session, heard) {
	said := make(heard, 10)
	session := newSession(newBot, "secret", Options{Name: "test"})
	session.connected(said.say)
	session.receive(started("m1", false))
	return session, said
}

func started(match string, resumed bool) *wire.PlayResponse {
	message := &wire.MatchStarted{MatchId: match, GameId: "keepers", Seat: 1, Resumed: resumed}
	return &wire.PlayResponse{Response: &wire.PlayResponse_MatchStarted{MatchStarted: message}}
}

func asked(match string, number uint32) *wire.PlayResponse {
	message := &wire.Turn{
		MatchId: match, Turn: number, OptionCount: 3, DefaultOption: 2,
		DecisionLeft: durationpb.New(2 * time.Second), BankLeft: durationpb.New(time.Minute),
	}
	return &wire.PlayResponse{Response: &wire.PlayResponse_Turn{Turn: message}}
}

func counting() Bot {
	count := 0
	return acting(func(*Turn) (int, error) {
		count++
		return count - 1, nil
	})
}

func TestBadChoicesGetTheDefault(t *testing.T) {
	for name, act := range map[string]acting{
		"an error":  func(*Turn) (int, error) { return 0, errors.New("no idea") },
		"a panic":   func(*Turn) (int, error) { panic("no idea") },
		"too large": func(*Turn) (int, error) { return 3, nil },
		"negative":  func(*Turn) (int, error) { return -1, nil },
	} {
		t.Run(name, func(t *testing.T) {
			session, said := playing(func() Bot { return act })
			session.receive(asked("m1", 1))
			if option := said.choice(t).GetOption(); option != 2 {
				t.Errorf("chose %d, not the default", option)
			}
		})
	}
}

func TestATurnThatComesAgainIsNotThoughtAboutAgain(t *testing.T) {
	session, said := playing(counting)
	for _, number := range []uint32{1, 1, 2, 2, 2, 3} {
		session.receive(asked("m1", number))
		if option := said.choice(t).GetOption(); option != number-1 {
			t.Errorf("turn %d: chose %d", number, option)
		}
	}
}

func TestATurnThatComesAgainWhileItIsThoughtAboutHasOneAnswer(t *testing.T) {
	think := make(chan int)
	session, said := playing(func() Bot { return acting(func(*Turn) (int, error) { return <-think, nil }) })
	session.receive(asked("m1", 1))
	session.receive(asked("m1", 1))
	think <- 1
	if option := said.choice(t).GetOption(); option != 1 {
		t.Errorf("chose %d", option)
	}
	said.nothing(t)
}

func TestABotThatIsBehindIsAskedTheNewestTurnAlone(t *testing.T) {
	began, think := make(chan uint32), make(chan int)
	session, said := playing(func() Bot {
		return acting(func(turn *Turn) (int, error) { began <- turn.Number; return <-think, nil })
	})
	session.receive(asked("m1", 1))
	for _, expected := range []uint32{1, 3} {
		if number := <-began; number != expected {
			t.Fatalf("asks turn %d, not %d", number, expected)
		}
		if expected == 1 { // defaults are played for 1 and 2, while the bot still thinks about 1
			session.receive(asked("m1", 2))
			session.receive(asked("m1", 3))
		}
		think <- 0
		if choice := said.choice(t); choice.Turn != expected {
			t.Fatalf("answered turn %d, not %d", choice.Turn, expected)
		}
	}
	said.nothing(t)
}

func TestAnAnswerWithoutConnectionIsGivenOnTheNextOne(t *testing.T) {
	session, said := playing(counting)
	session.connected(nil)
	session.receive(asked("m1", 1))
	said.nothing(t)
	session.connected(said.say)
	session.receive(started("m1", true))
	session.receive(asked("m1", 1))
	if option := said.choice(t).GetOption(); option != 0 {
		t.Errorf("chose %d: the bot was asked twice", option)
	}
}

func TestAMatchThatIsNotKnownIsPassedOver(t *testing.T) {
	session, said := playing(counting)
	session.receive(asked("another", 1))
	session.receive(&wire.PlayResponse{})
	said.nothing(t)
}

func TestATurnTellsItsTime(t *testing.T) {
	before := time.Now()
	turns := make(chan *Turn, 1)
	session, said := playing(func() Bot {
		return acting(func(turn *Turn) (int, error) { turns <- turn; return 0, nil })
	})
	session.receive(asked("m1", 1))
	said.choice(t)
	turn := <-turns
	if turn.DecisionLeft != 2*time.Second || turn.BankLeft != time.Minute {
		t.Errorf("has %v and %v left", turn.DecisionLeft, turn.BankLeft)
	}
	if turn.Deadline.Before(before.Add(62*time.Second)) || turn.Deadline.After(time.Now().Add(62*time.Second)) {
		t.Errorf("ends at %v", turn.Deadline)
	}
}

// ending is a bot that reports when its match is over.
type ending struct {
	acting
	over chan string
}

func (bot ending) End(ended *wire.MatchEnded) { bot.over <- ended.Reason }

func TestTheEndIsToldOnce(t *testing.T) {
	over := make(chan string, 2)
	session, _ := playing(func() Bot { return ending{nil, over} })
	message := &wire.MatchEnded{MatchId: "m1", Reason: "emptied"}
	ended := &wire.PlayResponse{Response: &wire.PlayResponse_MatchEnded{MatchEnded: message}}
	session.receive(ended)
	session.receive(ended)
	session.waitForEnds()
	if len(over) != 1 || <-over != "emptied" {
		t.Error("the bot should hear once that the match is over")
	}
}
