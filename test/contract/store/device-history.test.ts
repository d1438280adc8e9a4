import type { EventType } from '../../../contracts/events/catalogue.ts';
import type { DeviceId } from '../../../contracts/ids.ts';
import type { DeviceEventFilter } from '../../../store/ports/events.ts';
import type { ListQuery } from '../../../store/ports/list.ts';
import { enroll, type Fixture, newEvent, promise } from './each-store.ts';

const list = (
  { store }: Fixture,
  filter: DeviceEventFilter,
  changes: Partial<ListQuery<DeviceEventFilter, 'timestamp'>> = {},
) =>
  store.events.ofDevice({
    organisationId: 1,
    filter,
    sort: [{ field: 'timestamp', descending: true }],
    limit: 10,
    from: { kind: 'page', page: 1 },
    ...changes,
  });

promise(
  'the events of a device are listed by time, of the asked types and range alone',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const { device } = await enroll(fixture);
    const { device: other } = await enroll(fixture);
    const tell = (deviceId: DeviceId, type: EventType, at: number) =>
      store.events.append(newEvent(fixture, type, { deviceId, at }));
    const now = clock.now();
    await tell(device.id, 'device.online', now + 1);
    await tell(other.id, 'device.online', now + 2);
    await tell(device.id, 'policy.violation', now + 3);
    await tell(device.id, 'device.offline', now + 4);
    await tell(device.id, 'device.online', now + 4);
    await store.events.append(newEvent(fixture, 'report.weekly'));
    const filter = { deviceId: device.id, types: ['device.online', 'device.offline'] } as const;
    const whole = await list(fixture, filter);
    t.same(
      whole.rows.map(({ type, timestamp }) => [type, Date.parse(timestamp) - now]),
      [
        ['device.online', 4],
        ['device.offline', 4],
        ['device.online', 1],
      ],
    );
    t.equal(whole.total, 3);
    const ranged = await list(fixture, filter, { range: { from: now + 1, to: now + 4 } });
    t.same(
      ranged.rows.map(({ type }) => type),
      ['device.online'],
    );
    t.same((await list(fixture, filter, { organisationId: 2 })).rows, []);
    const first = await list(fixture, filter, { limit: 2 });
    await tell(device.id, 'device.offline', now + 9);
    if (first.last === null) throw new Error('an empty page');
    const rest = await list(fixture, filter, { limit: 2, from: { kind: 'after', position: first.last } });
    t.same([...first.rows, ...rest.rows], whole.rows, 'a cursor is not moved by what happens meanwhile');
    clock.jump(1_000);
    await store.events.purge({ before: now + 2, limit: 100, after: null });
    t.equal((await list(fixture, filter)).total, 3, 'what is too old is gone');
  },
);
