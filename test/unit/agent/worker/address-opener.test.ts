import t from 'tap';
import type { FilterMode } from '../../../../agent/filter/filter-state.ts';
import type { Judgement } from '../../../../agent/filter/judge.ts';
import { createAddressOpener } from '../../../../agent/worker/address-opener.ts';
import { DEFAULT_FILTER_SETTINGS } from '../../../../contracts/policy/settings.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const judgement = (reason: Judgement['reason']): Judgement => ({
  action: 'allow',
  reason,
  ruleId: null,
  policyId: null,
  policyVersion: null,
  categories: [],
  category: null,
});
const CRISIS = judgement('crisis_allow');
const SITE = judgement('default');

function setUp({ mode, pinned = false }: { readonly mode: FilterMode; readonly pinned?: boolean }) {
  const clock = createFakeClock();
  const asked: unknown[] = [];
  let answer: () => Promise<boolean> = () => Promise.resolve(true);
  const call =
    (way: string) => (opening: { readonly addresses: readonly string[]; readonly ttlSeconds: number }) => {
      asked.push([way, opening.addresses, opening.ttlSeconds]);
      return answer();
    };
  const opener = createAddressOpener({
    judge: { mode: () => mode, settings: () => ({ ...DEFAULT_FILTER_SETTINGS, pinnedEgress: pinned }) },
    openings: { allowHelp: call('allowHelp'), giveOut: call('giveOut') },
    clock,
    log: silentLog,
  });
  const answers = (next: () => Promise<boolean>): void => {
    answer = next;
  };
  return { clock, asked, opener, answers };
}

t.test('in a lock only crisis help is opened, for as long as a talk lasts', async (t) => {
  const { opener, asked } = setUp({ mode: 'locked', pinned: true });
  t.equal(opener.wants(SITE), false);
  t.equal(opener.wants(judgement('server')), false);
  t.equal(opener.wants(CRISIS), true);
  await opener.open({ judgement: SITE, addresses: ['192.0.2.9'], ttlSeconds: 60 });
  await opener.open({ judgement: CRISIS, addresses: ['192.0.2.1'], ttlSeconds: 60 });
  t.same(asked, [['allowHelp', ['192.0.2.1'], 3_600]]);
});

t.test('outside a lock nothing waits, but where addresses are pinned all do', async (t) => {
  t.equal(setUp({ mode: 'enforce' }).opener.wants(SITE), false);
  t.equal(setUp({ mode: 'off', pinned: true }).opener.wants(SITE), false);
  const { opener, asked } = setUp({ mode: 'enforce', pinned: true });
  t.equal(opener.wants(CRISIS), true);
  await opener.open({ judgement: SITE, addresses: ['192.0.2.1'], ttlSeconds: 59.2 });
  t.same(asked, [['giveOut', ['192.0.2.1'], 60]]);
});

t.test('one opening serves all who ask within seconds; a refused one is asked for again', async (t) => {
  const { opener, asked, clock, answers } = setUp({ mode: 'locked' });
  const open = () => opener.open({ judgement: CRISIS, addresses: ['192.0.2.1'], ttlSeconds: 60 });
  await Promise.all([open(), open()]);
  t.equal(asked.length, 1);
  await clock.advance(10_000);
  await open();
  t.equal(asked.length, 2, 'the lock may have been engaged anew in between');
  await clock.advance(10_000);
  answers(() => Promise.resolve(false));
  await open();
  await open();
  t.equal(asked.length, 4);
});

t.test('an agent that fails or is slow holds no answer for ever', async (t) => {
  const { opener, clock, answers } = setUp({ mode: 'locked' });
  answers(() => Promise.reject(new Error('the channel is closed')));
  await opener.open({ judgement: CRISIS, addresses: ['192.0.2.1'], ttlSeconds: 60 });
  answers(() => new Promise<boolean>(() => undefined));
  let answered = false;
  const waiting = opener
    .open({ judgement: CRISIS, addresses: ['192.0.2.2'], ttlSeconds: 60 })
    .then(() => (answered = true));
  await clock.advance(2_999);
  t.equal(answered, false);
  await clock.advance(1);
  await waiting;
  t.equal(answered, true);
});

t.test(
  'an answer of four thousand addresses that live for ever is opened in calls that the agent takes',
  async (t) => {
    const { opener, asked } = setUp({ mode: 'enforce', pinned: true });
    const addresses = Array.from({ length: 4_000 }, (_, at) => `198.51.${at >> 8}.${at & 255}`);
    await opener.open({ judgement: SITE, addresses, ttlSeconds: 2 ** 31 - 1 });
    const calls = asked as readonly (readonly [string, readonly string[], number])[];
    t.same(
      calls.map(([, { length }, seconds]) => [length, seconds]),
      [...Array.from({ length: 15 }, () => [256, 604_800]), [160, 604_800]],
    );
    t.same(
      calls.flatMap(([, part]) => part),
      addresses,
    );
  },
);
