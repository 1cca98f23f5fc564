#pragma once

#include <iostream>
#include <string>

namespace referee {

/// Logs to stderr, as one line that other threads cannot interrupt.
inline void log(const std::string& what) { std::cerr << "referee: " + what + "\n"; }

}  // namespace referee
