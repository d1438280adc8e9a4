import t from 'tap';
import {
  BEHIND_MS,
  judgeProtection,
  type ProtectionFacts,
} from '../../../../../agent/core/protection/protection.ts';
import { createProtectionWatch } from '../../../../../agent/core/protection/protection-watch.ts';
import type { ProtectionState } from '../../../../../contracts/mqtt/messages.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const GOOD: ProtectionFacts = {
  filtering: true,
  mode: 'enforce',
  proofs: 'hold',
  wantedHash: 'a',
  appliedHash: 'a',
  behindMs: 0,
};

/** What is other than good, what was said before, and what is to be said. */
const TABLE: readonly (readonly [
  what: string,
  Partial<ProtectionFacts>,
  before: ProtectionState,
  ProtectionState,
])[] = [
  ['all proofs hold', {}, 'unknown', 'enforcing'],
  ['a lock does not make it less', { mode: 'locked' }, 'enforcing', 'enforcing'],
  ['nobody filters here', { filtering: false }, 'enforcing', 'unknown'],
  ['nothing was tried yet', { proofs: 'none' }, 'enforcing', 'unknown'],
  ['a proof failed twice', { proofs: 'failed' }, 'enforcing', 'unprotected'],
  ['a proof failed once: what was said stays', { proofs: 'unsure' }, 'enforcing', 'enforcing'],
  [
    'a proof failed once after two failures: what was said stays',
    { proofs: 'unsure' },
    'unprotected',
    'unprotected',
  ],
  ['a proof failed once, and nothing was proven before', { proofs: 'unsure' }, 'unknown', 'unknown'],
  ['the resolver does not listen', { obstacle: 'port 53 is taken' }, 'enforcing', 'unprotected'],
  [
    'the resolver does not listen, and nothing was tried yet',
    { obstacle: 'port 53 is taken', proofs: 'none' },
    'unknown',
    'unprotected',
  ],
  ['a portal is up', { mode: 'portal' }, 'enforcing', 'unprotected'],
  ['there is no policy', { mode: 'off', wantedHash: null, appliedHash: null }, 'unknown', 'unprotected'],
  ['a new policy is on its way', { appliedHash: 'old' }, 'enforcing', 'enforcing'],
  [
    'an older policy is enforced for too long',
    { appliedHash: 'old', behindMs: BEHIND_MS },
    'enforcing',
    'stale',
  ],
  [
    'a failed proof is worse than an old policy',
    { appliedHash: 'old', behindMs: BEHIND_MS, proofs: 'failed' },
    'stale',
    'unprotected',
  ],
  ['a server before bundles, a bundle of another one', { wantedHash: null }, 'enforcing', 'enforcing'],
  ['a server before bundles, for long', { wantedHash: null, behindMs: BEHIND_MS }, 'enforcing', 'enforcing'],
  ['the policy is here, however late it came', { behindMs: BEHIND_MS }, 'enforcing', 'enforcing'],
  ['an older policy, not for long', { appliedHash: 'old', behindMs: BEHIND_MS - 1 }, 'stale', 'enforcing'],
  ['no policy came in time', { appliedHash: null, behindMs: BEHIND_MS }, 'enforcing', 'stale'],
  [
    'no policy is named and none is here',
    { appliedHash: null, wantedHash: null },
    'enforcing',
    'unprotected',
  ],
  ['nothing stands in the way', { obstacle: null }, 'unknown', 'enforcing'],
  ['nobody filters here, whatever else is wrong', { filtering: false, obstacle: 'x' }, 'stale', 'unknown'],
  ['a portal is up, and nothing was tried yet', { mode: 'portal', proofs: 'none' }, 'unknown', 'unprotected'],
];

for (const [what, facts, before, after] of TABLE)
  t.test(`${what}: ${after}`, (t) => {
    t.equal(judgeProtection({ ...GOOD, ...facts }, before).state, after);
    t.end();
  });

