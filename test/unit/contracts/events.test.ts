import t from 'tap';
import { isEventFilter, matchesEvent } from '../../../contracts/events/catalogue.ts';

t.test('a filter is a name, a group or everything', (t) => {
  for (const good of ['*', 'device.*', 'device.offline', 'command.succeeded'])
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

t.test('the test event is matched by its name alone', (t) => {
  t.notOk(matchesEvent(['*'], 'webhook.test'));
  t.ok(matchesEvent(['webhook.test'], 'webhook.test'));
  t.end();
});
