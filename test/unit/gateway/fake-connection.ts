import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type { DeviceId } from '../../../contracts/ids.ts';
import type { Admission } from '../../../gateway/admission/admissions.ts';
import { Connection, type Login, type Sender, snapshotOf } from '../../../gateway/connections/connection.ts';
import { SignIns } from '../../../gateway/connections/sign-ins.ts';
import { DeviceBudget } from '../../../gateway/limits/device-budgets.ts';
import { DEFAULT_LIMITS, type GatewayLimits } from '../../../gateway/limits/limits.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { DeviceRecord } from '../../../store/ports/devices.ts';
import { deviceRecord } from './device-records.ts';

/** What the server wrote to a connection. */
export interface Written {
  readonly topic: string;
  readonly payload: string;
  readonly qos: number;
  readonly retain: boolean;
  readonly dup: boolean;
}

export interface FakeConnection extends Sender {
  readonly written: Written[];
  /** What its admission was told. */
  readonly admission: string[];
  /** Whether the gateway has cut it. */
  isCut(): boolean;
}

/** A connection of a device that has logged in, without a socket. */
export function fakeConnection(
  clock: Clock,
  {
    device = deviceRecord(),
    epoch = 1,
    limits = {},
  }: {
    readonly device?: DeviceRecord;
    readonly epoch?: number;
    readonly limits?: Partial<GatewayLimits>;
  } = {},
): FakeConnection {
  const written: Written[] = [];
  const admission: string[] = [];
  let isCut = false;
  const note = (what: string) => (): void => void admission.push(what);
  const connection = new Connection(
    {
      address: '203.0.113.7',
      isKnown: () => false,
      heard: note('heard'),
      answered: note('answered'),
      claimed: note('claimed'),
      proven: note('proven'),
      leave: note('leave'),
    } satisfies Admission,
    Object.assign(new EventEmitter(), {
      destroy: () => {
        isCut = true;
        connection.closed = true;
      },
    }) as unknown as Duplex,
  );
  connection.client = {
    publish: (packet: Written) => void written.push(packet),
  } as unknown as NonNullable<Connection['client']>;
  const login: Login = {
    deviceId: device.id as DeviceId,
    epoch,
    budget: new DeviceBudget(clock, { ...DEFAULT_LIMITS, ...limits }),
    signIns: new SignIns([], clock.now()),
    device: snapshotOf(device, device.publicKey ?? ''),
  };
  connection.login = login;
  return { connection, login, written, admission, isCut: () => isCut };
}
