import t from 'tap';
import { VERDICT_REASONS } from '../../../../contracts/policy/model.ts';
import {
  chainSentence,
  REASON_WORDS,
  reasonSentence,
  type ToldReason,
} from '../../../../contracts/policy/reason-words.ts';

const STATES: readonly ToldReason[] = ['protection', 'locked', 'portal', 'server', 'connectivity'];

t.test('every reason has whole sentences for both outcomes', (t) => {
  t.same(Object.keys(REASON_WORDS), [...VERDICT_REASONS, ...STATES]);
  for (const reason of [...VERDICT_REASONS, ...STATES])
    for (const action of ['allow', 'block'] as const)
      t.match(reasonSentence(reason, action, null), /^[A-Z].*\.$/, `${reason} ${action}`);
  t.end();
});

t.test('the category is told where a rule may have looked at it, and never for crisis help', (t) => {
  t.equal(
    reasonSentence('locked_block', 'block', 'social_media'),
    'A rule of your school blocks it. It counts as “Social media”.',
  );
  t.notMatch(reasonSentence('crisis_allow', 'allow', 'health'), 'Health');
  t.end();
});

t.test('a link of the chain says what spoke, for whom and why', (t) => {
  const link = { ruleId: 'rul_1', policyId: 'pol_1', policyVersion: 42, target: '/High', by: null } as const;
  const named = { policyName: 'School {policy} day', ruleReason: 'No games in lessons' };
  t.equal(
    chainSentence({ ...link, reason: 'locked_block', action: 'block' }, named),
    'A locked rule of the policy “School {policy} day” (version 42) blocks it for /High: “No games in lessons”.',
  );
  const nameless = { policyName: null, ruleReason: null };
  t.equal(
    chainSentence({ ...link, reason: 'allow', action: 'allow', target: 'everyone' }, nameless),
    'A rule of the policy “pol_1” (version 42) allows it for everyone.',
  );
  const none = { ...link, policyId: null, policyVersion: null, ruleId: null, target: null };
  t.equal(
    chainSentence({ ...none, reason: 'default', action: 'allow' }, nameless),
    'The filter, where no policy speaks, allows it.',
  );
  t.equal(
    chainSentence({ ...none, reason: 'classroom', action: 'block' }, nameless),
    'The lesson blocks it.',
  );
  t.end();
});
