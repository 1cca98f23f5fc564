#include "keepers_rule.h"

#include <algorithm>

namespace {

int count_of(const keepers::Counts& counts, keepers::Colour colour) {
  switch (colour) {
    case keepers::COLOUR_WARRIOR:
      return static_cast<int>(counts.warrior());
    case keepers::COLOUR_WIZARD:
      return static_cast<int>(counts.wizard());
    case keepers::COLOUR_ROGUE:
      return static_cast<int>(counts.rogue());
    case keepers::COLOUR_RANGER:
      return static_cast<int>(counts.ranger());
    default:
      return 0;
  }
}

/// Among equal options the first is taken: to pass, or to lay no more cards.
int worth_of(const keepers::Option& option, const keepers::View& view) {
  switch (option.option_case()) {
    case keepers::Option::kQuest: {
      const auto& me = view.seats(static_cast<int>(view.seat()));
      return gain(me.unprepared(), view.spaces(static_cast<int>(option.quest().space()) - 1).quest());
    }
    case keepers::Option::kAdd: {
      const auto focus = view.auction().focus();
      return option.add().colour() == focus && count_of(view.bid_pile(), focus) == 0 ? 1 : 0;
    }
    case keepers::Option::kSabotage:
      return 1;
    default:
      return 0;
  }
}

}  // namespace

int KeepersBot::choose(referee::Turn& turn) {
  if (turn.match().game != "keepers") {
    return turn.default_option();
  }
  const auto position = turn.unpack<keepers::Position>();
  const auto& options = position.options();
  const auto best = std::max_element(options.begin(), options.end(), [&](const auto& one, const auto& other) {
    return worth_of(one, position.view()) < worth_of(other, position.view());
  });
  return static_cast<int>(best - options.begin());
}

int gain(const keepers::Counts& unprepared, const google::protobuf::RepeatedField<int>& quest) {
  int prepared = 0;
  for (const auto colour :
       {keepers::COLOUR_WARRIOR, keepers::COLOUR_WIZARD, keepers::COLOUR_ROGUE, keepers::COLOUR_RANGER}) {
    const auto asked = std::count(quest.begin(), quest.end(), colour);
    prepared += std::min(static_cast<int>(asked), count_of(unprepared, colour));
  }
  return prepared;
}
