/// Your first bot: change `choose`.
#include <random>

#include "referee/run.h"

/// Plays one match: what you store in its members belongs to that match.
class MyBot : public referee::Bot {
 public:
  /// Returns the index of an option. `turn.unpack<Position>()` gives view, options and events of the game.
  int choose(referee::Turn& turn) override {
    return std::uniform_int_distribution<int>(0, turn.option_count() - 1)(chance_);
  }

 private:
  std::mt19937 chance_{std::random_device{}()};
};

int main() { referee::run<MyBot>({.name = "my bot"}); }
