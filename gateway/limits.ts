import { TOPICS } from '../contracts/mqtt/topics.ts';

/** What the gateway allows. Every number can be set; the defaults carry their reasons. */
export interface GatewayLimits {
  /** Open connections in all. */
  readonly connections: number;
  /** Open connections of one address. */
  readonly connectionsPerAddress: number;
  /** Connections of one address that have not logged in yet. */
  readonly strangersPerAddress: number;
  /** From the first byte of TCP to a complete login. */
  readonly connectTimeoutMs: number;
  /** The longest keep-alive that a device may ask for. */
  readonly keepaliveSeconds: number;
  /** Messages of one device: steady rate and burst. */
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
  /** Payload bytes of one device: steady rate and burst. */
  readonly bytesPerSecond: number;
  readonly byteBurst: number;
  /** MQTT packets of any kind on one connection: steady rate and burst. */
  readonly packetsPerSecond: number;
  readonly packetBurst: number;
  /** Unacknowledged QoS 1 messages of one connection. */
  readonly inFlight: number;
  /** Logins of one device within the life of a password. */
  readonly loginsPerWindow: number;
}

export const DEFAULT_LIMITS: GatewayLimits = {
  // About 25 kB each: half a gigabyte. A school has hundreds to a few thousand devices.
  connections: 20_000,
  // A whole school may stand behind one NAT address, or behind a TLS balancer on this machine.
  connectionsPerAddress: 20_000,
  // A school that comes back after a power cut logs in all at once through one address; a stranger gets no further than this.
  strangersPerAddress: 2_000,
  // A slow mobile link needs 2–3 s for TLS and CONNECT; a half-open socket is not kept longer.
  connectTimeoutMs: 10_000,
  // The broker gives up after 1.5 × this: 67.5 s, before silence (75 s) would count.
  keepaliveSeconds: 45,
  // A device sends a heartbeat in 30 s and a batch of up to 500 records in a few; draining a week's outbox is the burst.
  messagesPerSecond: 50,
  messageBurst: 500,
  bytesPerSecond: 1_048_576,
  byteBurst: 8_388_608,
  // Publishes, pings and acknowledgements together: twice the messages, and room for a hundred queued commands.
  packetsPerSecond: 200,
  packetBurst: 2_000,
  // mqtt.js keeps up to 65,535; an agent sends a handful and waits.
  inFlight: 256,
  // A flapping link reconnects every few seconds at worst; the replay cache stays bounded by this.
  loginsPerWindow: 120,
};

/** The largest login packet (bytes): ids of 30, a JWT of about 400, a last will of at most 512. */
export const MAX_CONNECT_BYTES = 4_096;

/** Fixed and variable header beside the payload of a publish: topic (at most 60 bytes), its length, packet id. */
const PUBLISH_HEADER_BYTES = 128;

/** The largest publish that any topic allows (bytes); each topic's own limit is checked when its name is known. */
export const MAX_PUBLISH_BYTES =
  Math.max(...Object.values(TOPICS).map((topic) => topic.maxBytes)) + PUBLISH_HEADER_BYTES;

/** The largest of all other packets (bytes): a subscription to the two downward topics takes 130. */
export const MAX_CONTROL_BYTES = 1_024;
