#include "referee/session.h"

#include <thread>
#include <utility>

#include "referee/log.h"

namespace referee {

namespace {

constexpr std::uint32_t protocol_version = 1;

void warn(const v1::Strike& strike) {
  const auto left = strike.has_strikes_left() ? ", strikes left: " + std::to_string(strike.strikes_left()) : "";
  log("strike in match " + strike.match_id() + ", turn " + std::to_string(strike.turn()) + ": " + strike.why() + " (" +
      (strike.counted() ? "counted" : "not counted") + left + ")");
}

}  // namespace

Session::Session(BotFactory new_bot, const std::string& token, const Options& options) : new_bot_(std::move(new_bot)) {
  hello_.set_token(token);
  hello_.set_software(options.name);
  hello_.set_protocol_version(protocol_version);
  hello_.set_wants_text(options.wants_text);
  hello_.set_wants_events(options.wants_events);
  hello_.set_wants_cards(options.wants_cards);
  hello_.set_max_matches(options.max_matches);
}

Session::~Session() {
  for (auto& [id, match] : running_) {
    match.seat->close();
  }
}

v1::PlayRequest Session::hello() {
  welcomed_ = false;
  goodbye_.reset();
  v1::PlayRequest request;
  *request.mutable_hello() = hello_;
  return request;
}

void Session::receive(v1::PlayResponse response, Clock::time_point arrived) {
  switch (response.response_case()) {
    case v1::PlayResponse::kTurn:
      ask(std::move(*response.mutable_turn()), arrived);
      break;
    case v1::PlayResponse::kMatchStarted:
      start(std::move(*response.mutable_match_started()));
      break;
    case v1::PlayResponse::kMatchEnded:
      end(std::move(*response.mutable_match_ended()));
      break;
    case v1::PlayResponse::kStrike:
      warn(response.strike());
      break;
    case v1::PlayResponse::kWelcome:
      welcomed_ = true;
      hello_.set_resume_token(response.welcome().resume_token());
      break;
    case v1::PlayResponse::kGoodbye:
      goodbye_ = response.goodbye();
      break;
    case v1::PlayResponse::kUpdate:  // only for a Hello that wants updates
    case v1::PlayResponse::RESPONSE_NOT_SET:
      break;
  }
}

void Session::wait_for_ends(Clock::duration patience) {
  const auto last = Clock::now() + patience;
  for (const auto& over : ending_) {
    over.wait_until(last);
  }
}

/// Makes the bot for a match, unless the match only continues after a lost connection.
void Session::start(v1::MatchStarted started) {
  const auto id = started.match_id();
  const auto known = running_.find(id);
  if (known != running_.end()) {
    if (started.resumed()) {
      return;
    }
    known->second.seat->close();
  }
  auto seat = std::make_shared<Seat>(std::move(started), outgoing_);
  std::packaged_task<void()> play([seat, new_bot = new_bot_] { seat->play(new_bot); });
  running_[id] = {seat, play.get_future()};
  std::thread(std::move(play)).detach();  // a thinking bot cannot be stopped, and the process does not wait for it
}

void Session::ask(v1::Turn asked, Clock::time_point arrived) {
  const auto found = running_.find(asked.match_id());
  if (found == running_.end()) {
    log("the referee asks about match " + asked.match_id() + ", which it never started");
    return;
  }
  found->second.seat->ask(std::move(asked), arrived);
}

void Session::end(v1::MatchEnded ended) {
  const auto found = running_.find(ended.match_id());
  if (found == running_.end()) {
    return;  // it may come twice
  }
  found->second.seat->end(std::move(ended));
  std::erase_if(ending_,
                [](const auto& over) { return over.wait_for(Clock::duration::zero()) == std::future_status::ready; });
  ending_.push_back(std::move(found->second.over));
  running_.erase(found);
}

}  // namespace referee
