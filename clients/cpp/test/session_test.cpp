#include "referee/session.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stdexcept>

namespace {

using namespace std::chrono_literals;
using referee::Turn;
namespace v1 = referee::v1;

/// Things that one thread hands to another.
template <typename Thing>
class Queue {
 public:
  void put(Thing thing) {
    const std::lock_guard lock(mutex_);
    things_.push_back(std::move(thing));
    there_.notify_one();
  }

  std::optional<Thing> take(std::chrono::milliseconds patience = 10s) {
    std::unique_lock lock(mutex_);
    if (!there_.wait_for(lock, patience, [this] { return !things_.empty(); })) {
      return std::nullopt;
    }
    auto thing = std::move(things_.front());
    things_.pop_front();
    return thing;
  }

 private:
  std::mutex mutex_;
  std::condition_variable there_;
  std::deque<Thing> things_;
};

/// A bot that does what its functions do.
struct Acting : referee::Bot {
  std::function<int(Turn&)> chooses = [](Turn&) { return 0; };
  std::function<void(const std::string&)> hears = [](const std::string&) {};

  void start(const referee::Match& match) override { hears("start of " + match.id); }
  int choose(Turn& turn) override { return chooses(turn); }
  void end(const v1::MatchEnded& ended) override { hears("end of " + ended.match_id() + ": " + ended.reason()); }
};

v1::PlayResponse started(const std::string& match, bool resumed = false) {
  v1::PlayResponse response;
  auto& message = *response.mutable_match_started();
  message.set_match_id(match);
  message.set_game_id("keepers");
  message.set_resumed(resumed);
  return response;
}

v1::PlayResponse asked(std::uint32_t number, const std::string& match = "m1") {
  v1::PlayResponse response;
  auto& message = *response.mutable_turn();
  message.set_match_id(match);
  message.set_turn(number);
  message.set_option_count(3);
  message.set_default_option(2);
  message.mutable_decision_left()->set_seconds(2);
  message.mutable_decision_left()->set_nanos(500'000'000);
  message.mutable_bank_left()->set_seconds(60);
  return response;
}

v1::PlayResponse ended(const std::string& match) {
  v1::PlayResponse response;
  response.mutable_match_ended()->set_match_id(match);
  response.mutable_match_ended()->set_reason("emptied");
  return response;
}

class SessionTest : public testing::Test {
 protected:
  /// A session in which the match m1 has begun.
  referee::Session& playing(std::function<int(Turn&)> chooses) {
    session_.emplace(
        [this, chooses = std::move(chooses)] {
          auto bot = std::make_unique<Acting>();
          bot->chooses = chooses;
          bot->hears = [this](const std::string& what) { heard_.put(what); };
          return bot;
        },
        "secret", referee::Options{.name = "test"});
    connect();
    session_->receive(started("m1"));
    return *session_;
  }

  referee::Session& counting() {
    return playing([count = std::make_shared<int>()](Turn&) { return (*count)++; });
  }

  void connect() {
    session_->outgoing().connect([this](const v1::PlayRequest& request) { said_.put(request); });
  }

  /// The next answer: its turn and its option.
  std::pair<std::uint32_t, int> answer() {
    const auto request = said_.take();
    return request ? std::pair(request->choice().turn(), static_cast<int>(request->choice().option()))
                   : std::pair(0U, -1);
  }

  bool says_nothing() { return !said_.take(50ms); }

