#include "referee/settings.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

namespace referee {

namespace {

constexpr int largest_response = 16 * 1024 * 1024;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file || text.empty()) {
    throw Error("REFEREE_CA: " + path + " cannot be read, or is empty");
  }
  return text;
}

std::shared_ptr<grpc::ChannelCredentials> security(const std::string& ca) {
  if (ca.empty()) {
    return grpc::InsecureChannelCredentials();
  }
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = contents(ca);
  return grpc::SslCredentials(options);
}

}  // namespace

Settings Settings::from_environment() {
  Settings settings{variable("REFEREE_ADDRESS"), variable("REFEREE_TOKEN"), variable("REFEREE_CA")};
  if (settings.address.empty()) {
    throw Error("set REFEREE_ADDRESS to the referee's host:port or unix:/path (and REFEREE_TOKEN)");
  }
  return settings;
}

std::shared_ptr<grpc::Channel> open_channel(const Settings& settings) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(largest_response);
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  // The pings show within seconds if the referee is gone; the first retry must not wait for gRPC's own back-off.
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 10'000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 5'000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1'000);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 5'000);  // also limits how long one attempt may take
  return grpc::CreateCustomChannel(settings.address, security(settings.ca), arguments);
}

}  // namespace referee
