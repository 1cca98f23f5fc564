/**
 * Answers each Turn with its default option on a bare stream, without the library: a baseline to measure the cost of
 * the library.
 */
import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { Client, credentials } from "@grpc/grpc-js";
import { PlayRequestSchema, type PlayResponse, PlayResponseSchema } from "#gen/referee/v1/play_service_pb";

type Request = MessageInitShape<typeof PlayRequestSchema>;

const client = new Client(process.env.REFEREE_ADDRESS ?? "", credentials.createInsecure());
const stream = client.makeBidiStreamRequest<Request, PlayResponse>(
  "/referee.v1.PlayService/Play",
  (request) => Buffer.from(toBinary(PlayRequestSchema, create(PlayRequestSchema, request))),
  (bytes) => fromBinary(PlayResponseSchema, bytes),
);
stream.on("data", ({ response }: PlayResponse) => {
  if (response.case === "turn") {
    const { matchId, turn, defaultOption } = response.value;
    const choice = { matchId, turn, answer: { case: "option", value: defaultOption } } as const;
    stream.write({ request: { case: "choice", value: choice } });
  } else if (response.case === "goodbye") {
    process.exit(0);
  }
});
stream.on("error", () => process.exit(1));
const hello = { token: process.env.REFEREE_TOKEN ?? "", protocolVersion: 1 };
stream.write({ request: { case: "hello", value: hello } });
