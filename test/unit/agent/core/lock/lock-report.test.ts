import t from 'tap';
import type { LockEffect } from '../../../../../agent/core/lock/lock-actuator.ts';
import { type LockRecord, NEVER_LOCKED } from '../../../../../agent/core/lock/lock-record.ts';
import { reportLock } from '../../../../../agent/core/lock/lock-report.ts';
import { done, failed, observed } from '../../../../../agent/ports/outcome.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const LOCKED: LockRecord = {
  ...NEVER_LOCKED,
  held: { commandId: 'cmd_1', sequence: 1, message: null, since: 5, until: 9, pin: null },
};
const LESSON = { sessionId: 'cls_1', name: 'Maths 9B', since: 1, until: 3 };

const NOTHING: LockEffect = {
  network: null,
  session: null,
  window: { state: 'hidden' },
  firewall: 'released',
};
const ALL: LockEffect = {
  network: done('cut off'),
  session: done('locked'),
  window: { state: 'shown', program: 'a browser' },
  firewall: 'engaged',
};
const NONE_HOLDS: LockEffect = {
  network: failed('no nft'),
  session: failed('no logind'),
  window: { state: 'unavailable', reason: 'no screen' },
  firewall: 'released',
};

t.test('a lock that holds tells whose it is, from when until when, and each part', async (t) => {
  t.strictSame(reportLock(LOCKED, ALL, null), {
    state: 'locked',
    commandId: 'cmd_1',
    since: 5,
    until: 9,
    lesson: null,
    network: 'on',
    session: 'on',
    window: 'on',
    problems: {},
  });
});

t.test('a computer that nothing locks tells that nothing is on', async (t) => {
  t.strictSame(reportLock(NEVER_LOCKED, NOTHING, null), {
    state: 'unlocked',
    commandId: null,
    since: null,
    until: null,
    lesson: null,
    network: 'off',
    session: 'off',
    window: 'off',
    problems: {},
  });
});

t.test('after an unlock what is left of the screens is no lock', async (t) => {
  hasFields(t, reportLock(NEVER_LOCKED, { ...ALL, firewall: 'released' }, null), {
    state: 'unlocked',
    network: 'off',
    session: 'off',
    window: 'off',
    problems: {},
  });
});

t.test('a computer without a screen is no problem while nothing is to be shown', async (t) => {
  const window = { state: 'unavailable', reason: 'no screen' } as const;
  t.strictSame(reportLock(NEVER_LOCKED, { ...NOTHING, window }, null).problems, {});
});

t.test('a firewall that still holds after an unlock is a lock, and why is told', async (t) => {
  hasFields(t, reportLock(NEVER_LOCKED, { ...NOTHING, network: failed('busy'), firewall: 'engaged' }, null), {
    state: 'locked',
    network: 'failed',
    problems: { network: 'busy' },
  });
  hasFields(t, reportLock(NEVER_LOCKED, { ...NOTHING, firewall: 'engaged' }, null), {
    state: 'locked',
    problems: { network: 'the firewall is engaged' },
  });
});

t.test('a firewall that cannot be read after an unlock is told, and is no lock', async (t) => {
  hasFields(t, reportLock(NEVER_LOCKED, { ...NOTHING, firewall: 'damaged' }, null), {
    state: 'unlocked',
    network: 'failed',
    problems: { network: 'the firewall is damaged' },
  });
});

t.test('what another has put in the firewall of a computer that is only watched is no lock', async (t) => {
  const watched = { ...NOTHING, network: observed('would give it back'), firewall: 'engaged' } as const;
  hasFields(t, reportLock(NEVER_LOCKED, watched, null), { state: 'unlocked', network: 'off', problems: {} });
});

t.test('one part that holds makes it a lock; each that does not is told with its reason', async (t) => {
  const problems = { network: 'no nft', session: 'no logind', window: 'no screen' };
  hasFields(t, reportLock(LOCKED, NONE_HOLDS, null), {
    state: 'unlocked',
    commandId: 'cmd_1',
    network: 'failed',
    session: 'failed',
    window: 'failed',
  });
  t.strictSame(reportLock(LOCKED, NONE_HOLDS, null).problems, problems);
  const firewall = { ...NONE_HOLDS, network: done('cut off'), firewall: 'engaged' } as const;
  const screens = { ...NONE_HOLDS, session: done('locked') };
  const window = { ...NONE_HOLDS, window: { state: 'shown', program: 'a browser' } } as const;
  for (const [part, effect] of Object.entries({ network: firewall, session: screens, window })) {
    const report = reportLock(LOCKED, effect, null);
    hasFields(t, report, { state: 'locked', [part]: 'on' }, part);
    const others = Object.entries(problems).filter(([name]) => name !== part);
    t.strictSame(report.problems, Object.fromEntries(others), part);
  }
});

t.test('the network is shut only when the firewall was set by us and holds it', async (t) => {
  const network = (effect: Partial<LockEffect>) => reportLock(LOCKED, { ...ALL, ...effect }, null).network;
  t.equal(network({ firewall: 'damaged' }), 'failed');
  t.equal(network({ firewall: 'released' }), 'failed');
  t.equal(network({ network: failed('no nft') }), 'failed', 'the rules of another network');
  t.equal(network({ network: null }), 'failed');
});

t.test('screens that were not asked to lock are off, and that is no problem', async (t) => {
  hasFields(t, reportLock(LOCKED, { ...ALL, session: null }, null), { session: 'off' });
  t.strictSame(reportLock(LOCKED, { ...ALL, session: null }, null).problems, {});
});

t.test('an agent that only watches tells what it would hold', async (t) => {
  const watched: LockEffect = {
    network: observed('would cut it off'),
    session: observed('would lock'),
    window: { state: 'hidden' },
    firewall: 'released',
  };
  const { state, network, session, window, problems } = reportLock(LOCKED, watched, null);
  t.strictSame(
    { state, network, session, window, problems },
    { state: 'locked', network: 'observed', session: 'observed', window: 'observed', problems: {} },
  );
  hasFields(t, reportLock(LOCKED, { ...watched, session: null }, null), { state: 'locked', session: 'off' });
});

t.test('a window that is hidden or cannot be shown is none, without a screen with its reason', async (t) => {
  hasFields(t, reportLock(LOCKED, { ...ALL, window: { state: 'hidden' } }, null), {
    state: 'locked',
    window: 'failed',
  });
  t.strictSame(reportLock(LOCKED, { ...ALL, window: { state: 'hidden' } }, null).problems, {});
  const unavailable: LockEffect['window'] = { state: 'unavailable', reason: 'no screen' };
  const watched = { ...ALL, network: observed('would cut it off'), window: unavailable };
  hasFields(t, reportLock(LOCKED, watched, null), { window: 'failed', problems: { window: 'no screen' } });
});

t.test('the lock of a lesson stands beside the commanded one and is told apart from it', async (t) => {
  hasFields(t, reportLock(NEVER_LOCKED, ALL, LESSON), {
    state: 'unlocked',
    commandId: null,
    since: null,
    until: null,
    lesson: { ...LESSON, locked: true },
    network: 'on',
    session: 'on',
    window: 'on',
  });
  hasFields(t, reportLock(LOCKED, ALL, LESSON), {
    state: 'locked',
    commandId: 'cmd_1',
    lesson: { ...LESSON, locked: true },
  });
  hasFields(t, reportLock(NEVER_LOCKED, NONE_HOLDS, LESSON), {
    state: 'unlocked',
    lesson: { ...LESSON, locked: false },
    network: 'failed',
  });
});
