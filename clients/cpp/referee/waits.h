#pragma once

#include <chrono>
#include <optional>

namespace referee {

inline constexpr std::chrono::milliseconds patience = std::chrono::seconds(30);

/// The times to wait before each further attempt: more each time, the patience in total.
class Waits {
 public:
  /// The next wait; none if the patience is used up.
  std::optional<std::chrono::milliseconds> next();

 private:
  std::chrono::milliseconds next_{50};
  std::chrono::milliseconds left_ = patience;
};

}  // namespace referee
