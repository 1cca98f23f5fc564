/// Answers each Turn with its default option on a bare stream, without the library: a baseline to measure the cost of
/// the library.
#include <grpcpp/grpcpp.h>

#include <cstdlib>

#include "referee/v1/play_service.grpc.pb.h"

int main() {
  const auto channel = grpc::CreateChannel(std::getenv("REFEREE_ADDRESS"), grpc::InsecureChannelCredentials());
  const auto service = referee::v1::PlayService::NewStub(channel);
  grpc::ClientContext context;
  const auto stream = service->Play(&context);
  referee::v1::PlayRequest request;
  request.mutable_hello()->set_token(std::getenv("REFEREE_TOKEN"));
  request.mutable_hello()->set_protocol_version(1);
  stream->Write(request);
  referee::v1::PlayResponse response;
  while (stream->Read(&response) && !response.has_goodbye()) {
    if (response.has_turn()) {
      auto& choice = *request.mutable_choice();
      choice.set_match_id(response.turn().match_id());
      choice.set_turn(response.turn().turn());
      choice.set_option(response.turn().default_option());
      stream->Write(request);
    }
  }
  return response.has_goodbye() ? EXIT_SUCCESS : EXIT_FAILURE;
}
