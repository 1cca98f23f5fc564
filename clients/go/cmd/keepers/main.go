// Keepers plays Angirg Mariem Keepers by a simple rule, and the default option in any other game.
package main

import (
	keepers "refereebot/gen/referee/games/keepers/v1"
	"refereebot/referee"
)

type bot struct{}

// Choose takes the quest that prepares the most adventurers, bids one card of its focus, and sabotages if it can.
func (bot) Choose(turn *referee.Turn) (int, error) {
	if turn.Match.Game != "keepers" {
		return turn.Default, nil
	}
	position := &keepers.Position{}
	if err := turn.Unpack(position); err != nil {
		return 0, err
	}
	best, bestWorth := 0, -1
	for index, option := range position.Options {
		if worth := worthOf(option, position.View); worth > bestWorth {
			best, bestWorth = index, worth
		}
	}
	return best, nil
}

// worthOf rates an option. Among equal ones the first is taken: to pass, or to lay no more cards.
func worthOf(option *keepers.Option, view *keepers.View) int {
	switch chosen := option.Option.(type) {
	case *keepers.Option_Quest:
		me := view.Seats[view.GetSeat()]
		return gain(me.Unprepared, view.Spaces[chosen.Quest.Space-1].Quest)
	case *keepers.Option_Add:
		if chosen.Add.Colour == view.Auction.Focus && countOf(view.BidPile, view.Auction.Focus) == 0 {
			return 1
		}
		return 0
	case *keepers.Option_Sabotage:
		return 1
	default: // pass, done
		return 0
	}
}

// gain counts the adventurers that a quest pile would prepare.
func gain(unprepared *keepers.Counts, quest []keepers.Colour) int {
	asked := map[keepers.Colour]int{}
	prepared := 0
	for _, colour := range quest {
		if asked[colour] < countOf(unprepared, colour) {
			prepared++
		}
		asked[colour]++
	}
	return prepared
}

// countOf returns the number of cards of a colour.
func countOf(counts *keepers.Counts, colour keepers.Colour) int {
	switch colour {
	case keepers.Colour_COLOUR_WARRIOR:
		return int(counts.GetWarrior())
	case keepers.Colour_COLOUR_WIZARD:
		return int(counts.GetWizard())
	case keepers.Colour_COLOUR_ROGUE:
		return int(counts.GetRogue())
	case keepers.Colour_COLOUR_RANGER:
		return int(counts.GetRanger())
	default:
		return 0
	}
}

func main() {
	referee.Run(func() referee.Bot { return bot{} }, referee.Options{Name: "keepers", NoEvents: true})
}
