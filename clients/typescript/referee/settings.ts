import { readFileSync } from "node:fs";
import { Client, credentials } from "@grpc/grpc-js";

/** An error in the settings or from the referee, with a message for people. */
export class RefereeError extends Error {}

// The pings show within seconds if the referee is gone; the first retry must not wait for gRPC's own back-off.
const CHANNEL_OPTIONS = {
  "grpc.keepalive_time_ms": 10_000,
  "grpc.keepalive_timeout_ms": 5_000,
  "grpc.keepalive_permit_without_calls": 1,
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 1_000,
  "grpc.max_receive_message_length": 16 * 1024 * 1024,
  "grpc.enable_retries": 0,
};

/** How to reach the referee. */
export interface Settings {
  /** `host:port` or `unix:/path/of/a/socket`. */
  address: string;
  /** The token that the organiser gave to this bot. */
  token: string;
  /** A file with the certificate authorities to trust; without one the connection is not encrypted. */
  ca?: string;
}

/** Reads REFEREE_ADDRESS, REFEREE_TOKEN and REFEREE_CA. */
export function settingsFrom(environment: NodeJS.ProcessEnv): Settings {
  const { REFEREE_ADDRESS: address, REFEREE_TOKEN: token, REFEREE_CA: ca } = environment;
  if (!address) {
    throw new RefereeError("set REFEREE_ADDRESS to the referee's host:port or unix:/path (and REFEREE_TOKEN)");
  }
  return { address, token: token ?? "", ...(ca ? { ca } : {}) };
}

/** Makes the channel. Nothing is sent through the channel before a stream is opened. */
export function openChannel(settings: Settings): Client {
  return new Client(settings.address, security(settings.ca), CHANNEL_OPTIONS);
}

function security(ca: string | undefined) {
  if (ca === undefined) {
    return credentials.createInsecure();
  }
  try {
    return credentials.createSsl(readFileSync(ca));
  } catch (problem) {
    throw new RefereeError(`REFEREE_CA: ${problem instanceof Error ? problem.message : problem}`);
  }
}
