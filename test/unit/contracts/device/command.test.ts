import t from 'tap';
import {
  COMMAND_STATUSES,
  type CommandStatus,
  isTerminal,
  mayBecome,
  OPEN_STATUSES,
} from '../../../../contracts/device/command.ts';
import { lockState } from '../../../../contracts/device/lock.ts';
import { fc } from '../../../support/property.ts';

t.test('a terminal command never changes again, and every open one can end', (t) => {
  for (const from of COMMAND_STATUSES) {
    const next = COMMAND_STATUSES.filter((to) => mayBecome(from, to));
    t.equal(next.length === 0, isTerminal(from), from);
    t.equal(OPEN_STATUSES.includes(from), !isTerminal(from), from);
    if (!isTerminal(from))
      t.ok(next.includes('expired') && next.includes('succeeded'), `${from} can expire and succeed`);
  }
  t.end();
});

t.test('no walk through the life cycle returns to a status it has left', (t) => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...COMMAND_STATUSES), { maxLength: 20 }), (wishes) => {
      let at: CommandStatus = 'queued';
      const seen = new Set<CommandStatus>([at]);
      for (const wish of wishes) {
        if (!mayBecome(at, wish)) continue;
        if (seen.has(wish)) return false;
        seen.add(wish);
        at = wish;
      }
      return true;
    }),
  );
  t.end();
});

t.test('cancelling is for queued commands only', (t) => {
  t.same(
    COMMAND_STATUSES.filter((from) => mayBecome(from, 'cancelled')),
    ['queued'],
  );
  t.end();
});

t.test('the lock shown is what is wanted and what is confirmed, taken together', (t) => {
  t.equal(lockState({ wanted: false, confirmed: false }), 'unlocked');
  t.equal(lockState({ wanted: true, confirmed: false }), 'locking');
  t.equal(lockState({ wanted: true, confirmed: true }), 'locked');
  t.equal(lockState({ wanted: false, confirmed: true }), 'unlocking');
  t.end();
});
