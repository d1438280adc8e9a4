import t from 'tap';
import type { Connection, ConnectOptions } from '../../../../agent/link/connection.ts';
import { LoginRefused } from '../../../../agent/link/connection.ts';
import { createLink } from '../../../../agent/link/link.ts';
import type { Outbox } from '../../../../agent/state/outbox.ts';
import { encodeId } from '../../../../contracts/ids.ts';
import type { HeartbeatMessage } from '../../../../contracts/mqtt/messages.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';

const DEVICE = encodeId('dev', new Uint8Array(16));
type Answer = 'accept' | 'refuse' | 'fail' | 'silence';

/** A server that answers as told, and remembers what it was asked. */
function setUp(urls: readonly string[] = ['mqtts://one'], fraction = 1) {
  const clock = createFakeClock();
  const tries: { readonly at: number; readonly url: string; readonly will: string }[] = [];
  const published: string[] = [];
  let answer: (url: string) => Answer = () => 'accept';
  let live: Connection | null = null;
  const startedAt = clock.monotonic();

  const connectionOf = (): Connection => {
    let close: (reason: string) => void = () => undefined;
    const closed = new Promise<string>((resolve) => {
      close = resolve;
    });
    return {
      closed,
      destroy: close,
      localAddress: () => '192.0.2.7',
      subscribe: () => Promise.resolve(),
      end: () => Promise.resolve(close('ended')),
      publish(name, payload) {
        published.push(`${name} ${name === 'heartbeat' ? '' : payload}`.trim());
        return Promise.resolve();
      },
    };
  };
  const connect = ({ url, will, signal }: ConnectOptions): Promise<Connection> => {
    tries.push({ at: clock.monotonic() - startedAt, url, will });
    const given = answer(url);
    if (given === 'refuse') return Promise.reject(new LoginRefused('Not authorized'));
    if (given === 'fail') return Promise.reject(new Error('ECONNREFUSED'));
    if (given === 'silence')
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    live = connectionOf();
    return Promise.resolve(live);
  };
  const outbox: Outbox = {
    peek: () => [],
    remove: () => undefined,
    discard: () => undefined,
    addActivity: () => undefined,
    addEvent: () => undefined,
    addResult: () => undefined,
    size: () => ({ rows: 0, bytes: 0 }),
    dropped: () => 0,
  };
  let epoch = 0;
  const link = createLink({
    deviceId: DEVICE,
    urls,
    connector: { connect },
    outbox,
    clock,
    random: { bytes: (count) => new Uint8Array(count), fraction: () => fraction },
    log: silentLog,
    nextEpoch: () => ++epoch,
    password: () => Promise.resolve('password'),
    receive: () => Promise.resolve(),
    heartbeat: () => ({}) as HeartbeatMessage,
    heartbeatSeconds: () => 30,
    onChange: () => undefined,
  });
  return {
    clock,
    link,
    tries,
    published,
    answerWith: (by: (url: string) => Answer) => {
      answer = by;
    },
    drop: () => live?.destroy('dropped'),
  };
}

const beats = (published: readonly string[]): number =>
  published.filter((line) => line === 'heartbeat').length;

t.test('says online, then a heartbeat each 30 s, and one at once when something changed', async (t) => {
  const { clock, link, published } = setUp();
  await link.start();
  await clock.advance(0);
  t.same(published, ['status {"state":"online","epoch":1}', 'heartbeat']);
  t.equal(link.status().state, 'online');
  await clock.advance(60_000);
  t.equal(beats(published), 3);
  link.beat();
  link.beat();
  await clock.advance(250);
  t.equal(beats(published), 4, 'several changes at one moment make one');
  await clock.advance(29_999);
  t.equal(beats(published), 4);
  await clock.advance(1);
  t.equal(beats(published), 5, 'the next is 30 s after it');
  await link.stop();
});

t.test('a clean stop says so, and nothing runs on', async (t) => {
  const { clock, link, published } = setUp();
  await link.start();
  await clock.advance(0);
  await link.stop();
  t.equal(published.at(-1), 'status {"state":"offline","epoch":1,"reason":"stopped"}');
  t.equal(link.status().state, 'stopped');
  t.equal(clock.pending(), 0);
  await link.stop();
});

t.test('each try has its own epoch, and a last will that names it', async (t) => {
  const { clock, link, tries, drop } = setUp();
  await link.start();
  await clock.advance(0);
  drop();
  await clock.advance(1_000);
  t.same(
    tries.map(({ will }) => will),
    ['{"state":"offline","epoch":1}', '{"state":"offline","epoch":2}'],
  );
  await link.stop();
});

