import t from 'tap';
import { askerOf, deviceUnitOf } from '../../../../../agent/core/filter-plan/asker.ts';
import { targetOf } from '../signed-messages.ts';

const SETTINGS = {
  ...targetOf(1).settings,
  accountDomain: 'x.example',
  ouPath: '/laptops',
  people: [
    { user: 'ana@x.example', ouPath: '/students/7b' },
    { user: 'bo@y.example', ouPath: '/staff' },
  ],
};

t.test('a person whose unit is known is asked for by it', async (t) => {
  t.strictSame(askerOf('Ana', SETTINGS), { user: 'ana@x.example', ouPath: '/students/7b' });
  t.strictSame(askerOf('SCHOOL\\ana', SETTINGS), { user: 'ana@x.example', ouPath: '/students/7b' });
  t.strictSame(askerOf('bo@y.example', SETTINGS), { user: 'bo@y.example', ouPath: '/staff' });
});

t.test('anybody else is judged by the unit of the device', async (t) => {
  t.strictSame(askerOf('guest', SETTINGS), { user: 'guest@x.example', ouPath: '/laptops' });
  const { people: _unknown, ...without } = SETTINGS;
  t.strictSame(askerOf('ana', without), { user: 'ana@x.example', ouPath: '/laptops' });
});

t.test('nobody, or nobody known yet, is no person', async (t) => {
  for (const account of [null, undefined, ''])
    t.strictSame(askerOf(account, SETTINGS), { user: null, ouPath: '/laptops' });
});

t.test('before the server has told its settings all are of the root', async (t) => {
  t.strictSame(askerOf('ana', null), { user: 'ana@', ouPath: '/' });
  t.strictSame(askerOf('ana@x.example', targetOf(1).settings), { user: 'ana@x.example', ouPath: '/' });
  t.equal(deviceUnitOf(null), '/');
  t.equal(deviceUnitOf(targetOf(1).settings), '/');
  t.equal(deviceUnitOf(SETTINGS), '/laptops');
});
