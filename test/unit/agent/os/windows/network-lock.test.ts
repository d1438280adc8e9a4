import t from 'tap';
import { createNetworkLock } from '../../../../../agent/os/windows/network-lock.ts';
import type { LockedNetwork } from '../../../../../agent/ports/network-lock.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields, hasText } from '../../../../support/has-fields.ts';
import { golden } from '../recorded.ts';
import { type WindowsComputer, WORKER, windowsComputer } from './filter/windows-computer.ts';
import { readableFilters } from './planned-calls.ts';

const NETWORK: LockedNetwork = { servers: ['10.200.0.9', 'fd00:200::9'], resolvers: ['10.200.0.1'] };
const HELP: LockedNetwork = { ...NETWORK, crisisHelp: true };

function lockOn(computer: WindowsComputer = windowsComputer(), clock = createFakeClock()) {
  return { computer, clock, lock: createNetworkLock({ windows: computer.host, worker: WORKER, clock }) };
}

function readable({ sets, openings }: WindowsComputer): string {
  const opened = [...openings].map(
    ([name, { seconds, filters }]) => `opening ${name}, ${seconds} s\n${readableFilters(filters)}`,
  );
  return [`set lock\n${readableFilters(sets.get('lock')?.filters ?? [])}`, ...opened].join('');
}

function helpOf({ openings }: WindowsComputer): readonly unknown[] {
  const filters = openings.get('lock help')?.filters ?? [];
  return filters.flatMap(({ conditions }) =>
    conditions.filter(({ field }) => field === 'remote').map(({ is }) => is),
  );
}

t.test('engaging shuts all but the server, to the worker, and what a network needs', async (t) => {
  const { computer, lock } = lockOn();
  const portal = { portalAddresses: ['10.200.0.1', '198.51.100.7'] };
  hasFields(t, await lock.engage({ ...HELP, ...portal }), {
    done: true,
    detail: 'only 2 server addresses reachable',
  });
  hasFields(t, await lock.allowHelp?.(['203.0.113.5'], 600), { done: true });
  const text = readable(computer);
  t.equal(text, golden('windows-lock.txt', text));
});

t.test('without a known server nothing is reachable', async (t) => {
  const { computer, lock } = lockOn();
  hasFields(t, await lock.engage({ servers: ['nonsense'], resolvers: [] }), {
    done: true,
    detail: 'nothing is reachable: no server address is known',
  });
  t.notMatch(readable(computer), /server|opening/);
});

t.test('the engine says whether the lock holds', async (t) => {
  const { computer, lock } = lockOn();
  t.equal(await lock.state(), 'released');
  await lock.engage(NETWORK);
  t.equal(await lock.state(), 'engaged');
  const set = computer.sets.get('lock');
  if (set === undefined) throw new Error('no lock');
  const changes: readonly [string, Partial<typeof set>][] = [
    ['a filter is gone', { filters: set.filters.slice(1) }],
    ['one is switched off', { disabled: 1 }],
    ['they are of two plans', { digest: '' }],
    ['they are of another plan', { digest: 'other' }],
  ];
  for (const [name, change] of changes) {
    computer.sets.set('lock', { ...set, ...change });
    t.equal(await lock.state(), 'damaged', name);
  }
  computer.sets.delete('lock');
  t.equal(await lock.state(), 'released');
  computer.refuses.set('wfp.held', 'Windows error 1753');
  t.equal(await lock.state(), 'damaged', 'nobody can say');
});

t.test('a process that has not engaged sees missing parts only', async (t) => {
  const { computer, lock } = lockOn();
  await lock.engage(NETWORK);
  const other = lockOn(computer).lock;
  t.equal(await other.state(), 'engaged');
  computer.openings.clear();
  t.equal(await other.state(), 'engaged');
  const set = computer.sets.get('lock');
  computer.sets.set('lock', { ...(set ?? { filters: [], digest: '' }), disabled: 1 });
  t.equal(await other.state(), 'damaged');
});

t.test('an opening that has ended is seen, so that it is renewed', async (t) => {
  const { computer, lock } = lockOn();
  await lock.engage(NETWORK);
  computer.openings.clear();
  t.equal(await lock.state(), 'damaged');
  await lock.engage(NETWORK);
  t.equal(await lock.state(), 'engaged');
});

t.test('a lock whose opening was refused holds, and is engaged again', async (t) => {
  const { computer, lock } = lockOn();
  computer.refuses.set('wfp.open', 'Windows error 5');
  hasFields(t, await lock.engage(NETWORK), { done: false });
  t.ok(computer.sets.has('lock'));
  t.equal(await lock.state(), 'damaged');
  computer.refuses.clear();
  hasFields(t, await lock.engage(NETWORK), { done: true });
  t.equal(await lock.state(), 'engaged');
});

t.test('engaging again replaces all, the openings too', async (t) => {
  const { computer, lock } = lockOn();
  await lock.engage(HELP);
  await lock.allowHelp?.(['203.0.113.5'], 600);
  hasFields(t, await lock.engage({ servers: ['10.200.0.10'], resolvers: [] }), { done: true });
  t.equal(computer.openings.size, 0);
  hasText(t, readable(computer), 'remote=10.200.0.10');
  t.notMatch(readable(computer), 'remote=10.200.0.9');
});