t.test('waits longer with each failure, to a minute', async (t) => {
  const { clock, link, tries, answerWith } = setUp();
  answerWith(() => 'fail');
  await link.start();
  await clock.advance(240_000);
  t.same(
    tries.map(({ at }) => at).slice(0, 9),
    [0, 1_000, 3_000, 7_000, 15_000, 31_000, 63_000, 123_000, 183_000],
  );
  hasFields(t, link.status(), { state: 'waiting', lastError: 'ECONNREFUSED' });
  await link.stop();
});

t.test(
  'the wait is drawn by lot over its whole length, so that a fleet does not return at once',
  async (t) => {
    const { clock, link, tries, answerWith } = setUp(['mqtts://one'], 0.25);
    answerWith(() => 'fail');
    await link.start();
    await clock.advance(1_000);
    t.same(tries.map(({ at }) => at).slice(0, 3), [0, 250, 750]);
    await link.stop();
  },
);

t.test('tries the addresses in turn, and waits after the last', async (t) => {
  const { clock, link, tries, answerWith } = setUp(['mqtts://one', 'wss://two']);
  answerWith((url) => (url === 'mqtts://one' ? 'fail' : 'accept'));
  await link.start();
  await clock.advance(0);
  t.same(
    tries.map(({ url }) => url),
    ['mqtts://one', 'wss://two'],
  );
  hasFields(t, link.status(), { state: 'online', url: 'wss://two' });
  await link.stop();
});

t.test('a server that accepts and throws out is not asked ever faster', async (t) => {
  const { clock, link, tries, drop } = setUp();
  await link.start();
  for (let n = 0; n < 200; n++) {
    await clock.advance(1_000);
    drop();
  }
  t.ok(tries.length < 12, `${tries.length} tries in 200 s`);
  await link.stop();
});

t.test(
  'a refusal is respected for a minute at least, is not tried elsewhere, and is called final after three',
  async (t) => {
    const { clock, link, tries, answerWith } = setUp(['mqtts://one', 'wss://two'], 0);
    answerWith(() => 'refuse');
    await link.start();
    await clock.advance(59_999);
    link.networkChanged([]);
    await clock.advance(0);
    t.equal(tries.length, 1, 'neither time nor another network brings it forward');
    hasFields(t, link.status(), { state: 'refused', revoked: false });
    await clock.advance(1);
    t.equal(tries.length, 2);
    await clock.advance(60_000);
    t.equal(link.status().revoked, true);
    answerWith(() => 'accept');
    await clock.advance(60_000);
    hasFields(t, link.status(), { state: 'online', revoked: false });
    await link.stop();
  },
);

t.test(
  'a new network is tried at once; a connection is left only when its own address is gone',
  async (t) => {
    const { clock, link, tries, answerWith } = setUp();
    await link.start();
    await clock.advance(0);
    link.networkChanged(['192.0.2.7', '2001:db8::1']);
    await clock.advance(0);
    t.equal(tries.length, 1);
    answerWith(() => 'fail');
    link.networkChanged(['192.0.2.99']);
    await clock.advance(1_000);
    const before = tries.length;
    answerWith(() => 'accept');
    await clock.advance(0);
    link.networkChanged(['192.0.2.100']);
    await clock.advance(0);
    t.equal(tries.length, before + 1);
    t.equal(link.status().state, 'online');
    await link.stop();
  },
);

t.test('an attempt on a network that is gone is abandoned 3 s after the change', async (t) => {
  const { clock, link, tries, answerWith } = setUp(['mqtts://one', 'wss://two']);
  answerWith(() => 'silence');
  await link.start();
  await clock.advance(1_000);
  link.networkChanged([]);
  await clock.advance(2_000);
  t.equal(tries.length, 1);
  answerWith(() => 'accept');
  link.networkChanged(['192.0.2.7']);
  await clock.advance(1_000);
  t.same(
    tries.map(({ at, url }) => [at, url]),
    [
      [0, 'mqtts://one'],
      [4_000, 'mqtts://one'],
    ],
    'from the first change on, and from the first address again',
  );
  t.equal(link.status().state, 'online');
  await clock.advance(10_000);
  t.equal(link.status().state, 'online', 'an old doubt ends no conversation');
  await link.stop();
  t.equal(clock.pending(), 0);
});

t.test('an attempt that is answered within the 3 s is not abandoned', async (t) => {
  const { clock, link, tries } = setUp();
  await link.start();
  link.networkChanged([]);
  await clock.advance(10_000);
  t.equal(tries.length, 1);
  t.equal(link.status().state, 'online');
  await link.stop();
});

t.test('after sleep the old connection is not trusted', async (t) => {
  const { clock, link, tries } = setUp();
  await link.start();
  await clock.advance(0);
  link.resumed();
  await clock.advance(1_000);
  t.equal(tries.length, 2);
  await link.stop();
});
