// Package referee runs a bot written in Go: it connects to the referee, plays any number of matches at once, reconnects
// after a lost connection, and ends when the referee says goodbye.
//
//	type first struct{}
//
//	func (first) Choose(turn *referee.Turn) (int, error) { return 0, nil }
//
//	func main() {
//		referee.Run(func() referee.Bot { return first{} }, referee.Options{Name: "first"})
//	}
package referee

//go:generate go run ../generate

import wire "refereebot/gen/referee/v1"

// Bot plays one match: what it stores belongs to that match. Its methods are never called at the same time.
type Bot interface {
	// Choose returns the index of an option. An error or a panic is logged, and the default option is played.
	Choose(turn *Turn) (option int, err error)
}

// Starter is a Bot that also wants to know how its match begins.
type Starter interface {
	// Start is called once, before the first turn.
	Start(match *Match)
}

// Ender is a Bot that also wants to know how its match ended.
type Ender interface {
	// End is called once, after the last turn.
	End(ended *wire.MatchEnded)
}

// Options are what a bot wants from the referee.
type Options struct {
	// Name is the bot's own name and version, for logs.
	Name string
	// WantsText fills Turn.Text and Turn.OptionTexts.
	WantsText bool
	// WantsCards fills Match.CardSet.
	WantsCards bool
	// NoEvents leaves the events out of positions, for bots that do not use them.
	NoEvents bool
	// MaxMatches is how many matches the bot can play at once; 0 for no limit.
	MaxMatches int
}