  Queue<v1::PlayRequest> said_;
  Queue<std::string> heard_;
  std::optional<referee::Session> session_;
};

using Answer = std::pair<std::uint32_t, int>;

TEST_F(SessionTest, ABadChoiceGetsTheDefault) {
  const std::vector<std::function<int(Turn&)>> bad{
      [](Turn&) -> int { throw std::runtime_error("no idea"); },
      [](Turn&) -> int { throw 17; },
      [](Turn&) { return 3; },
      [](Turn&) { return -1; },
  };
  for (const auto& choose : bad) {
    playing(choose).receive(asked(1));
    EXPECT_EQ(answer(), Answer(1, 2));
  }
}

TEST_F(SessionTest, ATurnThatComesAgainIsNotThoughtAboutAgain) {
  auto& session = counting();
  for (const std::uint32_t number : {1, 1, 2, 2, 2, 3}) {
    session.receive(asked(number));
    EXPECT_EQ(answer(), Answer(number, number - 1));
  }
}

TEST_F(SessionTest, ATurnThatComesAgainWhileItIsThoughtAboutHasOneAnswer) {
  Queue<int> thought;
  auto& session = playing([&](Turn&) { return *thought.take(); });
  session.receive(asked(1));
  session.receive(asked(1));
  thought.put(1);
  EXPECT_EQ(answer(), Answer(1, 1));
  EXPECT_TRUE(says_nothing());
}

TEST_F(SessionTest, ABotThatIsBehindIsAskedTheNewestTurnAlone) {
  Queue<std::uint32_t> begun;
  Queue<int> thought;
  auto& session = playing([&](Turn& turn) {
    begun.put(turn.number());
    return *thought.take();
  });
  session.receive(asked(1));
  EXPECT_EQ(begun.take(), 1U);
  session.receive(asked(2));
  session.receive(asked(3));
  thought.put(0);
  EXPECT_EQ(begun.take(), 3U);
  thought.put(1);
  EXPECT_EQ(answer(), Answer(3, 1)) << "nobody waits for the answer to turn 1";
  EXPECT_TRUE(says_nothing());
}

TEST_F(SessionTest, AnAnswerWithoutConnectionIsGivenOnTheNextOne) {
  auto& session = counting();
  session.outgoing().connect({});
  session.receive(asked(1));
  EXPECT_TRUE(says_nothing());
  connect();
  session.receive(started("m1", true));
  session.receive(asked(1));
  EXPECT_EQ(answer(), Answer(1, 0));
}

TEST_F(SessionTest, WhatIsNotKnownIsPassedOver) {
  auto& session = counting();
  session.receive(v1::PlayResponse());
  session.receive(asked(1, "another"));
  session.receive(ended("another"));
  EXPECT_TRUE(says_nothing());
}

TEST_F(SessionTest, ANoteIsCutBetweenTwoCharacters) {
  playing([](Turn& turn) {
    turn.set_note(std::string(1023, 'x') + "ä");
    return 0;
  }).receive(asked(1));
  EXPECT_EQ(said_.take()->choice().note(), std::string(1023, 'x'));
}

TEST_F(SessionTest, ATurnTellsItsTime) {
  Queue<Turn> turns;
  const auto arrived = referee::Clock::now();
  playing([&](Turn& turn) {
    turns.put(turn);
    return 0;
  }).receive(asked(1), arrived);
  const auto turn = *turns.take();
  EXPECT_EQ(turn.decision_left(), 2500ms);
  EXPECT_EQ(turn.bank_left(), 60s);
  EXPECT_EQ(turn.deadline(), arrived + 62500ms);
}

TEST_F(SessionTest, StartAndEndAreToldOnce) {
  auto& session = counting();
  session.receive(started("m1", true));
  session.receive(ended("m1"));
  session.receive(ended("m1"));
  session.wait_for_ends(10s);
  EXPECT_EQ(heard_.take(0ms), "start of m1");
  EXPECT_EQ(heard_.take(0ms), "end of m1: emptied");
  EXPECT_EQ(heard_.take(0ms), std::nullopt);
}

TEST_F(SessionTest, TheHelloAsksToGoOnWithTheLatestToken) {
  auto& session = counting();
  EXPECT_EQ(session.hello().hello().resume_token(), "");
  v1::PlayResponse welcome;
  welcome.mutable_welcome()->set_resume_token("come back");
  session.receive(welcome);
  EXPECT_TRUE(session.welcomed());
  EXPECT_EQ(session.hello().hello().resume_token(), "come back");
  EXPECT_FALSE(session.welcomed());
}

}  // namespace
