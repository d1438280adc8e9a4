import t from 'tap';
import { attemptsOf } from '../../../../../../agent/os/windows/filter/attempts.ts';
import { filterSet } from '../../../../../../agent/os/windows/filter/engine-sets.ts';
import { GOAL } from '../../filter-fakes.ts';
import { WORKER } from './windows-computer.ts';

const REFUSED = {
  filter: 'dns',
  count: 2,
  address: '8.8.8.8',
  protocol: 17,
  port: 53,
  user: 'S-1-5-21-1-2-3-1001',
  program: 'nslookup.exe',
};

const CONTEXT = { networkResolvers: ['10.20.0.1'], atScreen: REFUSED.user };
const NOBODY = 65_534;

function kindOf(filter: string, protocol: number | null = 17) {
  return attemptsOf([{ ...REFUSED, filter, protocol }], CONTEXT)[0]?.kind ?? null;
}

t.test('each filter that refuses has a kind, however long its list is', async (t) => {
  const dohAddresses = Array.from({ length: 600 }, (_, index) => `198.18.${index >> 8}.${(index & 127) * 2}`);
  const blocking = filterSet({ ...GOAL, dohAddresses }, WORKER).filter(({ action }) => action === 'block');
  t.ok(blocking.some(({ name }) => name === 'doh-2'));
  t.notOk(blocking.some(({ name }) => kindOf(name) === null));
  t.same(
    ['dns', 'quic', 'vpn-udp', 'vpn-tcp', 'doh', 'doh-40', 'all', 'doh-x'].map((name) => kindOf(name)),
    ['foreign_dns', 'quic', 'vpn', 'vpn', 'doh', 'doh', null, null],
  );
  t.same(
    [kindOf('encrypted-dns', 6), kindOf('encrypted-dns', 17), kindOf('encrypted-dns', null)],
    ['dot', 'doq', 'dot'],
  );
});

t.test('what Windows itself tries is none, nor a look-up at a resolver of the network', async (t) => {
  t.same(attemptsOf([{ ...REFUSED, address: '10.20.0.1' }], CONTEXT), []);
  t.same(attemptsOf([{ ...REFUSED, user: 'S-1-5-18' }], CONTEXT), []);
  t.equal(attemptsOf([{ ...REFUSED, filter: 'doh', address: '10.20.0.1' }], CONTEXT).length, 1);
});

t.test('an attempt is of the person at the screen only when it was their account', async (t) => {
  const attempt = { kind: 'foreign_dns', address: '8.8.8.8', port: 53, count: 2 };
  t.same(attemptsOf([REFUSED], CONTEXT), [{ ...attempt, uid: null }]);
  const others = ['S-1-5-20', 'S-1-5-21-1-2-3-1002', null].map((user) => ({ ...REFUSED, user }));
  t.same(
    attemptsOf(others, CONTEXT),
    others.map(() => ({ ...attempt, uid: NOBODY })),
  );
  t.same(attemptsOf([{ ...REFUSED, user: null }], { ...CONTEXT, atScreen: null }), [
    { ...attempt, uid: NOBODY },
  ]);
});

t.test('what only the filter is known of is counted all the same', async (t) => {
  const rest = { ...REFUSED, address: null, protocol: null, port: null, user: null, program: null };
  t.same(attemptsOf([rest], CONTEXT), [
    { kind: 'foreign_dns', address: null, port: null, uid: NOBODY, count: 2 },
  ]);
});
