import t from 'tap';
import { VERDICT_REASONS } from '../../../../contracts/policy/model.ts';
import {
  categoryWords,
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

t.test('these reasons go on with the category that counted, the others never', (t) => {
  const telling = [...VERDICT_REASONS, ...STATES].filter((reason) =>
    reasonSentence(reason, 'block', 'games').endsWith(' It counts as “Games”.'),
  );
  t.strictSame(telling, ['locked_block', 'locked_allow', 'allow', 'block', 'default', 'portal']);
  t.equal(reasonSentence('block', 'block', null), 'A rule of your school blocks it.');
  t.end();
});

t.test('a category is written as words', (t) => {
  t.equal(categoryWords('social_media'), 'Social media');
  t.equal(categoryWords('file-sharing__p2p'), 'File sharing p2p');
  t.equal(categoryWords(''), '');
  t.end();
});

t.test('a default is the policy’s where one speaks; what is not known is left out', (t) => {
  const link = { ruleId: null, policyId: 'pol_1', policyVersion: null, target: null, by: null } as const;
  const names = { policyName: 'School day', ruleReason: null };
  t.equal(
    chainSentence({ ...link, reason: 'default', action: 'block' }, names),
    'The default of the policy “School day” blocks it.',
  );
  t.equal(
    chainSentence({ ...link, policyId: null, reason: 'block', action: 'block' }, names),
    'A rule of no policy blocks it.',
  );
  t.end();
});
