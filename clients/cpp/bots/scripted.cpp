/// Follows instructions in the text of a Turn, to test the library from inside (tests/languages lists them).
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "referee/games/keepers/v1/keepers.pb.h"
#include "referee/run.h"

namespace {

std::string joined(const google::protobuf::RepeatedPtrField<std::string>& words, const std::string& between) {
  std::string all;
  for (const auto& word : words) {
    all += (all.empty() ? "" : between) + word;
  }
  return all;
}

std::string tell(const referee::Turn& turn) {
  const auto position = turn.unpack<referee::games::keepers::v1::Position>();
  const auto& match = turn.match();
  const auto milliseconds = [](auto span) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(span).count();
  };
  std::ostringstream told;
  told << match.game << ' ' << match.seat << ' ' << match.bots.size() << ' ' << match.options.at("max_rounds") << ' '
       << turn.option_count() << ' ' << turn.default_option() << ' ' << milliseconds(turn.decision_left()) << ' '
       << milliseconds(turn.bank_left()) << ' ' << joined(turn.option_texts(), "|") << ' ' << position.options_size()
       << ' ' << position.events_size();
  return told.str();
}

class ScriptedBot : public referee::Bot {
 public:
  int choose(referee::Turn& turn) override {
    const int asked_before = asked_++;
    std::istringstream words(turn.text());
    std::string command;
    int number = 0;
    words >> command;
    if (command == "count") {
      return asked_before;
    }
    if (command == "fail") {
      throw std::runtime_error("told to fail");
    }
    if (command == "tell") {
      turn.set_note(tell(turn));
      return 0;
    }
    if (command == "cards") {
      turn.set_note(turn.match().card_set);
      return 0;
    }
    if (!(words >> number)) {
      return turn.default_option();
    }
    if (command == "note") {
      words.ignore();
      turn.set_note({std::istreambuf_iterator<char>(words), {}});
    } else if (command == "wait") {
      std::this_thread::sleep_for(std::chrono::milliseconds(number));
      words >> number;
    }
    return number;
  }

 private:
  int asked_ = 0;
};

}  // namespace

int main() {
  referee::run<ScriptedBot>({.name = "scripted C++", .wants_text = true, .wants_cards = true, .max_matches = 3});
}
