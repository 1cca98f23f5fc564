#pragma once

#include "referee/bot.h"
#include "referee/games/keepers/v1/keepers.pb.h"

namespace keepers = referee::games::keepers::v1;

/// Takes the quest that prepares the most adventurers, bids one card of its focus, and sabotages if it can. Plays the
/// default option in any other game.
class KeepersBot : public referee::Bot {
 public:
  int choose(referee::Turn& turn) override;
};

/// Counts the adventurers that a quest pile would prepare.
int gain(const keepers::Counts& unprepared, const google::protobuf::RepeatedField<int>& quest);
