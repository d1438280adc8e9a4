import type { Test } from 'tap';
import type { EventBody } from '../../contracts/events/catalogue.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../../gateway/gateway.ts';
import { createAddressMatcher } from '../../kit/addresses.ts';
import { type Clock, systemClock } from '../../kit/clock.ts';
import { silentLog } from '../../kit/log.ts';
import { createIdSource, type IdSource, systemRandom } from '../../kit/random.ts';
import { generateSigningKey, type SigningKey } from '../../kit/signing.ts';
import type { NewEvent } from '../../store/ports/events.ts';
import type { Store } from '../../store/ports/store.ts';
import { createTestDevice, type TestDevice } from './test-device.ts';
import { createTestStore } from './test-store.ts';
import { withPorts } from './with-ports.ts';

/** A started gateway on a free loopback port over a store of its own. */
export interface TestGateway {
  readonly gateway: Gateway;
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly url: string;
  readonly serverPublicKey: string;
  /** Events in the order of their commit, with their kind and data. */
  readonly events: readonly NewEvent[];
  device(): Promise<TestDevice>;
  /** Another gateway over the same store, as after a restart; the test has stopped the first. */
  restart(): Promise<TestGateway>;
}

export type TestGatewayOptions = Partial<
  Pick<GatewayOptions, 'limits' | 'reserve' | 'log' | 'listen' | 'clock' | 'trustProxy'>
> & {
  /** Stands between gateway and store, to make it fail. */
  readonly between?: (store: Store) => Store;
  readonly store?: Store;
  /** The key that devices have pinned. */
  readonly serverKey?: SigningKey;
};

export async function createTestGateway(t: Test, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const {
    clock = systemClock,
    log = silentLog,
    listen = { tcp: { host: '127.0.0.1', port: 0 } },
    between,
  } = options;
  const base = options.store ?? (await createTestStore(t, { clock, bodies: 'twice' }));
  const events: NewEvent[] = [];
  const store = watchEvents(base, events);
  const serverKey = options.serverKey ?? generateSigningKey();
  const gateway = createGateway({
    store: between === undefined ? store : between(store),
    clock,
    random: systemRandom,
    log,
    serverKey,
    matches: createAddressMatcher(),
    listen,
    ...(options.trustProxy === undefined ? {} : { trustProxy: options.trustProxy }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.reserve === undefined ? {} : { reserve: options.reserve }),
  });
  t.teardown(() => gateway.stop());
  await gateway.start();
  return {
    gateway,
    store: base,
    clock,
    ids: createIdSource({ clock, random: systemRandom }),
    url: `mqtt://127.0.0.1:${gateway.addresses().tcp?.port}`,
    serverPublicKey: serverKey.publicKey,
    events,
    device: () => createTestDevice({ store: base, clock, serverPublicKey: serverKey.publicKey }),
    restart: () => createTestGateway(t, { ...options, store: base, serverKey }),
  };
}

/** Notes the events of transactions that are committed. */
function watchEvents(store: Store, committed: NewEvent[]): Store {
  return {
    ...store,
    async transaction(work) {
      let mine: NewEvent[] = [];
      const result = await store.transaction((tx) => {
        // Of the run that is committed alone.
        mine = [];
        const append = (event: NewEvent): Promise<EventBody> => {
          mine.push(event);
          return tx.events.append(event);
        };
        const appendMany = (events: readonly NewEvent[]): Promise<void> => {
          mine.push(...events);
          return tx.events.appendMany(events);
        };
        return work(withPorts(tx, { events: { ...tx.events, append, appendMany } }));
      });
      committed.push(...mine);
      return result;
    },
  };
}
