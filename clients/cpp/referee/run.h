/// Runs a bot:
///
///     class First : public referee::Bot {
///      public:
///       int choose(referee::Turn&) override { return 0; }
///     };
///
///     int main() { referee::run<First>({.name = "first"}); }
#pragma once

#include <concepts>
#include <memory>
#include <stop_token>

#include "referee/bot.h"
#include "referee/settings.h"

namespace referee {

/// Plays every match that the referee has for this bot, with a new bot for each, and ends the process when the referee
/// says goodbye, or on SIGTERM.
///
/// The settings come from the environment: REFEREE_ADDRESS, REFEREE_TOKEN and REFEREE_CA. If the referee cannot be
/// reached, or refuses the bot, stderr says why, and the exit code is 1.
[[noreturn]] void run(const BotFactory& new_bot, const Options& options);

/// The same for a bot class with a default constructor.
template <std::derived_from<Bot> Mine>
[[noreturn]] void run(const Options& options) {
  run([] { return std::make_unique<Mine>(); }, options);
}

/// Connects, and reconnects, until the referee says a final goodbye or `stop` is raised. Throws an Error if another
/// attempt is useless.
void play(const BotFactory& new_bot, const Options& options, const Settings& settings, const std::stop_token& stop);

}  // namespace referee
