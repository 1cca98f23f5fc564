#pragma once

#include <iostream>
#include <string>

namespace referee {

/// Tells people something on stderr, as one line that no other thread breaks.
inline void log(const std::string& what) { std::cerr << "referee: " + what + "\n"; }

}  // namespace referee
