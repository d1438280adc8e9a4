import t from 'tap';
import { EVENT_TYPES, EVENTS, isEventFilter, matchesEvent } from '../../../contracts/events/catalogue.ts';
import { EVENT_DATA } from '../../../contracts/events/data.ts';

t.test('a filter is a name, a group or everything', (t) => {
  for (const good of [
    '*',
    'device.*',
    'device.offline',
    'command.succeeded',
    'game.*',
    'geofence.*',
    'devices.*',
    'alerts.*',
  ])
    t.ok(isEventFilter(good), good);
  for (const bad of [
    '',
    'device',
    'device.',
    'dev.*',
    'device.off*',
    '.*',
    'device.*.x',
    'constructor',
    '**',
  ])
    t.notOk(isEventFilter(bad), bad);
  t.end();
});

t.test('a group matches its own events and no other group’s', (t) => {
  t.ok(matchesEvent(['device.*'], 'device.offline'));
  t.notOk(matchesEvent(['device.*'], 'command.failed'));
  t.notOk(matchesEvent([], 'device.offline'));
  t.ok(matchesEvent(['*'], 'device.offline'));
  t.end();
});

t.test('a group of the specification stands for the events that it names', (t) => {
  const eventsOf = (group: string) => EVENT_TYPES.filter((type) => matchesEvent([group], type));
  const startingWith = (...starts: readonly string[]) =>
    EVENT_TYPES.filter((type) => starts.some((start) => type.startsWith(start)));
  t.same(eventsOf('devices.*'), startingWith('device.', 'command.'));
  t.same(eventsOf('alerts.*'), startingWith('alert.', 'policy.violation', 'game.', 'geofence.'));
  t.same(
    eventsOf('policies.*'),
    startingWith('policy.created', 'policy.updated', 'policy.deleted', 'override.'),
  );
  t.notOk(isEventFilter('devices'));
  t.notOk(matchesEvent(['devices.*'], 'webhook.test'));
  t.end();
});

t.test('the test event is matched by its name alone', (t) => {
  t.notOk(matchesEvent(['*'], 'webhook.test'));
  t.ok(matchesEvent(['webhook.test'], 'webhook.test'));
  t.end();
});

t.test('every event has a name that Standard Webhooks allows, a sentence and a schema of its data', (t) => {
  t.ok(EVENT_TYPES.length >= 25);
  for (const type of EVENT_TYPES) {
    t.match(type, /^[a-zA-Z0-9_]+(\.[a-zA-Z0-9_]+)+$/);
    t.ok(EVENTS[type].about.length <= 300, type);
    t.ok(EVENT_DATA[type], type);
  }
  t.same(
    Object.keys(EVENT_DATA).filter((type) => !Object.hasOwn(EVENTS, type)),
    ['webhook.test'],
    'and no schema is left over',
  );
  t.end();
});
