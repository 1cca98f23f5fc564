#include "referee/seat.h"

#include <exception>
#include <functional>
#include <stdexcept>
#include <utility>

#include "referee/log.h"

namespace referee {

namespace {

constexpr std::size_t longest_note = 1024;

/// Calls a bot, and logs exceptions.
bool guarded(const std::string& what, const std::function<void()>& act) {
  try {
    act();
    return true;
  } catch (const std::exception& problem) {
    log(what + ": " + problem.what());
  } catch (...) {
    log(what + ": it threw something other than a std::exception");
  }
  return false;
}

/// Cuts a text between two UTF-8 characters.
std::string cut(const std::string& note) {
  std::size_t end = std::min(note.size(), longest_note);
  while (end < note.size() && end > 0 && (static_cast<unsigned char>(note[end]) & 0xC0U) == 0x80U) {
    --end;
  }
  return note.substr(0, end);
}

}  // namespace

Seat::Seat(v1::MatchStarted started, std::shared_ptr<Outgoing> outgoing)
    : match_(std::make_shared<const Match>(std::move(started))), outgoing_(std::move(outgoing)) {}

void Seat::play(const BotFactory& new_bot) {
  const auto bot = begin(new_bot);
  while (true) {
    Told told = next();
    if (told.turn) {
      think(bot.get(), *std::move(told.turn));
      continue;
    }
    if (told.ended && bot) {
      guarded("match " + match_->id + ", end", [&] { bot->end(*told.ended); });
    }
    return;
  }
}

void Seat::ask(v1::Turn asked, Clock::time_point arrived) {
  std::unique_lock lock(noting_);
  if (asked_ == asked.turn()) {
    const auto answer = answer_;
    lock.unlock();
    if (answer) {
      outgoing_->say(*answer);
    }  // else the bot is already thinking, and will answer
    return;
  }
  asked_ = asked.turn();
  answer_.reset();
  waiting_.emplace(match_, std::move(asked), arrived);
  lock.unlock();
  told_.notify_one();
}

void Seat::end(v1::MatchEnded ended) {
  {
    const std::lock_guard lock(noting_);
    ended_ = std::move(ended);
  }
  close();
}

void Seat::close() {
  const std::lock_guard lock(noting_);
  over_ = true;
  asked_.reset();
  waiting_.reset();
  told_.notify_one();
}

std::unique_ptr<Bot> Seat::begin(const BotFactory& new_bot) const {
  std::unique_ptr<Bot> bot;
  const bool begun = guarded("match " + match_->id + ", start: defaults are played", [&] {
    bot = new_bot();
    bot->start(*match_);
  });
  return begun ? std::move(bot) : nullptr;
}

/// Waits for something to do: a Turn, or the end.
Seat::Told Seat::next() {
  std::unique_lock lock(noting_);
  told_.wait(lock, [this] { return over_ || waiting_; });
  return {std::exchange(waiting_, std::nullopt), std::move(ended_)};
}

/// Sends the bot's choice, unless a newer Turn came meanwhile: then the answer is no longer needed.
void Seat::think(Bot* bot, Turn turn) {
  const int option = choose(bot, turn);
  v1::PlayRequest answer;
  auto& choice = *answer.mutable_choice();
  choice.set_match_id(match_->id);
  choice.set_turn(turn.number());
  choice.set_option(static_cast<std::uint32_t>(option));
  choice.set_note(cut(turn.note()));
  {
    const std::lock_guard lock(noting_);
    if (asked_ != turn.number()) {
      return;
    }
    answer_ = answer;
  }
  outgoing_->say(answer);
}

int Seat::choose(Bot* bot, Turn& turn) const {
  int option = turn.default_option();
  if (bot == nullptr) {
    return option;
  }
  const auto what = "match " + match_->id + ", turn " + std::to_string(turn.number());
  guarded(what + ": the default option is played", [&] {
    const int chosen = bot->choose(turn);
    if (chosen < 0 || chosen >= turn.option_count()) {
      throw std::out_of_range("chose option " + std::to_string(chosen) + ", but there are " +
                              std::to_string(turn.option_count()) + ", numbered from 0");
    }
    option = chosen;
  });
  return option;
}

}  // namespace referee
