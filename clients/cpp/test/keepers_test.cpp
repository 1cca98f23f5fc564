#include <gtest/gtest.h>

#include "../bots/keepers_rule.h"

namespace {

google::protobuf::RepeatedField<int> quest(std::initializer_list<int> colours) {
  return {colours.begin(), colours.end()};
}

TEST(Keepers, CountsWhomAQuestPrepares) {
  keepers::Counts unprepared;
  unprepared.set_warrior(1);
  unprepared.set_rogue(2);
  const int warrior = keepers::COLOUR_WARRIOR;
  const int rogue = keepers::COLOUR_ROGUE;
  EXPECT_EQ(gain(unprepared, quest({})), 0);
  EXPECT_EQ(gain(unprepared, quest({warrior, rogue})), 2);
  EXPECT_EQ(gain(unprepared, quest({warrior, warrior, rogue})), 2) << "no more than there are";
  EXPECT_EQ(gain(unprepared, quest({keepers::COLOUR_WIZARD})), 0) << "none that was never there";
}

}  // namespace
