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

/// The protocol without network: handles each message of the referee. Plays any number of matches, over any number of
/// consecutive connections. Only one thread may use it: the one that reads the stream.
class Session {
 public:
  Session(BotFactory new_bot, const std::string& token, const Options& options);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  /// Begins a connection: returns the first request. After a lost connection, the request asks to resume.
  v1::PlayRequest hello();
  /// Handles a message of the referee, and never waits for a bot. It ignores messages that it does not know.
  void receive(v1::PlayResponse response, Clock::time_point arrived = Clock::now());
  /// Waits briefly until each bot knows how its match ended.
  void wait_for_ends(Clock::duration patience);

  /// Where the bots send their requests.
  Outgoing& outgoing() { return *outgoing_; }
  /// Whether there was a Welcome on this connection.
  [[nodiscard]] bool welcomed() const { return welcomed_; }
  /// The Goodbye with which the referee closes this connection.
  [[nodiscard]] const std::optional<v1::Goodbye>& goodbye() const { return goodbye_; }

 private:
  struct Running {
    std::shared_ptr<Seat> seat;
    std::future<void> over;  // ready when its thread has nothing more to do
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
