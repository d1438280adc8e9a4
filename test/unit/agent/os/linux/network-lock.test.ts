import t from 'tap';
import { createNetworkLock, planEngage } from '../../../../../agent/os/linux/network-lock.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { fixture, golden, MISSING, recordedRunner } from '../recorded.ts';

const NETWORK = {
  servers: ['10.200.0.9', 'fd00:200::9', '::ffff:10.200.0.10', '10.200.0.9'],
  resolvers: ['10.200.0.1'],
};
const LISTED = fixture('linux/commands/nft-lock.json');
const ABSENT = { code: 1, stderr: 'Error: No such file or directory\nlist table inet schoolgate_lock\n' };

t.test('engaging is one transaction of one table', async (t) => {
  const [step, ...others] = planEngage(NETWORK, 990);
  t.strictSame(others, []);
  t.strictSame(step?.cmd, ['nft', '-f', '-']);
  t.equal(step?.stdin, golden('linux-lock.nft', step?.stdin ?? ''));
});

t.test('without any known server nothing is reachable', async (t) => {
  const [step] = planEngage({ servers: [], resolvers: [] }, 0);
  t.equal(step?.stdin, golden('linux-lock-alone.nft', step?.stdin ?? ''));
});

t.test('what is no address never reaches the rules', async (t) => {
  const [hostile] = planEngage(
    {
      servers: ['1.2.3.4; }; flush ruleset', 'example.org', 'fe80::1%eth0', '0.0.0.0', '::', '1.2.3', ''],
      resolvers: ['x'],
    },
    0,
  );
  const [empty] = planEngage({ servers: [], resolvers: [] }, 0);
  t.equal(hostile?.stdin, empty?.stdin);
});

t.test(
  'engaging is done when the table reads back whole, and changes behind our back are seen',
  async (t) => {
    const tampered = LISTED.replace('"10.200.0.9"', '"10.200.0.66"');
    const run = recordedRunner({ 'nft -f -': '', 'nft -j': [LISTED, LISTED, tampered, ABSENT] });
    const lock = createNetworkLock({ run, exemptUid: 0 });
    t.strictSame(await lock.engage(NETWORK), {
      done: true,
      detail: 'only 3 server addresses reachable',
      observed: false,
    });
    t.equal(await lock.state(), 'engaged');
    t.equal(await lock.state(), 'damaged');
    t.equal(await lock.state(), 'released');
  },
);

t.test('another process finds the lock engaged, and damaged when a part is missing', async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    [LISTED, 'engaged'],
    [
      LISTED.replace('"name": "schoolgate_lock"', '"name": "schoolgate_lock", "flags": ["dormant"]'),
      'damaged',
    ],
    [LISTED.replace('"policy": "drop"', '"policy": "accept"'), 'damaged'],
    [LISTED.replaceAll('"chain": "out"', '"chain": "elsewhere"'), 'damaged'],
    [LISTED.slice(0, 900), 'damaged'],
    ['', 'damaged'],
    ['{"nftables": [null, 7]}', 'damaged'],
  ];
  for (const [listing, state] of cases)
    t.equal(
      await createNetworkLock({ run: recordedRunner({ 'nft -j': listing }), exemptUid: 0 }).state(),
      state,
    );
  t.equal(
    await createNetworkLock({
      run: recordedRunner({ nft: { code: 1, stderr: 'Operation not permitted' } }),
      exemptUid: 0,
    }).state(),
    'damaged',
  );
});

t.test('a failure says why and is no exception', async (t) => {
  const engage = async (answers: Parameters<typeof recordedRunner>[0]) =>
    createNetworkLock({ run: recordedRunner(answers), exemptUid: 0 }).engage(NETWORK);
  hasFields(t, await engage({ nft: MISSING }), {
    done: false,
    detail: 'load the lock table: nft is not installed',
  });
  hasFields(t, await engage({ nft: { code: 1, stderr: 'Operation not permitted\nmore' } }), {
    done: false,
    detail: 'load the lock table: Operation not permitted',
  });
  hasFields(t, await engage({ 'nft -f': '', 'nft -j': '{' }), {
    done: false,
    detail: 'the lock table was loaded but does not read back whole',
  });
});

t.test(
  'releasing removes the table by its name, also in a process that never engaged, and without a table is done',
  async (t) => {
    const run = recordedRunner({
      'nft delete': ['', ABSENT, { code: 1, stderr: 'Operation not permitted' }],
    });
    const lock = createNetworkLock({ run, exemptUid: 0 });
    hasFields(t, await lock.release(), { done: true, detail: 'the network lock is removed' });
    hasFields(t, await lock.release(), { done: true, detail: 'the network was not locked' });
    hasFields(t, await lock.release(), { done: false });
    t.strictSame(run.ran[0]?.cmd, 'nft delete table inet schoolgate_lock');
  },
);

t.test('without nft there can be no lock of ours', async (t) => {
  const lock = createNetworkLock({ run: recordedRunner({ nft: MISSING }), exemptUid: 0 });
  t.equal(await lock.state(), 'released');
  hasFields(t, await lock.release(), { done: true });
});

t.test('crisis help and a captive portal open what they need and nothing more', async (t) => {
  const [step] = planEngage({ ...NETWORK, crisisHelp: true, portalAddresses: ['10.200.0.7', 'x'] }, 990);
  t.equal(step?.stdin, golden('linux-lock-help.nft', step?.stdin ?? ''));
});

t.test('addresses of crisis help are opened for their time, in a lock with crisis help only', async (t) => {
  const withHelp = LISTED.replace(
    /\{"chain": \{"family": "inet", "table": "schoolgate_lock", "name": "guests"/,
    `{"rule": {"family": "inet", "table": "schoolgate_lock", "chain": "crisis_help", "handle": 90, "expr": []}},
     {"rule": {"family": "inet", "table": "schoolgate_lock", "chain": "crisis_help", "handle": 91, "expr": []}}, $&`,
  );
  t.not(withHelp, LISTED);
  const run = recordedRunner({ 'nft -f -': '', 'nft -j': [LISTED, withHelp] });
  const lock = createNetworkLock({ run, exemptUid: 990 });
  hasFields(t, await lock.allowHelp?.(['10.0.0.1'], 60), { done: false });
  hasFields(t, await lock.allowHelp?.(['10.0.0.1', 'fd00::1', 'flush ruleset'], 1e9), { done: true });
  t.equal(
    run.ran.at(-1)?.stdin,
    `add element inet schoolgate_lock help4 { 10.0.0.1 }
delete element inet schoolgate_lock help4 { 10.0.0.1 }
add element inet schoolgate_lock help4 { 10.0.0.1 timeout 3600s }
add element inet schoolgate_lock help6 { fd00::1 }
delete element inet schoolgate_lock help6 { fd00::1 }
add element inet schoolgate_lock help6 { fd00::1 timeout 3600s }
`,
  );
  hasFields(t, await lock.allowHelp?.(['nonsense'], 60), { done: true }, 'nothing to open');
});

t.test('an address of crisis help that came or went is no damage', async (t) => {
  const filled = LISTED.replace(
    /("name": "help4"[^}]*)\}/,
    '$1, "elem": [{"elem": {"val": "10.0.0.1", "expires": 5}}]}',
  );
  t.not(filled, LISTED);
  const run = recordedRunner({ 'nft -f -': '', 'nft -j': [LISTED, filled] });
  const lock = createNetworkLock({ run, exemptUid: 0 });
  await lock.engage(NETWORK);
  t.equal(await lock.state(), 'engaged');
});
