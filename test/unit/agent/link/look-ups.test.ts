import t from 'tap';
import { createLookUps } from '../../../../agent/link/look-ups.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

function setUp(stored: ReadonlyMap<string, readonly string[]> = new Map()) {
  const clock = createFakeClock();
  const saved: unknown[] = [];
  let resolve: (host: string) => Promise<readonly string[]> = () =>
    Promise.resolve(['192.0.2.2', '192.0.2.1']);
  const lookUps = createLookUps({
    urls: ['https://school.example', 'mqtts://school.example:8883', 'mqtts://[2001:db8::1]:8883'],
    stored,
    save: (known) => void saved.push(Object.fromEntries(known)),
    clock,
    log: silentLog,
    resolve: (host) => resolve(host),
  });
  const look = (all: boolean): Promise<unknown> =>
    new Promise((done, reject) => {
      lookUps.lookup('school.example', { all }, (error, address, family) =>
        error ? reject(error) : done(all ? address : { address, family }),
      );
    });
  return {
    clock,
    saved,
    lookUps,
    look,
    resolveWith: (by: typeof resolve) => {
      resolve = by;
    },
  };
}

t.test('a good answer is kept, and used when the resolver fails or says nothing', async (t) => {
  const { clock, saved, look, resolveWith } = setUp();
  t.same(await look(false), { address: '192.0.2.1', family: 4 });
  t.same(saved, [{ 'school.example': ['192.0.2.1', '192.0.2.2'] }]);
  resolveWith(() => Promise.reject(new Error('SERVFAIL')));
  t.same(await look(true), [
    { address: '192.0.2.1', family: 4 },
    { address: '192.0.2.2', family: 4 },
  ]);
  resolveWith(() => new Promise(() => undefined));
  const waiting = look(false);
  await clock.advance(3_000);
  t.same(await waiting, { address: '192.0.2.1', family: 4 });
  t.equal(saved.length, 1, 'what did not change is not written again');
});

t.test('a name that never had an address is an error that says so', async (t) => {
  const { look, resolveWith } = setUp();
  resolveWith(() => Promise.resolve([]));
  await t.rejects(look(false), { code: 'ENOTFOUND' });
});

t.test('the lock knows all addresses without asking', async (t) => {
  const { lookUps, resolveWith } = setUp(
    new Map([
      ['school.example', ['192.0.2.9']],
      ['old.example', ['192.0.2.8']],
    ]),
  );
  resolveWith(() => {
    throw new Error('asked');
  });
  t.same(lookUps.addresses(), ['192.0.2.9', '2001:db8::1']);
});

t.test('a refresh tells whether an address changed', async (t) => {
  const { lookUps } = setUp();
  t.equal(await lookUps.refresh(), true);
  t.equal(await lookUps.refresh(), false);
});
