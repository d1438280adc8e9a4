import { TOPICS } from '../../contracts/mqtt/topics.ts';

/** Records and their unpacked bytes: so many at once and again within an hour, and so many at once and again within a day. */
export interface StorageQuota {
  readonly recordsPerHour: number;
  readonly recordsPerDay: number;
  readonly bytesPerHour: number;
  readonly bytesPerDay: number;
}

/** What the gateway allows. Every number can be set; the defaults carry their reasons. */
export interface GatewayLimits {
  /** Connections of devices in all, beside those of strangers. */
  readonly connections: number;
  /** Open connections of one network (an IPv4 address, or a /64 of IPv6). */
  readonly connectionsPerNetwork: number;
  /** Connections that have not logged in yet, from all networks together from which a device has. */
  readonly strangersKnown: number;
  /** The same, from all the others. */
  readonly strangersUnknown: number;
  /** Connections of one network that have not logged in yet. */
  readonly strangersPerNetwork: number;
  /** New connections within four seconds of one network from which a device has logged in, and of one of the others. */
  readonly arrivalsKnown: number;
  readonly arrivalsUnknown: number;
  /** From the acceptance to a complete first message: a ClientHello, or without TLS a CONNECT. */
  readonly silenceTimeoutMs: number;
  /** From our answer to that, or to the upgrade of a WebSocket, to a complete CONNECT. */
  readonly connectTimeoutMs: number;
  /** The longest keep-alive that is held to; whoever asks for none, or a longer one, gets this. */
  readonly keepaliveSeconds: number;
  /** Messages of one device: steady rate and burst. */
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
  /** Payload bytes of one device: steady rate and burst. */
  readonly bytesPerSecond: number;
  readonly byteBurst: number;
  /** What a device's activity and events come to, and all else that it packs, unpacked: steady rate and burst. Over it, its next such message waits. */
  readonly unpackedBytesPerSecond: number;
  readonly unpackedByteBurst: number;
  /** What is stored of one device's activity, and of its events. Over it, messages are not acknowledged: the device keeps them. */
  readonly activity: StorageQuota;
  readonly events: StorageQuota;
  /** New alerts of one type that one device makes. What comes over it is counted in one alert about the device. */
  readonly alertsPerHour: number;
  readonly alertsPerDay: number;
  /** Batches of activity that one device is to keep for now, and that are looked at all the same for searches about self-harm and violence. */
  readonly heldBackLooksPerHour: number;
  /** Events about the state that one device's heartbeats tell (battery, protection, campus, lock). What comes over it changes the device and is no event; a change of the lock waits. */
  readonly stateEventsPerHour: number;
  /** Events `device.online` and `device.offline` of one device. What comes over it is counted in the next of them, and the last state is told in any case. */
  readonly presenceEventsPerHour: number;
  /** Events `policy.violation` and `game.detected` of one device, each of one rule and site. What comes over it is told together. */
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
  // 25 kB each with the state of a TLS handshake, 8 kB before: 150 MB. More than one network takes, so that no flood from behind one shuts the others out.
  strangersKnown: 6_000,
  // A botnet of many networks gets no further than this. The school's own is among them until its first login, a moment after it is installed.
  strangersUnknown: 4_000,
  // A school that comes back after a power cut connects all at once through one address, and waits for handshakes of 2 ms; a stranger gets no further than this.
  strangersPerNetwork: 4_000,
  // More than a school has; nearly as many as the server can accept, so that only a flood meets it.
  arrivalsKnown: 20_000,
  // As many as find a place: on its first day a school's network is unknown, until one of its laptops has logged in. A few networks cannot put all the unknown ones out before
  // they have had a round trip.
  arrivalsUnknown: 4_000,
  // Whoever connects speaks within a round trip; the slowest satellite link takes one second.
  silenceTimeoutMs: 5_000,
  // A slow mobile link needs 2–3 s for TLS and CONNECT; a half-open socket is not kept longer.
  connectTimeoutMs: 10_000,
  // The broker gives up after 1.5 × this: 67.5 s, before silence (75 s) would count.
  keepaliveSeconds: 45,
  // A device sends a heartbeat in 30 s and a batch of up to 500 records in a few; draining a week's outbox is the burst.
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
  // Protection that breaks and is mended each two minutes is a fault worth a look; what flaps faster tells nothing more.
  stateEventsPerHour: 60,
  // Thirty absences of more than ten seconds at once, and one each two minutes for ever: a laptop on bad Wi-Fi has some in an hour.
  presenceEventsPerHour: 60,
  // A class that tries five sites each in a lesson does not reach it, nor a page left open that asks for twenty blocked sites every minute.
  sightingEventsPerHour: 500,
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
