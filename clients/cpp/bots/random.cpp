/// Plays any game by choosing options at random.
#include <random>

#include "referee/run.h"

namespace {

class RandomBot : public referee::Bot {
 public:
  int choose(referee::Turn& turn) override {
    return std::uniform_int_distribution<int>(0, turn.option_count() - 1)(chance_);
  }

 private:
  std::mt19937 chance_{std::random_device{}()};
};

}  // namespace

int main() { referee::run<RandomBot>({.name = "random", .wants_events = false}); }
