import t from 'tap';
import { createTrustedTime } from '../../../../agent/core/time/trusted-time.ts';
import { createWitness } from '../../../../agent/core/witness.ts';
import type { DeviceEvent } from '../../../../contracts/mqtt/messages.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';

function setUp(addEvent?: (event: DeviceEvent) => void) {
  const clock = createFakeClock();
  const events: DeviceEvent[] = [];
  const outbox = { addEvent: addEvent ?? ((event) => void events.push(event)), addResult: () => undefined };
  const time = createTrustedTime({ clock, boot: { bootId: null, uptimeMs: clock.monotonic }, stored: null });
  const ids = createIdSource({ clock, random: systemRandom });
  return {
    clock,
    events,
    witness: createWitness({ outbox, ids, time, clock, log: silentLog, onReport: () => undefined }),
  };
}

const REFUSAL = { what: 'command', code: 'bad_signature', detail: 'no', commandId: null } as const;

t.test(
  'a flood of one kind is told ten times an hour, with how many were swallowed; other kinds pass',
  async (t) => {
    const { clock, events, witness } = setUp();
    for (let n = 0; n < 1_000; n++) witness.refused(REFUSAL);
    witness.refused({ ...REFUSAL, code: 'expired' });
    t.equal(events.length, 11);
    await clock.advance(3_600_000);
    witness.refused(REFUSAL);
    hasFields(t, events.at(-1)?.details, { code: 'bad_signature', suppressed: 990 });
  },
);

t.test('a report that cannot be kept harms nobody', async (t) => {
  const { witness } = setUp(() => {
    throw new Error('ENOSPC');
  });
  t.doesNotThrow(() => witness.tamper('x', 'y'));
});
