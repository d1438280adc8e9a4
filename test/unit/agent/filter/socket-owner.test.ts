import t from 'tap';
import { isSystemUid, ownerOf } from '../../../../agent/filter/socket-owner.ts';
import { filterState } from '../../../support/filter-state.ts';

const ANA = { user: 'ana@school.example', ouPath: '/High/9b' };
const BOB = { user: 'bob@school.example', ouPath: '/High/9c' };
const NOBODY = { user: null, ouPath: '/High' };

const state = filterState({
  ...ANA,
  deviceOuPath: '/High',
  accounts: [
    { uid: 1_001, ...ANA },
    { uid: 1_002, ...BOB },
  ],
});

t.test('a socket is whose user id it has; without one it is the person’s at the screen', (t) => {
  t.same(ownerOf(1_001, state), ANA);
  t.same(ownerOf(1_002, state), BOB);
  t.same(ownerOf(null, state), ANA);
  t.same(ownerOf(undefined, state), ANA);
  t.end();
});

t.test('what is the system’s, or of nobody with a session, belongs to the device alone', (t) => {
  for (const uid of [0, 105, 999, 65_534, 1_003]) t.same(ownerOf(uid, state), NOBODY, `${uid}`);
  t.same([isSystemUid(999), isSystemUid(1_000), isSystemUid(null)], [true, false, false]);
  t.end();
});

t.test('where the system does not tell its accounts it is the person’s at the screen', (t) => {
  const { accounts, ...older } = state;
  t.same(ownerOf(1_002, older), ANA);
  t.same(ownerOf(0, older), NOBODY);
  const { deviceOuPath, ...oldest } = older;
  t.same(ownerOf(0, oldest), { user: null, ouPath: '/High/9b' });
  t.end();
});
