import t from 'tap';
import { findConflicts } from '../../../../../../agent/os/linux/filter/conflicts.ts';
import { fixture, NONSENSE } from '../../recorded.ts';

t.test('a redirect of look-ups before ours is told; other redirects, guests’ and later ones are not', (t) => {
  t.same(findConflicts(fixture('linux/commands/nft-ruleset.json')), [
    'the firewall table "ip portmaster" turns look-ups elsewhere',
  ]);
  t.end();
});

t.test('nonsense is no conflict', (t) => {
  for (const nonsense of NONSENSE) t.same(findConflicts(nonsense), []);
  t.end();
});