t.test('engaging is done only when it reads back whole', async (t) => {
  const { computer, lock } = lockOn();
  computer.refuses.set('wfp.replace', 'Windows error 5');
  hasFields(t, await lock.engage(NETWORK), {
    done: false,
    detail: 'replace the filters of the lock: Windows error 5',
  });
  computer.refuses.clear();
  const forgetful: WindowsComputer = {
    ...computer,
    host: {
      ...computer.host,
      call: async (name, input) => {
        const answer = await computer.host.call(name, input);
        if (name === 'wfp.replace') computer.sets.delete('lock');
        return answer;
      },
    },
  };
  hasFields(t, await lockOn(forgetful).lock.engage(NETWORK), { done: false, detail: /read back whole/ });
});

t.test(
  'releasing takes all away, also what another process has engaged, and a second time finds nothing',
  async (t) => {
    const { computer, lock } = lockOn();
    await lock.engage(HELP);
    await lock.allowHelp?.(['203.0.113.5'], 600);
    const other = lockOn(computer).lock;
    hasFields(t, await other.release(), { done: true, detail: 'the network lock is removed' });
    t.equal(computer.sets.size + computer.openings.size, 0);
    hasFields(t, await other.release(), { done: true, detail: 'the network was not locked' });
  },
);

t.test('a release that fails leaves the lock', async (t) => {
  const { computer, lock } = lockOn();
  await lock.engage(NETWORK);
  computer.refuses.set('wfp.open', 'Windows error 5');
  hasFields(t, await lock.release(), {
    done: false,
    detail: 'remove the filters of the lock: Windows error 5',
  });
  t.ok(computer.sets.has('lock'));
});

t.test('the filter’s sets are not the lock’s', async (t) => {
  const { computer, lock } = lockOn();
  const filter = { filters: [], disabled: 0, digest: 'filter' };
  computer.sets.set('filter', filter);
  computer.openings.set('filter portal', { digest: 'x', filters: [], seconds: 1 });
  await lock.engage(NETWORK);
  await lock.release();
  t.same([...computer.sets], [['filter', filter]]);
  t.same([...computer.openings.keys()], ['filter portal']);
});

t.test('crisis help opens to the worker alone, each address for its time', async (t) => {
  const { computer, lock, clock } = lockOn();
  await lock.engage(HELP);
  hasFields(t, await lock.allowHelp?.(['203.0.113.5', '2001:db8::5'], 100), { done: true });
  await clock.advance(60_000);
  hasFields(t, await lock.allowHelp?.(['203.0.113.6', 'nonsense'], 30), { done: true });
  t.same(helpOf(computer), ['203.0.113.5', '203.0.113.6', '2001:db8::5']);
  t.equal(computer.openings.get('lock help')?.seconds, 40, 'as long as the longest of them');
  await clock.advance(35_000);
  await lock.allowHelp?.(['203.0.113.7'], 100_000);
  t.same(helpOf(computer), ['203.0.113.5', '203.0.113.7', '2001:db8::5']);
  t.equal(computer.openings.get('lock help')?.seconds, 3_600, 'no longer than an hour');
  t.equal(await lock.state(), 'engaged');
});

t.test('an address that is opened again has its time anew', async (t) => {
  const { computer, lock, clock } = lockOn();
  await lock.engage(HELP);
  await lock.allowHelp?.(['203.0.113.5'], 100);
  await clock.advance(90_000);
  await lock.allowHelp?.(['203.0.113.5'], 100);
  await clock.advance(90_000);
  await lock.allowHelp?.(['203.0.113.6'], 1);
  t.same(helpOf(computer), ['203.0.113.5', '203.0.113.6']);
});

t.test('of very many addresses of crisis help the newest stay open', async (t) => {
  const { computer, lock } = lockOn();
  await lock.engage(HELP);
  for (let block = 0; block < 6; block++)
    await lock.allowHelp?.(
      Array.from({ length: 256 }, (_, index) => `203.0.${block}.${index}`),
      600,
    );
  t.equal(helpOf(computer).length, 1_000);
  t.ok(helpOf(computer).includes('203.0.5.255'));
  t.notOk(helpOf(computer).includes('203.0.0.1'));
});

t.test('crisis help stays shut without a lock that has it', async (t) => {
  const { computer, lock } = lockOn();
  hasFields(t, await lock.allowHelp?.([], 100), { done: true });
  hasFields(t, await lock.allowHelp?.(['203.0.113.5'], 100), { done: false });
  await lock.engage(NETWORK);
  hasFields(t, await lock.allowHelp?.(['203.0.113.5'], 100), { done: false });
  await lock.engage(HELP);
  await lock.release();
  hasFields(t, await lock.allowHelp?.(['203.0.113.5'], 100), { done: false });
  t.equal(computer.openings.size, 0);
});

t.test('nothing of it rejects when the host is away', async (t) => {
  const { computer, lock } = lockOn();
  await lock.engage(HELP);
  for (const name of ['wfp.replace', 'wfp.held', 'wfp.open'] as const) computer.refuses.set(name, 'away');
  hasFields(t, await lock.allowHelp?.(['203.0.113.5'], 100), {
    done: false,
    detail: 'open crisis help: away',
  });
  hasFields(t, await lock.engage(NETWORK), { done: false });
  hasFields(t, await lock.release(), { done: false });
  t.equal(await lock.state(), 'damaged');
});

t.test('texts that are no addresses reach no filter', async (t) => {
  const { computer, lock } = lockOn();
  const text = '10.0.0.1 or any';
  await lock.engage({ servers: [text], resolvers: [text], portalAddresses: [text], crisisHelp: true });
  await lock.allowHelp?.([text], 5);
  t.notMatch(readable(computer), 'or any');
  t.equal(computer.openings.size, 0);
});
