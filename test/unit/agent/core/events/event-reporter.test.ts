import t from 'tap';
import { createEventReporter } from '../../../../../agent/core/events/event-reporter.ts';
import { createTrustedTime } from '../../../../../agent/core/time/trusted-time.ts';
import type { DeviceEvent } from '../../../../../contracts/mqtt/messages.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { createIdSource, systemRandom } from '../../../../../kit/random.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';

function setUp(addEvent?: (event: DeviceEvent) => void) {
  const clock = createFakeClock();
  const events: DeviceEvent[] = [];
  const outbox = { addEvent: addEvent ?? ((event) => void events.push(event)), addResult: () => undefined };
  const time = createTrustedTime({ clock, boot: { bootId: null, uptimeMs: clock.monotonic }, stored: null });
  const ids = createIdSource({ clock, random: systemRandom });
  const reports = { told: 0 };
  const logged: unknown[] = [];
  const say = (fields: unknown, message: string) => void logged.push([fields, message]);
  const reporter = createEventReporter({
    outbox,
    ids,
    time,
    clock,
    log: { ...silentLog, warn: say, error: say },
    onReport: () => {
      reports.told += 1;
    },
  });
  return { clock, events, reporter, reports, logged };
}

const REFUSAL = { what: 'command', code: 'bad_signature', detail: 'no', commandId: null } as const;

t.test(
  'a flood of one kind is told ten times an hour, with how many were swallowed; other kinds pass',
  async (t) => {
    const { clock, events, reporter } = setUp();
    for (let n = 0; n < 1_000; n++) reporter.refused(REFUSAL);
    reporter.refused({ ...REFUSAL, code: 'expired' });
    t.equal(events.length, 11);
    await clock.advance(3_600_000);
    reporter.refused(REFUSAL);
    hasFields(t, events.at(-1)?.details, { code: 'bad_signature', suppressed: 990 });
  },
);

t.test('a report that cannot be kept harms nobody', async (t) => {
  const { reporter, reports, logged } = setUp(() => {
    throw new Error('ENOSPC');
  });
  t.doesNotThrow(() => reporter.tamper('x', 'y'));
  t.equal(reports.told, 0, 'nothing waits in the outbox');
  t.strictSame(logged, [
    [{ what: 'x' }, 'tampering or damage: y'],
    [{ kind: 'tamper', error: 'ENOSPC' }, 'cannot keep an event for the server'],
  ]);
});

t.test('each event says what happened, with its own id and the time of the server', async (t) => {
  const { clock, events, reporter, reports, logged } = setUp();
  reporter.refused({ ...REFUSAL, commandId: 'cmd_1' });
  reporter.tamper('stored_target', 'it does not verify');
  reporter.event('game', 'name', { domain: 'a.example' });
  const at = clock.now();
  t.strictSame(
    events.map(({ id: _any, ...event }) => event),
    [
      {
        at,
        kind: 'refused',
        details: { what: 'command', code: 'bad_signature', detail: 'no', commandId: 'cmd_1' },
      },
      { at, kind: 'tamper', details: { what: 'stored_target', detail: 'it does not verify' } },
      { at, kind: 'game', details: { domain: 'a.example' } },
    ],
    'without a count where nothing was swallowed',
  );
  t.equal(new Set(events.map(({ id }) => id)).size, 3);
  for (const { id } of events) t.match(id, /^evt_/);
  t.equal(reports.told, 3);
  t.strictSame(logged, [
    [{ what: 'command', code: 'bad_signature', commandId: 'cmd_1' }, 'refused a command: no'],
    [{ what: 'stored_target' }, 'tampering or damage: it does not verify'],
  ]);
});

t.test('what is swallowed is no report', async (t) => {
  const { events, reporter, reports } = setUp();
  for (let n = 0; n < 12; n++) reporter.tamper('x', 'y');
  reporter.tamper('another', 'y');
  reporter.event('fault', 'x', {});
  t.strictSame([events.length, reports.told], [12, 12], 'ten of the one, and one of each other');
});
