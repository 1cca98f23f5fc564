#pragma once

#include <functional>
#include <mutex>

#include "referee/v1/play_service.pb.h"

namespace referee {

/// Sends requests to the referee, from any thread. Without a connection they are lost: the Turn comes again.
class Outgoing {
 public:
  using Say = std::function<void(const v1::PlayRequest&)>;

  /// Sets how to send from now on; nothing if the connection is lost.
  void connect(Say say);
  void say(const v1::PlayRequest& request);

 private:
  std::mutex speaking_;
  Say say_;
};

}  // namespace referee
