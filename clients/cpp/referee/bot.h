#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "referee/turn.h"

namespace referee {

/// Plays one match: what it keeps is of that match. Its methods are never called at the same time.
class Bot {
 public:
  Bot() = default;
  Bot(const Bot&) = delete;
  Bot& operator=(const Bot&) = delete;
  virtual ~Bot() = default;

  /// Is called once, before the first turn.
  virtual void start(const Match& /*match*/) {}

  /// Returns the index of an option, below `turn.option_count()`. It may think as long as there is time: other matches
  /// and the connection have threads of their own. After an exception, or an index that does not exist, the default
  /// option is played, and stderr says why.
  virtual int choose(Turn& turn) = 0;

  /// Is called once, after the last turn.
  virtual void end(const v1::MatchEnded& /*ended*/) {}
};

/// Makes the bot of one match.
using BotFactory = std::function<std::unique_ptr<Bot>()>;

/// What the referee shall do for a bot.
struct Options {
  /// The bot's own name and version, for logs.
  std::string name{};
  /// Whether `turn.text()` and `turn.option_texts()` are to be filled.
  bool wants_text = false;
  /// Whether positions are to carry the events since the seat's last turn.
  bool wants_events = true;
  /// Whether `Match::card_set` is to be filled.
  bool wants_cards = false;
  /// How many matches the bot can play at once; 0 for no limit.
  std::uint32_t max_matches = 0;
};

}  // namespace referee
