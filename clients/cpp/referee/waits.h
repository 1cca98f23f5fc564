#pragma once

#include <chrono>
#include <optional>

namespace referee {

inline constexpr std::chrono::milliseconds patience = std::chrono::seconds(30);

/// The times to wait before each further attempt: more each time, and the patience in all.
class Waits {
 public:
  /// The next one; none if the patience is at its end.
  std::optional<std::chrono::milliseconds> next();

 private:
  std::chrono::milliseconds next_{50};
  std::chrono::milliseconds left_ = patience;
};

}  // namespace referee
