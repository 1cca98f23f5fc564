#pragma once

#include <functional>
#include <mutex>

#include "referee/v1/play_service.pb.h"

namespace referee {

/// The way to the referee, for bots in any thread. What is said while there is no connection is lost: the Turn comes
/// again.
class Outgoing {
 public:
  using Say = std::function<void(const v1::PlayRequest&)>;

  /// How to speak from now on; nothing if the connection is lost.
  void connect(Say say);
  void say(const v1::PlayRequest& request);

 private:
  std::mutex speaking_;
  Say say_;
};

}  // namespace referee
