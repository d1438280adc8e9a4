import { TOPICS } from '../../contracts/mqtt/topics.ts';

/** How many records and unpacked bytes are stored in an hour and in a day. The whole amount may come at once. */
export interface StorageQuota {
  readonly recordsPerHour: number;
  readonly recordsPerDay: number;
  readonly bytesPerHour: number;
  readonly bytesPerDay: number;
}

/** What the gateway allows. Every number can be set; the reasons stand beside the defaults. */
export interface GatewayLimits {
  /** Connections of devices in all; those of strangers are not among them. */
  readonly connections: number;
  /** Open connections of one network (an IPv4 address, or a /64 of IPv6). */
  readonly connectionsPerNetwork: number;
  /** Connections that have not logged in yet, from all known networks together. */
  readonly strangersKnown: number;
  /** The same from all unknown networks together. */
  readonly strangersUnknown: number;
  /** Connections of one network that have not logged in yet. */
  readonly strangersPerNetwork: number;
  /** New connections within four seconds of one known network, and of one unknown network. */
  readonly arrivalsKnown: number;
  readonly arrivalsUnknown: number;
  /** From the acceptance to a complete first message: a ClientHello, or a CONNECT when there is no TLS (milliseconds). */
  readonly silenceTimeoutMs: number;
  /** From the answer to the first message, or to the upgrade of a WebSocket, to a complete CONNECT (milliseconds). */
  readonly connectTimeoutMs: number;
  /** The longest keep-alive. A device that asks for none, or a longer one, gets this. */
  readonly keepaliveSeconds: number;
  /** Messages of one device: steady rate and burst. */
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
  /** Payload bytes of one device: steady rate and burst. */
  readonly bytesPerSecond: number;
  readonly byteBurst: number;
  /** Unpacked bytes of one device's activity and events, and of all else that it packs: steady rate and burst. Over it, the next such message waits. */
  readonly unpackedBytesPerSecond: number;
  readonly unpackedByteBurst: number;
  /** What is stored of one device's activity, and of its events. Over it, messages are not acknowledged: the device keeps them. */
  readonly activity: StorageQuota;
  readonly events: StorageQuota;
  /** New alerts of one type of one device. The alerts above it are counted in one alert about the device. */
  readonly alertsPerHour: number;
  readonly alertsPerDay: number;
  /** Batches of activity that one device has to keep for now and that are still searched for self-harm and violence. */
  readonly heldBackLooksPerHour: number;
  /**
   * Events about the state that one device's heartbeats report (battery, protection, campus, lock). Above it the stored state changes without an event; a
   * change of the lock waits.
   */
  readonly stateEventsPerHour: number;
  /** Events `device.online` and `device.offline` of one device. Those above it are counted in the next one, and the last state always gets an event. */
  readonly presenceEventsPerHour: number;
  /** Events `policy.violation` and `game.detected` of one device, each of one rule and site. Those above it become one event together. */
  readonly sightingEventsPerHour: number;
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
  connectionsPerNetwork: 20_000,
  // 25 kB each during a TLS handshake, 8 kB before: 150 MB. More than one network may have, so that a flood from one network does not shut the others out.
  strangersKnown: 6_000,
  // Limits a botnet of many networks. The school's own network is among them until its first login, a moment after the installation.
  strangersUnknown: 4_000,
  // A school that reconnects after a power cut comes through one address, all at once, and waits for handshakes of 2 ms each. It limits a stranger too.
  strangersPerNetwork: 4_000,
  // More than a school has, and nearly as many as the server can accept: only a flood reaches it.
  arrivalsKnown: 20_000,
  // As many as there are places: on its first day a school's network is unknown until one of its laptops has logged in. A few networks cannot put out all unknown ones before
  // those have had a round trip.
  arrivalsUnknown: 4_000,
  // A peer sends its first message within a round trip; the slowest satellite link takes one second.
  silenceTimeoutMs: 5_000,
  // A slow mobile link needs 2–3 s for TLS and CONNECT; a half-open socket is not kept longer.
  connectTimeoutMs: 10_000,
  // The broker closes a connection after 1.5 × this, 67.5 s: before the silence of 75 s that makes a device offline.
  keepaliveSeconds: 45,
  // A device sends a heartbeat every 30 s and a batch of up to 500 records every few seconds. The burst is the outbox of a week.
  messagesPerSecond: 50,
  messageBurst: 500,
  bytesPerSecond: 1_048_576,
  byteBurst: 8_388_608,
  // Reading and storing 1 MiB takes some 50 ms of the event loop: a laptop that never stops takes an eightieth of it, and fills 25 MB of the disk a minute until its quota ends
  // that. The burst is the largest message. A school day's records (1 MB) do not wait, a week's 30,000 (11 MB) take 40 s, a whole outbox (33 MB) takes two minutes.
  unpackedBytesPerSecond: 262_144,
  unpackedByteBurst: 2_097_152,
  // A busy laptop makes some 1,500 records of 350 bytes a day, thirty times less. Its outbox holds 50,000 of 33 MB at most (a month off-line): that
  // fits whole into an hour, and half of it again into the day. A week off-line with 30,000 records does not wait.
  activity: {
    recordsPerHour: 50_000,
    recordsPerDay: 75_000,
    bytesPerHour: 41_943_040,
    bytesPerDay: 50_331_648,
  },
  // An agent makes at most ten an hour of one kind and cause: some dozens on a bad day, some hundred in a bad week.
  events: { recordsPerHour: 1_000, recordsPerDay: 3_000, bytesPerHour: 2_097_152, bytesPerDay: 6_291_456 },
  // Of each type. A cart's laptop goes through eight classes a day, and somebody in each asks for a site or two.
  alertsPerHour: 12,
  alertsPerDay: 40,
  // A device sends what was held back after half a minute to a minute and a half, then ever later.
  heldBackLooksPerHour: 60,
  // Protection that breaks and is repaired every two minutes is a fault that staff should see; more events would say nothing new.
  stateEventsPerHour: 60,
  // Thirty absences of more than ten seconds at once, then one each two minutes. A laptop on bad Wi-Fi has some in an hour.
  presenceEventsPerHour: 60,
  // Not reached by a class in which everybody tries five sites, nor by an open page that asks for twenty blocked sites every minute.
  sightingEventsPerHour: 500,
  // Publishes, pings and acknowledgements together: twice the messages, and room for a hundred queued commands.
  packetsPerSecond: 200,
  packetBurst: 2_000,
  // mqtt.js can keep 65,535 in flight; an agent sends a few and waits.
  inFlight: 256,
  // A bad connection reconnects every few seconds at worst. It also limits the size of the replay cache.
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
