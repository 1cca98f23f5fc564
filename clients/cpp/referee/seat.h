#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include "referee/bot.h"
#include "referee/outgoing.h"
#include "referee/turn.h"

namespace referee {

/// One match of this bot, with its last answer in case the Turn comes again. Its bot thinks in a separate thread, so
/// that reading the stream never has to wait.
class Seat {
 public:
  Seat(v1::MatchStarted started, std::shared_ptr<Outgoing> outgoing);

  /// Makes the bot and lets it play until the match is over; runs in the seat's thread.
  void play(const BotFactory& new_bot);
  /// Asks the bot, unless it was asked this before: then its answer, if there is one, is sent again.
  void ask(v1::Turn asked, Clock::time_point arrived);
  /// Notifies the bot how the match ended, once it is done thinking.
  void end(v1::MatchEnded ended);
  /// Lets the thread end without notifying the bot.
  void close();

 private:
  struct Told {
    std::optional<Turn> turn;
    std::optional<v1::MatchEnded> ended;
  };

  std::unique_ptr<Bot> begin(const BotFactory& new_bot) const;
  Told next();
  void think(Bot* bot, Turn turn);
  int choose(Bot* bot, Turn& turn) const;

  const std::shared_ptr<const Match> match_;
  const std::shared_ptr<Outgoing> outgoing_;

  std::mutex noting_;  // held for a moment
  std::condition_variable told_;
  std::optional<Turn> waiting_;  // the newest Turn, until the bot begins to think about it
  std::optional<v1::MatchEnded> ended_;
  bool over_ = false;
  std::optional<std::uint32_t> asked_;  // the number of the newest Turn
  std::optional<v1::PlayRequest> answer_;
};

}  // namespace referee
