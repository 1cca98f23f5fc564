#include "referee/run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "referee/connection.h"
#include "referee/waits.h"

namespace {

using std::chrono::milliseconds;

/// What an Error says that is thrown.
template <typename Act>
std::string error_of(Act act) {
  try {
    act();
  } catch (const referee::Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Run, TheWaitsGrowAndEnd) {
  std::vector<milliseconds> all;
  for (referee::Waits waits; const auto wait = waits.next();) {
    all.push_back(*wait);
  }
  EXPECT_EQ(std::vector(all.begin(), all.begin() + 3),
            std::vector({milliseconds(50), milliseconds(100), milliseconds(200)}));
  EXPECT_EQ(*std::max_element(all.begin(), all.end()), milliseconds(2000));
  EXPECT_EQ(std::accumulate(all.begin(), all.end(), milliseconds(0)), referee::patience);
}

TEST(Run, SomeEndingsAreWorthAnotherTry) {
  using grpc::StatusCode;
  const std::vector again{StatusCode::OK,       StatusCode::CANCELLED,  StatusCode::UNKNOWN, StatusCode::ALREADY_EXISTS,
                          StatusCode::INTERNAL, StatusCode::UNAVAILABLE};
  for (int number = StatusCode::OK; number <= StatusCode::UNAUTHENTICATED; ++number) {
    const auto code = static_cast<StatusCode>(number);
    EXPECT_EQ(referee::worth_trying_again(code), std::find(again.begin(), again.end(), code) != again.end()) << number;
  }
}

TEST(Run, AStatusIsSaidInWords) {
  EXPECT_EQ(referee::words({grpc::StatusCode::UNAUTHENTICATED, "wrong token"}), "UNAUTHENTICATED: wrong token");
  EXPECT_EQ(referee::words({grpc::StatusCode::UNAVAILABLE, ""}), "UNAVAILABLE");
}

TEST(Run, TheEnvironmentSaysWhereTheRefereeIs) {
  setenv("REFEREE_ADDRESS", "example:1", 1);
  setenv("REFEREE_TOKEN", "secret", 1);
  unsetenv("REFEREE_CA");
  const auto settings = referee::Settings::from_environment();
  EXPECT_EQ(settings.address, "example:1");
  EXPECT_EQ(settings.token, "secret");
  EXPECT_EQ(settings.ca, "");
  setenv("REFEREE_ADDRESS", "", 1);
  EXPECT_NE(error_of(referee::Settings::from_environment).find("REFEREE_ADDRESS"), std::string::npos);
}

TEST(Run, AMissingFileOfAuthoritiesIsSaid) {
  const auto said = error_of([] { referee::play({}, {}, {.address = "example:1", .ca = "/nowhere/ca.pem"}, {}); });
  EXPECT_EQ(said, "REFEREE_CA: /nowhere/ca.pem cannot be read, or is empty");
}

}  // namespace
