import type { Duplex } from 'node:stream';
import type { Client } from 'aedes';
import type { DeviceId } from '../../contracts/ids.ts';
import type { ProtectionState } from '../../contracts/mqtt/messages.ts';
import type { DownTopic } from '../../contracts/mqtt/topics.ts';
import type { DeviceLock, DeviceRecord } from '../../store/ports/devices.ts';
import type { Admission } from '../admission/admissions.ts';
import type { DeviceBudget } from '../limits/device-budgets.ts';
import type { Refusal } from '../limits/stats.ts';
import type { Sending } from './sending.ts';
import type { SignIns } from './sign-ins.ts';

/** A message or a last will, as Aedes gives it. */
export interface Publish {
  readonly topic: string;
  readonly payload: string | Buffer;
  /** Set to 0 to leave it without an acknowledgement. */
  qos: number;
  readonly retain: boolean;
  /** Packet id, of QoS 1. */
  readonly messageId?: number;
}

/** What the gateway remembers of a device while it is connected. Read anew from the store whenever the device is looked up. */
export interface DeviceSnapshot {
  readonly organisationId: number;
  readonly ouPath: string;
  /** Who was signed in by the record. */
  readonly user: string | null;
  /** The campus that it was on by the record; null = none. */
  readonly campusId: string | null;
  /** Its protection by the record. */
  readonly protection: ProtectionState;
  /** The key that the login was proven with, raw Ed25519 in base64url. */
  readonly publicKey: string;
  readonly lock: Pick<DeviceLock, 'wanted' | 'confirmed' | 'commandId'>;
}

/** The device of a connection, once its login is proven. */
export interface Login {
  readonly deviceId: DeviceId;
  readonly epoch: number;
  readonly budget: DeviceBudget;
  readonly signIns: SignIns;
  device: DeviceSnapshot;
}

/** One connection, from the accepted socket to its end. */
export class Connection {
  readonly admission: Admission;
  readonly stream: Duplex;
  client: Client | null = null;
  login: Login | null = null;
  /** The last will of the login. It is checked; after that only the end of the connection counts. */
  will: Publish | null = null;
  /** The device has said good-bye. */
  stopped = false;
  /** It was cut because nothing came within its keep-alive. */
  silent = false;
  /** The gateway ended it (shutdown, takeover, a failing store): its end says nothing about the device. */
  endedByServer = false;
  closed = false;
  inFlight = 0;
  readonly subscribed = new Set<DownTopic>();
  /** Target version that the device has last reported on this connection; null before its first heartbeat. */
  targetReported: number | null = null;
  /** Hash of the policy bundle that the device has last reported to hold on this connection; null = none, undefined before its first heartbeat. */
  policyReported: string | null | undefined = undefined;
  /** Target version that it should have by the last look; null before the first. */
  targetWanted: number | null = null;
  targetSent: (Sending & { readonly version: number }) | null = null;
  readonly commandsSent = new Map<string, Sending>();

  constructor(admission: Admission, stream: Duplex) {
    this.admission = admission;
    this.stream = stream;
  }

  /** The network address that the server sees. */
  get address(): string {
    return this.admission.address;
  }

  /** Closes it at once. Does nothing when it has ended. */
  cut(by: 'device' | 'server'): void {
    if (this.closed) return;
    if (by === 'server') this.endedByServer = true;
    this.stream.destroy();
  }
}

/**
 * What became of a message: null when it is durable, or need not be; else why it was dropped. A promise where that takes time. It rejects when the message
 * could not be stored.
 */
export type MessageOutcome = Promise<Refusal | null> | Refusal | null;

/** Where a message comes from. */
export interface Sender {
  readonly connection: Connection;
  readonly login: Login;
}

/** The snapshot of a device's record. */
export function snapshotOf(
  { organisationId, ouPath, user, campusId, protection, lock }: DeviceRecord,
  publicKey: string,
): DeviceSnapshot {
  const { wanted, confirmed, commandId } = lock;
  return {
    ...{ organisationId, ouPath, user, campusId, publicKey },
    protection: protection.state,
    lock: { wanted, confirmed, commandId },
  };
}
