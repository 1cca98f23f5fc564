#include "referee/run.h"

#include <semaphore.h>

#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <thread>
#include <utility>

#include "referee/connection.h"
#include "referee/log.h"
#include "referee/session.h"
#include "referee/waits.h"

namespace referee {

namespace {

constexpr auto time_for_ends = std::chrono::seconds(1);

sem_t told_to_stop;

extern "C" void tell_to_stop(int /*signal*/) { sem_post(&told_to_stop); }

/// A token that SIGTERM and SIGINT raise.
std::stop_token stopped_by_signals() {
  sem_init(&told_to_stop, 0, 0);
  struct sigaction action {};
  action.sa_handler = tell_to_stop;
  action.sa_flags = SA_RESTART;
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGINT, &action, nullptr);
  std::stop_source source;
  auto token = source.get_token();
  std::thread([source = std::move(source)]() mutable {
    while (sem_wait(&told_to_stop) != 0) {
    }
    source.request_stop();
  }).detach();
  return token;
}

/// Ends the process without waiting for bots that are thinking.
[[noreturn]] void leave_with(int code) {
  std::cout.flush();
  std::fflush(nullptr);
  std::quick_exit(code);
}

/// Plays until the stream ends, and returns how it ended.
grpc::Status play_one_connection(v1::PlayService::Stub& service, Session& session, const std::stop_token& stop) {
  Connection connection(service);
  const std::stop_callback leaving(stop, [&] { connection.leave(); });
  connection.open(session.hello());
  session.outgoing().connect([&](const v1::PlayRequest& request) { connection.say(request); });
  v1::PlayResponse response;
  while (!session.goodbye() && connection.read(response)) {
    session.receive(std::move(response));
  }
  auto status = connection.end();
  session.outgoing().connect({});
  return status;
}

void wait(std::chrono::milliseconds span, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait_for(lock, stop, span, [] { return false; });
}

}  // namespace

void run(const BotFactory& new_bot, const Options& options) {
  try {
    play(new_bot, options, Settings::from_environment(), stopped_by_signals());
  } catch (const std::exception& problem) {
    log(problem.what());
    leave_with(EXIT_FAILURE);
  }
  leave_with(EXIT_SUCCESS);
}

void play(const BotFactory& new_bot, const Options& options, const Settings& settings, const std::stop_token& stop) {
  const auto service = v1::PlayService::NewStub(open_channel(settings));
  Session session(new_bot, settings.token, options);
  Waits waits;
  while (!stop.stop_requested()) {
    const auto ended = play_one_connection(*service, session, stop);
    if (stop.stop_requested()) {
      return;
    }
    if (session.goodbye() && !session.goodbye()->may_reconnect()) {
      session.wait_for_ends(time_for_ends);
      return;
    }
    if (!worth_trying_again(ended.error_code())) {
      throw Error("the referee ended the stream with " + words(ended));
    }
    if (session.welcomed()) {
      waits = Waits();
    }
    const auto span = waits.next();
    if (!span) {
      throw Error("no connection to " + settings.address + " for " +
                  std::to_string(patience / std::chrono::seconds(1)) + " seconds; last error: " + words(ended));
    }
    wait(*span, stop);
  }
}

}  // namespace referee