t.test('the reason says what stands in the way', (t) => {
  const reason = (facts: Partial<ProtectionFacts>, before: ProtectionState = 'enforcing') =>
    judgeProtection({ ...GOOD, ...facts }, before).reason;
  t.equal(reason({ obstacle: 'port 53 is taken' }), 'port 53 is taken');
  t.equal(reason({ proofs: 'unsure' }), 'a proof of the self-check failed once');
  t.equal(reason({ proofs: 'unsure' }, 'unknown'), 'the self-check is not through yet');
  t.equal(reason({}), 'all proofs hold');
  t.end();
});

t.test('a policy that comes in time starts the wait anew for the next one', async (t) => {
  const clock = createFakeClock();
  let facts: Omit<ProtectionFacts, 'behindMs'> = { ...GOOD };
  const watch = createProtectionWatch({
    facts: () => facts,
    now: clock.now,
    clock,
    onChange: () => undefined,
  });
  t.strictSame(watch.report(), {
    state: 'unknown',
    since: clock.now(),
    reason: 'the agent has just started',
  });
  const wait = async (ms: number): Promise<ProtectionState> => {
    await clock.advance(ms);
    watch.look();
    return watch.report().state;
  };
  await wait(0);
  facts = { ...facts, wantedHash: 'b' };
  await wait(1_000);
  t.equal(await wait(BEHIND_MS - 1), 'enforcing');
  facts = { ...facts, appliedHash: 'b' };
  await wait(1);
  facts = { ...facts, wantedHash: 'c' };
  t.equal(await wait(1_000), 'enforcing');
  t.equal(await wait(BEHIND_MS - 1), 'enforcing');
  facts = { ...facts, wantedHash: 'd' };
  t.equal(await wait(1), 'stale', 'a newer wish in between is no fresh start');
  facts = { ...facts, wantedHash: null };
  t.equal(await wait(1), 'enforcing', 'a target without a policy leaves none behind');
  t.equal(await wait(BEHIND_MS), 'enforcing');
});

t.test('another reason for the same state is shown without a change being told', async (t) => {
  const clock = createFakeClock();
  const told: unknown[] = [];
  let facts: Omit<ProtectionFacts, 'behindMs'> = { ...GOOD, obstacle: 'port 53 is taken' };
  const watch = createProtectionWatch({
    facts: () => facts,
    now: clock.now,
    clock,
    onChange: (report, before) => void told.push([report, before]),
  });
  t.equal(watch.look(), true);
  const since = clock.now();
  await clock.advance(1_000);
  facts = { ...facts, obstacle: 'port 53 is taken by dnsmasq' };
  t.equal(watch.look(), false);
  t.strictSame(watch.report(), { state: 'unprotected', since, reason: 'port 53 is taken by dnsmasq' });
  t.strictSame(told, [[{ state: 'unprotected', since, reason: 'port 53 is taken' }, 'unknown']]);
});

t.test('a change is told once, with its moment; a policy that stays behind is noticed by time', async (t) => {
  const clock = createFakeClock();
  const told: string[] = [];
  let facts: Omit<ProtectionFacts, 'behindMs'> = { ...GOOD };
  const watch = createProtectionWatch({
    facts: () => facts,
    now: clock.now,
    clock,
    onChange: ({ state }, before) => void told.push(`${before} > ${state}`),
  });
  t.equal(watch.report().state, 'unknown');
  t.equal(watch.look(), true);
  t.equal(watch.look(), false);
  const { since } = watch.report();
  facts = { ...facts, wantedHash: 'b' };
  watch.look();
  await clock.advance(BEHIND_MS - 1);
  watch.look();
  t.equal(watch.report().state, 'enforcing');
  t.equal(watch.report().since, since);
  await clock.advance(1);
  watch.look();
  facts = { ...facts, appliedHash: 'b' };
  watch.look();
  t.same(told, ['unknown > enforcing', 'enforcing > stale', 'stale > enforcing']);
  t.equal(watch.report().since, clock.now());
});
