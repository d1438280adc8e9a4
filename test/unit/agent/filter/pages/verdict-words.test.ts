import t from 'tap';
import type { Explanation } from '../../../../../agent/filter/explanation.ts';
import type { JudgementReason } from '../../../../../agent/filter/judge.ts';
import { categoryWords, chainWords, sentenceOf } from '../../../../../agent/filter/pages/verdict-words.ts';
import { type ChainLink, VERDICT_REASONS } from '../../../../../contracts/policy/model.ts';

const NAMES = {
  policyName: (id: string) => (id === 'pol_1' ? 'School day' : null),
  ruleReason: (_policy: string, rule: string) => (rule === 'rul_1' ? 'No games in lessons' : null),
};
const LINK: ChainLink = {
  reason: 'locked_block',
  action: 'block',
  ruleId: 'rul_1',
  policyId: 'pol_1',
  policyVersion: 42,
  target: '/Springfield/High',
  by: null,
  decided: true,
};

t.test('a link of the chain says who spoke, for whom and why', async (t) => {
  t.equal(
    chainWords(LINK, NAMES),
    'A locked rule of the policy “School day” (version 42) blocks it for /Springfield/High: “No games in lessons”.',
  );
  const rest = { ...LINK, ruleId: null, action: 'allow', reason: 'default', target: 'everyone' } as const;
  t.equal(
    chainWords(rest, NAMES),
    'The default of the policy “School day” (version 42) allows it for everyone.',
  );
  const nobody = { ...rest, policyId: null, policyVersion: null, target: null };
  t.equal(chainWords(nobody, NAMES), 'The filter, where no policy speaks, allows it.');
  t.equal(
    chainWords({ ...rest, policyId: 'pol_2' }, NAMES),
    'The default of the policy “pol_2” (version 42) allows it for everyone.',
  );
});

t.test('every reason has a sentence of its own for what it does', async (t) => {
  const more = ['protection', 'locked', 'portal', 'server', 'connectivity'] as const;
  const reasons: readonly JudgementReason[] = [...VERDICT_REASONS, ...more];
  for (const reason of reasons)
    for (const action of ['allow', 'block'] as const) {
      const explanation = { reason, action, category: null } as Explanation;
      t.match(sentenceOf(explanation), /^[A-Z].*\.$/, `${reason} ${action}`);
    }
  const blocked = { reason: 'block', action: 'block', category: 'social_media' } as Explanation;
  t.equal(sentenceOf(blocked), 'A rule of your school blocks it. It counts as “Social media”.');
  t.equal(categoryWords('games'), 'Games');
});
