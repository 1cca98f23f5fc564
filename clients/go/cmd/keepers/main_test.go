package main

import (
	"testing"

	keepers "refereebot/gen/referee/games/keepers/v1"
)

func TestItCountsWhomAQuestPrepares(t *testing.T) {
	warrior, rogue := keepers.Colour_COLOUR_WARRIOR, keepers.Colour_COLOUR_ROGUE
	unprepared := &keepers.Counts{Warrior: 1, Rogue: 2}
	for name, one := range map[string]struct {
		quest []keepers.Colour
		gain  int
	}{
		"nobody":               {nil, 0},
		"one of each":          {[]keepers.Colour{warrior, rogue}, 2},
		"no more than I have":  {[]keepers.Colour{warrior, warrior, rogue}, 2},
		"not whom I never had": {[]keepers.Colour{keepers.Colour_COLOUR_WIZARD}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := gain(unprepared, one.quest); got != one.gain {
				t.Errorf("counts %d, not %d", got, one.gain)
			}
		})
	}
}
