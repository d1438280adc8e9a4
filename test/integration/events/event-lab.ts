import type { Test } from 'tap';
import type { EventBody, EventType } from '../../../contracts/events/catalogue.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import type { TestDevice, TestLink } from '../../support/test-device.ts';
import { createTestGateway, type TestGateway, type TestGatewayOptions } from '../../support/test-gateway.ts';
import { until } from '../../support/until.ts';
import { type RestServer, startRestServer } from '../api/rest-server.ts';
import { complaintsOf } from './event-check.ts';

/** REST server and gateway over one store, by a clock that the test turns. */
export interface EventLab {
  readonly clock: FakeClock;
  readonly rest: RestServer;
  readonly school: TestGateway;
  laptop(): Promise<Laptop>;
  /** Another gateway over the same store, as after a restart. */
  restart(): Promise<void>;
  /** Events in the order of their sequence; each was checked against its schema. */
  fired(...types: readonly EventType[]): Promise<readonly EventBody[]>;
}

export interface Laptop {
  readonly device: TestDevice;
  link(): TestLink;
  /** Connects again, to the gateway that runs now. */
  reconnect(): Promise<void>;
  /** Sends a heartbeat and lets it be read and written. */
  beat(changes: Parameters<TestLink['heartbeat']>[0]): Promise<void>;
  /** Sends activity; what a record lacks is given. @returns what was sent */
  send(...records: readonly Readonly<Record<string, unknown>>[]): Promise<readonly SentRecord[]>;
}

export interface SentRecord {
  readonly id: string;
  readonly at: number;
  readonly [name: string]: unknown;
}

const EVERYTHING = { organisationId: 1, limit: 1_000, from: { kind: 'page', page: 1 } } as const;

export async function createEventLab(
  t: Test,
  options: Pick<TestGatewayOptions, 'between'> = {},
): Promise<EventLab> {
  const clock = createFakeClock();
  const rest = await startRestServer(t, { clock });
  let school = await createTestGateway(t, { clock, store: rest.store, ...options });
  return {
    clock,
    rest,
    get school() {
      return school;
    },
    laptop: () => createLaptop(t, clock, () => school),
    async restart() {
      await school.gateway.stop();
      school = await school.restart();
    },
    async fired(...types) {
      const { rows } = await rest.store.events.list({
        ...EVERYTHING,
        filter: types.length === 0 ? {} : { types },
        sort: [{ field: 'sequence', descending: false }],
      });
      for (const body of rows) t.same(complaintsOf(body), [], `${body.type} ${JSON.stringify(body)}`);
      return rows;
    },
  };
}

let made = 0;

async function createLaptop(t: Test, clock: FakeClock, school: () => TestGateway): Promise<Laptop> {
  const device = await school().device();
  let link = await device.connect(school().url);
  t.teardown(() => link.client.end(true));
  return {
    device,
    link: () => link,
    async reconnect() {
      link.client.end(true);
      link = await device.connect(school().url);
    },
    async beat(changes) {
      const { gateway } = school();
      const heard = gateway.stats().heartbeatsWritten;
      await link.heartbeat(changes);
      await until(
        async () => {
          await clock.advance(1_000);
          return gateway.stats().heartbeatsWritten > heard;
        },
        { what: 'the heartbeat to be written' },
      );
    },
    async send(...records) {
      const sent = records.map((record): SentRecord => {
        made += 1;
        return {
          id: `record-${String(made).padStart(6, '0')}`,
          at: clock.now(),
          kind: 'request',
          user: 'ana',
          domain: 'play.example',
          action: 'allow',
          ...record,
        };
      });
      await link.publish('activity', { records: sent });
      return sent;
    },
  };
}
