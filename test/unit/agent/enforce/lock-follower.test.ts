import t from 'tap';
import { createLockFollower } from '../../../../agent/enforce/lock-follower.ts';
import { done } from '../../../../agent/ports/outcome.ts';
import { DEFAULT_FILTER_SETTINGS, type FilterSettings } from '../../../../contracts/policy/settings.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createFakeOs } from '../../../support/fake-os.ts';

t.test('a lock is engaged again when what it leaves open has changed, and only then', async (t) => {
  let settings: FilterSettings | null = null;
  let lockedBy: 'command' | 'lesson' | null = null;
  let refreshed = 0;
  let online = true;
  const clock = createFakeClock();
  const os = createFakeOs();
  os.networkLock.allowHelp = () => Promise.resolve(done('open'));
  const follower = createLockFollower({
    os,
    lock: {
      lockedBy: () => lockedBy,
      async refresh() {
        refreshed += 1;
      },
    },
    facts: { network: () => ({ addresses: [], defaultGateways: [], wifi: null }) },
    settings: () => settings,
    situation: { resolvers: () => ['10.0.0.1'] },
    network: { state: () => ({ name: 'enforce', location: null }) as never },
    online: () => online,
    clock,
  });
  await follower.look();
  t.equal(refreshed, 0, 'nothing is locked');
  lockedBy = 'command';
  await follower.look();
  t.equal(refreshed, 1, 'the lock of a start knew no settings');
  await follower.look();
  t.equal(refreshed, 1);
  settings = { ...DEFAULT_FILTER_SETTINGS, lockAllowCrisisHelp: true };
  await follower.look();
  t.equal(refreshed, 2);
  t.equal(follower.exceptions('command').crisisHelp, true);
  settings = { ...DEFAULT_FILTER_SETTINGS };
  await follower.look();
  refreshed = 2;
  online = false;
  await clock.advance(59_000);
  await follower.look();
  t.same([refreshed, follower.exceptions('command').resolvers], [2, []], 'a short silence opens nothing');
  await clock.advance(1_000);
  await follower.look();
  t.same(
    [refreshed, follower.exceptions('command').resolvers],
    [3, ['10.0.0.1']],
    'a lost server is looked for',
  );
  online = true;
  await follower.look();
  t.same([refreshed, follower.exceptions('command').resolvers], [4, []], 'found');
  refreshed = 2;
  lockedBy = null;
  await follower.look();
  t.equal(refreshed, 2, 'who unlocks is not helped');
});
