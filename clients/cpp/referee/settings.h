#pragma once

#include <memory>
#include <stdexcept>
#include <string>

namespace grpc {
class Channel;
}

namespace referee {

/// Why a bot cannot continue: wrong settings, or a referee that refuses it or cannot be reached. Holds a message.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How to reach the referee.
struct Settings {
  /// `host:port` or `unix:/path/of/a/socket`.
  std::string address{};
  /// The token that the organiser gave to this bot.
  std::string token{};
  /// A file with the certificate authorities to trust; without one the connection is not encrypted.
  std::string ca{};

  /// Reads REFEREE_ADDRESS, REFEREE_TOKEN and REFEREE_CA. Throws an Error if there is no address.
  static Settings from_environment();
};

/// Makes the channel. Nothing is sent through the channel before a stream is opened. Throws an Error if `ca` cannot be
/// read.
std::shared_ptr<grpc::Channel> open_channel(const Settings& settings);

}  // namespace referee
