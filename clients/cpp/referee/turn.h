#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/v1/play_service.pb.h"

namespace referee {

using Clock = std::chrono::steady_clock;

/// The facts about a match that its bots receive at the start.
struct Match {
  explicit Match(v1::MatchStarted message);

  std::string id;
  /// The id of the game, e.g. "keepers".
  std::string game;
  /// The seat that this bot plays, from 0.
  int seat;
  /// The bots' names in seat order.
  std::vector<std::string> bots;
  /// Every option of the game with its value, as text.
  std::map<std::string, std::string> options;
  /// The card set as JSON; empty unless the bot wants cards, or if the referee is too old to send it.
  std::string card_set;
  /// The whole message: time control, versions, and whether an earlier process played a part of the match.
  v1::MatchStarted started;
};

/// A decision that the bot is asked for.
class Turn {
 public:
  /// Reads a Turn that arrived at a given time.
  Turn(std::shared_ptr<const Match> match, v1::Turn message, Clock::time_point arrived);

  [[nodiscard]] const Match& match() const { return *match_; }
  /// Unique in the match for this bot.
  [[nodiscard]] std::uint32_t number() const { return message_.turn(); }
  /// The seat that is asked, from 0.
  [[nodiscard]] int seat() const { return static_cast<int>(message_.seat()); }
  [[nodiscard]] int option_count() const { return static_cast<int>(message_.option_count()); }
  /// The index that is played for the bot if it does not answer in time.
  [[nodiscard]] int default_option() const { return static_cast<int>(message_.default_option()); }
  /// The time left for this decision when the Turn arrived, before the bank is used.
  [[nodiscard]] Clock::duration decision_left() const;
  /// The time left in the bank then.
  [[nodiscard]] Clock::duration bank_left() const;
  /// When both are used up.
  [[nodiscard]] Clock::time_point deadline() const { return arrived_ + decision_left() + bank_left(); }
  /// The position as text; empty unless the bot wants text.
  [[nodiscard]] const std::string& text() const { return message_.text(); }
  /// The options as text, in order; empty unless the bot wants text.
  [[nodiscard]] const auto& option_texts() const { return message_.option_texts(); }

  /// The game's own Position message, with view, options and events: `turn.unpack<games::keepers::v1::Position>()`.
  /// Throws if it is the position of another game, or its bytes cannot be read.
  template <typename Position>
  [[nodiscard]] Position unpack() const {
    Position position;
    if (!message_.position().UnpackTo(&position)) {
      throw std::runtime_error("the position (" + message_.position().type_url() + ") cannot be read as " +
                               position.GetTypeName());
    }
    return position;
  }

  /// The note that is stored in the record with the choice.
  [[nodiscard]] const std::string& note() const { return note_; }
  /// At most 1024 bytes of UTF-8 are kept; the rest is cut off.
  void set_note(std::string note) { note_ = std::move(note); }

 private:
  std::shared_ptr<const Match> match_;
  v1::Turn message_;
  Clock::time_point arrived_;
  std::string note_;
};

}  // namespace referee
