#pragma once

#include <grpcpp/grpcpp.h>

#include <future>
#include <memory>
#include <mutex>
#include <string>

#include "referee/v1/play_service.grpc.pb.h"

namespace referee {

/// One stream to the referee. One thread opens, reads and ends it; others send on it, and one may leave.
class Connection {
 public:
  explicit Connection(v1::PlayService::Stub& service) : service_(service) {}

  /// Sends the first request. If that fails, there is nothing to read.
  void open(const v1::PlayRequest& hello);
  /// Waits for the next response; false if the stream has ended.
  bool read(v1::PlayResponse& response);
  /// Ends the stream, if the referee has not done so, and returns how it ended.
  grpc::Status end();

  /// Passes a request to the transport. If the stream is broken, it is lost, and reading the stream shows why.
  void say(const v1::PlayRequest& request);
  /// Sends a Leave, and waits briefly for the referee to end the stream.
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

/// Distinguishes a lost connection from a refusal.
bool worth_trying_again(grpc::StatusCode code);

/// A status as text: "PERMISSION_DENIED: why".
std::string words(const grpc::Status& status);

}  // namespace referee
