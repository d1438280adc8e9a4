import t from 'tap';
import { chainWords, namesOf } from '../../../../../agent/filter/pages/explanation-part.ts';
import type { ChainLink } from '../../../../../contracts/policy/model.ts';

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

t.test('a link of the chain has the names of its policy and rule, where they are known', async (t) => {
  t.equal(
    chainWords(LINK, NAMES, 'en'),
    'A locked rule of the policy “School day” (version 42) blocks it for /Springfield/High: “No games in lessons”.',
  );
  const rest = { ...LINK, ruleId: null, action: 'allow', reason: 'default', target: 'everyone' } as const;
  t.equal(
    chainWords(rest, NAMES, 'en'),
    'The default of the policy “School day” (version 42) allows it for everyone.',
  );
  t.equal(
    chainWords({ ...rest, policyId: 'pol_2' }, NAMES, 'es'),
    'El valor por defecto de la política «pol_2» (versión 42) lo permite para todos.',
  );
});

t.test('without a state no name is known', async (t) => {
  t.equal(namesOf(null).policyName('pol_1'), null);
  t.equal(namesOf(null).ruleReason('pol_1', 'rul_1'), null);
});
