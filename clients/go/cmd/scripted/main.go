// Scripted follows instructions in the text of a Turn, to test the library from inside (tests/languages lists them).
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	keepers "refereebot/gen/referee/games/keepers/v1"
	"refereebot/referee"
)

type scripted struct{ asked int }

func (bot *scripted) Choose(turn *referee.Turn) (int, error) {
	defer func() { bot.asked++ }()
	command, rest, _ := strings.Cut(turn.Text, " ")
	first, more, _ := strings.Cut(rest, " ")
	switch command {
	case "choose":
		return strconv.Atoi(first)
	case "note":
		turn.Note = more
		return strconv.Atoi(first)
	case "count":
		return bot.asked, nil
	case "wait":
		span, err := time.ParseDuration(first + "ms")
		if err != nil {
			return 0, err
		}
		time.Sleep(span)
		return strconv.Atoi(more)
	case "fail":
		return 0, errors.New("told to fail")
	case "cards":
		turn.Note = turn.Match.CardSet
		return 0, nil
	case "tell":
		return 0, tell(turn)
	default:
		return turn.Default, nil
	}
}

func tell(turn *referee.Turn) error {
	position := &keepers.Position{}
	if err := turn.Unpack(position); err != nil {
		return err
	}
	match := turn.Match
	turn.Note = fmt.Sprint(match.Game, " ", match.Seat, " ", len(match.Bots), " ", match.Rules["max_rounds"], " ",
		turn.OptionCount, " ", turn.Default, " ", turn.DecisionLeft.Milliseconds(), " ", turn.BankLeft.Milliseconds(),
		" ", strings.Join(turn.OptionTexts, "|"), " ", len(position.Options), " ", len(position.Events))
	return nil
}

func main() {
	referee.Run(func() referee.Bot { return &scripted{} },
		referee.Options{Name: "scripted Go", WantsText: true, WantsCards: true, MaxMatches: 3})
}
