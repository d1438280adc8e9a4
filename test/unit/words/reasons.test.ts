import t from 'tap';
import { LANGUAGES } from '../../../contracts/languages.ts';
import { type JudgementReason, VERDICT_REASONS } from '../../../contracts/policy/model.ts';
import { chainSentence, REASON_WORDS, reasonSentence } from '../../../words/reasons.ts';

const STATES: readonly JudgementReason[] = ['protection', 'locked', 'portal', 'server', 'connectivity'];
const LINK = { ruleId: 'rul_1', policyId: 'pol_1', policyVersion: 42, target: '/High', by: null } as const;
const NAMED = { policyName: 'School {policy} day', ruleReason: 'No games in lessons' };
const NAMELESS = { policyName: null, ruleReason: null };
const NO_POLICY = { ...LINK, policyId: null, policyVersion: null, ruleId: null, target: null };

t.test('every reason has whole sentences for both outcomes', (t) => {
  for (const language of LANGUAGES) {
    t.same(Object.keys(REASON_WORDS[language]), [...VERDICT_REASONS, ...STATES]);
    for (const reason of [...VERDICT_REASONS, ...STATES])
      for (const action of ['allow', 'block'] as const)
        t.match(
          reasonSentence({ reason, action, category: null }, language),
          /^[A-Z].*\.$/,
          `${reason} ${action} ${language}`,
        );
  }
  t.end();
});

t.test('the category is told where a rule may have looked at it, and never for crisis help', (t) => {
  const blocked = { reason: 'locked_block', action: 'block', category: 'social' } as const;
  t.equal(reasonSentence(blocked, 'en'), 'A rule of your school blocks it. It counts as “Social media”.');
  t.equal(reasonSentence(blocked, 'es'), 'Una regla de su centro lo bloquea. Cuenta como «Redes sociales».');
  const crisis = { reason: 'crisis_allow', action: 'allow', category: 'health' } as const;
  t.notMatch(reasonSentence(crisis, 'en'), /Health/);
  t.end();
});

t.test('a link of the chain says what decided, for whom and why', (t) => {
  t.equal(
    chainSentence({ ...LINK, reason: 'locked_block', action: 'block' }, NAMED, 'en'),
    'A locked rule of the policy “School {policy} day” (version 42) blocks it for /High: “No games in lessons”.',
  );
  t.equal(
    chainSentence({ ...LINK, reason: 'locked_block', action: 'block' }, NAMED, 'es'),
    'Una regla fija de la política «School {policy} day» (versión 42) lo bloquea para /High: «No games in lessons».',
  );
  const unknown = { ...LINK, reason: 'block', action: 'block', unknownProgram: true } as const;
  t.equal(
    chainSentence(unknown, NAMED, 'en'),
    'A rule of the policy “School {policy} day” (version 42) blocks it for /High, as the program could not be found: “No games in lessons”.',
  );
  t.equal(
    chainSentence(unknown, NAMELESS, 'es'),
    'Una regla de la política «pol_1» (versión 42) lo bloquea para /High, porque no se ha encontrado el programa.',
  );
  const forAll = { ...LINK, reason: 'allow', action: 'allow', target: 'everyone' } as const;
  t.equal(
    chainSentence(forAll, NAMELESS, 'en'),
    'A rule of the policy “pol_1” (version 42) allows it for everyone.',
  );
  t.equal(
    chainSentence(forAll, NAMELESS, 'es'),
    'Una regla de la política «pol_1» (versión 42) lo permite para todos.',
  );
  t.equal(
    chainSentence({ ...NO_POLICY, reason: 'default', action: 'allow' }, NAMELESS, 'en'),
    'The filter, where no policy applies, allows it.',
  );
  t.equal(
    chainSentence({ ...NO_POLICY, reason: 'classroom', action: 'block' }, NAMELESS, 'es'),
    'La clase lo bloquea.',
  );
  t.end();
});
