#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "referee/turn.h"

namespace referee {

/// Plays one match: what it stores belongs to that match. Its methods are never called at the same time.
class Bot {
 public:
  Bot() = default;
  Bot(const Bot&) = delete;
  Bot& operator=(const Bot&) = delete;
  virtual ~Bot() = default;

  /// Called once, before the first turn.
  virtual void start(const Match& /*match*/) {}

  /// Returns the index of an option, below `turn.option_count()`. It may think as long as there is time: other matches
  /// and the connection have separate threads. After an exception, or an index that does not exist, the default option
  /// is played, and stderr says why.
  virtual int choose(Turn& turn) = 0;

  /// Called once, after the last turn.
  virtual void end(const v1::MatchEnded& /*ended*/) {}
};

/// Makes the bot for one match.
using BotFactory = std::function<std::unique_ptr<Bot>()>;

/// What a bot wants from the referee.
struct Options {
  /// The bot's own name and version, for logs.
  std::string name{};
  /// Whether to fill `turn.text()` and `turn.option_texts()`.
  bool wants_text = false;
  /// Whether positions contain the events since the seat's last turn.
  bool wants_events = true;
  /// Whether to fill `Match::card_set`.
  bool wants_cards = false;
  /// How many matches the bot can play at once; 0 for no limit.
  std::uint32_t max_matches = 0;
};

}  // namespace referee
