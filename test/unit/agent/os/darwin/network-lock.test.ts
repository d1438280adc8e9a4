import t from 'tap';
import { createNetworkLock, planEngage, planRelease } from '../../../../../agent/os/darwin/network-lock.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { type Answer, fixture, golden, MISSING, recordedRunner } from '../recorded.ts';

const NETWORK = { servers: ['10.200.0.9', 'fd00:200::9'], resolvers: ['10.200.0.1'] };
const TOKEN = '16887845433265236111';

const FIREWALL: Readonly<Record<string, Answer>> = {
  'pfctl -a com.apple/251.schoolgate-lock -s rules': fixture('darwin/pf/anchor.txt'),
  'pfctl -a com.apple/251.schoolgate-lock': '',
  'pfctl -s rules': fixture('darwin/pf/main.txt'),
  'pfctl -s info': fixture('darwin/pf/info-enabled.txt'),
  'pfctl -s References': fixture('darwin/pf/references-none.txt'),
  'pfctl -E': { stderr: fixture('darwin/pf/enable.stderr.txt') },
  'pfctl -X': '',
  'pfctl -k': '',
};

function lockWith(answers: Readonly<Record<string, Answer>>, kept: string | null = null) {
  let held = kept;
  const run = recordedRunner({
    ...answers,
    ...Object.fromEntries(Object.entries(FIREWALL).filter(([key]) => !(key in answers))),
  });
  const token = {
    load: () => Promise.resolve(held),
    save: (value: string | null) => {
      held = value;
      return Promise.resolve();
    },
  };
  return { lock: createNetworkLock({ run, token, exemptUid: 0 }), run, held: () => held };
}

t.test('engaging loads the anchor first, then turns pf on, then ends what runs', async (t) => {
  const plan = JSON.stringify(planEngage(NETWORK, 0, false), null, 2);
  t.equal(plan, golden('darwin-lock.json', plan));
  const rules = planEngage(NETWORK, 0, false)[0]?.stdin ?? '';
  t.equal(rules, golden('darwin-lock.pf', rules));
});

t.test('pf is turned on once: a token that still counts is kept', async (t) => {
  t.notOk(planEngage(NETWORK, 0, true).some(({ cmd }) => cmd.includes('-E')));
  const again = lockWith({ 'pfctl -s References': fixture('darwin/pf/references.txt') }, TOKEN);
  hasFields(t, await again.lock.engage(NETWORK), { done: true });
  t.notOk(again.run.ran.some(({ cmd }) => cmd === 'pfctl -E'));
  const rebooted = lockWith({}, TOKEN);
  hasFields(t, await rebooted.lock.engage(NETWORK), { done: true });
  t.ok(rebooted.run.ran.some(({ cmd }) => cmd === 'pfctl -E'));
});

t.test('the token of turning pf on is kept, and given back on release', async (t) => {
  const { lock, run, held } = lockWith({});
  hasFields(t, await lock.engage(NETWORK), { done: true });
  t.equal(held(), TOKEN);
  hasFields(t, await lock.release(), { done: true });
  t.strictSame(
    run.ran.slice(-2).map(({ cmd }) => cmd),
    planRelease(TOKEN).map(({ cmd }) => cmd.join(' ')),
  );
  t.equal(held(), null);
});

t.test('releasing works without a token and with one from before a restart', async (t) => {
  hasFields(t, await lockWith({}).lock.release(), { done: true });
  const { lock, held } = lockWith({ 'pfctl -X': { code: 1, stderr: 'pfctl: invalid token' } }, TOKEN);
  hasFields(t, await lock.release(), { done: true });
  t.equal(held(), null);
});

t.test('the state is what pf holds: rules, being on, and main rules that call us', async (t) => {
  const anchor = 'pfctl -a com.apple/251.schoolgate-lock -s rules';
  t.equal(await lockWith({}).lock.state(), 'engaged');
  t.equal(await lockWith({ [anchor]: fixture('darwin/pf/anchor-empty.txt') }).lock.state(), 'released');
  t.equal(await lockWith({ [anchor]: fixture('darwin/pf/anchor-cut.txt') }).lock.state(), 'damaged');
  t.equal(
    await lockWith({ 'pfctl -s info': fixture('darwin/pf/info-disabled.txt') }).lock.state(),
    'damaged',
  );
  t.equal(
    await lockWith({ 'pfctl -s rules': fixture('darwin/pf/main-flushed.txt') }).lock.state(),
    'damaged',
  );
  t.equal(
    await lockWith({ [anchor]: { code: 1, stderr: 'pfctl: /dev/pf: Permission denied' } }).lock.state(),
    'damaged',
  );
});

t.test('a failure says why, without the noise of pfctl, and is no exception', async (t) => {
  const refused = {
    code: 1,
    stderr: 'No ALTQ support in kernel\nALTQ related functions disabled\npfctl: /dev/pf: Permission denied\n',
  };
  const load = 'pfctl -a com.apple/251.schoolgate-lock -f';
  hasFields(t, await lockWith({ [load]: refused }).lock.engage(NETWORK), {
    done: false,
    detail: 'load the anchor: pfctl: /dev/pf: Permission denied',
  });
  hasFields(t, await lockWith({ [load]: MISSING }).lock.engage(NETWORK), {
    done: false,
    detail: 'load the anchor: pfctl is not there',
  });
});
