import t from 'tap';
import { createAccessRequests, noteOf } from '../../../../../agent/filter/pages/access-requests.ts';
import { systemRandom } from '../../../../../kit/random.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

t.test('a token is good for its host and an hour, and for this run only', async (t) => {
  const clock = createFakeClock();
  const requests = createAccessRequests({ clock, random: systemRandom });
  await clock.advance(5_000);
  const token = requests.tokenFor('play.example');
  t.ok(requests.isValid(token, 'play.example'));
  t.notOk(requests.isValid(token, 'wiki.example'));
  t.notOk(createAccessRequests({ clock, random: systemRandom }).isValid(token, 'play.example'));
  for (const bad of [
    '',
    '.',
    'x',
    `${token}x`,
    token.slice(1),
    `0.${token.split('.')[1]}`,
    `${token}.x`.slice(0, 3),
  ])
    t.notOk(requests.isValid(bad, 'play.example'), bad);
  clock.jump(-86_400_000);
  await clock.advance(3_600_000);
  t.ok(requests.isValid(token, 'play.example'), 'a jump of the clock changes nothing');
  await clock.advance(1_000);
  t.notOk(requests.isValid(token, 'play.example'));
});

t.test('a host is asked for once, and five hosts, in ten minutes', async (t) => {
  const clock = createFakeClock();
  const requests = createAccessRequests({ clock, random: systemRandom });
  t.equal(requests.admit('a.example', 'ana@x.example'), 'fine');
  t.equal(requests.admit('a.example', 'ana@x.example'), 'again');
  for (const host of ['b', 'c', 'd', 'e'])
    t.equal(requests.admit(`${host}.example`, 'ana@x.example'), 'fine');
  t.equal(requests.admit('f.example', 'ana@x.example'), 'busy');
  t.equal(requests.admit('a.example', 'ana@x.example'), 'again');
  await clock.advance(600_000);
  t.equal(requests.admit('a.example', 'ana@x.example'), 'fine');
});

t.test('whoever asks too often keeps nobody else from asking, not even for the same host', (t) => {
  const requests = createAccessRequests({ clock: createFakeClock(), random: systemRandom });
  for (const host of ['a', 'b', 'c', 'd', 'e'])
    t.equal(requests.admit(`${host}.example`, 'ana@x.example'), 'fine');
  t.equal(requests.admit('f.example', 'ana@x.example'), 'busy');
  t.equal(requests.admit('a.example', 'bob@x.example'), 'fine');
  t.equal(requests.admit('a.example', null), 'fine');
  t.equal(requests.admit('a.example', 'bob@x.example'), 'again');
  t.end();
});

t.test('a note is one line of at most 300 characters', async (t) => {
  t.equal(noteOf('  a\u0000\r\n\u202eb  '), 'a b');
  t.equal(noteOf('\u{1f600}'.repeat(400)), '\u{1f600}'.repeat(300));
});
