import t from 'tap';
import type { CommandId } from '../../../../contracts/ids.ts';
import type { DeviceLock } from '../../../../store/ports/devices.ts';
import { lockTakenBack } from '../../../../store/rules/lock-changes.ts';

const NOW = 9_000;
const COMMAND = 'cmd_1' as CommandId;

const lock = (wanted: boolean, confirmed: boolean): DeviceLock => ({
  wanted,
  confirmed,
  since: 1,
  until: 5,
  message: 'Eyes up',
  requestedBy: 'key_1',
  commandId: COMMAND,
  sequence: 4,
  durationMinutes: 60,
  pin: null,
});

t.test('a lock that came to nothing is gone, with all that it would have shown', async (t) => {
  t.strictSame(lockTakenBack(lock(true, false), COMMAND, NOW), {
    wanted: false,
    confirmed: false,
    since: NOW,
    until: null,
    message: null,
    requestedBy: null,
    commandId: COMMAND,
    sequence: 4,
    durationMinutes: null,
    pin: null,
  });
});

t.test('an unlock that came to nothing leaves the lock as it was, wanted again', async (t) => {
  t.strictSame(lockTakenBack(lock(false, true), COMMAND, NOW), { ...lock(true, true), since: NOW });
});

t.test('what is already as it is wanted stays, and so does a lock of another command', async (t) => {
  for (const both of [true, false]) t.equal(lockTakenBack(lock(both, both), COMMAND, NOW), null);
  for (const wanted of [true, false])
    t.equal(lockTakenBack(lock(wanted, !wanted), 'cmd_2' as CommandId, NOW), null);
});
