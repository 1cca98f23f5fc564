#include "referee/outgoing.h"

#include <utility>

namespace referee {

void Outgoing::connect(Say say) {
  const std::lock_guard lock(speaking_);
  say_ = std::move(say);
}

void Outgoing::say(const v1::PlayRequest& request) {
  const std::lock_guard lock(speaking_);
  if (say_) {
    say_(request);
  }
}

}  // namespace referee
