import t from 'tap';
import { setupWanted } from '../../../dashboard/pages/setup/wanted.ts';
import type { Session } from '../../../sdk/node/index.ts';

const ACCOUNT = { hasPassword: false, linked: false } as Session['account'];

t.test('an owner who could not come back, in a school without a laptop, is led to the set-up', (t) => {
  t.equal(setupWanted({ role: 'owner', account: ACCOUNT }, 0), true);
  t.equal(setupWanted({ role: 'owner', account: ACCOUNT }, 1), false, 'not with a laptop');
  t.equal(setupWanted({ role: 'owner', account: { ...ACCOUNT, hasPassword: true } }, 0), false);
  t.equal(setupWanted({ role: 'owner', account: { ...ACCOUNT, linked: true } }, 0), false);
  t.equal(setupWanted({ role: 'admin', account: ACCOUNT }, 0), false);
  t.end();
});
