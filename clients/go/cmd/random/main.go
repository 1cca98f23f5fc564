// Random plays any game by choosing options at random.
package main

import (
	"math/rand/v2"

	"refereebot/referee"
)

type random struct{}

func (random) Choose(turn *referee.Turn) (int, error) {
	return rand.IntN(turn.OptionCount), nil
}

func main() {
	referee.Run(func() referee.Bot { return random{} }, referee.Options{Name: "random", NoEvents: true})
}
