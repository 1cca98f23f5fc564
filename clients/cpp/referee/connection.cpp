#include "referee/connection.h"

#include <array>
#include <chrono>

namespace referee {

namespace {

constexpr auto time_to_leave = std::chrono::seconds(1);

// The names of the status codes, in the order of their numbers.
constexpr std::array names{
    "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
    "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
    "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
    "DATA_LOSS", "UNAUTHENTICATED"};

}  // namespace

void Connection::open(const v1::PlayRequest& hello) {
  const std::lock_guard lock(speaking_);
  stream_ = service_.Play(&context_);
  open_ = stream_->Write(hello);
}

bool Connection::read(v1::PlayResponse& response) {
  at_end_ = !stream_->Read(&response);
  return !at_end_;
}

grpc::Status Connection::end() {
  if (!at_end_) {
    context_.TryCancel();
  }
  {
    const std::lock_guard lock(speaking_);
    open_ = false;
  }
  const auto status = stream_->Finish();
  ended_.set_value();
  return status;
}

void Connection::say(const v1::PlayRequest& request) {
  const std::lock_guard lock(speaking_);
  if (open_) {
    stream_->Write(request);
  }
}

void Connection::leave() {
  if (!farewell() || ended_.get_future().wait_for(time_to_leave) != std::future_status::ready) {
    context_.TryCancel();
  }
}

/// Sends the last request; false if that is impossible in time.
bool Connection::farewell() {
  const std::unique_lock lock(speaking_, time_to_leave);
  if (!lock || !open_) {
    return false;
  }
  open_ = false;
  v1::PlayRequest request;
  request.mutable_leave();
  return stream_->Write(request) && stream_->WritesDone();
}

bool worth_trying_again(grpc::StatusCode code) {
  switch (code) {
    case grpc::StatusCode::OK:
    case grpc::StatusCode::CANCELLED:
    case grpc::StatusCode::UNKNOWN:
    case grpc::StatusCode::ALREADY_EXISTS:  // the referee may not have noticed yet that the last connection is lost
    case grpc::StatusCode::INTERNAL:
    case grpc::StatusCode::UNAVAILABLE:
      return true;
    default:
      return false;
  }
}

std::string words(const grpc::Status& status) {
  const auto code = static_cast<std::size_t>(status.error_code());
  const std::string name = code < names.size() ? names[code] : "status " + std::to_string(code);
  return status.error_message().empty() ? name : name + ": " + status.error_message();
}

}  // namespace referee
