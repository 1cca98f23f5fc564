#include "referee/turn.h"

#include <utility>

namespace referee {

namespace {

Clock::duration read(const google::protobuf::Duration& duration) {
  return std::chrono::seconds(duration.seconds()) + std::chrono::nanoseconds(duration.nanos());
}

}  // namespace

Match::Match(v1::MatchStarted message)
    : id(message.match_id()),
      game(message.game_id()),
      seat(static_cast<int>(message.seat())),
      options(message.options().begin(), message.options().end()),
      card_set(message.card_set()),
      started(std::move(message)) {
  for (const auto& each : started.seats()) {
    bots.push_back(each.bot());
  }
}

Turn::Turn(std::shared_ptr<const Match> match, v1::Turn message, Clock::time_point arrived)
    : match_(std::move(match)), message_(std::move(message)), arrived_(arrived) {}

Clock::duration Turn::decision_left() const { return read(message_.decision_left()); }

Clock::duration Turn::bank_left() const { return read(message_.bank_left()); }

}  // namespace referee
