// Your first bot: change Choose.
package main

import (
	"math/rand/v2"

	"refereebot/referee"
)

// Bot plays one match: what you store in its fields belongs to that match.
type Bot struct{}

// Choose returns the index of an option. turn.Unpack(&keepers.Position{}) gives view, options and events of the game.
func (bot *Bot) Choose(turn *referee.Turn) (int, error) {
	return rand.IntN(turn.OptionCount), nil
}

func main() {
	referee.Run(func() referee.Bot { return &Bot{} }, referee.Options{Name: "my bot"})
}
