#include "referee/waits.h"

#include <algorithm>

namespace referee {

namespace {

constexpr std::chrono::milliseconds longest = std::chrono::seconds(2);

}  // namespace

std::optional<std::chrono::milliseconds> Waits::next() {
  if (left_ <= std::chrono::milliseconds::zero()) {
    return std::nullopt;
  }
  const auto wait = std::min(next_, left_);
  left_ -= wait;
  next_ = std::min(2 * next_, longest);
  return wait;
}

}  // namespace referee
