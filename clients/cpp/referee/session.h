#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "referee/bot.h"
#include "referee/outgoing.h"
#include "referee/seat.h"

namespace referee {

/// The protocol without network: what is done about each thing that the referee says. Plays any number of matches, over
/// any number of connections one after the other. Only one thread may use it, whoever reads the stream.
class Session {
 public:
  Session(BotFactory new_bot, const std::string& token, const Options& options);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  /// Begins a connection: what has to be said first. After a lost connection it asks to go on.
  v1::PlayRequest hello();
  /// Takes in what the referee said, and never waits for a bot. What it does not know it passes over.
  void receive(v1::PlayResponse response, Clock::time_point arrived = Clock::now());
  /// Waits, but not for long, until each bot has heard how its match ended.
  void wait_for_ends(Clock::duration patience);

  /// Where the bots speak.
  Outgoing& outgoing() { return *outgoing_; }
  /// Whether there was a Welcome on this connection.
  [[nodiscard]] bool welcomed() const { return welcomed_; }
  /// What the referee said before it closes this connection.
  [[nodiscard]] const std::optional<v1::Goodbye>& goodbye() const { return goodbye_; }

 private:
  struct Running {
    std::shared_ptr<Seat> seat;
    std::future<void> over;  // is ready when its thread has nothing more to do
  };

  void start(v1::MatchStarted started);
  void ask(v1::Turn asked, Clock::time_point arrived);
  void end(v1::MatchEnded ended);

  const BotFactory new_bot_;
  const std::shared_ptr<Outgoing> outgoing_ = std::make_shared<Outgoing>();
  v1::Hello hello_;
  bool welcomed_ = false;
  std::optional<v1::Goodbye> goodbye_;
  std::unordered_map<std::string, Running> running_;
  std::vector<std::future<void>> ending_;
};

}  // namespace referee
