#pragma once

#include <grpcpp/grpcpp.h>

#include <future>
#include <memory>
#include <mutex>
#include <string>

#include "referee/v1/play_service.grpc.pb.h"

namespace referee {

/// One stream to the referee. One thread opens, reads and ends it; others speak on it, and one may leave.
class Connection {
 public:
  explicit Connection(v1::PlayService::Stub& service) : service_(service) {}

  /// Says the first thing. If that does not get through, there is nothing to read.
  void open(const v1::PlayRequest& hello);
  /// Waits for what the referee says; false if the stream is at its end.
  bool read(v1::PlayResponse& response);
  /// Ends the stream, if the referee has not done so, and tells how it ended.
  grpc::Status end();

  /// Hands a request to the transport. If the stream is broken it is lost, and reading the stream tells why.
  void say(const v1::PlayRequest& request);
  /// Says that this bot does not come back, and waits, but not for long, for the referee to end the stream.
  void leave();

 private:
  bool farewell();

  v1::PlayService::Stub& service_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>> stream_;
  bool at_end_ = false;
  std::promise<void> ended_;

  std::timed_mutex speaking_;
  bool open_ = false;
};

/// Tells a lost connection from a refusal.
bool worth_trying_again(grpc::StatusCode code);

/// A status for people: "PERMISSION_DENIED: why".
std::string words(const grpc::Status& status);

}  // namespace referee
