#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include "referee/bot.h"
#include "referee/outgoing.h"
#include "referee/turn.h"

namespace referee {

/// One match of this bot, with the last answer in case its Turn comes again. Its bot thinks in a thread of its own, so
/// that whoever reads the stream is never kept waiting.
class Seat {
 public:
  Seat(v1::MatchStarted started, std::shared_ptr<Outgoing> outgoing);

  /// Makes the bot and lets it play until the match is over: what the seat's thread does.
  void play(const BotFactory& new_bot);
  /// Asks the bot, unless it was asked this before: then what it answered, if it did, is said again.
  void ask(v1::Turn asked, Clock::time_point arrived);
  /// Tells the bot how the match ended, when it is done with its thought.
  void end(v1::MatchEnded ended);
  /// Lets the thread end without a word to the bot.
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
